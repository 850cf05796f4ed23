//! Words that occur in paths, queries and bodies alike.

use uuid::Uuid;

/// The message about a text that is not a GUID, after its name.
pub(crate) const NO_GUID: &str = "must be a GUID such as 0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071";

/// A GUID, in any case; also in braces, as Microsoft's products write one, which are percent-encoded in a path.
pub(crate) fn guid(text: &str) -> Option<Uuid> {
    let bare = |open: &str, close: &str| text.strip_prefix(open)?.strip_suffix(close);
    let bare = bare("%7B", "%7D").or_else(|| bare("%7b", "%7d"));
    Uuid::try_parse(bare.unwrap_or(text)).ok()
}

/// A whole number in decimal digits alone.
pub(crate) fn digits(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guids_may_stand_in_braces() {
        let id = Uuid::from_u128(0x0197b1c2_3d4e_7f80_9a1b_2c3d4e5f6071);
        for form in ["{}", "{{}}", "%7B{}%7D", "%7b{}%7d"] {
            let text = form.replacen("{}", &id.to_string().to_uppercase(), 1);
            assert_eq!(guid(&text), Some(id), "{text}");
        }
        for wrong in [
            "",
            "{}",
            "%7B%7D",
            "%7B0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071",
            " 0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071",
        ] {
            assert_eq!(guid(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn numbers_are_digits_alone() {
        for (text, number) in
            [("12", Some(12)), ("+1", None), ("", None), ("4294967296", None), ("1.0", None)]
        {
            assert_eq!(digits(text), number, "{text}");
        }
    }
}
