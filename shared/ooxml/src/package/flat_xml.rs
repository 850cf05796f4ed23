//! Reads the XML of the container itself, which is flat: a root and its children.

use std::ops::Range;

use quick_xml::events::{BytesDecl, BytesStart, Event};
use quick_xml::name::{Namespace, ResolveResult};
use quick_xml::{NsReader, XmlVersion};

use super::package_error::PackageError;

pub(super) fn malformed(part: &str, detail: impl ToString) -> PackageError {
    PackageError::MalformedPart { part: part.to_owned(), detail: detail.to_string() }
}

/// The part's text. Other encodings than UTF-8 are refused: they can hide from a check what a reader sees.
pub(super) fn text<'a>(part: &str, bytes: &'a [u8]) -> Result<&'a str, PackageError> {
    let text = std::str::from_utf8(bytes).map_err(|_| malformed(part, "it is not encoded in UTF-8"))?;
    Ok(text.strip_prefix('\u{FEFF}').unwrap_or(text))
}

/// An event that no part of a document may have.
pub(super) fn refuse_hostile(part: &str, event: &Event<'_>) -> Result<(), PackageError> {
    match event {
        // Entities of a DOCTYPE are how one kilobyte becomes a gigabyte, and how files are read.
        Event::DocType(_) => Err(PackageError::Doctype { part: part.to_owned() }),
        Event::Decl(declaration) => check_encoding(part, declaration),
        _ => Ok(()),
    }
}

/// The bytes were read as UTF-8; a reader that believes another declaration would see another text.
fn check_encoding(part: &str, declaration: &BytesDecl<'_>) -> Result<(), PackageError> {
    let Some(encoding) = declaration.encoding() else { return Ok(()) };
    let encoding = encoding.map_err(|error| malformed(part, error))?;
    if ["utf-8", "utf8", "us-ascii"].iter().any(|known| encoding.eq_ignore_ascii_case(known)) {
        return Ok(());
    }
    Err(malformed(part, "it declares an encoding other than UTF-8"))
}

/// Visits each child of the root element `root` (a namespace and a local name) with its range in `text`. Anything
/// below the children, and any element of another namespace, is refused: the standard has none, and readers differ
/// in what they make of them.
pub(super) fn children<'a>(
    part: &str,
    text: &'a str,
    root: (&str, &str),
    mut visit: impl FnMut(&BytesStart<'a>, Range<usize>) -> Result<(), PackageError>,
) -> Result<(), PackageError> {
    let mut reader = NsReader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let mut at = 0;
    let mut depth = 0;
    let mut roots = 0;
    let mut child: Option<(BytesStart<'a>, usize)> = None;
    loop {
        let (namespace, event) = reader.read_resolved_event().map_err(|error| malformed(part, error))?;
        let known = namespace == ResolveResult::Bound(Namespace(root.0));
        refuse_hostile(part, &event)?;
        match event {
            Event::Start(start) => {
                depth += 1;
                match depth {
                    1 if known && start.local_name().as_ref() == root.1 => roots += 1,
                    2 if known => child = Some((start, at)),
                    _ => return Err(malformed(part, "it has an unexpected element")),
                }
            }
            Event::End(_) => {
                depth -= 1;
                if let Some((start, from)) = child.take() {
                    visit(&start, from..reader.buffer_position() as usize)?;
                }
            }
            Event::Eof if depth == 0 && roots == 1 => return Ok(()),
            Event::Eof => return Err(malformed(part, "it ends early or has no single root element")),
            _ => {}
        }
        at = reader.buffer_position() as usize;
    }
}

/// Attributes of one element: the standard gives it four, and namespaces may be declared besides.
const ATTRIBUTES: usize = 64;

/// The value of the attribute `key` without a prefix. Only the five predefined entities and character references
/// are resolved.
pub(super) fn attribute(
    part: &str,
    start: &BytesStart<'_>,
    key: &str,
) -> Result<Option<String>, PackageError> {
    let mut found = None;
    // Checked here and not by the reader, which compares each attribute with all before it.
    for (count, attribute) in start.attributes().with_checks(false).enumerate() {
        let attribute = attribute.map_err(|error| malformed(part, error))?;
        // A table of four megabytes may be one element.
        if count >= ATTRIBUTES {
            return Err(malformed(part, format!("an element has more than {ATTRIBUTES} attributes")));
        }
        if attribute.key.as_ref() == key {
            // Readers differ in which of the two they take.
            if found.is_some() {
                return Err(malformed(part, format!("an element has its attribute {key} twice")));
            }
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            found = Some(value.map_err(|error| malformed(part, error))?.into_owned());
        }
    }
    Ok(found)
}

/// As [`attribute`], for one that must be there.
pub(super) fn required(part: &str, start: &BytesStart<'_>, key: &str) -> Result<String, PackageError> {
    attribute(part, start, key)?
        .ok_or_else(|| malformed(part, format!("an element lacks its attribute {key}")))
}

/// `text` without `ranges`, which ascend.
pub(super) fn without(text: &str, ranges: &[Range<usize>]) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut at = 0;
    for range in ranges {
        kept.push_str(text.get(at..range.start).unwrap_or_default());
        at = range.end;
    }
    kept.push_str(text.get(at..).unwrap_or_default());
    kept
}

