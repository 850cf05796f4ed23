//! An archive as a body, read piece by piece as the client takes it.

use std::io;
use std::ops::Range;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use hyper::body::{Body, Frame};
use platen_service::http::Streamed;
use platen_service::ids::JobId;
use platen_service::jobs::JobStore;
use tokio::sync::mpsc::{Receiver, channel};

/// Bytes of a piece. Some three of them are in memory per download.
const PIECE_BYTES: usize = 512 << 10;

/// The pieces on their way.
pub struct ArchiveBody(Receiver<io::Result<Bytes>>);

impl ArchiveBody {
    /// Starts reading; it ends when the client goes.
    pub fn send(jobs: Arc<dyn JobStore>, archive: Streamed) -> ArchiveBody {
        ArchiveBody::part(jobs, archive.job, archive.range)
    }

    /// The same of some bytes of the archive.
    pub fn part(jobs: Arc<dyn JobStore>, job: JobId, range: Range<u64>) -> ArchiveBody {
        let (sender, receiver) = channel(1);
        tokio::spawn(async move {
            let mut offset = range.start;
            while offset < range.end {
                let left = usize::try_from(range.end - offset).unwrap_or(usize::MAX);
                // An archive that is gone or shorter breaks the connection: the client must not take it for whole.
                let piece = match jobs.read_archive(job, offset, PIECE_BYTES.min(left)).await {
                    Ok(Some(piece)) if !piece.is_empty() => Ok(piece),
                    Ok(_) => Err(io::ErrorKind::UnexpectedEof.into()),
                    Err(error) => Err(io::Error::other(error)),
                };
                offset += piece.as_ref().map_or(0, |piece| piece.len() as u64);
                let ends = piece.is_err();
                if sender.send(piece).await.is_err() || ends {
                    return;
                }
            }
        });
        ArchiveBody(receiver)
    }
}

impl Body for ArchiveBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        self.0.poll_recv(context).map(|piece| piece.map(|piece| piece.map(Frame::data)))
    }
}
