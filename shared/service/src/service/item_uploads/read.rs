//! Reads an upload's items: pieces from the store, unpacked and parsed on a separate thread, passed on in chunks.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::Arc;

use bytes::{Buf, Bytes};
use flate2::read::MultiGzDecoder;
use platen_tables::{Format, Note, Plan, TableError};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::task::JoinHandle;

use super::Uploads;
use super::ticket::{is_known_encoding, unsupported};
use crate::Limits;
use crate::ids::{SubscriptionId, UploadId};
use crate::problem::Problem;
use crate::store::StoreError;
use crate::uploads::refused;
use crate::uploads::{Upload, UploadStore};

/// Bytes that are read from the store at once.
const PIECE_BYTES: usize = 4 << 20;

/// Pieces on their way at once, besides the one that is being parsed.
const PIECES_AHEAD: usize = 5;

/// Workbooks that are read at the same time: each is in memory, and its texts as well.
const WORKBOOKS: usize = 2;

static WORKBOOK_TURNS: Semaphore = Semaphore::const_new(WORKBOOKS);

/// The results of reading an upload, in its order.
pub(crate) enum Piece {
    /// A chunk of items; all but the last have the same number of them.
    Items(Vec<Bytes>),
    /// The end, with what the upload's sender should know of it.
    End(Vec<Note>),
}

/// The items of an upload, chunk by chunk.
pub(crate) struct UploadedItems(Receiver<Result<Piece, Problem>>);

impl UploadedItems {
    /// The next piece; nothing follows [`Piece::End`].
    ///
    /// # Errors
    /// `invalid-body` with the rows that are wrong, `unavailable`.
    pub(crate) async fn next(&mut self) -> Result<Piece, Problem> {
        let end = || Err(Problem::internal("the reader of an upload ended before the upload"));
        self.0.recv().await.unwrap_or_else(end)
    }
}

impl Uploads<'_> {
    /// The facts about an upload before it is read.
    ///
    /// # Errors
    /// `invalid-body` when the upload does not exist, `payload-too-large`, `unsupported-media-type`, `unavailable`.
    pub(crate) async fn checked(
        self,
        subscription: SubscriptionId,
        id: UploadId,
    ) -> Result<(Upload, Format), Problem> {
        let upload = self.0.stores.uploads.upload(subscription, id).await?;
        let upload = upload.ok_or_else(|| {
            let text = "nothing was uploaded under this id; PUT the items to the ticket's `uploadUrl` first";
            refused(vec![text.to_owned()])
        })?;
        if upload.bytes > self.0.limits.upload_bytes {
            return Err(Problem::payload_too_large("upload_bytes", self.0.limits.upload_bytes));
        }
        let Some(format) = Format::of(upload.content_type.as_deref()) else { return Err(unsupported()) };
        if !is_known_encoding(upload.content_encoding.as_deref()) {
            return Err(unsupported());
        }
        Ok((upload, format))
    }

    /// Begins to read an upload.
    ///
    /// # Errors
    /// `invalid-body` when the upload does not exist, `unsupported-media-type`, `unavailable`.
    pub(crate) async fn items(
        self,
        subscription: SubscriptionId,
        id: UploadId,
        plan: Plan,
        chunk_items: usize,
    ) -> Result<UploadedItems, Problem> {
        let (upload, format) = self.checked(subscription, id).await?;
        let turn = match format {
            Format::Xlsx => Some(WORKBOOK_TURNS.acquire().await.map_err(Problem::internal)?),
            _ => None,
        };
        let pieces = pieces(self.0.stores.uploads.clone(), subscription, id, upload.bytes);
        let (sender, chunks) = channel(2);
        let limits = self.0.limits.clone();
        tokio::task::spawn_blocking(move || {
            let _turn = turn;
            let mut chunk = Vec::new();
            let parsed = parse(pieces, &upload, format, &plan, &limits, &mut |item| {
                chunk.push(item);
                if chunk.len() < chunk_items {
                    return ControlFlow::Continue(());
                }
                match sender.blocking_send(Ok(Piece::Items(std::mem::take(&mut chunk)))) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_gone) => ControlFlow::Break(()),
                }
            });
            // Nobody waits for it when the request was given up.
            if !chunk.is_empty() && parsed.is_ok() {
                let _ = sender.blocking_send(Ok(Piece::Items(chunk)));
            }
            let _ = sender.blocking_send(parsed.map(Piece::End));
        });
        Ok(UploadedItems(chunks))
    }
}

fn parse(
    pieces: Receiver<Result<Bytes, StoreError>>,
    upload: &Upload,
    format: Format,
    plan: &Plan,
    limits: &Limits,
    item: &mut dyn FnMut(Bytes) -> ControlFlow<()>,
) -> Result<Vec<Note>, Problem> {
    let input = Pieces { pieces, piece: Bytes::new() };
    let packed =
        upload.content_encoding.as_deref().is_some_and(|name| name.to_ascii_lowercase().contains("gzip"));
    let bounds = platen_tables::Limits {
        item_bytes: limits.item_bytes,
        package_bytes: limits.docx.package_bytes,
        expanded_bytes: limits.docx.expanded_bytes,
        grouped_bytes: limits.grouped_bytes,
        ..platen_tables::Limits::default()
    };
    // A megabyte of gzip expands to a gigabyte: what comes out is counted.
    let read = if packed {
        let input = Counted { input: MultiGzDecoder::new(input), left: limits.upload_expanded_bytes };
        platen_tables::read(input, format, plan, &bounds, item)
    } else {
        platen_tables::read(input, format, plan, &bounds, item)
    };
    read.map_err(|error| match error {
        TableError::Wrong(faults) => refused(faults.iter().map(ToString::to_string).collect()),
        TableError::Unreadable(error) => match error.downcast::<StoreError>() {
            Ok(error) => error.into(),
            Err(error) => refused(vec![error.to_string()]),
        },
    })
}

/// Reads an upload from its store, a little ahead: some pieces are on their way at once, and handed over in their order.
fn pieces(
    uploads: Arc<dyn UploadStore>,
    subscription: SubscriptionId,
    id: UploadId,
    bytes: u64,
) -> Receiver<Result<Bytes, StoreError>> {
    let (coming_sender, mut coming) = channel::<JoinHandle<Result<Bytes, StoreError>>>(PIECES_AHEAD);
    let (sender, receiver) = channel(1);
    tokio::spawn(async move {
        for offset in (0..bytes).step_by(PIECE_BYTES) {
            let (uploads, length) =
                (uploads.clone(), PIECE_BYTES.min(usize::try_from(bytes - offset).unwrap_or(PIECE_BYTES)));
            let piece = tokio::spawn(async move {
                let piece = uploads.read_upload(subscription, id, offset, length).await?;
                match piece.len() == length {
                    true => Ok(piece),
                    false => Err(StoreError::Damaged(format!("upload {id} is cut short"))),
                }
            });
            if coming_sender.send(piece).await.is_err() {
                return;
            }
        }
    });
    tokio::spawn(async move {
        while let Some(piece) = coming.recv().await {
            let piece = piece.await.unwrap_or_else(|failed| Err(StoreError::Unavailable(failed.to_string())));
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
            Err(_) => io::Error::other(
                "it is not valid gzip, although its Content-Encoding says so: it is damaged or incomplete",
            ),
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
