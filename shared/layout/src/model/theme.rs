//! Fonts, colours and lines of the theme (20.1.4.1, 20.1.6).

use std::collections::HashMap;
use std::sync::Arc;

use platen_ooxml::xml::{NodeId, Tree};

use super::colour::hex;
use super::font_slot::FontSlot;
use crate::drawing::Rgb;
use crate::read::Element;

/// A reference to a font of the theme (17.18.96).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ThemeFont {
    is_major: bool,
    slot: FontSlot,
}

impl ThemeFont {
    pub fn parse(value: &str) -> Option<ThemeFont> {
        let (is_major, rest) = match (value.strip_prefix("major"), value.strip_prefix("minor")) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => return None,
        };
        let slot = match rest {
            "EastAsia" => FontSlot::EastAsia,
            "Bidi" => FontSlot::Cs,
            _ => FontSlot::HAnsi,
        };
        Some(ThemeFont { is_major, slot })
    }
}

#[derive(Debug, Clone, Default)]
struct FontSet {
    latin: Option<Arc<str>>,
    east_asia: Option<Arc<str>>,
    cs: Option<Arc<str>>,
    scripts: HashMap<String, Arc<str>>,
}

/// The theme's fonts, with the languages that choose among them (`w:themeFontLang`).
#[derive(Debug, Clone, Default)]
pub(crate) struct Theme {
    major: FontSet,
    minor: FontSet,
    colours: HashMap<String, Rgb>,
    /// The document's own meanings of colour names, if they differ from the usual ones (17.15.1.20).
    map: HashMap<String, String>,
    /// The formats that styles of shapes refer to (20.1.4.1.14): lines, fills, fills of grounds, effects.
    formats: [Vec<NodeId>; 4],
    /// The part that they are in.
    source: Option<Arc<Tree>>,
    pub east_asia_language: Option<String>,
    pub bidi_language: Option<String>,
}

/// Kinds of formats of a theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Line,
    Fill,
    Ground,
    Effect,
}

/// Their lists.
const FORMATS: [&str; 4] = ["lnStyleLst", "fillStyleLst", "bgFillStyleLst", "effectStyleLst"];

/// Colours of the theme that Office 2013 to 2022 give a new document.
const OFFICE: [(&str, Rgb); 12] = [
    ("dk1", [0, 0, 0]),
    ("lt1", [255, 255, 255]),
    ("dk2", [0x44, 0x54, 0x6a]),
    ("lt2", [0xe7, 0xe6, 0xe6]),
    ("accent1", [0x44, 0x72, 0xc4]),
    ("accent2", [0xed, 0x7d, 0x31]),
    ("accent3", [0xa5, 0xa5, 0xa5]),
    ("accent4", [0xff, 0xc0, 0x00]),
    ("accent5", [0x5b, 0x9b, 0xd5]),
    ("accent6", [0x70, 0xad, 0x47]),
    ("hlink", [0x05, 0x63, 0xc1]),
    ("folHlink", [0x95, 0x4f, 0x72]),
];

impl Theme {
    /// Reads a theme's part.
    pub fn of_part(tree: Tree) -> Theme {
        let theme = Element::root(&tree).map(Theme::read).unwrap_or_default();
        Theme { source: Some(Arc::new(tree)), ..theme }
    }

