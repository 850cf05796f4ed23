//! Strict message framing (RFC 9112) in front of hyper's lenient one.
//!
//! A proxy of another taste sees other boundaries between requests where this server takes what the standard merely lets a
//! recipient take: a request hides in the body of another one (request smuggling). So what is ambiguous is refused.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::BytesMut;
use http::{HeaderMap, Uri, Version, header};
use platen_service::problem::{Code, Problem};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use super::chunked::Chunks;
use super::lingering::Lingering;

/// Stands for a line feed without a carriage return. No head may hold it, so that hyper answers 400 and closes.
const REFUSED: u8 = 0;

/// What a connection begins with that speaks HTTP/2 without having agreed on it (RFC 9113, 3.4). Whoever serves the connection goes
/// by the same bytes, so that nothing but HTTP/2 is read without a look.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Refuses heads that others may read differently.
///
/// # Errors
/// `invalid-query` that names the header.
pub(super) fn check(version: Version, target: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
    let wrong = |detail: &str| Err(Problem::new(Code::InvalidQuery, detail));
    let count = |name: header::HeaderName| headers.get_all(name).iter().count();
    // A proxy that routes by the first `Host` and a server that reads the second one disagree on whose request it is.
    match count(header::HOST) {
        0 if version == Version::HTTP_11 => {
            return wrong("The header `Host` is required (RFC 9112, 3.2). Send it once.");
        }
        0 | 1 => {}
        _ => return wrong("The header `Host` was sent more than once. Send it once."),
    }
    // A proxy takes the host of a whole address (RFC 9112, 3.2.2), and links lead to that of the header.
    if let (Some(authority), Some(host)) = (target.authority(), headers.get(header::HOST))
        && !authority.as_str().as_bytes().eq_ignore_ascii_case(host.as_bytes())
    {
        return wrong(
            "The request's target and its header `Host` name two hosts. Send the same one in both.",
        );
    }
    // Each reader has its own idea of which of two codings holds. Lengths that differ, and a length beside a coding, hyper
    // refuses; the same length twice it reads as one, as RFC 9110, 8.6 allows.
    if count(header::TRANSFER_ENCODING) > 1 {
        return wrong("The header `Transfer-Encoding` was sent more than once. Send it once.");
    }
    if let Some(coding) = headers.get(header::TRANSFER_ENCODING)
        && !coding.as_bytes().eq_ignore_ascii_case(b"chunked")
    {
        return wrong("The only `Transfer-Encoding` that is read is `chunked`, once.");
    }
    Ok(())
}

/// What the next bytes of a connection are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expected {
    /// The begin of the connection, of which so many bytes were those of [`PREFACE`].
    Begin(usize),
    /// Frames of HTTP/2, which say themselves where each ends.
    Frames,
    /// A head; what was seen of it so far.
    Head(Seen),
    /// Nothing: a head is whole, and whoever reads it has not said how long the body is.
    Nothing,
    /// So many bytes of a body, and then a head.
    Body(u64),
    /// A chunked body, and then a head.
    Chunked(Chunks),
    /// Bytes to the end of the connection.
    All,
}

/// What was seen of a head.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Seen {
    /// A byte of its first line.
    begun: bool,
    /// A byte of the current line, other than the carriage return that ends it.
    in_line: bool,
    /// A carriage return just before.
    carriage_return: bool,
}

/// The framing of one connection, shared by what reads its bytes and what answers its requests.
#[derive(Debug, Clone)]
pub(super) struct Framing(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    expected: Expected,
    has_unsent: bool,
}

impl Framing {
    pub(super) fn new() -> Framing {
        let state = State { expected: Expected::Begin(0), has_unsent: false };
        Framing(Arc::new(Mutex::new(state)))
    }

    /// Tells how many bytes of body the head announced that was just read; `None` when only the body itself tells.
    pub(super) fn body(&self, length: Option<u64>) {
        self.with(|state| {
            state.expected = match length {
                Some(0) => Expected::Head(Seen::default()),
                Some(length) => Expected::Body(length),
                None => Expected::Chunked(Chunks::new()),
            }
        });
    }

    /// Whether an answer is on its way that the client has not taken.
    pub(super) fn has_unsent(&self) -> bool {
        self.with(|state| state.has_unsent)
    }

    /// Whether the client may still be sending what nobody is going to read.
    fn has_unread(&self) -> bool {
        self.with(|state| {
            matches!(
                state.expected,
                Expected::Nothing | Expected::Body(_) | Expected::Chunked(_) | Expected::All
            )
        })
    }

    /// Whether nothing has come yet, or too little to tell what is spoken.
    fn is_at_the_begin(&self) -> bool {
        self.with(|state| matches!(state.expected, Expected::Begin(_)))
    }

