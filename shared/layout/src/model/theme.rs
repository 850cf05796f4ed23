//! Fonts, colours and lines of the theme (20.1.4.1, 20.1.6).

use std::collections::HashMap;
use std::sync::Arc;

use super::colour::Rgb;
use super::ink::hex;
use super::run::Slot;
use crate::read::Element;

/// A reference to a font of the theme (17.18.96).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ThemeFont {
    is_major: bool,
    slot: Slot,
}

impl ThemeFont {
    pub fn parse(value: &str) -> Option<ThemeFont> {
        let (is_major, rest) = match (value.strip_prefix("major"), value.strip_prefix("minor")) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => return None,
        };
        let slot = match rest {
            "EastAsia" => Slot::EastAsia,
            "Bidi" => Slot::Cs,
            _ => Slot::HAnsi,
        };
        Some(ThemeFont { is_major, slot })
    }
}

#[derive(Debug, Default)]
struct FontSet {
    latin: Option<Arc<str>>,
    east_asia: Option<Arc<str>>,
    cs: Option<Arc<str>>,
    scripts: HashMap<String, Arc<str>>,
}

/// The theme's fonts, with the languages that choose among them (`w:themeFontLang`).
#[derive(Debug, Default)]
pub(crate) struct Theme {
    major: FontSet,
    minor: FontSet,
    colours: HashMap<String, Rgb>,
    /// Widths in points of the three lines that styles of shapes refer to.
    pub lines: Vec<f64>,
    /// Whether each of the fills that styles of shapes refer to is of one colour.
    pub plain_fills: Vec<bool>,
    /// Whether each of the effects that styles of shapes refer to draws something.
    pub effects: Vec<bool>,
    pub east_asia_language: Option<String>,
    pub bidi_language: Option<String>,
}

impl Theme {
    pub fn read(root: Element<'_>) -> Theme {
        let set = |name| root.find(name).map(FontSet::read).unwrap_or_default();
        let list = |name| root.find(name).map(Element::children).unwrap_or_default();
        let colours = list("clrScheme").into_iter().filter_map(|entry| {
            let colour = entry.children().into_iter().next()?;
            let value = colour.attr("lastClr").or_else(|| colour.val())?;
            Some((entry.name().to_owned(), hex(&value)?))
        });
        let has_effects = |style: Element<'_>| {
            style
                .children()
                .into_iter()
                .any(|child| child.name() != "effectLst" || !child.children().is_empty())
        };
        Theme {
            major: set("majorFont"),
            minor: set("minorFont"),
            colours: colours.collect(),
            lines: list("lnStyleLst").into_iter().map(|line| line.emu("w").unwrap_or(0.75)).collect(),
            plain_fills: list("fillStyleLst").iter().map(|fill| fill.name() == "solidFill").collect(),
            effects: list("effectStyleLst").into_iter().map(has_effects).collect(),
            ..Theme::default()
        }
    }

    /// The colour of a name of 20.1.10.54. Text and background stand for dark and light, as settings map them by default.
    pub fn colour(&self, name: &str) -> Option<Rgb> {
        let own = match name {
            "tx1" => "dk1",
            "tx2" => "dk2",
            "bg1" => "lt1",
            "bg2" => "lt2",
            other => other,
        };
        self.colours.get(own).copied()
    }

    /// The family that `font` means; none if the theme leaves it open.
    pub fn family(&self, font: ThemeFont, _slot: Slot) -> Option<Arc<str>> {
        let set = if font.is_major { &self.major } else { &self.minor };
        match font.slot {
            Slot::Ascii | Slot::HAnsi => set.latin.clone(),
            Slot::EastAsia => set
                .east_asia
                .clone()
                .or_else(|| set.script(self.east_asia_language.as_deref().and_then(script)?)),
            Slot::Cs => {
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
