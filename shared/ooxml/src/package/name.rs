//! Part names (ECMA-376 part 2, 6.2.2) and the names derived from them.

use super::package_error::PackageError;

/// Longer names are refused: Windows cannot hold them as a path, and the names of the largest allowed package
/// would weigh more than its parts.
const LONGEST: usize = 255;

/// An entry's name as text, if it is a name that a part may have.
pub(super) fn check(raw: &[u8]) -> Result<&str, PackageError> {
    let bad = || PackageError::BadName { name: printable(raw) };
    let name = std::str::from_utf8(raw).map_err(|_| bad())?;
    if name.len() > LONGEST {
        return Err(bad());
    }
    // A NUL cuts the name off for readers in C; control characters forge log lines and terminals.
    if name.chars().any(char::is_control) {
        return Err(bad());
    }
    // Windows reads `\` as `/`, `C:` as a drive and `a:b` as a stream of `a`: each hides a path from this check.
    if name.contains(['\\', ':']) {
        return Err(bad());
    }
    // Readers that decode escapes see a separator where this check sees none.
    let lower = name.to_ascii_lowercase();
    if lower.contains("%2f") || lower.contains("%5c") {
        return Err(bad());
    }
    // An absolute name has an empty first segment. `..` climbs out of the folder that someone unpacks into; any
    // other final dot is dropped by Windows, so that two names become one.
    if name.split('/').any(|segment| segment.is_empty() || segment.ends_with('.')) {
        return Err(bad());
    }
    Ok(name)
}

/// The name under which two names are the same: part names compare without regard to ASCII case, file systems also
/// without regard to that of other letters.
pub(super) fn fold(name: &str) -> String {
    if name.is_ascii() { name.to_ascii_lowercase() } else { name.to_uppercase().to_lowercase() }
}

/// For messages: unprintable characters replaced, cut after 80 characters.
pub(super) fn printable(raw: &[u8]) -> String {
    let head = &raw[..raw.len().min(4 * 80)];
    String::from_utf8_lossy(head)
        .chars()
        .take(80)
        .map(|c| if c.is_control() { '\u{FFFD}' } else { c })
        .collect()
}

/// Name of the part that holds the relationships of `source`, which is empty for the package itself.
pub(super) fn relationships_of(source: &str) -> String {
    match source.rsplit_once('/') {
        Some((folder, file)) => format!("{folder}/_rels/{file}.rels"),
        None => format!("_rels/{source}.rels"),
    }
}

/// The reverse of [`relationships_of`]: `None` if `name` is no relationships part.
pub(super) fn source_of(name: &str) -> Option<String> {
    let (folder, file) = name.rsplit_once('/')?;
    let stem = file.len().checked_sub(".rels".len()).filter(|at| file.is_char_boundary(*at))?;
    let (stem, extension) = file.split_at(stem);
    let (parent, rels) = folder.rsplit_once('/').unwrap_or(("", folder));
    if !extension.eq_ignore_ascii_case(".rels") || !rels.eq_ignore_ascii_case("_rels") {
        return None;
    }
    Some(if parent.is_empty() { stem.to_owned() } else { format!("{parent}/{stem}") })
}

/// Whether the part belongs to the glossary, the document of building blocks beside the main one, or its folder.
pub(super) fn is_of_glossary(name: &str) -> bool {
    name.to_ascii_lowercase().contains("/glossary/")
}

/// Resolves a relationship's target against its source's name. `None` if it climbs out of the package.
pub(super) fn resolve(source: &str, target: &str) -> Option<String> {
    let path = target.split(['#', '?']).next().unwrap_or_default();
    if path.is_empty() {
        return Some(source.to_owned());
    }
    let (base, path) = match path.strip_prefix('/') {
        Some(path) => ("", path),
        None => (source.rsplit_once('/').map_or("", |(folder, _)| folder), path),
    };
    let mut segments: Vec<&str> = base.split('/').filter(|segment| !segment.is_empty()).collect();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop()?;
            }
            segment => segments.push(segment),
        }
    }
    Some(segments.join("/"))
}

/// Whether a target that calls itself internal points outside all the same: lenient readers follow a URI with a
/// scheme, a `//host/share` or a `\\host\share`, whatever its mode says.
pub(super) fn is_outside(target: &str) -> bool {
    let target = target.trim_start();
    let scheme = target.split(['/', '?', '#']).next().unwrap_or_default();
    scheme.contains(':') || target.starts_with("//") || target.starts_with('\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_astray_are_refused() {
        for good in
            ["[Content_Types].xml", "word/document.xml", "customXml/item 1.xml", "word/media/bild-ä.png"]
        {
            assert_eq!(check(good.as_bytes()).unwrap(), good);
        }
        let long = "a".repeat(256);
        for bad in [
            "",
            "/word/a.xml",
            "a//b",
            "../a",
            "word/../../a",
            "word/./a",
            "a/..",
            "word\\a.xml",
            "C:/a",
            "a:b",
            "a\0b",
            "a\nb",
            "a.",
            "a%2fb",
            "a%5Cb",
            "a\u{85}b",
            &long,
        ] {
            assert!(matches!(check(bad.as_bytes()), Err(PackageError::BadName { .. })), "{bad:?}");
        }
        let not_utf8 = check(b"word/\xff.xml").unwrap_err();
        assert_eq!(not_utf8, PackageError::BadName { name: "word/\u{FFFD}.xml".to_owned() });
    }

    #[test]
    fn names_fold_beyond_ascii() {
        assert_eq!(fold("Word/Document.XML"), fold("word/document.xml"));
        assert_eq!(fold("STRASSE"), fold("straße"));
        assert_eq!(fold("\u{212A}"), fold("k"));
        assert_ne!(fold("a"), fold("b"));
    }

    #[test]
    fn relationships_parts_and_their_sources_name_each_other() {
        for (source, rels) in [
            ("", "_rels/.rels"),
            ("a.xml", "_rels/a.xml.rels"),
            ("word/document.xml", "word/_rels/document.xml.rels"),
        ] {
            assert_eq!(relationships_of(source), rels);
            assert_eq!(source_of(rels).as_deref(), Some(source));
        }
        assert_eq!(source_of("word/_RELS/Document.xml.RELS").as_deref(), Some("word/Document.xml"));
        for other in ["word/document.xml", "a.rels", "word/rels/a.rels", "_rels/ä", "_rels/a.relsx"] {
            assert_eq!(source_of(other), None, "{other}");
        }
    }

    #[test]
    fn targets_resolve_against_their_source() {
        let from_document = |target| resolve("word/document.xml", target);
        assert_eq!(from_document("media/a.png").as_deref(), Some("word/media/a.png"));
        assert_eq!(from_document("/word/a.xml").as_deref(), Some("word/a.xml"));
        assert_eq!(from_document("../customXml/./item1.xml").as_deref(), Some("customXml/item1.xml"));
        assert_eq!(from_document("#bookmark").as_deref(), Some("word/document.xml"));
        assert_eq!(resolve("", "word/document.xml").as_deref(), Some("word/document.xml"));
        assert_eq!(from_document("../../etc/passwd"), None);
    }

    #[test]
    fn targets_outside_are_known_by_their_form() {
        for outside in ["http://x/a", "FILE:///c", "C:\\a", "\\\\host\\a", "//host/a", " mailto:a@b", "\\a"] {
            assert!(is_outside(outside), "{outside}");
        }
        for inside in ["media/a.png", "/word/a.xml", "../a:b/c", "#a:b", "a?b:c"] {
            assert!(!is_outside(inside), "{inside}");
        }
    }
}
