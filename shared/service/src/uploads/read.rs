//! Reading an upload's items: pieces from the store, unpacked and parsed on a thread of their own, handed over in chunks.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::Arc;

use bytes::{Buf, Bytes};
use flate2::read::MultiGzDecoder;
use tokio::sync::mpsc::{Receiver, channel};

use super::ticket::{is_known_encoding, unsupported};
use super::{ItemsError, ItemsFormat, Upload, UploadId, UploadStore, read_items};
use crate::problem::{Code, FieldError, Problem};
use crate::store::StoreError;
use crate::subscriptions::SubscriptionId;
use crate::{Limits, Service};

/// Bytes that are read from the store at once.
const PIECE_BYTES: usize = 1 << 20;

/// The items of an upload, chunk by chunk.
pub(crate) struct UploadedItems(Receiver<Result<Vec<Bytes>, Problem>>);

impl UploadedItems {
    /// The next chunk; all but the last have the same number of items.
    ///
    /// # Errors
    /// `invalid-body` with the line that is wrong, `unavailable`.
    pub(crate) async fn next(&mut self) -> Option<Result<Vec<Bytes>, Problem>> {
        self.0.recv().await
    }
}

impl Service {
    /// Begins to read an upload.
    ///
    /// # Errors
    /// `invalid-body` when there is no such upload, `unsupported-media-type`, `unavailable`.
    pub(crate) async fn uploaded_items(
        &self,
        subscription: SubscriptionId,
        id: UploadId,
        chunk_items: usize,
    ) -> Result<UploadedItems, Problem> {
        let upload = self.stores.uploads.upload(subscription, id).await?;
        let upload = upload.ok_or_else(|| {
            refused(
                "nothing was uploaded under this id; PUT the items to the ticket's `uploadUrl` first"
                    .to_owned(),
            )
        })?;
        if upload.bytes > self.limits.upload_bytes {
            return Err(Problem::payload_too_large("upload_bytes", self.limits.upload_bytes));
        }
        let Some(format) = ItemsFormat::of(upload.content_type.as_deref()) else { return Err(unsupported()) };
        if !is_known_encoding(upload.content_encoding.as_deref()) {
            return Err(unsupported());
        }
        let pieces = pieces(self.stores.uploads.clone(), subscription, id, upload.bytes);
        let (sender, chunks) = channel(2);
        let limits = self.limits.clone();
        tokio::task::spawn_blocking(move || {
            let mut chunk = Vec::new();
            let parsed = parse(pieces, &upload, format, &limits, |item| {
                chunk.push(item);
                if chunk.len() < chunk_items {
                    return ControlFlow::Continue(());
                }
                match sender.blocking_send(Ok(std::mem::take(&mut chunk))) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_gone) => ControlFlow::Break(()),
                }
            });
            let last = match parsed {
                Ok(()) if chunk.is_empty() => return,
                Ok(()) => Ok(chunk),
                Err(problem) => Err(problem),
            };
            // Nobody waits for it when the request was given up.
            let _ = sender.blocking_send(last);
        });
        Ok(UploadedItems(chunks))
    }
}

fn parse(
    pieces: Receiver<Result<Bytes, StoreError>>,
    upload: &Upload,
    format: ItemsFormat,
    limits: &Limits,
    item: impl FnMut(Bytes) -> ControlFlow<()>,
) -> Result<(), Problem> {
    let input = Pieces { pieces, piece: Bytes::new() };
    let packed =
        upload.content_encoding.as_deref().is_some_and(|name| name.to_ascii_lowercase().contains("gzip"));
    // A megabyte of gzip expands to a gigabyte: what comes out is counted.
    let read = if packed {
        let most = limits.upload_expanded_bytes;
        read_items(Counted { input: MultiGzDecoder::new(input), left: most }, format, limits.item_bytes, item)
    } else {
        read_items(input, format, limits.item_bytes, item)
    };
    read.map_err(|error| match error {
        ItemsError::Wrong(text) => refused(text),
        ItemsError::Unreadable(error) => match error.downcast::<StoreError>() {
            Ok(error) => error.into(),
            Err(error) => refused(error.to_string()),
        },
    })
}

fn refused(fault: String) -> Problem {
    let detail = format!("The uploaded items cannot be used: {fault}.");
    Problem::with_errors(Code::InvalidBody, detail, vec![FieldError::new("/itemsUploadId", fault)])
}

/// Reads an upload from its store, a little ahead.
fn pieces(
    uploads: Arc<dyn UploadStore>,
    subscription: SubscriptionId,
    id: UploadId,
    bytes: u64,
) -> Receiver<Result<Bytes, StoreError>> {
    let (sender, receiver) = channel(2);
    tokio::spawn(async move {
        let mut offset = 0;
        while offset < bytes {
            let piece = match uploads.read_upload(subscription, id, offset, PIECE_BYTES).await {
                Ok(piece) if piece.is_empty() => {
                    Err(StoreError::Damaged(format!("upload {id} is cut short")))
                }
                other => other,
            };
            offset += piece.as_ref().map_or(0, |piece| piece.len() as u64);
            let ends = piece.is_err();
            if sender.send(piece).await.is_err() || ends {
                return;
            }
        }
    });
    receiver
}

/// The pieces as one stream, on a thread that may block.
struct Pieces {
    pieces: Receiver<Result<Bytes, StoreError>>,
    piece: Bytes,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.piece.is_empty() {
            match self.pieces.blocking_recv() {
                Some(piece) => self.piece = piece.map_err(io::Error::other)?,
                None => return Ok(0),
            }
        }
        let length = buffer.len().min(self.piece.len());
        self.piece.split_to(length).copy_to_slice(buffer.get_mut(..length).unwrap_or_default());
        Ok(length)
    }
}

/// Unpacks, and fails when more comes out than may.
struct Counted<R> {
    input: R,
    left: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer).map_err(|error| match error.downcast::<StoreError>() {
            Ok(error) => io::Error::other(error),
            Err(_) => {
                io::Error::other("it is not the gzip that its Content-Encoding says: damaged, or cut short")
            }
        })?;
        match self.left.checked_sub(read as u64) {
            Some(left) => self.left = left,
            None => {
                return Err(io::Error::other(
                    "it expands to more bytes than the limit `upload_expanded_bytes`",
                ));
            }
        }
        Ok(read)
    }
}
