//! Fonts for the text of SVG pictures: the bundled ones alone, so that a picture is the same on every machine.

use std::sync::{Arc, OnceLock};

use resvg::usvg::fontdb::{Database, Family, Query, Source, Stretch, Style, Weight};
use resvg::usvg::{Font, FontFamily, FontResolver, FontStyle};

/// The family of text that names none.
pub(super) const DEFAULT: &str = "Liberation Sans";

/// Families that stand in for others of their kind: words of a name, and the family.
const KINDS: [(&[&str], &str); 4] = [
    (&["mono", "courier", "consol", "menlo", "code"], "Liberation Mono"),
    (&["calibri"], "Carlito"),
    (&["cambria"], "Caladea"),
    (&["times", "georgia", "garamond", "palatino", "book antiqua", "cursive"], "Liberation Serif"),
];

/// The faces, read once.
pub(super) fn bundled() -> Arc<Database> {
    static FACES: OnceLock<Arc<Database>> = OnceLock::new();
    let faces = FACES.get_or_init(|| {
        let mut faces = Database::new();
        for font in &platen_faces::FILES {
            faces.load_font_source(Source::Binary(Arc::new(font.data)));
        }
        Arc::new(faces)
    });
    faces.clone()
}

/// Finds the face itself, or the one that stands in for it; other scripts fall back to a face that has them.
pub(super) fn resolver() -> FontResolver<'static> {
    FontResolver {
        select_font: Box::new(|font, faces| {
            let found = font.families().iter().find_map(|family| query(faces, name(family), font));
            let stands_in = || font.families().first().map_or(DEFAULT, stand_in);
            found.or_else(|| query(faces, stands_in(), font))
        }),
        select_fallback: FontResolver::default_fallback_selector(),
    }
}

fn query(faces: &Database, family: &str, font: &Font) -> Option<resvg::usvg::fontdb::ID> {
    let style = match font.style() {
        FontStyle::Normal => Style::Normal,
        FontStyle::Italic => Style::Italic,
        FontStyle::Oblique => Style::Oblique,
    };
    let (weight, stretch) = (Weight(font.weight()), Stretch::Normal);
    faces.query(&Query { families: &[Family::Name(family)], weight, stretch, style })
}

fn name(family: &FontFamily) -> &str {
    match family {
        FontFamily::Named(name) => name,
        other => stand_in(other),
    }
}

fn stand_in(family: &FontFamily) -> &'static str {
    let name = match family {
        FontFamily::Serif => return "Liberation Serif",
        FontFamily::Monospace => return "Liberation Mono",
        FontFamily::Named(name) => name.to_lowercase(),
        _ => return DEFAULT,
    };
    let kind = KINDS.iter().find(|(words, _)| words.iter().any(|word| name.contains(word)));
    kind.map_or(DEFAULT, |(_, family)| family)
}
