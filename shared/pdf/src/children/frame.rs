//! What parent and child say to each other: a kind in one byte, a length in four (big-endian), then that many bytes.

use std::io::{self, BufWriter, Read, Write};

use crate::finish::Conformance;
use crate::worker::Converted;
use crate::PdfError;

/// Parent to child, the first frame: convert with the embedded engine; the number of bytes of address space, as
/// decimal text.
pub(super) const EMBEDDED: u8 = b'm';
/// Parent to child, the first frame: convert with Platen's own engine; the same number, a space, the operator's font
/// folders with a zero byte between them.
pub(super) const PLATEN: u8 = b'o';
/// Parent to child, the first frame: convert with LibreOffice; the same number, a space, the folder of its libraries.
pub(super) const LIBREOFFICE: u8 = b'l';
/// Parent to child: a normalised document, and the standard that its PDF shall keep.
const DOCUMENTS: [(u8, Option<Conformance>); 3] =
    [(b'd', None), (b'a', Some(Conformance::A2b)), (b's', Some(Conformance::Ua1))];
/// Child to parent: a PDF.
const PDF: u8 = b'p';
/// Child to parent: the sentence of [`PdfError::Invalid`].
const INVALID: u8 = b'i';
/// Child to parent: the sentence of [`PdfError::Unsupported`].
const UNSUPPORTED: u8 = b'u';
/// Child to parent: LibreOffice cannot be loaded, and why.
const UNLOADED: u8 = b'x';
/// Child to parent: [`PdfError::Engine`].
const FAILED: u8 = b'e';

/// What a pipe takes at once.
const PIPE: usize = 64 << 10;

/// Bytes that are made room for before they arrive.
const MOST_BELIEVED: usize = 1 << 20;

/// The kind of a document's frame.
pub(super) fn document(wanted: Option<Conformance>) -> u8 {
    DOCUMENTS.iter().find(|(_, standard)| *standard == wanted).map_or(b'd', |(kind, _)| *kind)
}

/// The standard that a document's frame asks for; `None` for a frame that is none.
pub(super) fn wanted(kind: u8) -> Option<Option<Conformance>> {
    DOCUMENTS.iter().find(|(known, _)| *known == kind).map(|(_, standard)| *standard)
}

pub(super) fn write(to: &mut impl Write, kind: u8, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
    // A small frame goes in one piece, so that the other side is woken once.
    let mut to = BufWriter::with_capacity(PIPE, to);
    to.write_all(&[kind])?;
    to.write_all(&length.to_be_bytes())?;
    to.write_all(bytes)?;
    to.flush()
}

/// Reads one frame. A large length is not believed: memory grows with the bytes that really arrive.
pub(super) fn read(from: &mut impl Read) -> io::Result<(u8, Vec<u8>)> {
    let mut head = [0; 5];
    from.read_exact(&mut head)?;
    let [kind, length @ ..] = head;
    let length = u32::from_be_bytes(length);
    let mut bytes = Vec::with_capacity((length as usize).min(MOST_BELIEVED));
    from.take(length.into()).read_to_end(&mut bytes)?;
    if bytes.len() as u64 != u64::from(length) {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok((kind, bytes))
}

pub(super) fn write_answer(to: &mut impl Write, converted: &Converted) -> io::Result<()> {
    match converted {
        Ok(pdf) => write(to, PDF, pdf),
        Err(PdfError::Invalid(reason)) => write(to, INVALID, reason.as_bytes()),
        Err(PdfError::Unsupported(reason)) => write(to, UNSUPPORTED, reason.as_bytes()),
        Err(PdfError::Program { reason, .. }) => write(to, UNLOADED, reason.as_bytes()),
        // The engine itself ends in no other way.
        Err(_) => write(to, FAILED, b""),
    }
}

pub(super) fn read_answer(from: &mut impl Read) -> io::Result<Converted> {
    let (kind, bytes) = read(from)?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ok(match kind {
        PDF => Ok(bytes),
        INVALID => Err(PdfError::Invalid(text(bytes))),
        UNSUPPORTED => Err(PdfError::Unsupported(text(bytes))),
        UNLOADED => Err(PdfError::Program { program: "LibreOffice", reason: text(bytes) }),
        FAILED => Err(PdfError::Engine),
        _ => return Err(io::ErrorKind::InvalidData.into()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_survive_the_way() {
        let answers = [
            Ok(b"%PDF".to_vec()),
            Err(PdfError::Invalid("no body".into())),
            Err(PdfError::Unsupported("a feature".into())),
            Err(PdfError::Program { program: "LibreOffice", reason: "no library".into() }),
            Err(PdfError::Engine),
        ];
        for answer in answers {
            let mut bytes = Vec::new();
            write_answer(&mut bytes, &answer).unwrap();
            let read = read_answer(&mut bytes.as_slice()).unwrap();
            assert_eq!(format!("{read:?}"), format!("{answer:?}"));
            assert!(read_answer(&mut &bytes[..bytes.len() - 1]).is_err(), "cut short");
        }
        assert!(read_answer(&mut &b"?\0\0\0\0"[..]).is_err());
    }

    #[test]
    fn a_length_that_lies_allocates_nothing() {
        assert!(read(&mut &b"p\xff\xff\xff\xffabc"[..]).is_err());
    }
}
