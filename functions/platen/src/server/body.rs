//! Reading a request's body within bounds of size and time.

use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt;
use hyper::body::Body;
use platen_service::problem::{Code, Problem};
use tokio::time::{Instant, timeout_at};

use super::Patience;

/// Why a body was not read to its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ReadError {
    /// It has more bytes than the operation takes.
    TooLarge,
    /// It came too slowly.
    TooSlow,
    /// The connection broke, or the body's framing is wrong.
    Broken,
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Problem {
        let detail = match error {
            ReadError::TooLarge => "The body is larger than this operation takes.",
            ReadError::TooSlow => "The body came too slowly and was not awaited. Send the request again.",
            ReadError::Broken => "The body ended before it was whole. Send the request again.",
        };
        Problem::new(Code::InvalidBody, detail)
    }
}

/// Reads a body of at most `limit` bytes.
pub(super) async fn read<B>(mut body: B, limit: u64, patience: &Patience) -> Result<Bytes, ReadError>
where
    B: Body<Data = Bytes> + Unpin,
{
    let end = Instant::now() + patience.body;
    let mut first = Bytes::new();
    let mut joined = BytesMut::new();
    let mut length = 0u64;
    loop {
        // A client that sends a byte now and then would hold the memory of its request for ever: each step and the whole
        // have their time.
        let step = end.min(Instant::now() + patience.body_progress);
        let frame = match timeout_at(step, body.frame()).await {
            Err(_) => return Err(ReadError::TooSlow),
            Ok(Some(Err(_))) => return Err(ReadError::Broken),
            Ok(Some(Ok(frame))) => frame,
            Ok(None) => break,
        };
        // Trailers say nothing that is read here.
        let Ok(data) = frame.into_data() else { continue };
        // Counted as it comes: a chunked body declares no length, and a declared one may lie.
        length += data.len() as u64;
        if length > limit {
            return Err(ReadError::TooLarge);
        }
        // Most bodies come in one piece, which is handed on without a copy.
        match (first.is_empty(), joined.is_empty()) {
            (true, true) => first = data,
            (false, true) => {
                joined.extend_from_slice(&first);
                joined.extend_from_slice(&data);
            }
            _ => joined.extend_from_slice(&data),
        }
    }
    Ok(if joined.is_empty() { first } else { joined.freeze() })
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::pin::Pin;
    use std::task::{Context, Poll};
    use std::time::Duration;

    use hyper::body::Frame;

    use super::*;

    /// Gives its pieces, then ends, hangs or breaks.
    struct Pieces(VecDeque<&'static str>, End);

    #[derive(Clone, Copy)]
    enum End {
        Whole,
        Hanging,
        Broken,
    }

    impl Body for Pieces {
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

    async fn read_pieces(pieces: &[&'static str], end: End, limit: u64) -> Result<Bytes, ReadError> {
        let hasty = Patience { body_progress: Duration::from_millis(20), ..Patience::default() };
        read(Pieces(pieces.iter().copied().collect(), end), limit, &hasty).await
    }

    #[tokio::test]
    async fn pieces_are_joined_up_to_the_limit() {
        for pieces in [&[][..], &["abc"], &["a", "bc"], &["a", "", "b", "c"], &["", "abc"]] {
            let body = read_pieces(pieces, End::Whole, 3).await.unwrap();
            assert_eq!(body, pieces.concat());
        }
        assert_eq!(read_pieces(&["abc", "d"], End::Whole, 3).await, Err(ReadError::TooLarge));
        assert_eq!(read_pieces(&["abcd"], End::Hanging, 3).await, Err(ReadError::TooLarge));
    }

    #[tokio::test]
    async fn bodies_that_hang_or_break_are_given_up() {
        assert_eq!(read_pieces(&["a"], End::Hanging, 3).await, Err(ReadError::TooSlow));
        assert_eq!(read_pieces(&["a"], End::Broken, 3).await, Err(ReadError::Broken));
    }
}
