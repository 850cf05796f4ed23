//! A file as the embedded engine writes it: first the streams, then all other objects in object streams (ISO 32000-1,
//! 7.5.7), then one cross-reference stream (7.5.8). What looks otherwise is not read.

use std::borrow::Cow;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

/// A row of the engine's cross-reference streams: kind, offset or container, generation or index.
pub(super) type Row = [u8; 7];

/// Kinds of rows: an object at an offset of the file, and one inside an object stream.
pub(super) const AT_OFFSET: u8 = 1;
pub(super) const INSIDE: u8 = 2;

/// Furthest end of the dictionary of an object stream or a cross-reference stream.
const HEAD: usize = 1024;

/// Most bytes that an object stream of the engine may inflate to: it holds at most 256 dictionaries.
const MOST_BYTES: u64 = 16 << 20;

/// A stream as the engine writes its own: the dictionary on one line, the length last.
pub(super) struct Stream<'a> {
    pub(super) number: usize,
    pub(super) dictionary: &'a [u8],
    data: &'a [u8],
}

impl<'a> Stream<'a> {
    pub(super) fn at(pdf: &'a [u8], at: usize) -> Option<Stream<'a>> {
        let bytes = pdf.get(at..)?;
        let head = bytes.get(..bytes.len().min(HEAD))?;
        let (open, end) = (find(head, b" 0 obj\n<<")?, find(head, b">>\nstream\n")?);
        let dictionary = head.get(open + b" 0 obj\n<<".len()..end)?;
        let length = number_after(dictionary, b"/Length ")?;
        let start = end + b">>\nstream\n".len();
        let data = bytes.get(start..start.checked_add(length)?)?;
        Some(Stream { number: number(head.get(..open)?)?, dictionary, data })
    }

    pub(super) fn inflated(&self) -> Option<Vec<u8>> {
        let mut plain = Vec::with_capacity(self.data.len() * 4);
        ZlibDecoder::new(self.data).take(MOST_BYTES).read_to_end(&mut plain).ok()?;
        Some(plain)
    }

    /// The dictionary without how the data is packed.
    pub(super) fn entries_before_filter(&self) -> Option<&'a str> {
        let end = find(self.dictionary, b" /Filter /FlateDecode /Length ")?;
        std::str::from_utf8(self.dictionary.get(..end)?).ok()
    }
}

/// An object stream.
pub(super) struct Container<'a> {
    pub(super) number: usize,
    /// Its offset in the engine's file.
    pub(super) at: usize,
    /// As the engine wrote it.
    stream: Stream<'a>,
    /// Objects in their order: number and content.
    pub(super) objects: Vec<(usize, Vec<u8>)>,
    pub(super) is_changed: bool,
}

impl<'a> Container<'a> {
    /// All of the file.
    pub(super) fn all(pdf: &'a [u8], rows: &[Row]) -> Option<Vec<Container<'a>>> {
        let mut numbers: Vec<usize> = rows.iter().filter_map(|row| Some(place(row, INSIDE)?.0)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let containers = numbers.into_iter().map(|number| {
            let (at, _) = place(rows.get(number)?, AT_OFFSET)?;
            let stream = Stream::at(pdf, at)?;
            let objects = objects(&stream)?;
            Some(Container { number, at, stream, objects, is_changed: false })
        });
        let containers: Vec<Container<'_>> = containers.collect::<Option<_>>()?;
        let first = containers.first()?.at;
        // Nothing else may stand behind the first one but the table: it would be lost.
        let behind = rows.iter().filter(|row| place(row, AT_OFFSET).is_some_and(|(at, _)| at >= first));
        (behind.count() == containers.len() + 1).then_some(containers)
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) -> Option<()> {
        let Container { number, objects, .. } = self;
        let (data, first) = if self.is_changed {
            let mut plain = Vec::new();
            let mut offset = 0;
            for (number, content) in objects {
                write!(plain, "{number} {offset} ").ok()?;
                offset += content.len() + 1;
            }
            let first = plain.len();
            for (_, content) in objects {
                plain.extend_from_slice(content);
                plain.push(b'\n');
            }
            (Cow::Owned(deflated(&plain)?), first)
        } else {
            (Cow::Borrowed(self.stream.data), number_after(self.stream.dictionary, b"/First ")?)
        };
        let (count, length) = (objects.len(), data.len());
        write!(
            out,
            "{number} 0 obj\n<< /Type /ObjStm /N {count} /First {first} /Filter /FlateDecode /Length {length} >>\nstream\n"
        )
        .ok()?;
        out.extend_from_slice(&data);
        out.extend_from_slice(b"\nendstream\nendobj\n\n");
        Some(())
    }
}

/// The objects of an object stream: pairs of number and offset, then the contents.
fn objects(stream: &Stream<'_>) -> Option<Vec<(usize, Vec<u8>)>> {
    let count = number_after(stream.dictionary, b"/N ")?;
    let first = number_after(stream.dictionary, b"/First ")?;
    let plain = stream.inflated()?;
    let index = std::str::from_utf8(plain.get(..first)?).ok()?;
    let contents = plain.get(first..)?;
    let numbers: Vec<usize> = index.split_ascii_whitespace().filter_map(|text| text.parse().ok()).collect();
    let pairs: Vec<(usize, usize)> = numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    if pairs.len() != count {
        return None;
    }
    let ends = pairs.iter().skip(1).map(|(_, offset)| *offset).chain([contents.len()]);
    let objects = pairs.iter().zip(ends).map(|((number, start), end)| {
        Some((*number, contents.get(*start..end)?.strip_suffix(b"\n")?.to_vec()))
    });
    objects.collect()
}

/// The two numbers of a row of this kind.
pub(super) fn place(row: &Row, kind: u8) -> Option<(usize, usize)> {
    let [found, a, b, c, d, e, f] = *row;
    let first = usize::try_from(u32::from_be_bytes([a, b, c, d])).ok()?;
    (found == kind).then_some((first, usize::from(u16::from_be_bytes([e, f]))))
}

pub(super) fn deflated(plain: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::with_capacity(plain.len() / 2), Compression::default());
    encoder.write_all(plain).ok()?;
    encoder.finish().ok()
}

pub(super) fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

pub(super) fn rfind(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).rposition(|window| window == wanted)
}

/// The number that the bytes begin with.
pub(super) fn number(bytes: &[u8]) -> Option<usize> {
    let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(bytes.get(..digits)?).ok()?.parse().ok()
}

pub(super) fn number_after(bytes: &[u8], key: &[u8]) -> Option<usize> {
    number(bytes.get(find(bytes, key)? + key.len()..)?)
}
