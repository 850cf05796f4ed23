//! Fonts of the theme (20.1.4.1).

use std::collections::HashMap;
use std::sync::Arc;

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
    pub east_asia_language: Option<String>,
    pub bidi_language: Option<String>,
}

impl Theme {
    pub fn read(root: Element<'_>) -> Theme {
        let set = |name| root.find(name).map(FontSet::read).unwrap_or_default();
        Theme { major: set("majorFont"), minor: set("minorFont"), ..Theme::default() }
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
