//! Names of documents, made safe for every file system, archive and header.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The longest name that most file systems accept, in bytes.
const MAX_BYTES: usize = 255;

/// The name of a document if nothing is left of its own.
const FALLBACK: &str = "document";

/// RFC 8187, 3.2.1: everything but `attr-char` is percent-encoded.
const NOT_ATTR_CHAR: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'!')
    .remove(b'#')
    .remove(b'$')
    .remove(b'&')
    .remove(b'+')
    .remove(b'-')
    .remove(b'.')
    .remove(b'^')
    .remove(b'_')
    .remove(b'`')
    .remove(b'|')
    .remove(b'~');

/// Makes a name safe: no path, no control or reserved characters, at most 255 bytes, letters of every script kept, and
/// `extension` (with its dot) exactly once at the end.
pub fn safe_file_name(raw: &str, extension: &str) -> String {
    let mut stem = String::with_capacity(raw.len());
    for c in raw.chars().filter_map(safe_char) {
        // Line breaks and tabs have become spaces; one of them is enough.
        if c != ' ' || !stem.ends_with(' ') {
            stem.push(c);
        }
    }
    let mut stem = bare(&stem, extension).to_owned();
    if is_device(&stem) {
        stem.insert(0, '_');
    }
    let room = MAX_BYTES.saturating_sub(extension.len());
    stem.truncate(stem.floor_char_boundary(room));
    // The cut may have laid bare another dot or extension.
    let stem = bare(&stem, extension);
    format!("{}{extension}", if stem.is_empty() { FALLBACK } else { stem })
}

/// The character as it may stand in a name.
fn safe_char(c: char) -> Option<char> {
    match c {
        // Separators of paths on any system, and what Windows reserves.
        '/' | '\\' | '<' | '>' | ':' | '"' | '|' | '?' | '*' => Some('-'),
        _ if c.is_whitespace() => Some(' '),
        _ if c.is_control() => None,
        // Bidirectional controls show `fdp.exe` as `exe.pdf`.
        '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => None,
        // Invisible characters make two names look alike. The joiners (U+200C, U+200D) stay: scripts need them.
        '\u{00AD}' | '\u{200B}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' => None,
        // Tag characters and noncharacters.
        '\u{E0000}'..='\u{E007F}' | '\u{FDD0}'..='\u{FDEF}' => None,
        _ if u32::from(c) & 0xFFFE == 0xFFFE => None,
        _ => Some(c),
    }
}

/// Takes off the extension, in any case and as often as it stands there, and dots and spaces at both ends: leading dots
/// hide a file or climb out of a folder, trailing ones vanish on Windows, so that two names become one.
fn bare<'a>(name: &'a str, extension: &str) -> &'a str {
    const ENDS: [char; 2] = ['.', ' '];
    let mut rest = name.trim_end_matches(ENDS);
    while let Some((stem, last)) = rest.split_at_checked(rest.len().saturating_sub(extension.len()))
        && last.eq_ignore_ascii_case(extension)
    {
        rest = stem.trim_end_matches(ENDS);
    }
    rest.trim_start_matches(ENDS)
}

/// Whether Windows takes the name for a device, whatever its extension.
fn is_device(stem: &str) -> bool {
    let base = stem.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let port = |name: &str| {
        base.strip_prefix(name).is_some_and(|number| {
            let mut chars = number.chars();
            chars.next().is_some_and(|c| c.is_ascii_digit() || "¹²³".contains(c)) && chars.next().is_none()
        })
    };
    ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(&base.as_str()) || port("COM") || port("LPT")
}

