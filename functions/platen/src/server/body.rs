//! Reading a request's body within bounds of size, time and rate; what is large goes to disk.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt;
use hyper::body::Body;
use platen_service::http::{Admitted, RawBody};
use platen_service::problem::{Code, Problem};
use tokio::time::{Duration, Instant, timeout_at};

use super::Patience;

/// Why a body was not read to its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ReadError {
    /// It came too slowly.
    TooSlow,
    /// The connection broke, or the body's framing is wrong.
    Broken,
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Problem {
        let detail = match error {
            ReadError::TooSlow => "The body arrived too slowly. Send the request again.",
            ReadError::Broken => "The body ended before it was complete. Send the request again.",
        };
        Problem::new(Code::InvalidBody, detail)
    }
}

/// A body as it comes.
///
/// A client that sends a byte now and then would hold its place, and what it has sent, forever: each step and the whole have
/// their time, and after a while the body must have come at a least rate.
pub(super) struct Arriving<'a, B> {
    body: B,
    patience: &'a Patience,
    began: Instant,
    end: Instant,
    length: u64,
}

impl<'a, B: Body<Data = Bytes> + Unpin> Arriving<'a, B> {
    /// A body that may take this long in all.
    pub(super) fn new(body: B, patience: &'a Patience, time: Duration) -> Arriving<'a, B> {
        let began = Instant::now();
        Arriving { body, patience, began, end: began + time, length: 0 }
    }

    /// Bytes that came so far.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// The next bytes; `None` at the end.
    pub(super) async fn next(&mut self) -> Result<Option<Bytes>, ReadError> {
        loop {
            let now = Instant::now();
            let step = self.end.min(now + self.patience.body_progress).min(self.due());
            let frame = match timeout_at(step, self.body.frame()).await {
                Err(_) => return Err(ReadError::TooSlow),
                Ok(Some(Err(_))) => return Err(ReadError::Broken),
                Ok(Some(Ok(frame))) => frame,
                Ok(None) => return Ok(None),
            };
            // Trailers say nothing that is read here.
            let Ok(data) = frame.into_data() else { continue };
            self.length += data.len() as u64;
            return Ok(Some(data));
        }
    }

    /// When the next bytes are due at the least rate.
    fn due(&self) -> Instant {
        let earned = Duration::from_secs(self.length / self.patience.body_rate.max(1));
        self.began + self.patience.body_grace + earned
    }
}

/// Reads a body of at most [`Admitted::body_limit`] bytes. What is larger than `in_memory` bytes goes to a file without a
/// name in `spool`, so that what waits for its turn takes disk and not memory.
pub(super) async fn read<B>(
    body: B,
    admitted: &mut Admitted,
    patience: &Patience,
    in_memory: u64,
    spool: &Path,
) -> Result<RawBody, Problem>
where
    B: Body<Data = Bytes> + Unpin,
{
    let mut arriving = Arriving::new(body, patience, patience.body);
    let mut held = Pieces::default();
    let mut file = None;
    while let Some(data) = arriving.next().await? {
        // Counted as it comes: a chunked body declares no length, and a declared one may lie.
        if arriving.length() > admitted.body_limit() {
            return Err(admitted.too_large());
        }
        admitted.count_received(data.len() as u64)?;
        held.push(data);
        if held.length() as u64 > in_memory {
            file = Some(spooled(file, spool, held.take()).await?);
        }
    }
    match file {
        None => Ok(RawBody::Memory(held.take())),
        Some(file) => {
            let file = spooled(Some(file), spool, held.take()).await?;
            Ok(RawBody::Spooled { file, bytes: arriving.length() })
        }
    }
}

/// Bytes in memory. Most bodies come in one piece, which is handed on without a copy.
#[derive(Default)]
struct Pieces {
    first: Bytes,
    joined: BytesMut,
}

impl Pieces {
    fn push(&mut self, data: Bytes) {
        match (self.first.is_empty(), self.joined.is_empty()) {
            (true, true) => self.first = data,
            (false, true) => {
                self.joined.extend_from_slice(&self.first);
                self.joined.extend_from_slice(&data);
                self.first = Bytes::new();
            }
            _ => self.joined.extend_from_slice(&data),
        }
    }