    /// A format that styles of shapes refer to, counted from 1.
    pub fn format(&self, kind: Format, number: i64) -> Option<Element<'_>> {
        let place = usize::try_from(number).ok()?.checked_sub(1)?;
        let node = *self.formats.get(kind as usize)?.get(place)?;
        Some(Element::at(self.source.as_deref()?, node))
    }

    fn read(root: Element<'_>) -> Theme {
        let set = |name| root.find(name).map(FontSet::read).unwrap_or_default();
        let list = |name| root.find(name).map(Element::children).unwrap_or_default();
        let colours = list("clrScheme").into_iter().filter_map(|entry| {
            let colour = entry.children().into_iter().next()?;
            let value = colour.attr("lastClr").or_else(|| colour.val())?;
            Some((entry.name().to_owned(), hex(&value)?))
        });
        Theme {
            major: set("majorFont"),
            minor: set("minorFont"),
            colours: colours.collect(),
            formats: FORMATS.map(|name| list(name).into_iter().map(Element::id).collect()),
            ..Theme::default()
        }
    }

    /// Whether it names fonts at all.
    pub fn has_fonts(&self) -> bool {
        self.minor.latin.is_some()
    }

    /// The colour of a name of 20.1.10.54; that of Office's own theme where the document has none.
    pub fn colour(&self, name: &str) -> Option<Rgb> {
        let own = match (self.map.get(name), name) {
            (Some(own), _) => own,
            (None, "tx1") => "dk1",
            (None, "tx2") => "dk2",
            (None, "bg1") => "lt1",
            (None, "bg2") => "lt2",
            (None, other) => other,
        };
        match self.colours.is_empty() {
            true => OFFICE.iter().find(|(name, _)| *name == own).map(|(_, colour)| *colour),
            false => self.colours.get(own).copied(),
        }
    }

    /// Lets a name mean another colour, as settings (`light1`) or a chart (`lt1`) say it.
    pub fn map(&mut self, name: &str, to: &str) {
        let short = |name: &str| match name {
            "t1" => "tx1".to_owned(),
            "t2" => "tx2".to_owned(),
            "hyperlink" => "hlink".to_owned(),
            "followedHyperlink" => "folHlink".to_owned(),
            other => other.replace("light", "lt").replace("dark", "dk"),
        };
        self.map.insert(short(name), short(to));
    }

    /// It with the colours of a chart that maps them differently (21.2.2.30).
    pub fn mapped(&self, map: Element<'_>) -> Theme {
        let mut own = self.clone();
        for name in ["bg1", "tx1", "bg2", "tx2"] {
            if let Some(to) = map.attr(name) {
                own.map(name, &to);
            }
        }
        own
    }

    /// The family that `font` means; none if the theme leaves it open.
    pub fn family(&self, font: ThemeFont) -> Option<Arc<str>> {
        let set = if font.is_major { &self.major } else { &self.minor };
        match font.slot {
            FontSlot::Ascii | FontSlot::HAnsi => set.latin.clone(),
            FontSlot::EastAsia => set
                .east_asia
                .clone()
                .or_else(|| set.script(self.east_asia_language.as_deref().and_then(script)?)),
            FontSlot::Cs => {
                set.cs.clone().or_else(|| set.script(self.bidi_language.as_deref().and_then(script)?))
            }
        }
    }
}

impl FontSet {
    fn read(element: Element<'_>) -> FontSet {
        let face = |child: Element<'_>| child.attr("typeface").filter(|name| !name.is_empty()).map(Arc::from);
        let mut set = FontSet::default();
        for child in element.children() {
            match child.name() {
                "latin" => set.latin = face(child),
                "ea" => set.east_asia = face(child),
                "cs" => set.cs = face(child),
                "font" => {
                    if let (Some(script), Some(face)) = (child.attr("script"), face(child)) {
                        set.scripts.insert(script, face);
                    }
                }
                _ => {}
            }
        }
        set
    }

    fn script(&self, script: &str) -> Option<Arc<str>> {
        self.scripts.get(script).cloned()
    }
}

/// The script in which a language is written, as themes name it.
fn script(language: &str) -> Option<&'static str> {
    let primary = language.split('-').next().unwrap_or_default();
    Some(match primary {
        "ja" => "Jpan",
        "zh" if language.contains("TW") || language.contains("HK") || language.contains("Hant") => "Hant",
        "zh" => "Hans",
        "ko" => "Hang",
        "ar" | "fa" | "ur" => "Arab",
        "he" => "Hebr",
        "th" => "Thai",
        "hi" | "mr" | "ne" => "Deva",
        "bn" => "Beng",
        "ta" => "Taml",
        "vi" => "Viet",
        _ => return None,
    })
}
