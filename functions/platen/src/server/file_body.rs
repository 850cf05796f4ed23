//! A file as a body, read piece by piece as the client takes it.

use std::fs::File;
use std::io::{self, Read};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use hyper::body::{Body, Frame};
use tokio::sync::mpsc::{Receiver, channel};

/// Bytes of a piece. Some three of them are in memory per download.
const PIECE_BYTES: usize = 256 << 10;

/// The pieces on their way.
pub(super) struct FileBody(Receiver<io::Result<Bytes>>);

impl FileBody {
    /// Starts reading, on a thread that may block; it ends when the client goes.
    pub(super) fn send(file: Arc<File>) -> FileBody {
        let (sender, receiver) = channel(2);
        tokio::task::spawn_blocking(move || {
            loop {
                let mut piece = Vec::with_capacity(PIECE_BYTES);
                let read = file.as_ref().take(PIECE_BYTES as u64).read_to_end(&mut piece);
                let ends = !matches!(read, Ok(1..));
                if matches!(read, Ok(0)) || sender.blocking_send(read.map(|_| piece.into())).is_err() || ends
                {
                    return;
                }
            }
        });
        FileBody(receiver)
    }
}

impl Body for FileBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        self.0.poll_recv(context).map(|piece| piece.map(|piece| piece.map(Frame::data)))
    }
}
