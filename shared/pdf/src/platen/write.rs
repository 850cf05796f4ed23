//! Pages to the bytes of a PDF.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use krilla::action::LinkAction;
use krilla::annotation::{Annotation, LinkAnnotation, Target as Goal};
use krilla::destination::{NamedDestination, XyzDestination};
use krilla::error::KrillaError;
use krilla::geom::{Point, Rect, Size};
use krilla::image::Image;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::{Document, SerializeSettings};
use platen_docx::package::Package;
use platen_fonts::Library;
use platen_layout::{Destination, Item, Laid, Target, Undrawn};

use super::faces::Faces;
use super::outline;
use super::pictures::Pictures;
use super::surface::Painter;
use crate::{PdfError, PdfLimits};

/// Damaged pictures after which a document is given up.
const MOST_DAMAGED: usize = 64;

/// Writes `laid` as a PDF. Pictures are read from `package`; those that cannot be drawn are left out, and listed.
///
/// # Errors
/// [`PdfError::Unsupported`] when the pages cannot be written as a PDF.
pub(crate) fn pdf(
    laid: &Laid,
    library: &Library,
    package: &Package,
    limits: &PdfLimits,
) -> Result<(Vec<u8>, Vec<Undrawn>), PdfError> {
    let faces = Faces::of(&laid.pages, library);
    let mut damaged: Vec<Image> = Vec::new();
    loop {
        let mut pictures = Pictures::new(package, limits, &damaged);
        match written(laid, &faces, &mut pictures) {
            Ok(bytes) => return Ok((bytes, pictures.left_out())),
            // Pixels are decoded last of all.
            Err(KrillaError::Image(image, ..)) if damaged.len() < MOST_DAMAGED => damaged.push(image),
            Err(error) => return Err(PdfError::Unsupported(format!("the PDF cannot be written: {error:?}"))),
        }
    }
}

fn written(laid: &Laid, faces: &Faces, pictures: &mut Pictures) -> Result<Vec<u8>, KrillaError> {
    let mut document = Document::new_with(SerializeSettings::default());
    document.set_metadata(Metadata::new().producer("Platen".to_owned()));
    let places: HashMap<&str, XyzDestination> =
        laid.destinations.iter().map(|place| (&*place.name, destination(place))).collect();
    let mut registered = HashSet::new();
    for place in laid.destinations.iter().filter(|place| registered.insert(&place.name)) {
        // `None`: a name with the same hash, which the links do not need.
        let _ = document
            .register_named_destination(NamedDestination::new(place.name.to_string(), destination(place)));
    }
    for page in &laid.pages {
        let Some(settings) = size(page.width, page.height).map(PageSettings::new) else { continue };
        let mut sheet = document.start_page_with(settings);
        let mut surface = sheet.surface();
        Painter::new(&mut surface, faces, pictures).draw(&page.items);
        surface.finish();
        links(&page.items, &mut |rect, target| {
            let goal = match &**target {
                Target::Uri(address) => Goal::Action(LinkAction::new(address.clone()).into()),
                Target::Bookmark(name) => Goal::Destination(places.get(name.as_str())?.clone().into()),
            };
            let rect = Rect::from_xywh(rect.x as f32, rect.y as f32, rect.width as f32, rect.height as f32)?;
            sheet.add_annotation(Annotation::new_link(LinkAnnotation::new(rect, goal), None));
            Some(())
        });
        sheet.finish();
    }
    document.set_outline(outline::of(&laid.outline));
    document.finish()
}

/// Paper of at least a point each way: a document may say anything.
fn size(width: f64, height: f64) -> Option<Size> {
    Size::from_wh((width as f32).max(1.0), (height as f32).max(1.0))
}

fn destination(place: &Destination) -> XyzDestination {
    XyzDestination::new(place.page, Point::from_xy(place.x as f32, place.y as f32))
}

/// Calls `act` on the links outside of groups; those inside have no upright rectangle.
fn links(items: &[Item], act: &mut impl FnMut(&platen_layout::Rect, &Arc<Target>) -> Option<()>) {
    for item in items {
        if let Item::Link { rect, target } = item {
            let _ = act(rect, target);
        }
    }
}