    fn length(&self) -> usize {
        self.first.len() + self.joined.len()
    }

    fn take(&mut self) -> Bytes {
        let Pieces { first, joined } = std::mem::take(self);
        if joined.is_empty() { first } else { joined.freeze() }
    }
}

/// Appends to the file of a body, which the first call makes. A disk may take its time: not on the reactor.
async fn spooled(file: Option<File>, spool: &Path, data: Bytes) -> Result<File, Problem> {
    let spool = spool.to_owned();
    let write = move || -> io::Result<File> {
        let mut file = match file {
            Some(file) => file,
            None => tempfile::tempfile_in(&spool)?,
        };
        file.write_all(&data)?;
        Ok(file)
    };
    let written = tokio::task::spawn_blocking(write).await.map_err(Problem::internal)?;
    written.map_err(|error| Problem::unavailable(format!("a body cannot be spooled to disk: {error}")))
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::pin::Pin;
    use std::task::{Context, Poll};

    use hyper::body::Frame;

    use super::*;

    /// Gives its pieces, a wait before each, then ends, hangs or breaks.
    struct Pieced(VecDeque<&'static str>, End);

    #[derive(Clone, Copy)]
    enum End {
        Whole,
        Hanging,
        Broken,
    }

    impl Body for Pieced {
        type Data = Bytes;
        type Error = ();

        fn poll_frame(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, ()>>> {
            match (self.0.pop_front(), self.1) {
                (Some(piece), _) => Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(piece.as_bytes()))))),
                (None, End::Whole) => Poll::Ready(None),
                (None, End::Hanging) => Poll::Pending,
                (None, End::Broken) => Poll::Ready(Some(Err(()))),
            }
        }
    }

    async fn all(pieces: &[&'static str], end: End) -> Result<Vec<u8>, ReadError> {
        let hasty = Patience { body_progress: Duration::from_millis(20), ..Patience::default() };
        let mut arriving = Arriving::new(Pieced(pieces.iter().copied().collect(), end), &hasty, hasty.body);
        let mut all = Vec::new();
        while let Some(data) = arriving.next().await? {
            all.extend_from_slice(&data);
        }
        assert_eq!(arriving.length(), all.len() as u64);
        Ok(all)
    }

    #[tokio::test]
    async fn bodies_that_hang_or_break_are_given_up() {
        assert_eq!(all(&["a", "bc"], End::Whole).await.unwrap(), b"abc");
        assert_eq!(all(&["a"], End::Hanging).await, Err(ReadError::TooSlow));
        assert_eq!(all(&["a"], End::Broken).await, Err(ReadError::Broken));
    }

    #[tokio::test]
    async fn a_body_earns_its_time_by_its_bytes() {
        let patience = Patience { body_rate: 2, body_grace: Duration::from_secs(10), ..Patience::default() };
        let mut arriving = Arriving::new(Pieced(["abcdef"].into(), End::Hanging), &patience, patience.body);
        assert_eq!(arriving.due() - arriving.began, Duration::from_secs(10));
        arriving.next().await.unwrap();
        assert_eq!(arriving.due() - arriving.began, Duration::from_secs(13));
    }

    #[test]
    fn pieces_are_joined() {
        for pieces in [&[][..], &["abc"], &["a", "bc"], &["a", "", "b", "c"], &["", "abc"]] {
            let mut held = Pieces::default();
            pieces.iter().for_each(|piece| held.push(Bytes::from_static(piece.as_bytes())));
            assert_eq!(held.length(), pieces.concat().len());
            assert_eq!(held.take(), pieces.concat());
            assert_eq!(held.length(), 0);
        }
    }

    #[tokio::test]
    async fn what_is_spooled_is_there_in_order_and_has_no_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = spooled(None, folder.path(), Bytes::from_static(b"one ")).await.unwrap();
        let mut file = spooled(Some(file), folder.path(), Bytes::from_static(b"two")).await.unwrap();
        let mut text = String::new();
        io::Seek::rewind(&mut file).unwrap();
        io::Read::read_to_string(&mut file, &mut text).unwrap();
        assert_eq!(text, "one two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
