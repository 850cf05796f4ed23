//! Document properties and language: from the Word document into the PDF.

use quick_xml::Reader;
use quick_xml::events::Event;

use platen_ooxml::package::Package;

use crate::PdfError;

/// Elements of the core properties (ISO/IEC 29500-2, 8.3) and the entries of the information dictionary (ISO 32000-2,
/// 14.3.3) that they become.
const ENTRIES: [(&str, &str); 4] =
    [("title", "Title"), ("creator", "Author"), ("subject", "Subject"), ("keywords", "Keywords")];

/// What the document says about itself.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Properties {
    /// Entry of the information dictionary, and its text.
    entries: Vec<(&'static str, String)>,
    /// Language tag of the document's text (BCP 47).
    language: Option<String>,
    /// When it was last changed, as the file says (W3CDTF, a profile of ISO 8601).
    changed: Option<String>,
}

/// The entries that elements become.
fn entries(texts: Vec<(String, String)>) -> Vec<(&'static str, String)> {
    let entry = |(name, text): (String, String)| {
        let (_, entry) = ENTRIES.iter().find(|(element, _)| *element == name)?;
        Some((*entry, text))
    };
    texts.into_iter().filter_map(entry).collect()
}

/// Local names and texts of elements that have a text, up to the end or the first fault.
fn texts(xml: &str) -> Vec<(String, String)> {
    let mut reader = Reader::from_str(xml);
    let mut found: Vec<(String, String)> = Vec::new();
    let mut current: Option<(String, String)> = None;
    loop {
        match reader.read_event() {
            Ok(Event::Start(start)) => {
                current = Some((start.local_name().into_inner().to_owned(), String::new()));
            }
            Ok(Event::Text(text)) => {
                if let Some((_, value)) = &mut current {
                    value.push_str(&text);
                }
            }
            Ok(Event::GeneralRef(reference)) => {
                if let Some((_, value)) = &mut current {
                    let escaped = format!("&{};", &*reference);
                    value.push_str(&quick_xml::escape::unescape(&escaped).unwrap_or_default());
                }
            }
            Ok(Event::End(_)) => {
                found.extend(current.take().filter(|(_, value)| !value.trim().is_empty()));
            }
            Ok(Event::Eof) | Err(_) => return found,
            Ok(_) => {}
        }
    }
}

/// `w:lang` of the document's defaults (ECMA-376 part 1, 17.7.5.4 and 17.3.2.20).
fn language(xml: &str) -> Option<String> {
    let mut reader = Reader::from_str(xml);
    let mut in_defaults = false;
    loop {
        match reader.read_event() {
            Ok(Event::Start(start) | Event::Empty(start)) => match start.local_name().into_inner() {
                "rPrDefault" => in_defaults = true,
                "lang" if in_defaults => {
                    let mut attributes = start.attributes().flatten();
                    let value = attributes.find(|a| a.key.local_name().into_inner() == "val")?;
                    return Some(value.value.to_string()).filter(|tag| is_tag(tag));
                }
                _ => {}
            },
            Ok(Event::End(end)) if end.local_name().into_inner() == "rPrDefault" => return None,
            Ok(Event::Eof) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

/// Whether the text looks like a language tag; `x-none` is Word's word for no language.
fn is_tag(text: &str) -> bool {
    (2..=35).contains(&text.len())
        && text != "x-none"
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

impl Properties {
    /// The day of a document that tells none, where a standard asks for one: the first that a ZIP archive can name.
    pub(crate) const FIRST_DAY: (u16, u8, u8) = (1980, 1, 1);

    /// Reads `docProps/core.xml` and the default language of the styles.
    ///
    /// # Errors
    /// [`PdfError`]: a part crosses a limit.
    pub(crate) fn of(package: &Package) -> Result<Properties, PdfError> {
        let text = |name: &str| -> Result<Option<String>, PdfError> {
            let Some(part) = package.part(name) else { return Ok(None) };
            Ok(String::from_utf8(package.read(part)?).ok())
        };
        let core = text("docProps/core.xml")?.map(|xml| texts(&xml)).unwrap_or_default();
        let changed = ["modified", "created"].into_iter().find_map(|name| {
            core.iter().find(|(element, _)| element == name).map(|(_, text)| text.trim().to_owned())
        });
        let language = text("word/styles.xml")?.and_then(|xml| language(&xml));
        Ok(Properties { entries: entries(core), language, changed })
    }

    /// Entries of the information dictionary, with their texts.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.entries.iter().map(|(entry, text)| (*entry, text.as_str()))
    }

    /// The document's title, if it has one.
    pub(crate) fn title(&self) -> Option<&str> {
        self.entries().find(|(entry, _)| *entry == "Title").map(|(_, text)| text)
    }

    /// Year, month and day of its last change.
    pub(crate) fn day(&self) -> Option<(u16, u8, u8)> {
        let mut numbers = self.changed.as_deref()?.get(..10)?.split('-');
        let day =
            (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
        Some(day)
    }

    /// The language of most of its text (BCP 47).
    pub(crate) fn language(&self) -> Option<&str> {
        self.language.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_read_with_their_entities() {
        let core = "<cp:coreProperties><dc:title>Tom &amp; Jerry &#8364;</dc:title><dc:creator> </dc:creator>\
            <cp:keywords>a, b</cp:keywords><cp:revision>3</cp:revision></cp:coreProperties>";
        let entries = |xml| entries(texts(xml));
        assert_eq!(entries(core), [("Title", "Tom & Jerry €".to_owned()), ("Keywords", "a, b".to_owned())]);
        assert_eq!(entries("<dc:title>half"), []);
    }

    #[test]
    fn the_day_is_that_of_the_last_change() {
        let day =
            |changed: &str| Properties { changed: Some(changed.to_owned()), ..Properties::default() }.day();
        assert_eq!(day("2026-02-28T23:59:59Z"), Some((2026, 2, 28)));
        assert_eq!(day("2026-02"), None);
        assert_eq!(day("at noon, I believe"), None);
        assert_eq!(Properties::default().day(), None);
    }

    #[test]
    fn the_language_is_that_of_the_defaults() {
        let styles = |lang: &str| {
            format!(
                "<w:styles><w:docDefaults><w:rPrDefault><w:rPr>{lang}</w:rPr></w:rPrDefault></w:docDefaults>\
                 <w:style><w:rPr><w:lang w:val='fr-FR'/></w:rPr></w:style></w:styles>"
            )
        };
        assert_eq!(language(&styles("<w:lang w:val='de-CH'/>")).as_deref(), Some("de-CH"));
        assert_eq!(language(&styles("<w:lang w:val='x-none'/>")), None);
        assert_eq!(language(&styles("")), None);
    }
}
