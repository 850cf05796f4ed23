//! Where a chunked body ends (RFC 9112, 7.1), read strictly: what readers may read differently is refused, so that the end that
//! hyper finds is this one, and the next request of the connection begins where both say.

/// Digits of a chunk's size; more do not fit 64 bits, and leading zeros without end say nothing.
const MOST_DIGITS: u8 = 15;

/// Where in a chunked body the next byte stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Chunks {
    /// In a chunk's size.
    Size { digits: u8, size: u64 },
    /// In what is said of the chunk beside its size.
    Extension { size: u64 },
    /// Behind the carriage return of that line.
    SizeEnd { size: u64 },
    /// In a chunk, with so many bytes left of it.
    Data(u64),
    /// Behind a chunk.
    DataEnd,
    /// Behind the carriage return there.
    DataFeed,
    /// Where a trailer begins, or the body ends.
    Trailers,
    /// In a trailer.
    Trailer,
    /// Behind the carriage return of a trailer.
    TrailerFeed,
    /// Behind the carriage return of the body's last line.
    LastFeed,
    /// Behind the body.
    Over,
    /// Behind what is no chunked body.
    Refused,
}

impl Chunks {
    /// Where a body begins.
    pub(super) fn new() -> Chunks {
        Chunks::Size { digits: 0, size: 0 }
    }

    /// Looks at bytes of the body and what may follow it. Returns how many of them belong to it.
    pub(super) fn look(&mut self, bytes: &[u8]) -> usize {
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if let Chunks::Data(left) = self {
                let taken = usize::try_from(*left).unwrap_or(usize::MAX).min(bytes.len() - at);
                *left -= taken as u64;
                at += taken;
                if *left == 0 {
                    *self = Chunks::DataEnd;
                }
                continue;
            }
            *self = self.after(byte);
            match self {
                Chunks::Refused => return at,
                Chunks::Over => return at + 1,
                _ => at += 1,
            }
        }
        at
    }

    fn after(self, byte: u8) -> Chunks {
        match (self, byte) {
            (Chunks::Size { digits, size }, _) if byte.is_ascii_hexdigit() && digits < MOST_DIGITS => {
                let digit = char::from(byte).to_digit(16).unwrap_or_default();
                Chunks::Size { digits: digits + 1, size: size << 4 | u64::from(digit) }
            }
            (Chunks::Size { digits: 1.., size }, b';') => Chunks::Extension { size },
            (Chunks::Size { digits: 1.., size } | Chunks::Extension { size }, b'\r') => {
                Chunks::SizeEnd { size }
            }
            (Chunks::Extension { .. } | Chunks::Trailer, b'\t' | b' '..=b'~' | 0x80..) => self,
            (Chunks::SizeEnd { size: 0 } | Chunks::TrailerFeed, b'\n') => Chunks::Trailers,
            (Chunks::SizeEnd { size }, b'\n') => Chunks::Data(size),
            (Chunks::DataEnd, b'\r') => Chunks::DataFeed,
            (Chunks::DataFeed, b'\n') => Chunks::new(),
            (Chunks::Trailers, b'\r') => Chunks::LastFeed,
            (Chunks::Trailers, b'!'..=b'~') => Chunks::Trailer,
            (Chunks::Trailer, b'\r') => Chunks::TrailerFeed,
            (Chunks::LastFeed, b'\n') => Chunks::Over,
            _ => Chunks::Refused,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEXT: &str = "GET / HTTP/1.1\r\n\r\n";

    /// What belongs to a body, read in pieces of this size, and where its reader is then.
    fn read(text: &str, piece: usize) -> (&str, Chunks) {
        let (mut chunks, mut length) = (Chunks::new(), 0);
        for piece in text.as_bytes().chunks(piece) {
            length += chunks.look(piece);
            if matches!(chunks, Chunks::Over | Chunks::Refused) {
                break;
            }
        }
        (&text[..length], chunks)
    }

    #[test]
    fn a_body_ends_where_its_last_line_does() {
        for body in [
            "0\r\n\r\n",
            "1\r\na\r\n0\r\n\r\n",
            "A;name=\"v\"\r\n0\r\n\r\n12345\r\n000\r\n\r\n",
            "3\r\n\r\n\n\r\n0\r\nx-sum: 1\r\ny: 2\r\n\r\n",
        ] {
            for piece in [1, 2, 3, 100] {
                let text = format!("{body}{NEXT}");
                assert_eq!(read(&text, piece), (body, Chunks::Over), "{body:?} by {piece}");
            }
        }
    }

    #[test]
    fn what_others_may_read_differently_is_refused() {
        for (text, before) in [
            ("\r\n", ""),
            ("g\r\n", ""),
            ("-1\r\n", ""),
            ("+1\r\n", ""),
            ("0x1\r\n", "0"),
            ("1 \r\na\r\n", "1"),
            ("1\na\r\n", "1"),
            ("1;x\na\r\n", "1;x"),
            ("1\r\nab\r\n", "1\r\na"),
            ("1\r\na\n0\r\n\r\n", "1\r\na"),
            ("0\r\n\n", "0\r\n"),
            ("0\r\nx: 1\n\r\n", "0\r\nx: 1"),
            ("0\r\n x: 1\r\n\r\n", "0\r\n"),
            ("0\r\nx: 1\ry\r\n", "0\r\nx: 1\r"),
            ("1111111111111111\r\n", "111111111111111"),
        ] {
            for piece in [1, 100] {
                assert_eq!(read(text, piece), (before, Chunks::Refused), "{text:?} by {piece}");
            }
        }
    }
}