/// Refuses a DOCTYPE in the first bytes of an XML part. One can only stand before the root element, and parts that
/// are never parsed here are parsed by the program that opens the result.
pub(super) fn refuse_doctype(part: &str, head: &[u8]) -> Result<(), PackageError> {
    let decoded = match head {
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => String::from_utf8_lossy(head).into_owned(),
    };
    let mut rest = decoded.trim_start_matches('\u{FEFF}');
    loop {
        rest = rest.trim_start();
        let end = if rest.starts_with("<?") {
            "?>"
        } else if rest.starts_with("<!--") {
            "-->"
        } else if rest.starts_with("<!") {
            return Err(PackageError::Doctype { part: part.to_owned() });
        } else {
            return Ok(());
        };
        // A comment longer than the first bytes could push the DOCTYPE out of sight.
        let Some((_, after)) = rest.split_once(end) else {
            return Err(malformed(part, "it starts with an endless comment"));
        };
        rest = after;
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.as_chunks::<2>().0.iter().map(|pair| unit(*pair));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Result<Vec<(String, String)>, PackageError> {
        let mut found = Vec::new();
        children("p", text, ("urn:a", "r"), |start, range| {
            let id = attribute("p", start, "id")?.unwrap_or_default();
            found.push((id, text[range].to_owned()));
            Ok(())
        })?;
        Ok(found)
    }

    #[test]
    fn children_are_visited_with_their_source() {
        let text = r#"<?xml version="1.0"?><r xmlns="urn:a"> <c id="1 &lt; &#x32;"/><c id='b'> </c ></r>"#;
        let found = names(text).unwrap();
        assert_eq!(found[0], ("1 < 2".to_owned(), r#"<c id="1 &lt; &#x32;"/>"#.to_owned()));
        assert_eq!(found[1], ("b".to_owned(), "<c id='b'> </c >".to_owned()));
        assert_eq!(names("<x:r xmlns:x='urn:a'/>").unwrap(), []);
    }

    #[test]
    fn anything_else_is_refused() {
        for bad in [
            "",
            "<r/>",
            "<r xmlns='urn:b'/>",
            "<q xmlns='urn:a'/>",
            "<r xmlns='urn:a'>",
            "<r xmlns='urn:a'/><r xmlns='urn:a'/>",
            "<r xmlns='urn:a'><c><d/></c></r>",
            "<r xmlns='urn:a'><c xmlns='urn:b'/></r>",
            "<r xmlns='urn:a'><c id='&x;'/></r>",
            "<r xmlns='urn:a'><c id='1' id='2'/></r>",
            "<?xml version='1.0' encoding='utf-7'?><r xmlns='urn:a'/>",
            "<r xmlns='urn:a'></q>",
        ] {
            assert!(matches!(names(bad), Err(PackageError::MalformedPart { .. })), "{bad}: {:?}", names(bad));
        }
        let doctype = names("<!DOCTYPE r [<!ENTITY x 'y'>]><r xmlns='urn:a'/>").unwrap_err();
        assert_eq!(doctype, PackageError::Doctype { part: "p".to_owned() });
        assert!(text("p", b"\xff\xfe<\0").is_err());
        assert_eq!(text("p", b"\xef\xbb\xbf<a/>").unwrap(), "<a/>");
    }

    #[test]
    fn a_doctype_is_seen_before_any_root() {
        let wide: Vec<u8> = "\u{FEFF}<!DOCTYPE a>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bad in
            [&b"<!DOCTYPE a><a/>"[..], b"\xef\xbb\xbf<?xml version='1.0'?>\n<!-- x --> <!doctype a>", &wide]
        {
            assert_eq!(refuse_doctype("p", bad), Err(PackageError::Doctype { part: "p".to_owned() }));
        }
        assert!(matches!(refuse_doctype("p", b"<!-- <a/>"), Err(PackageError::MalformedPart { .. })));
        for good in
            [&b"<a><!-- <!DOCTYPE a> --></a>"[..], b"", b"<?xml version='1.0'?><a/>", b"no xml <!DOCTYPE"]
        {
            assert_eq!(refuse_doctype("p", good), Ok(()));
        }
    }

    #[test]
    fn ranges_are_cut_out() {
        assert_eq!(without("abcdef", &[1..2, 4..6]), "acd");
        assert_eq!(without("abc", &[]), "abc");
    }
}
