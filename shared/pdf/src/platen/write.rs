//! Writes pages as the bytes of a PDF.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use krilla::action::LinkAction;
use krilla::annotation::{Annotation, LinkAnnotation, Target as Goal};
use krilla::destination::{NamedDestination, XyzDestination};
use krilla::error::KrillaError;
use krilla::geom::{Point, Rect, Size};
use krilla::metadata::{DateTime, Metadata};
use krilla::page::PageSettings;
use krilla::{Document, SerializeSettings};
use platen_layout::{Destination, ElementId, Item, Laid, Target, Undrawn};

use super::faces::Faces;
use super::form_places::{FieldOfPage, Fields, PlacedField};
use super::graphics::Graphics;
use super::making::Making;
use super::pictures::Pictures;
use super::surface::{Painter, rect};
use super::tags::Tags;
use super::turned::{UPRIGHT, around, inside};
use super::{outline, standard};
use crate::PdfError;
use crate::finish::{Conformance, Properties};

/// Steps of the budget that a page costs at least.
const STEPS_PER_PAGE: u64 = 256;

/// A PDF of the pages.
pub(crate) struct Written {
    pub(crate) pdf: Vec<u8>,
    /// Places of its fields, where annotations stand that become them.
    pub(crate) fields: Vec<PlacedField>,
    /// What is not drawn.
    pub(crate) undrawn: Vec<Undrawn>,
}

/// Writes `laid` as a PDF, and takes its pages, each of which goes when it is written. Pictures that cannot be drawn are left out, and listed.
///
/// # Errors
/// [`PdfError::Unsupported`]: the document stands against the standard, or the pages cannot be written as a PDF.
/// [`PdfError::Exhausted`]: the budget is spent.
pub(crate) fn pdf(laid: &mut Laid, making: &Making<'_>) -> Result<Written, PdfError> {
    let faces = Faces::of(&laid.pages, making.library, making.kept);
    let drawn = std::mem::take(&mut laid.pictures);
    let mut pictures = Pictures::new(making, &drawn, &laid.pages);
    match written(laid, making, &faces, &mut pictures)? {
        Ok((bytes, fields)) => {
            standard::check(making, &[])?;
            let title = lent_title(laid, making).map(|title| Undrawn {
                code: "title",
                detail: "the document has no title (in Word: File, Info, Title), so the PDF has that of its first heading".to_owned(),
                part: "docProps/core.xml".to_owned(),
                text: title.to_owned(),
                count: 1,
            });
            let undrawn = pictures.lacks().into_iter().chain(title).collect();
            Ok(Written { pdf: bytes, fields, undrawn })
        }
        Err(KrillaError::Validation(errors)) => {
            standard::check(making, &errors)?;
            Err(PdfError::Engine)
        }
        Err(error) => Err(PdfError::Unsupported(format!("the PDF cannot be written: {error}"))),
    }
}

/// A PDF, with the places of its fields.
type WithFields = (Vec<u8>, Vec<PlacedField>);

fn written(
    laid: &mut Laid,
    making: &Making<'_>,
    faces: &Faces<'_>,
    pictures: &mut Pictures<'_>,
) -> Result<Result<WithFields, KrillaError>, PdfError> {
    let configuration = standard::configuration(making.conformance)?;
    let mut document =
        Document::new_with(SerializeSettings { configuration, ..SerializeSettings::default() });
    document.set_metadata(metadata(making, lent_title(laid, making)));
    let places: HashMap<&str, XyzDestination> =
        laid.destinations.iter().map(|place| (&*place.name, destination(place))).collect();
    let mut registered = HashSet::new();
    for place in laid.destinations.iter().filter(|place| registered.insert(&place.name)) {
        // `None`: a name with the same hash, which the links do not need.
        let _ = document
            .register_named_destination(NamedDestination::new(place.name.to_string(), destination(place)));
    }
    let mut tags = Tags::new(&laid.structure);
    let mut graphics = Graphics::default();
    let mut fields = Fields::default();
    for (number, page) in std::mem::take(&mut laid.pages).into_iter().enumerate() {
        making.budget.spend(STEPS_PER_PAGE + steps(&page.items, &graphics))?;
        let settings = PageSettings::new(size(page.width, page.height)?);
        let mut sheet = document.start_page_with(settings);
        let mut surface = sheet.surface();
        Painter::new(&mut surface, faces, pictures, &mut tags, &mut graphics, number).draw(&page.items);
        surface.finish();
        let mut annotations = 0;
        for FieldOfPage { target, rect: place, element, size } in fields.of(&page) {
            let (Some(place), Target::Field(field)) = (rect(&place), &*target) else { continue };
            let goal = Goal::Action(LinkAction::new(String::new()).into());
            let annotation = Annotation::new_link(LinkAnnotation::new(place, goal), None);
            tags.field(element, sheet.add_tagged_annotation(annotation));
            fields.placed.push(PlacedField {
                field: field.clone(),
                page: number,
                annotation: annotations,
                size,
            });
            annotations += 1;
        }
        links(&page.items, UPRIGHT, &mut |place, target, element| {
            let goal = match &**target {
                Target::Uri(address) => Goal::Action(LinkAction::new(address.clone()).into()),
                Target::Bookmark(name) => Goal::Destination(places.get(name.as_str())?.clone().into()),
                // It is drawn as a field, or as its text.
                Target::Field(_) => return None,
            };
            let description = tags.description(element, target);
            let annotation = Annotation::new_link(LinkAnnotation::new(place, goal), Some(description));
            tags.annotation(element, target, sheet.add_tagged_annotation(annotation));
            Some(())
        });
        sheet.finish();
    }
    // PDF/UA asks for bookmarks, of every document.
    let title = making.properties.title().filter(|_| making.conformance == Some(Conformance::Ua1));
    document.set_outline(outline::of(&laid.outline, title));
    document.set_tag_tree(tags.tree());
    Ok(document.finish().map(|bytes| (bytes, fields.placed)))
}

