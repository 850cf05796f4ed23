//! The language of a template, for dates, numbers and lists if the request names none.

use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::ResolveResult;
use quick_xml::reader::NsReader;

use crate::expression::Locale;
use platen_ooxml::Budget;
use platen_ooxml::package::{Package, PackageError};
use platen_ooxml::xml::Ns;

/// The default language of a document's styles (`w:lang` of `w:docDefaults`, ECMA-376 part 1, 17.7.5.1 and 17.3.2.20);
/// American English where there is none that is known.
pub(crate) fn language(package: &Package, budget: &Budget) -> Result<Locale, PackageError> {
    let relationships = package.relationships_within(package.main_document(), budget)?;
    let Some(styles) = relationships.of_kind("styles").find_map(|r| package.part(r.part()?)) else {
        return Ok(Locale::default());
    };
    let styles = package.read_within(styles, budget)?;
    let tag = std::str::from_utf8(&styles).ok().and_then(of_defaults);
    Ok(tag.and_then(|tag| Locale::parse(&tag)).unwrap_or_default())
}

/// Reads no further than the defaults, which stand before the styles: all of these, as a tree, would be most of the work
/// on a letter.
fn of_defaults(styles: &str) -> Option<String> {
    let mut reader = NsReader::from_str(styles);
    reader.config_mut().expand_empty_elements = true;
    let mut is_inside = false;
    loop {
        let (namespace, event) = reader.read_resolved_event().ok()?;
        let is_w = matches!(namespace, ResolveResult::Bound(uri) if Ns::of_uri(uri.0) == Ns::W);
        match event {
            Event::Start(start) if is_w && start.local_name().as_ref() == "docDefaults" => is_inside = true,
            Event::Start(start) if is_w && is_inside && start.local_name().as_ref() == "lang" => {
                return value(&start);
            }
            Event::End(end) if is_w && end.local_name().as_ref() == "docDefaults" => return None,
            Event::Eof => return None,
            _ => {}
        }
    }
}

fn value(start: &BytesStart<'_>) -> Option<String> {
    let mut attributes = start.attributes();
    let value = attributes
        .with_checks(false)
        .flatten()
        .find(|attribute| attribute.key.local_name().as_ref() == "val")?;
    value.normalized_value(XmlVersion::Implicit1_0).ok().map(std::borrow::Cow::into_owned)
}
