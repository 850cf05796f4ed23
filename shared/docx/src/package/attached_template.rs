//! Settings that refer to the attached template: without its relationship Word reports them as corrupt.

use std::collections::HashSet;

use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};

use super::PackageError;
use super::xml::{malformed, refuse_hostile, without};
use crate::Limits;

/// `text` without the elements `w:attachedTemplate` (ECMA-376 part 1, 17.15.1.6) whose relationship is in `ids`.
pub(super) fn remove(
    part: &str,
    text: &str,
    ids: &HashSet<String>,
    limits: &Limits,
) -> Result<String, PackageError> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let (mut at, mut depth) = (0, 0);
    let mut open: Option<(usize, usize)> = None;
    let mut cuts = Vec::new();
    loop {
        let event = reader.read_event().map_err(|error| malformed(part, error))?;
        refuse_hostile(part, &event)?;
        match event {
            Event::Start(start) => {
                depth += 1;
                // Nesting that overflows the stack of whoever reads the document next.
                if depth > limits.xml_depth {
                    let allowed = limits.xml_depth as u64;
                    return Err(PackageError::PartTooLarge {
                        part: part.to_owned(),
                        limit: "xml_depth",
                        allowed,
                    });
                }
                if open.is_none() && refers(part, &start, ids)? {
                    open = Some((depth, at));
                }
            }
            Event::End(_) => {
                if let Some((from_depth, from)) = open
                    && from_depth == depth
                {
                    cuts.push(from..reader.buffer_position() as usize);
                    open = None;
                }
                depth -= 1;
            }
            Event::Eof => return Ok(without(text, &cuts)),
            _ => {}
        }
        at = reader.buffer_position() as usize;
    }
}

fn refers(part: &str, start: &BytesStart<'_>, ids: &HashSet<String>) -> Result<bool, PackageError> {
    if start.local_name().as_ref() != "attachedTemplate" {
        return Ok(false);
    }
    for attribute in start.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| malformed(part, error))?;
        let value =
            attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|error| malformed(part, error))?;
        if attribute.key.local_name().as_ref() == "id" && ids.contains(&*value) {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn removed(text: &str) -> Result<String, PackageError> {
        let ids = HashSet::from(["rId1".to_owned()]);
        remove("word/settings.xml", text, &ids, &Limits { xml_depth: 3, ..Limits::default() })
    }

    #[test]
    fn only_the_dropped_reference_goes() {
        let text = "<w:s><w:a/><w:attachedTemplate r:id='rId1'/><w:b/><w:attachedTemplate r:id='rId1'> <x/></w:attachedTemplate></w:s>";
        assert_eq!(removed(text).unwrap(), "<w:s><w:a/><w:b/></w:s>");
        let other = "<w:s><w:attachedTemplate r:id='rId2'/><w:hdr r:id='rId1'/></w:s>";
        assert_eq!(removed(other).unwrap(), other);
    }

    #[test]
    fn hostile_settings_are_refused() {
        assert!(matches!(removed("<!DOCTYPE a><a/>"), Err(PackageError::Doctype { .. })));
        assert!(matches!(
            removed("<a><a><a><a/></a></a></a>"),
            Err(PackageError::PartTooLarge { limit: "xml_depth", .. })
        ));
        assert!(matches!(removed("<a></b>"), Err(PackageError::MalformedPart { .. })));
    }
}
