//! Inflates entries and checks them against their declared sizes and checksums.

use flate2::{Crc, Decompress, FlushDecompress, Status};

use super::package_error::PackageError;
use super::part::{Method, Part};

/// Inflates one entry after another in pieces, in memory that does not grow with them.
#[derive(Debug)]
pub(super) struct Inflater(Option<State>);

/// Made for the first entry that is deflated: it takes as long as a small part.
#[derive(Debug)]
struct State {
    stream: Decompress,
    piece: Vec<u8>,
}

impl Inflater {
    /// Bytes of one piece; only the last of an entry is shorter, and the only one of a stored entry longer.
    pub(super) const PIECE: usize = 32 << 10;

    pub(super) fn new() -> Inflater {
        Inflater(None)
    }

    /// Hands each inflated piece of `part` to `sink`.
    ///
    /// # Errors
    /// [`PackageError::LyingSize`], as soon as the real bytes are more than the declared ones, and
    /// [`PackageError::CorruptEntry`]; and what `sink` returns.
    pub(super) fn run(
        &mut self,
        part: &Part,
        mut sink: impl FnMut(&[u8]) -> Result<(), PackageError>,
    ) -> Result<(), PackageError> {
        let lying = || PackageError::LyingSize { name: part.name.clone() };
        let corrupt = || PackageError::CorruptEntry { name: part.name.clone() };
        let mut crc = Crc::new();
        match part.method {
            Method::Stored => {
                if part.data.len() as u64 != part.size {
                    return Err(lying());
                }
                crc.update(&part.data);
                sink(&part.data)?;
            }
            Method::Deflated => {
                let make = || State { stream: Decompress::new(false), piece: vec![0; Inflater::PIECE] };
                let State { stream, piece: buffer } = self.0.get_or_insert_with(make);
                stream.reset(false);
                loop {
                    let (read, written) = (stream.total_in(), stream.total_out());
                    let rest = part.data.get(read as usize..).unwrap_or_default();
                    let status =
                        stream.decompress(rest, buffer, FlushDecompress::None).map_err(|_| corrupt())?;
                    let fresh = (stream.total_out() - written) as usize;
                    // The declared size was bounded; the real one is only known here.
                    if stream.total_out() > part.size {
                        return Err(lying());
                    }
                    let piece = buffer.get(..fresh).unwrap_or_default();
                    crc.update(piece);
                    sink(piece)?;
                    if status == Status::StreamEnd {
                        break;
                    }
                    // The stream ends in its middle: without this the loop would not.
                    if fresh == 0 && stream.total_in() == read {
                        return Err(corrupt());
                    }
                }
                // Bytes behind the stream's end hide a second file in the entry.
                if stream.total_out() != part.size || stream.total_in() != part.data.len() as u64 {
                    return Err(lying());
                }
            }
        }
        if crc.sum() != part.crc {
            return Err(corrupt());
        }
        Ok(())
    }

    /// The whole part, for one of which the size is known to be bounded.
    pub(super) fn read(&mut self, part: &Part) -> Result<Vec<u8>, PackageError> {
        // The size may still lie: what it claims is taken for granted only up to a megabyte.
        let mut all = Vec::with_capacity(part.size.min(1 << 20) as usize);
        self.run(part, |piece| {
            all.extend_from_slice(piece);
            Ok(())
        })?;
        Ok(all)
    }
}