/// The header `Content-Disposition` (RFC 6266) of a file to save: `filename` in ASCII for old programs, `filename*`
/// (RFC 8187) with the true name.
pub fn content_disposition(name: &str) -> String {
    // `%` too: some programs undo percent-encoding where there is none (RFC 6266, appendix D).
    let plain = |c: char| (c == ' ' || c.is_ascii_graphic()) && !['"', '\\', '%'].contains(&c);
    let ascii: String = name.chars().map(|c| if plain(c) { c } else { '_' }).collect();
    format!("attachment; filename=\"{ascii}\"; filename*=UTF-8''{}", utf8_percent_encode(name, NOT_ATTR_CHAR))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_made_safe() {
        for (raw, safe) in [
            ("Invoice 12/2026", "Invoice 12-2026.docx"),
            ("../../etc/passwd", "-..-etc-passwd.docx"),
            ("..\\..\\win.ini", "-..-win.ini.docx"),
            ("", "document.docx"),
            (" .. ", "document.docx"),
            (".docx", "document.docx"),
            ("a.docx", "a.docx"),
            ("a.DOCX.docx .", "a.docx"),
            ("a.pdf", "a.pdf.docx"),
            ("line\r\nbreak\tand\u{2028}more", "line break and more.docx"),
            ("nul\0bell\u{7}", "nulbell.docx"),
            ("CON", "_CON.docx"),
            ("lpt1.txt", "_lpt1.txt.docx"),
            ("com\u{b9}", "_com\u{b9}.docx"),
            ("aux .x", "_aux .x.docx"),
            ("Conrad", "Conrad.docx"),
            ("COM10", "COM10.docx"),
            ("Rechnung für Žofie 請求書 فاتورة", "Rechnung für Žofie 請求書 فاتورة.docx"),
            ("evil\u{202E}xcod.exe", "evilxcod.exe.docx"),
            ("C:\\x", "C--x.docx"),
            ("می\u{200C}خواهم", "می\u{200C}خواهم.docx"),
        ] {
            assert_eq!(safe_file_name(raw, ".docx"), safe, "{raw:?}");
        }
    }

    #[test]
    fn long_names_are_cut_between_characters_and_keep_the_extension() {
        let name = safe_file_name(&"請".repeat(200), ".pdf");
        assert_eq!(name, format!("{}.pdf", "請".repeat(83)));
        let cut_at_extension = format!("{}.pdf", "x".repeat(247));
        let name = safe_file_name(&format!("{cut_at_extension}yyyy"), ".pdf");
        assert_eq!(name, cut_at_extension);
    }

    #[test]
    fn dispositions_carry_both_names() {
        assert_eq!(
            content_disposition("Žofie 100%.docx"),
            "attachment; filename=\"_ofie 100_.docx\"; filename*=UTF-8''%C5%BDofie%20100%25.docx"
        );
        assert_eq!(
            content_disposition("a\"b\\c\r\n.pdf"),
            "attachment; filename=\"a_b_c__.pdf\"; filename*=UTF-8''a%22b%5Cc%0D%0A.pdf"
        );
    }

    fn hostile() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            any::<String>(),
            "[./\\\\ ]{0,6}",
            Just("..".to_owned()),
            Just(".DocX".to_owned()),
            Just("con".to_owned()),
            Just("\u{202E}".to_owned()),
            Just("é漢".repeat(60)),
        ];
        prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn every_name_is_safe(raw in hostile()) {
            let name = safe_file_name(&raw, ".docx");
            prop_assert!(name.len() <= 255);
            let stem = name.strip_suffix(".docx").unwrap();
            prop_assert!(!stem.is_empty() && !stem.to_ascii_lowercase().ends_with(".docx"));
            prop_assert!(!stem.starts_with(['.', ' ']) && !stem.ends_with(['.', ' ']));
            prop_assert!(!name.contains(['/', '\\', '<', '>', ':', '"', '|', '?', '*']));
            prop_assert!(name.chars().all(|c| safe_char(c) == Some(c)));
            prop_assert!(!is_device(stem));
        }

        #[test]
        fn safe_names_stay(raw in hostile()) {
            let name = safe_file_name(&raw, ".docx");
            prop_assert_eq!(safe_file_name(&name, ".docx"), name);
        }

        #[test]
        fn dispositions_are_one_ascii_line_and_give_the_name_back(raw in hostile()) {
            let name = safe_file_name(&raw, ".docx");
            let header = content_disposition(&name);
            prop_assert!(header.bytes().all(|byte| (0x20..0x7f).contains(&byte)));
            prop_assert_eq!(header.matches('"').count(), 2);
            let encoded = header.split("UTF-8''").nth(1).unwrap();
            let decoded = percent_encoding::percent_decode_str(encoded).decode_utf8().unwrap();
            prop_assert_eq!(decoded, name);
        }
    }
}