    /// Looks at bytes that arrived; tells how many of them may be read now.
    fn look(&self, bytes: &mut [u8]) -> io::Result<usize> {
        match self.with(|state| state.expected.look(bytes)) {
            // Who reads on behind a head without having understood it would read the next one unchecked; and what is no chunked
            // body has no end behind which one could begin.
            0 => Err(io::ErrorKind::InvalidData.into()),
            readable => Ok(readable),
        }
    }

    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Expected {
    /// Looks at bytes that arrived, and marks a bare line feed. Returns how many of them may be read before the length of
    /// the body is known.
    fn look(&mut self, bytes: &mut [u8]) -> usize {
        let mut at = 0;
        while let Some(rest) = bytes.get_mut(at..).filter(|rest| !rest.is_empty()) {
            match self {
                Expected::All | Expected::Frames => return bytes.len(),
                Expected::Begin(seen) => {
                    if rest.first() == PREFACE.get(*seen) {
                        (*seen, at) = (*seen + 1, at + 1);
                        if *seen == PREFACE.len() {
                            *self = Expected::Frames;
                        }
                    } else {
                        // What was like it is the begin of a head, and nothing in it is marked.
                        let mut begin = PREFACE.get(..*seen).unwrap_or_default().to_vec();
                        let mut head = Expected::Head(Seen::default());
                        head.look(&mut begin);
                        *self = head;
                    }
                }
                Expected::Nothing => return at,
                Expected::Chunked(chunks) => {
                    at += chunks.look(rest);
                    match chunks {
                        Chunks::Over => *self = Expected::Head(Seen::default()),
                        // Who reads on gets an error.
                        Chunks::Refused => *self = Expected::Nothing,
                        _ => {}
                    }
                }
                Expected::Body(left) => {
                    let taken = usize::try_from(*left).unwrap_or(usize::MAX).min(rest.len());
                    *left -= taken as u64;
                    at += taken;
                    if *left == 0 {
                        *self = Expected::Head(Seen::default());
                    }
                }
                Expected::Head(seen) => {
                    let Some(byte) = rest.first_mut() else { return at };
                    at += 1;
                    match (*byte, seen.carriage_return) {
                        // Some readers end a line at `\n` alone, others take it for a part of the line.
                        (b'\n', false) => {
                            *byte = REFUSED;
                            *self = Expected::All;
                        }
                        // Empty lines may come before a request (RFC 9112, 2.2).
                        (b'\n', true) if seen.begun && !seen.in_line => *self = Expected::Nothing,
                        (b'\n', true) => (seen.in_line, seen.carriage_return) = (false, false),
                        (b'\r', _) => seen.carriage_return = true,
                        _ => *seen = Seen { begun: true, in_line: true, carriage_return: false },
                    }
                }
            }
        }
        bytes.len()
    }
}

/// A connection whose heads are read strictly.
pub(super) struct Strict<S> {
    inner: S,
    framing: Framing,
    /// What came with a head and stands behind it.
    rest: BytesMut,
    /// Once the last answer was sent although the client may have more to say.
    lingering: Option<Lingering>,
    /// Until when the client has to say what it speaks. From then on the patience of whoever serves it counts.
    begin: Option<Pin<Box<Sleep>>>,
}

impl<S> Strict<S> {
    /// A connection that has so long for its first bytes.
    pub(super) fn new(inner: S, framing: Framing, patience: Duration) -> Strict<S> {
        let begin = Some(Box::pin(sleep(patience)));
        Strict { inner, framing, rest: BytesMut::new(), lingering: None, begin }
    }

