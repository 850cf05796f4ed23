//! The fonts in a document (17.8.1).

use platen_fonts::EmbeddedFont;
use platen_ooxml::Bounds;
use platen_ooxml::package::Package;
use platen_ooxml::xml::Tree;

use crate::LayoutOptions;
use crate::error::LayoutError;
use crate::read::Element;

/// Elements of a font in the font table, and the styles that their parts have (17.8.3.3 and following).
const STYLES: [(&str, bool, bool); 4] = [
    ("embedRegular", false, false),
    ("embedBold", true, false),
    ("embedItalic", false, true),
    ("embedBoldItalic", true, true),
];

/// The beginning of all of these; no entity can hide it in a name.
const EMBED: &[u8] = b"embed";

/// Attack: a font table that names one part ten thousand times. Word knows four styles of a family.
const MOST_FONTS: usize = 64;

/// The document's own fonts, for [`platen_fonts::Library::with_embedded`]: the first 64. A part that is missing is passed
/// over.
///
/// # Errors
/// [`LayoutError`]: the font table cannot be read, or a bound was hit.
pub fn embedded_fonts(package: &Package, options: &LayoutOptions) -> Result<Vec<EmbeddedFont>, LayoutError> {
    let LayoutOptions { limits, budget, .. } = options;
    let main = package.relationships_within(package.main_document(), budget)?;
    let Some(table) = main.of_kind("fontTable").find_map(|relationship| package.part(relationship.part()?))
    else {
        return Ok(Vec::new());
    };
    let bytes = package.read_within(table, budget)?;
    // Few documents carry fonts.
    if !bytes.windows(EMBED.len()).any(|window| window == EMBED) {
        return Ok(Vec::new());
    }
    let tree = Tree::parse(bytes, Bounds { limits, budget })
        .map_err(|error| LayoutError::xml(table.name(), error))?;
    let relationships = package.relationships_within(table.name(), budget)?;
    let mut found = Vec::new();
    let fonts = Element::root(&tree).map(Element::children).unwrap_or_default();
    for font in fonts.into_iter().filter(|font| font.name() == "font") {
        let Some(family) = font.attr("name") else { continue };
        for (name, bold, italic) in STYLES {
            let Some(element) = font.child(name) else { continue };
            let part = element.attr("id").and_then(|id| package.part(relationships.by_id(&id)?.part()?));
            let Some(part) = part.filter(|_| found.len() < MOST_FONTS) else { continue };
            let data = package.read_within(part, budget)?;
            found.push(EmbeddedFont {
                family: family.clone(),
                bold,
                italic,
                data,
                key: element.attr("fontKey"),
            });
        }
    }
    Ok(found)
}
