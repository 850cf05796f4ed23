//! The fonts of a document, and those that an engine draws instead.

use std::collections::{BTreeMap, BTreeSet};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use platen_fonts::{Generic, Library, Request};
use platen_ooxml::package::Package;

use crate::PdfError;

/// Fonts of pictographs: the engine draws their characters from whichever font has them.
const SYMBOL_FONTS: [&str; 5] = ["Symbol", "Webdings", "Wingdings", "Wingdings 2", "Wingdings 3"];

/// A font that the document asks for and that is drawn with another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Substitution {
    /// The family as the document names it.
    pub wanted: String,
    /// The family that is drawn instead.
    pub used: String,
}

/// Beginnings of the names of the parts whose runs and styles name fonts. (Numbering names symbol fonts.)
const TEXT_PARTS: [&str; 6] = ["document", "styles", "header", "footer", "footnotes", "endnotes"];

/// What the font table (ECMA-376 part 1, 17.8.3) says of one family.
#[derive(Debug, Default)]
struct Entry {
    alternative: Option<String>,
    is_roman: bool,
}

/// Fonts as the parts of one document name them.
#[derive(Debug, Default)]
struct Named {
    /// Families of runs and styles.
    wanted: BTreeSet<String>,
    table: BTreeMap<String, Entry>,
    /// Latin families of the theme: for headings, for text.
    theme: [Option<String>; 2],
    /// Which of the theme's families runs and styles refer to.
    theme_used: [bool; 2],
}

/// A family as a document names it, with what its font table says.
struct Family<'a> {
    name: &'a str,
    alternative: Option<&'a str>,
    /// Whether it has serifs, if the table has it.
    is_roman: Option<bool>,
}

/// The families that the engine replaces, sorted by name.
pub(crate) fn by_library(package: &Package, library: &Library) -> Result<Vec<Substitution>, PdfError> {
    substitutions(package, |family| drawn_by_library(family, library))
}

fn substitutions(
    package: &Package,
    drawn_by: impl Fn(&Family<'_>) -> Option<String>,
) -> Result<Vec<Substitution>, PdfError> {
    let mut named = Named::default();
    for part in package.parts() {
        let Some(file) = part.name().strip_prefix("word/").filter(|file| file.ends_with(".xml")) else {
            continue;
        };
        if file == "fontTable.xml" {
            named.read_font_table(&package.read(part)?);
        } else if file.starts_with("theme/") {
            named.read_theme(&package.read(part)?);
        } else if TEXT_PARTS.iter().any(|text| file.starts_with(text)) {
            named.read_text(&package.read(part)?);
        }
    }
    Ok(named.replaced(drawn_by))
}

impl Named {
    /// Run fonts (17.3.2.26).
    fn read_text(&mut self, xml: &[u8]) {
        each_start(xml, |start| {
            if start.local_name().into_inner() != "rFonts" {
                return;
            }
            for (name, value) in attributes(start) {
                match (name.as_str(), value.as_str()) {
                    ("asciiTheme" | "hAnsiTheme", theme) => {
                        self.theme_used[0] |= theme.starts_with("major");
                        self.theme_used[1] |= theme.starts_with("minor");
                    }
                    ("ascii" | "hAnsi", family) => {
                        self.wanted.insert(family.trim().to_owned());
                    }
                    _ => {}
                }
            }
        });
    }

    fn read_font_table(&mut self, xml: &[u8]) {
        let mut family = String::new();
        each_start(xml, |start| {
            let value =
                |wanted: &str| attributes(start).find(|(name, _)| name == wanted).map(|(_, value)| value);
            match start.local_name().into_inner() {
                "font" => family = value("name").unwrap_or_default(),
                "altName" => self.table.entry(family.clone()).or_default().alternative = value("val"),
                "family" => {
                    let is_roman = value("val").is_some_and(|class| class == "roman");
                    self.table.entry(family.clone()).or_default().is_roman = is_roman;
                }
                _ => {}
            }
        });
    }

    /// Latin faces of the font scheme (20.1.4.1).
    fn read_theme(&mut self, xml: &[u8]) {
        let mut slot = None;
        each_start(xml, |start| match start.local_name().into_inner() {
            "majorFont" => slot = Some(0),
            "minorFont" => slot = Some(1),
            "latin" => {
                let face = attributes(start).find(|(name, _)| name == "typeface").map(|(_, value)| value);
                // Shapes of the theme have Latin faces too: only the first one after each font counts.
                if let Some(place) = slot.take().and_then(|slot: usize| self.theme.get_mut(slot)) {
                    *place = face;
                }
            }
            _ => {}
        });
    }

    fn replaced(mut self, drawn_by: impl Fn(&Family<'_>) -> Option<String>) -> Vec<Substitution> {
        for (family, used) in self.theme.into_iter().zip(self.theme_used) {
            self.wanted.extend(family.filter(|_| used));
        }
        self.wanted
            .into_iter()
            .filter(|family| !family.is_empty() && !SYMBOL_FONTS.contains(&family.as_str()))
            .filter_map(|family| {
                let entry = self.table.get(&family);
                let used = drawn_by(&Family {
                    name: &family,
                    alternative: entry.and_then(|entry| entry.alternative.as_deref()),
                    is_roman: entry.map(|entry| entry.is_roman),
                })?;
                Some(Substitution { wanted: family, used })
            })
            .collect()
    }
}

/// The family that the engine draws instead.
fn drawn_by_library(family: &Family<'_>, library: &Library) -> Option<String> {
    let generic = family.is_roman.map(|is_roman| if is_roman { Generic::Serif } else { Generic::Sans });
    let alternatives = family.alternative.unwrap_or_default();
    let choice =
        library.select(&Request { family: family.name, alternatives, generic, ..Request::default() });
    let face = choice.is_stand_in.then(|| library.face(choice.face)).flatten()?;
    Some(face.family().to_owned())
}

/// Calls `act` on every start tag up to the end, or up to the first fault.
fn each_start(xml: &[u8], mut act: impl FnMut(&BytesStart<'_>)) {
    let Ok(text) = std::str::from_utf8(xml) else { return };
    let mut reader = Reader::from_str(text);
    loop {
        match reader.read_event() {
            Ok(Event::Start(start) | Event::Empty(start)) => act(&start),
            Ok(Event::Eof) | Err(_) => return,
            Ok(_) => {}
        }
    }
}

/// Local names and values of a tag's attributes.
fn attributes<'a>(start: &'a BytesStart<'_>) -> impl Iterator<Item = (String, String)> + 'a {
    start.attributes().flatten().filter_map(|attribute| {
        let name = attribute.key.local_name().into_inner().to_owned();
        Some((name, quick_xml::escape::unescape(&attribute.value).ok()?.into_owned()))
    })
}
