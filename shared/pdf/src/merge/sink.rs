//! The file being written: objects as they come, and at the end the table of their places.

use std::io::{self, Write};

use lopdf::{Dictionary, Document, Object, Stream, StringFormat, Writer};
use sha2::{Digest, Sha256};

/// Objects that are compressed together (ISO 32000-1, 7.5.7).
const TOGETHER: usize = 200;

/// Where an object lies.
#[derive(Clone, Copy)]
enum Place {
    /// It was allocated and never written: what refers to it refers to nothing.
    Nowhere,
    /// Bytes from the start of the file.
    At(u64),
    /// In an object stream, at an index.
    In(u32, u16),
}

/// Where objects go that a document takes over.
pub(crate) trait Target {
    /// A number for an object that is written later.
    fn allocate(&mut self) -> u32;

    /// Writes the object of this number.
    ///
    /// # Errors
    /// The writer's.
    fn write(&mut self, id: u32, object: Object) -> io::Result<()>;

    /// Writes an object under a new number.
    ///
    /// # Errors
    /// The writer's.
    fn add(&mut self, object: Object) -> io::Result<u32> {
        let id = self.allocate();
        self.write(id, object)?;
        Ok(id)
    }
}

/// A document in memory, which grows.
impl Target for Document {
    fn allocate(&mut self) -> u32 {
        self.new_object_id().0
    }

    fn write(&mut self, id: u32, object: Object) -> io::Result<()> {
        self.objects.insert((id, 0), object);
        Ok(())
    }
}

/// Writes a PDF of version 1.7, front to back.
pub(super) struct Sink<W> {
    writer: W,
    written: u64,
    hash: Sha256,
    /// By object number; number 0 is the head of the free ones.
    places: Vec<Place>,
    /// Numbers, and offsets in `body`, of the objects that wait to be compressed.
    waiting: Vec<(u32, usize)>,
    body: Vec<u8>,
}

impl<W: Write> Sink<W> {
    pub(super) fn new(writer: W) -> io::Result<Sink<W>> {
        let mut sink = Sink {
            writer,
            written: 0,
            hash: Sha256::new(),
            places: vec![Place::Nowhere],
            waiting: Vec::new(),
            body: Vec::new(),
        };
        // Four bytes above 127 tell programs that copy files that this is no text (ISO 32000-1, 7.5.2).
        sink.put(b"%PDF-1.7\n%\xBB\xAD\xC0\xDE\n")?;
        Ok(sink)
    }

    pub(super) fn writer_mut(&mut self) -> &mut W {
        &mut self.writer
    }

    fn write_plain(&mut self, id: u32, object: &Object) -> io::Result<()> {
        self.places[id as usize] = Place::At(self.written);
        let mut bytes = format!("{id} 0 obj\n").into_bytes();
        Writer::write_object(&mut bytes, object)?;
        bytes.extend(b"\nendobj\n");
        self.put(&bytes)
    }

    /// Compresses the waiting objects into one stream.
    fn flush(&mut self) -> io::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let container = self.allocate();
        let mut content = String::new();
        for (index, (id, offset)) in std::mem::take(&mut self.waiting).into_iter().enumerate() {
            content += &format!("{id} {offset} ");
            self.places[id as usize] = Place::In(container, u16::try_from(index).unwrap_or(u16::MAX));
        }
        let count = content.split(' ').count() / 2;
        let mut dictionary = Dictionary::new();
        dictionary.set("Type", Object::Name(b"ObjStm".to_vec()));
        dictionary.set("N", i64::try_from(count).unwrap_or_default());
        dictionary.set("First", i64::try_from(content.len()).unwrap_or_default());
        let mut content = content.into_bytes();
        content.append(&mut self.body);
        self.write_plain(container, &Object::Stream(compressed(dictionary, content)))
    }

    /// Writes the table and the trailer (ISO 32000-1, 7.5.8).
    pub(super) fn finish(mut self, root: u32, info: u32) -> io::Result<W> {
        self.flush()?;
        let table = self.allocate();
        let start = self.written;
        self.places[table as usize] = Place::At(start);
        let mut rows = Vec::with_capacity(self.places.len() * 8);
        for (id, place) in self.places.iter().enumerate() {
            let (kind, first, second): (u8, u64, u16) = match *place {
                Place::Nowhere => (0, 0, if id == 0 { u16::MAX } else { 0 }),
                Place::At(offset) => (1, offset, 0),
                Place::In(container, index) => (2, u64::from(container), index),
            };
            rows.push(kind);
            // Five bytes reach a terabyte.
            rows.extend(&first.to_be_bytes()[3..]);
            rows.extend(second.to_be_bytes());
        }
        let id: Vec<u8> = self.hash.clone().finalize().iter().copied().take(16).collect();
        let id = Object::String(id, StringFormat::Hexadecimal);
        let mut dictionary = Dictionary::new();
        dictionary.set("Type", Object::Name(b"XRef".to_vec()));
        dictionary.set("Size", i64::try_from(self.places.len()).unwrap_or_default());
        dictionary.set("W", [1, 5, 2].map(Object::Integer).to_vec());
        dictionary.set("Root", (root, 0));
        dictionary.set("Info", (info, 0));
        dictionary.set("ID", vec![id.clone(), id]);
        self.write_plain(table, &Object::Stream(compressed(dictionary, rows)))?;
        self.put(format!("startxref\n{start}\n%%EOF\n").as_bytes())?;
        self.writer.flush()?;
        Ok(self.writer)
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.written += bytes.len() as u64;
        self.writer.write_all(bytes)
    }
}

impl<W: Write> Target for Sink<W> {
    fn allocate(&mut self) -> u32 {
        self.places.push(Place::Nowhere);
        // A table of 2^32 entries would fill 64 GiB first.
        u32::try_from(self.places.len() - 1).unwrap_or(u32::MAX)
    }

    fn write(&mut self, id: u32, object: Object) -> io::Result<()> {
        if matches!(object, Object::Stream(_)) {
            return self.write_plain(id, &object);
        }
        self.waiting.push((id, self.body.len()));
        Writer::write_object(&mut self.body, &object)?;
        self.body.push(b'\n');
        if self.waiting.len() >= TOGETHER { self.flush() } else { Ok(()) }
    }
}

fn compressed(dictionary: Dictionary, content: Vec<u8>) -> Stream {
    let mut stream = Stream::new(dictionary, content);
    // Uncompressed, it is merely larger.
    let _ = stream.compress();
    stream
}
