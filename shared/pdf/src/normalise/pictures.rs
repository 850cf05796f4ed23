//! Which pictures of a document are drawn plainly, in one size: those are given to the engine as it wants them.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use platen_docx::package::Package;
use roxmltree::Node;

use super::edits::parse;
use crate::PdfError;
use crate::pictures::{Pictures, Size};

/// Pixels of one document that are looked at.
///
/// Attack: a thousand large pictures, which would keep this process busy without a deadline. Those beyond are left to
/// the engine, which has one.
const MOST_PIXELS: usize = 12_000_000;

/// English Metric Units to the point (ECMA-376 part 1, 20.1.2.1).
const EMU_PER_POINT: f32 = 12_700.0;

/// A picture's place in the package, and what the engine shall get in its stead.
type Prepared = (usize, Arc<[u8]>);

/// What was read of a document so far, as far as it concerns pictures.
#[derive(Default)]
pub(super) struct Drawings {
    /// Places of the parts that draw pictures.
    parts: Vec<(usize, String)>,
    /// All relationships parts.
    relationships: Vec<String>,
    has_pictures: bool,
}

impl Drawings {
    pub(super) fn look_at(&mut self, index: usize, name: &str, bytes: &[u8]) {
        match std::str::from_utf8(bytes) {
            Ok(text) if name.ends_with(".rels") => self.relationships.push(text.to_owned()),
            Ok(text) if super::has_text(name) && text.contains(":blip") => {
                self.parts.push((index, text.to_owned()));
            }
            Ok(_) => {}
            Err(_) => self.has_pictures = true,
        }
    }

    /// The pictures that are given in another form.
    pub(super) fn prepared(&self, package: &Package, pictures: &Pictures) -> Result<Vec<Prepared>, PdfError> {
        if !self.has_pictures || self.parts.is_empty() {
            return Ok(Vec::new());
        }
        let mut prepared = Vec::new();
        let mut pixels = 0_usize;
        for (index, size) in self.sizes(package)? {
            let Some(part) = package.parts().get(index) else { continue };
            let bytes = super::read(package, part)?;
            let own = imagesize::blob_size(&bytes).map_or(0, |size| size.width.saturating_mul(size.height));
            pixels = pixels.saturating_add(own);
            if pixels > MOST_PIXELS {
                break;
            }
            prepared.extend(pictures.prepared(&bytes, size).map(|made| (index, made)));
        }
        Ok(prepared)
    }

    /// The pictures that are drawn in one size and in no way but plainly.
    fn sizes(&self, package: &Package) -> Result<BTreeMap<usize, Size>, PdfError> {
        /// How often a picture is referred to by relationships, and its size unless it has several.
        #[derive(Default)]
        struct Uses {
            relationships: usize,
            sizes: Vec<Option<Size>>,
        }
        let mut uses: BTreeMap<usize, Uses> = BTreeMap::new();
        for (source, text) in &self.parts {
            let Some(source) = package.parts().get(*source) else { continue };
            let relationships = package.relationships(source.name())?;
            let pictures: HashMap<&str, usize> = relationships
                .iter()
                .filter(|relationship| relationship.is("image"))
                .filter_map(|image| Some((image.id.as_str(), package.index(image.part()?)?)))
                .collect();
            for index in pictures.values() {
                uses.entry(*index).or_default().relationships += 1;
            }
            let document = parse(text)?;
            for node in document.descendants() {
                for attribute in node.attributes() {
                    if let Some(index) = pictures.get(attribute.value()) {
                        let size = (attribute.name() == "embed").then(|| plain_size(node)).flatten();
                        uses.entry(*index).or_default().sizes.push(size);
                    }
                }
            }
        }
        let in_one_size = uses.into_iter().filter_map(|(index, uses)| {
            let size = (*uses.sizes.first()?)?;
            let name = package.parts().get(index)?.name();
            let file = name.rsplit('/').next().unwrap_or(name);
            // Other parts may draw it too: a chart, a list's bullets.
            let mentions: usize = self.relationships.iter().map(|text| text.matches(file).count()).sum();
            let is_one = uses.sizes.iter().all(|other| *other == Some(size));
            (is_one && mentions == uses.relationships).then_some((index, size))
        });
        Ok(in_one_size.collect())
    }
}

/// The size of a picture that stands alone in its frame (20.4.2.8, 20.4.2.3), uncut and without effects.
fn plain_size(blip: Node<'_, '_>) -> Option<Size> {
    let is = |node: &Node<'_, '_>, name: &str| node.tag_name().name() == name;
    if !is(&blip, "blip") || blip.children().any(|child| child.is_element() && !is(&child, "extLst")) {
        return None;
    }
    let fill = blip.parent_element().filter(|fill| is(fill, "blipFill"))?;
    let picture = fill.parent_element().filter(|picture| is(picture, "pic"))?;
    let data = picture.parent_element().filter(|data| is(data, "graphicData"))?;
    let frame = data.parent_element()?.parent_element()?;
    let is_cut = fill.children().any(|child| is(&child, "srcRect") && child.attributes().len() > 0);
    let has_effects = picture.descendants().any(|node| is(&node, "effectLst") && node.has_children());
    if is_cut || has_effects || !(is(&frame, "inline") || is(&frame, "anchor")) {
        return None;
    }
    let extent = frame.children().find(|child| is(child, "extent"))?;
    let points = |name| Some(extent.attribute(name)?.parse::<f32>().ok()? / EMU_PER_POINT);
    Some((points("cx")?, points("cy")?))
}
