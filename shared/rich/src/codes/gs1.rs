//! Elements of GS1-128 (GS1 General Specifications, 5.4 and 7.8): `(01)04006381333931(10)A1` as the data of a Code 128.

/// The set of characters that a symbol begins in, as the encoder marks it: B, which has letters too.
const SET_B: char = '\u{0181}';
/// Function 1, as the encoder marks it: it begins GS1's data, and ends an element of any length.
const FNC1: char = '\u{0179}';

/// Identifiers whose elements have a length of their own and need no end, by their first two digits (figure 7.8.5-2).
const OF_FIXED_LENGTH: [&str; 21] = [
    "00", "01", "02", "03", "04", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "31", "32",
    "33", "34", "35", "36",
];

/// The data of the elements; `None` for a text that is none, or has characters that GS1 does not.
pub(super) fn data(text: &str) -> Option<String> {
    let mut data = String::from_iter([SET_B, FNC1]);
    let mut elements = text.strip_prefix('(')?.split('(').peekable();
    while let Some(element) = elements.next() {
        let (identifier, value) = element.split_once(')')?;
        let is_identifier =
            (2..=4).contains(&identifier.len()) && identifier.bytes().all(|b| b.is_ascii_digit());
        let is_value = !value.is_empty() && value.bytes().all(|b| (b'!'..=b'z').contains(&b) && b != b')');
        if !is_identifier || !is_value {
            return None;
        }
        data.push_str(identifier);
        data.push_str(value);
        let ends_itself = identifier.starts_with("41") || OF_FIXED_LENGTH.contains(&&identifier[..2]);
        if !ends_itself && elements.peek().is_some() {
            data.push(FNC1);
        }
    }
    Some(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_of_any_length_are_ended() {
        assert_eq!(data("(01)04006381333931").unwrap(), "\u{181}\u{179}0104006381333931");
        assert_eq!(data("(10)A1(17)260131").unwrap(), "\u{181}\u{179}10A1\u{179}17260131");
        assert_eq!(data("(17)260131(10)A1").unwrap(), "\u{181}\u{179}1726013110A1");
        for wrong in ["", "0104006381333931", "(1)2", "(01)", "(01", "(0a)1", "(10)A 1", "(10)\u{e9}"] {
            assert_eq!(data(wrong), None, "{wrong}");
        }
    }
}
