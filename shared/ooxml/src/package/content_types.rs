//! `[Content_Types].xml`: the type of each part (ECMA-376 part 2, 6.2.3).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::flat_xml::{attribute, children, malformed, required, without};
use super::name;
use super::package_error::PackageError;
use crate::xml::characters::escape;

/// Name of the entry; it is no part, though it lies among them.
pub(super) const NAME: &str = "[Content_Types].xml";

/// Of a document's settings (ECMA-376 part 1, 11.3.11).
pub(super) const SETTINGS: &str =
    "application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml";

const ROOT: (&str, &str) = ("http://schemas.openxmlformats.org/package/2006/content-types", "Types");
const TEMPLATE: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml";
const DOCUMENT: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

/// The table that the package keeps of its parts' content types.
pub(super) struct ContentTypes {
    /// By extension, in small letters.
    defaults: HashMap<String, Arc<str>>,
    /// By folded part name.
    overrides: HashMap<String, Arc<str>>,
}

impl ContentTypes {
    pub(super) fn parse(text: &str) -> Result<ContentTypes, PackageError> {
        let mut types = ContentTypes { defaults: HashMap::new(), overrides: HashMap::new() };
        children(NAME, text, ROOT, |start, _| {
            let content_type: Arc<str> = required(NAME, start, "ContentType")?.into();
            let previous = match start.local_name().as_ref() {
                "Default" => {
                    let extension = required(NAME, start, "Extension")?;
                    types.defaults.insert(name::fold(&extension), content_type.clone())
                }
                "Override" => {
                    let part = required(NAME, start, "PartName")?;
                    let part = part
                        .strip_prefix('/')
                        .ok_or_else(|| malformed(NAME, "a part name lacks its slash"))?;
                    types.overrides.insert(name::fold(part), content_type.clone())
                }
                _ => return Err(malformed(NAME, "it has an unexpected element")),
            };
            // Two types for one part: macros for one reader, a plain document for the other.
            if previous.is_some_and(|previous| previous != content_type) {
                return Err(malformed(NAME, "it gives a part two content types"));
            }
            Ok(())
        })?;
        Ok(types)
    }

    /// Content type of the part `name`.
    pub(super) fn of(&self, name: &str) -> Option<Arc<str>> {
        let name = name::fold(name);
        let by_extension = || {
            let file = name.rsplit('/').next().unwrap_or_default();
            file.rsplit_once('.').and_then(|(_, extension)| self.defaults.get(extension))
        };
        self.overrides.get(&name).or_else(by_extension).cloned()
    }
}

/// The table without the entries of the parts `removed` (by folded name), and with those of `added` (name and type).
pub(super) fn edited(
    text: &str,
    removed: &HashSet<String>,
    added: &[(&str, &str)],
) -> Result<String, PackageError> {
    let (mut cuts, mut end, mut prefix) = (Vec::new(), 0, String::new());
    children(NAME, text, ROOT, |start, range| {
        let name: &str = start.name().into_inner();
        prefix = name.strip_suffix(start.local_name().as_ref()).unwrap_or_default().to_owned();
        end = range.end;
        if let Some(part) = attribute(NAME, start, "PartName")?
            && removed.contains(&name::fold(part.trim_start_matches('/')))
        {
            cuts.push(range);
        }
        Ok(())
    })?;
    let (before, after) = text.split_at_checked(end).unwrap_or((text, ""));
    let mut table = without(before, &cuts);
    for (part, content_type) in added {
        let part = escape(part);
        table.push_str(&format!("<{prefix}Override PartName=\"/{part}\" ContentType=\"{content_type}\"/>"));
    }
    Ok(table + after)
}

/// The table of a template turned into that of a document.
pub(super) fn as_document(text: &str) -> String {
    text.replace(TEMPLATE, DOCUMENT)
}

/// What the main part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Main {
    Document,
    Template,
}

/// Tells a document from the other files that are packages as well.
pub(super) fn main_kind(part: &str, content_type: &str) -> Result<Main, PackageError> {
    if content_type.eq_ignore_ascii_case(DOCUMENT) {
        return Ok(Main::Document);
    }
    if content_type.eq_ignore_ascii_case(TEMPLATE) {
        return Ok(Main::Template);
    }
    let kind = content_type.to_ascii_lowercase();
    if kind.contains("ms-word") && kind.contains("macroenabled") {
        return Err(PackageError::Macros { part: part.to_owned() });
    }
    let has = |words: [&str; 2]| words.iter().any(|word| kind.contains(word));
    let found = if has(["spreadsheetml", "ms-excel"]) {
        "an Excel workbook"
    } else if has(["presentationml", "ms-powerpoint"]) {
        "a PowerPoint presentation"
    } else if has(["ms-visio", "visio"]) {
        "a Visio drawing"
    } else {
        "a file of another program"
    };
    Err(PackageError::NotADocument { found })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(inner: &str) -> Result<ContentTypes, PackageError> {
        ContentTypes::parse(&format!("<Types xmlns='{}'>{inner}</Types>", ROOT.0))
    }

    #[test]
    fn an_override_wins_over_a_default() {
        let types = table(
            "<Default Extension='XML' ContentType='application/xml'/><Override PartName='/word/Document.xml' ContentType='a/b'/>",
        )
        .unwrap();
        assert_eq!(types.of("word/document.xml").as_deref(), Some("a/b"));
        assert_eq!(types.of("word/styles.xml").as_deref(), Some("application/xml"));
        assert_eq!(types.of("word.xml/picture"), None);
    }

    #[test]
    fn ambiguous_tables_are_refused() {
        for bad in [
            "<Default Extension='xml'/>",
            "<Override PartName='a.xml' ContentType='a/b'/>",
            "<Other ContentType='a/b'/>",
            "<Default Extension='xml' ContentType='a/b'/><Default Extension='XML' ContentType='a/c'/>",
            "<Override PartName='/a' ContentType='a/b'/><Override PartName='/A' ContentType='a/c'/>",
        ] {
            assert!(matches!(table(bad), Err(PackageError::MalformedPart { .. })), "{bad}");
        }
        let twice = "<Default Extension='png' ContentType='image/png'/>".repeat(2);
        assert!(table(&twice).is_ok());
    }

    #[test]
    fn the_main_part_says_what_the_file_is() {
        assert_eq!(main_kind("m", DOCUMENT), Ok(Main::Document));
        assert_eq!(main_kind("m", TEMPLATE), Ok(Main::Template));
        for kind in ["document", "template"] {
            let kind = format!("application/vnd.ms-word.{kind}.macroEnabledTemplate.main+xml");
            assert_eq!(main_kind("m", &kind), Err(PackageError::Macros { part: "m".to_owned() }));
        }
        for (content_type, found) in [
            (
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
                "an Excel workbook",
            ),
            ("application/vnd.ms-excel.sheet.macroEnabled.main+xml", "an Excel workbook"),
            (
                "application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml",
                "a PowerPoint presentation",
            ),
            ("text/plain", "a file of another program"),
        ] {
            assert_eq!(main_kind("m", content_type), Err(PackageError::NotADocument { found }));
        }
    }
}
