//! Takes out of a package what leads outside of it: every external relationship that is no hyperlink.
//!
//! Attack: a linked picture, template, frame or OLE object makes LibreOffice read a file of this machine or ask a server
//! in its network. Its settings forbid that; here the address is not even left.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, Writer};

use crate::PdfError;

/// The relationships part (ISO/IEC 29500-2, 6.5) without its links outside.
pub(super) fn inner_only(xml: &str) -> Result<Vec<u8>, PdfError> {
    let invalid = |error: &dyn std::fmt::Display| PdfError::Invalid(error.to_string());
    let mut reader = Reader::from_str(xml);
    reader.config_mut().expand_empty_elements = true;
    let mut writer = Writer::new(Vec::new());
    // Depth below a dropped element.
    let mut dropped = 0_usize;
    loop {
        let event = reader.read_event().map_err(|error| invalid(&error))?;
        match &event {
            Event::Eof => return Ok(writer.into_inner()),
            Event::Start(start) if dropped > 0 || leads_outside(start) => dropped += 1,
            Event::End(_) if dropped > 0 => dropped -= 1,
            _ if dropped > 0 => {}
            _ => writer.write_event(event).map_err(|error| invalid(&error))?,
        }
    }
}

/// Whether the element is an external relationship of a kind that is fetched. What cannot be read counts as one.
fn leads_outside(start: &BytesStart<'_>) -> bool {
    let (mut external, mut hyperlink) = (false, false);
    for attribute in start.attributes() {
        let Ok(attribute) = attribute else { return true };
        let Ok(value) = quick_xml::escape::unescape(&attribute.value) else { return true };
        match attribute.key.local_name().into_inner() {
            "TargetMode" => external |= !value.eq_ignore_ascii_case("Internal"),
            "Type" => hyperlink = value.ends_with("/hyperlink"),
            _ => {}
        }
    }
    external && !hyperlink
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hyperlinks_lead_outside() {
        let xml = "<Relationships><Relationship Id='a' Type='t/image' Target='media/1.png'/>\
            <Relationship Id='b' Type='t/image' TargetMode='External' Target='file:///etc/passwd'/>\
            <Relationship Id='c' Type='t/hyperlink' TargetMode='External' Target='https://example.com'/>\
            <Relationship Id='d' Type='t/attachedTemplate' TargetMode='&#69;xternal' Target='http://x'></Relationship>\
            </Relationships>";
        let cleaned = String::from_utf8(inner_only(xml).unwrap()).unwrap();
        assert!(cleaned.contains("Id='a'") && cleaned.contains("Id='c'"), "{cleaned}");
        assert!(!cleaned.contains("Id='b'") && !cleaned.contains("Id='d'"), "{cleaned}");
        assert!(inner_only("<Relationships").is_err());
    }
}