/// The title of a document without one, where the standard asks for it (ISO 14289-1, 7.1): its first heading of the highest level.
fn lent_title<'l>(laid: &'l Laid, making: &Making<'_>) -> Option<&'l str> {
    if making.conformance != Some(Conformance::Ua1) || making.properties.title().is_some() {
        return None;
    }
    let titled = laid.outline.iter().filter(|heading| !heading.title.is_empty());
    titled.min_by_key(|heading| heading.level).map(|heading| heading.title.as_str())
}

fn metadata(Making { properties, conformance, .. }: &Making<'_>, lent_title: Option<&str>) -> Metadata {
    let mut metadata = Metadata::new().producer("Platen".to_owned());
    if let Some(title) = lent_title {
        metadata = metadata.title(title.chars().filter(|sign| !sign.is_control()).collect());
    }
    for (entry, text) in properties.entries() {
        // XML cannot hold them, not even escaped (XML 1.0, 2.2).
        let text: String = text.chars().filter(|sign| !sign.is_control()).collect();
        metadata = match entry {
            "Title" => metadata.title(text),
            "Author" => metadata.authors(vec![text]),
            "Subject" => metadata.description(text),
            "Keywords" => metadata.keywords(vec![text]),
            _ => metadata,
        };
    }
    if conformance.is_some_and(|standard| standard.archive().is_some()) {
        let (year, month, day) = properties.day().unwrap_or(Properties::FIRST_DAY);
        metadata = metadata.creation_date(DateTime::new(year).month(month).day(day));
    }
    match properties.language() {
        Some(language) => metadata.language(language.to_owned()),
        None => metadata,
    }
}

/// What the items cost to write, beside those that were drawn before. Groups are nested no deeper than stories are.
fn steps(items: &[Item], graphics: &Graphics) -> u64 {
    let cost = |item: &Item| match item {
        Item::Glyphs(run) => 8 + run.glyphs.len() as u64,
        Item::Drawing(drawing) => {
            8 + drawing.paths.iter().map(|path| 8 + path.segments.len() as u64).sum::<u64>()
        }
        Item::Group(group) if graphics.get(&group.items).is_some() => 8,
        Item::Group(group) => 8 + steps(&group.items, graphics),
        _ => 8,
    };
    items.iter().map(cost).sum()
}

/// Paper of at least a point each way: a document may say anything.
fn size(width: f64, height: f64) -> Result<Size, PdfError> {
    Size::from_wh((width as f32).max(1.0), (height as f32).max(1.0)).ok_or(PdfError::Engine)
}

fn destination(place: &Destination) -> XyzDestination {
    XyzDestination::new(place.page, Point::from_xy(place.x as f32, place.y as f32))
}

/// Calls `act` on the links, also on those in groups, with the upright box around each.
fn links(
    items: &[Item],
    matrix: [f64; 6],
    act: &mut impl FnMut(Rect, &Arc<Target>, Option<ElementId>) -> Option<()>,
) {
    for item in items {
        match item {
            Item::Link { rect: own, target, element } => {
                if let Some(place) = rect(&around(own, matrix)) {
                    // `None`: a bookmark that does not exist.
                    let _ = act(place, target, *element);
                }
            }
            Item::Group(group) => links(&group.items, inside(matrix, group.transform), act),
            _ => {}
        }
    }
}