    /// Whether the client took too long to begin.
    fn is_too_late(&mut self, context: &mut Context<'_>) -> bool {
        if !self.framing.is_at_the_begin() {
            self.begin = None;
        }
        self.begin.as_mut().is_some_and(|begin| begin.as_mut().poll(context).is_ready())
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Strict<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if !this.rest.is_empty() {
            let most = this.rest.len().min(buffer.remaining());
            let waiting = this.rest.get_mut(..most).unwrap_or_default();
            let readable = this.framing.look(waiting)?;
            buffer.put_slice(&this.rest.split_to(readable));
            return Poll::Ready(Ok(()));
        }
        if this.is_too_late(context) {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut this.inner).poll_read(context, buffer))?;
        let came = buffer.filled_mut().get_mut(before..).unwrap_or_default();
        if came.is_empty() {
            return Poll::Ready(Ok(()));
        }
        let readable = this.framing.look(came)?;
        this.rest.extend_from_slice(came.get(readable..).unwrap_or_default());
        buffer.set_filled(before + readable);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Strict<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.framing.with(|state| state.has_unsent = true);
        Pin::new(&mut self.inner).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.framing.with(|state| state.has_unsent = true);
        Pin::new(&mut self.inner).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.inner).poll_flush(context))?;
        self.framing.with(|state| state.has_unsent = false);
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.lingering.is_none() {
            ready!(Pin::new(&mut this.inner).poll_shutdown(context))?;
            if !this.framing.has_unread() {
                return Poll::Ready(Ok(()));
            }
        }
        let lingering = this.lingering.get_or_insert_with(Lingering::new);
        lingering.poll(&mut this.inner, context).map(Ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What may be read of these bytes, and what is expected next.
    fn looked(text: &str) -> (String, Expected) {
        let (mut bytes, mut expected) = (text.as_bytes().to_vec(), Expected::Head(Seen::default()));
        let readable = expected.look(&mut bytes);
        bytes.truncate(readable);
        (String::from_utf8(bytes).unwrap(), expected)
    }

    #[test]
    fn a_target_and_a_header_name_one_host() {
        for (target, host, is_taken) in [
            ("/api/health", "a.example", true),
            ("http://a.example/api/health", "A.example", true),
            ("http://a.example:8080/", "a.example:8080", true),
            ("http://b.example/api/health", "a.example", false),
            ("http://a.example:8081/", "a.example:8080", false),
        ] {
            let headers = HeaderMap::from_iter([(header::HOST, host.parse().unwrap())]);
            let checked = check(Version::HTTP_11, &target.parse().unwrap(), &headers);
            assert_eq!(checked.is_ok(), is_taken, "{target} {host}");
        }
    }

    #[test]
    fn a_head_ends_where_hyper_ends_it() {
        for (text, readable) in [
            ("GET / HTTP/1.1\r\nhost: x\r\n\r\nrest", "GET / HTTP/1.1\r\nhost: x\r\n\r\n"),
            ("\r\n\r\nGET / HTTP/1.1\r\n\r\nrest", "\r\n\r\nGET / HTTP/1.1\r\n\r\n"),
            ("GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"),
        ] {
            assert_eq!(looked(text), (readable.to_owned(), Expected::Nothing));
        }
        let (_, expected) = looked("GET / HTTP/1.1\r\nhost: x\r\n\r");
        assert!(matches!(expected, Expected::Head(_)));
    }

    #[test]
    fn a_line_that_ends_without_a_carriage_return_is_marked() {
        for text in ["GET / HTTP/1.1\n", "\nGET", "GET / HTTP/1.1\r\nhost: x\n\r\n", "GET / HTTP/1.1\r\n\n"] {
            let (readable, expected) = looked(text);
            assert!(readable.contains('\0') && expected == Expected::All, "{text:?}");
        }
    }

    #[test]
    fn only_the_whole_preface_of_http_2_is_read_without_a_look() {
        let begun = |text: &str| {
            let mut expected = Expected::Begin(0);
            // Byte by byte and all at once come to the same.
            let mut whole = text.as_bytes().to_vec();
            let readable = expected.look(&mut whole);
            let mut slowly = Expected::Begin(0);
            for byte in text.bytes() {
                slowly.look(&mut [byte]);
            }
            assert_eq!(slowly, expected, "{text:?}");
            whole.truncate(readable);
            (String::from_utf8(whole).unwrap(), expected)
        };
        let preface = std::str::from_utf8(PREFACE).unwrap();
        assert_eq!(begun(&format!("{preface}frames\n")), (format!("{preface}frames\n"), Expected::Frames));
        for text in ["GET / HTTP/1.1\r\n\r\nrest", "P / HTTP/1.1\r\n\r\nrest", "PRI * HTTP/1.1\r\n\r\nrest"] {
            let (read, expected) = begun(text);
            assert_eq!((read.as_str(), expected), (text.strip_suffix("rest").unwrap(), Expected::Nothing));
        }
        for text in ["PRI\n", "PRI * HTTP/2.0\n\n"] {
            assert!(begun(text).0.contains('\0'), "{text:?}");
        }
        // What is almost one is a head without an end that anybody agrees on: nothing behind it is read.
        for text in ["PRI * HTTP/2.0\r\n\r\nGET / HTTP/1.1\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\n"] {
            assert_eq!(begun(text).1, Expected::Nothing, "{text:?}");
        }
    }

    #[test]
    fn bodies_are_not_looked_at_and_what_follows_them_is() {
        let framing = Framing::new();
        let look = |text: &str| {
            let mut bytes = text.as_bytes().to_vec();
            let readable = framing.with(|state| state.expected.look(&mut bytes));
            bytes.truncate(readable);
            String::from_utf8(bytes).unwrap()
        };
        let head = "POST / HTTP/1.1\r\n\r\n";
        assert_eq!(look(&format!("{head}a\nb")), head);
        framing.body(Some(3));
        assert_eq!(look("a\nbGET\n"), "a\nbGET\0");
    }

    #[tokio::test]
    async fn bytes_behind_a_head_wait_until_its_body_is_known() {
        use tokio::io::AsyncReadExt;
        let (framing, bytes) = (Framing::new(), b"POST / HTTP/1.1\r\n\r\nab\ncGET / HTTP/1.1\r\n\r\n");
        let mut strict = Strict::new(&bytes[..], framing.clone(), Duration::from_secs(60));
        let mut buffer = [0; 200];
        let mut read = Vec::new();
        let length = strict.read(&mut buffer).await.unwrap();
        read.extend_from_slice(&buffer[..length]);
        assert_eq!(read, b"POST / HTTP/1.1\r\n\r\n");
        framing.body(Some(4));
        // In pieces as small as they come.
        while read.len() < bytes.len() {
            let length = strict.read(&mut buffer[..3]).await.unwrap();
            assert!(length > 0);
            read.extend_from_slice(&buffer[..length]);
        }
        assert_eq!(read, bytes);
    }
}
