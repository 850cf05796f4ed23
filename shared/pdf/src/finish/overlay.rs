//! A drawing over what a page shows already.

use lopdf::{Dictionary, Document, Object, ObjectId, Stream};

use crate::objects::{LETTER, inherited};

/// Draws the form `form` over the page. `placed` are the operators that draw it, of the name that it gets, which begins with `name`.
///
/// # Errors
/// The page is not in the document.
pub(super) fn draw(
    document: &mut Document,
    page: ObjectId,
    form: ObjectId,
    name: &str,
    placed: impl FnOnce(&str) -> String,
) -> lopdf::Result<()> {
    let mut resources = super::resolved(document, attribute(document, page, b"Resources"));
    let mut drawings = super::resolved(document, resources.get(b"XObject").ok());
    // A page that was joined may have come from here, with a drawing of the same name.
    let free = (0..).map(|number| if number == 0 { name.to_owned() } else { format!("{name}{number}") });
    let name = free.into_iter().find(|name| !drawings.has(name.as_bytes())).unwrap_or_default();
    let operators = format!("\nQ {}", placed(&name));
    drawings.set(name, form);
    resources.set("XObject", drawings);
    let before = document.add_object(Stream::new(Dictionary::new(), b"q\n".to_vec()));
    let after = document.add_object(Stream::new(Dictionary::new(), operators.into_bytes()));
    let mut contents = vec![Object::Reference(before)];
    contents.extend(document.get_page_contents(page).into_iter().map(Object::Reference));
    contents.push(Object::Reference(after));
    let page = document.get_object_mut(page)?.as_dict_mut()?;
    page.set("Contents", contents);
    page.set("Resources", resources);
    Ok(())
}

/// Left, lower, right and upper edge of the page in points.
pub(super) fn media_box(document: &Document, page: ObjectId) -> [f32; 4] {
    edges(document, page, b"MediaBox").unwrap_or(LETTER)
}

/// The edges of what is seen of the page.
pub(super) fn crop_box(document: &Document, page: ObjectId) -> [f32; 4] {
    edges(document, page, b"CropBox").unwrap_or_else(|| media_box(document, page))
}

/// An attribute of the page, its own or inherited.
pub(super) fn attribute<'a>(document: &'a Document, page: ObjectId, key: &[u8]) -> Option<&'a Object> {
    inherited(document, document.get_dictionary(page).ok()?, key)
}

fn edges(document: &Document, page: ObjectId, key: &[u8]) -> Option<[f32; 4]> {
    let found = attribute(document, page, key)?;
    let Ok((_, Object::Array(edges))) = document.dereference(found) else { return None };
    let edges: Vec<f32> = edges.iter().filter_map(|edge| edge.as_float().ok()).collect();
    edges.try_into().ok()
}
