//! The bytes of a CSV file as UTF-8 with one kind of line end.

use std::io::{self, BufRead, Read};

use encoding_rs::{CoderResult, Decoder, Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// A record of its own behind the file's end. A quotation mark that is never closed swallows it, so a program that does not read it
/// knows; no line of a file begins so.
pub(crate) const END: &str = "\u{1}\u{2}end";

/// Bytes that are decoded at once.
const PIECE: usize = 64 << 10;

/// Reads UTF-8 with line feeds, and at last a line of [`END`].
pub(crate) struct Text<R> {
    input: R,
    how: How,
    /// Bytes that are decoded, of which `at` are handed over.
    ready: Vec<u8>,
    at: usize,
    /// The beginning of a character whose other bytes follow.
    begun: Vec<u8>,
    after_return: bool,
    is_first: bool,
    has_ended: bool,
}

enum How {
    /// UTF-8 so far.
    Utf8 { only_ascii: bool },
    /// Some other encoding.
    Other(Box<Decoder>),
}

impl<R: BufRead> Text<R> {
    pub fn new(input: R, charset: Option<&'static Encoding>) -> Text<R> {
        let how = match charset {
            Some(encoding) => How::Other(Box::new(encoding.new_decoder())),
            None => How::Utf8 { only_ascii: true },
        };
        let (ready, begun) = (Vec::with_capacity(PIECE), Vec::new());
        Text { input, how, ready, at: 0, begun, after_return: false, is_first: true, has_ended: false }
    }

    fn fill(&mut self) -> io::Result<()> {
        (self.at, _) = (0, self.ready.clear());
        // A short read might end within a byte-order mark.
        let mut piece = std::mem::take(&mut self.begun);
        (&mut self.input).take((PIECE - piece.len()) as u64).read_to_end(&mut piece)?;
        let is_last = piece.len() < PIECE;
        let mut bytes = piece.as_slice();
        if std::mem::take(&mut self.is_first)
            && let How::Utf8 { .. } = self.how
        {
            bytes = self.begin(bytes);
        }
        self.decode(bytes, is_last)?;
        if is_last {
            self.has_ended = true;
            self.ready.extend_from_slice(b"\n");
            self.ready.extend_from_slice(END.as_bytes());
            self.ready.push(b'\n');
        }
        Ok(())
    }

    /// Skips a byte-order mark; UTF-16 without one shows in its zeros: headings are of Latin letters mostly.
    fn begin<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        if let Some((encoding, length)) = Encoding::for_bom(bytes) {
            if encoding != encoding_rs::UTF_8 {
                self.how = How::Other(Box::new(encoding.new_decoder_without_bom_handling()));
            }
            return bytes.get(length..).unwrap_or_default();
        }
        let utf16 = match bytes {
            [0, second, 0, ..] if *second != 0 => Some(UTF_16BE),
            [first, 0, _, 0, ..] if *first != 0 => Some(UTF_16LE),
            _ => None,
        };
        if let Some(encoding) = utf16 {
            self.how = How::Other(Box::new(encoding.new_decoder_without_bom_handling()));
        }
        bytes
    }

    fn decode(&mut self, bytes: &[u8], is_last: bool) -> io::Result<()> {
        let How::Utf8 { only_ascii } = &mut self.how else { return self.decode_other(bytes, is_last) };
        let (valid, rest) = match std::str::from_utf8(bytes) {
            Ok(_) => (bytes, &[][..]),
            Err(error) => {
                let (valid, rest) = bytes.split_at(error.valid_up_to());
                if error.error_len().is_none() && !is_last {
                    self.begun = rest.to_vec();
                    (valid, &[][..])
                } else {
                    (valid, rest)
                }
            }
        };
        *only_ascii &= valid.is_ascii();
        let only_ascii = *only_ascii;
        self.push(valid);
        if rest.is_empty() {
            return Ok(());
        }
        if !only_ascii {
            // Half of the text would be wrong, whichever it is read as.
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the text is UTF-8 at first, and then is not; save the file as \"CSV UTF-8\"",
            ));
        }
        // What Excel writes on Windows in the West.
        self.how = How::Other(Box::new(WINDOWS_1252.new_decoder_without_bom_handling()));
        self.decode_other(rest, is_last)
    }

    fn decode_other(&mut self, mut bytes: &[u8], is_last: bool) -> io::Result<()> {
        let mut text = String::with_capacity(PIECE);
        loop {
            let How::Other(decoder) = &mut self.how else { return Ok(()) };
            let (result, read, had_errors) = decoder.decode_to_string(bytes, &mut text, is_last);
            if had_errors {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "the text has bytes that its encoding does not know; save the file as \"CSV UTF-8\"",
                ));
            }
            bytes = bytes.get(read..).unwrap_or_default();
            self.push(text.as_bytes());
            text.clear();
            if result == CoderResult::InputEmpty {
                return Ok(());
            }
        }
    }

    /// Takes decoded text in, with a line feed for each end of a line.
    fn push(&mut self, mut text: &[u8]) {
        if text.is_empty() {
            return;
        }
        if std::mem::take(&mut self.after_return) {
            text = text.strip_prefix(b"\n").unwrap_or(text);
        }
        self.after_return = text.last() == Some(&b'\r');
        for (index, line) in text.split(|byte| *byte == b'\r').enumerate() {
            if index == 0 {
                self.ready.extend_from_slice(line);
            } else {
                self.ready.push(b'\n');
                self.ready.extend_from_slice(line.strip_prefix(b"\n").unwrap_or(line));
            }
        }
    }
}

impl<R: BufRead> Read for Text<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.ready.len() {
            if self.has_ended {
                return Ok(0);
            }
            self.fill()?;
        }
        let read = self.ready.get(self.at..).unwrap_or_default().read(buffer)?;
        self.at += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<String, String> {
        let mut text = String::new();
        let read = Text::new(bytes, None).read_to_string(&mut text);
        read.map_err(|error| error.to_string())?;
        Ok(text.strip_suffix("\n\u{1}\u{2}end\n").unwrap().to_owned())
    }

    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn encodings_are_told_by_the_bytes() {
        let text = "näme,zł\n";
        assert_eq!(read(text.as_bytes()).unwrap(), text);
        assert_eq!(read(format!("\u{feff}{text}").as_bytes()).unwrap(), text);
        for bytes in [u16::to_le_bytes as fn(u16) -> [u8; 2], u16::to_be_bytes] {
            assert_eq!(read(&utf16(&format!("\u{feff}{text}"), bytes)).unwrap(), text);
            assert_eq!(read(&utf16(text, bytes)).unwrap(), text);
        }
        assert_eq!(read(b"n\xe4me,\x80\n").unwrap(), "näme,€\n");
        assert!(read(b"n\xc3\xa4me,\xe4,\n").unwrap_err().contains("CSV UTF-8"));
        assert!(read(b"\xff\xfea\0b").unwrap_err().contains("its encoding does not know"));
    }

    #[test]
    fn pieces_end_anywhere() {
        for before in PIECE - 3..PIECE + 3 {
            let text = format!("{}ä\r\nb\rc\n\nd", "x".repeat(before));
            assert_eq!(read(text.as_bytes()).unwrap(), text.replace("\r\n", "\n").replace('\r', "\n"));
            let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
            assert_eq!(read(&latin).unwrap(), text.replace("\r\n", "\n").replace('\r', "\n"));
        }
    }
}
