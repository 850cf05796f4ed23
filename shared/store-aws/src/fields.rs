//! Fields of records that serde does not write as this store wants them.

use std::fmt::Write;

use jiff::Timestamp;
use platen_service::store::StoreError;

/// Bytes as lower-case hexadecimal digits, which keys of records and objects can hold.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The 32 bytes of a SHA-256.
pub(crate) fn unhex(text: &str) -> Result<[u8; 32], StoreError> {
    let damaged = || StoreError::Damaged("a record's SHA-256 is none".to_owned());
    let mut bytes = [0; 32];
    // `from_str_radix` also takes a sign.
    if text.len() != 64 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(damaged());
    }
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        let digits = std::str::from_utf8(pair).map_err(|_| damaged())?;
        *byte = u8::from_str_radix(digits, 16).map_err(|_| damaged())?;
    }
    Ok(bytes)
}

/// A time that is stored in microseconds since 1970.
pub(crate) fn from_micros(micros: i64) -> Result<Timestamp, StoreError> {
    Timestamp::from_microsecond(micros).map_err(|_| StoreError::Damaged("a record's time is none".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_read_back() {
        let bytes: [u8; 32] = std::array::from_fn(|i| u8::try_from(i * 8).unwrap());
        assert_eq!(unhex(&hex(&bytes)).unwrap(), bytes);
        for wrong in ["", "00", &"+f".repeat(32), &"g0".repeat(32), &"é".repeat(32)] {
            assert!(unhex(wrong).is_err(), "{wrong}");
        }
    }
}
