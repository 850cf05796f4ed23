//! Fields of records whose form is not serde's default.

use jiff::Timestamp;
use platen_service::store::StoreError;

/// The 32 bytes of a SHA-256.
pub(crate) fn unhex(text: &str) -> Result<[u8; 32], StoreError> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes)
        .map_err(|_| StoreError::Damaged("a record's SHA-256 is none".to_owned()))?;
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
        assert_eq!(unhex(&hex::encode(bytes)).unwrap(), bytes);
        for wrong in ["", "00", &"+f".repeat(32), &"g0".repeat(32), &"é".repeat(32)] {
            assert!(unhex(wrong).is_err(), "{wrong}");
        }
    }
}
