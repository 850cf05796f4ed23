//! The protocol between parent and child: the lengths of a head and of a body in four bytes each (big-endian), the head as
//! JSON, and the body's bytes.

use std::io::{self, BufWriter, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// What a pipe takes at once.
const PIPE: usize = 64 << 10;

/// Bytes that are made room for before they arrive.
const MOST_BELIEVED: usize = 1 << 20;

/// Bytes of a head.
///
/// Attack: a child that was taken over answers its parent with a message without end.
const MOST_HEAD: u32 = 64 << 10;

pub(super) fn write(to: &mut impl Write, head: &impl Serialize, body: &[u8]) -> io::Result<()> {
    let head = serde_json::to_vec(head)?;
    // A small frame goes in one piece, so that the other side is woken once.
    let mut to = BufWriter::with_capacity(PIPE, to);
    to.write_all(&length(&head)?.to_be_bytes())?;
    to.write_all(&length(body)?.to_be_bytes())?;
    to.write_all(&head)?;
    to.write_all(body)?;
    to.flush()
}

fn length(bytes: &[u8]) -> io::Result<u32> {
    u32::try_from(bytes.len()).map_err(|_| io::ErrorKind::InvalidData.into())
}

/// Reads one frame, of a body of at most `most` bytes.
pub(super) fn read<T: DeserializeOwned>(from: &mut impl Read, most: u64) -> io::Result<(T, Vec<u8>)> {
    let mut lengths = [[0; 4]; 2];
    from.read_exact(lengths.as_flattened_mut())?;
    let [head, body] = lengths.map(u32::from_be_bytes);
    if head > MOST_HEAD || u64::from(body) > most {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let head = serde_json::from_slice(&bytes(from, head)?)?;
    Ok((head, bytes(from, body)?))
}

/// A large length is not believed: memory grows with the bytes that really arrive.
fn bytes(from: &mut impl Read, length: u32) -> io::Result<Vec<u8>> {
    let (length, mut bytes) = (length as usize, Vec::new());
    while bytes.len() < length {
        let read = bytes.len();
        bytes.resize(length.min(read + MOST_BELIEVED), 0);
        from.read_exact(&mut bytes[read..])?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_survive_the_way_and_are_bounded() {
        let mut sent = Vec::new();
        write(&mut sent, &("head", 7), b"body").unwrap();
        let whole = |bytes: &[u8], most| read::<(String, u8)>(&mut &*bytes, most);
        assert_eq!(whole(&sent, 4).unwrap(), (("head".to_owned(), 7), b"body".to_vec()));
        assert!(whole(&sent, 3).is_err(), "a larger body than was asked for");
        assert!(whole(&sent[..sent.len() - 1], 4).is_err(), "cut short");
        sent[0] = 1;
        assert!(whole(&sent, 4).is_err(), "a head of 16 MiB");
    }

    #[test]
    fn a_length_that_lies_allocates_nothing() {
        let lies = [&[0, 0, 0, 2][..], &[0xff; 4], b"[]abc"].concat();
        assert!(read::<[u8; 0]>(&mut lies.as_slice(), u64::MAX).is_err());
    }
}
