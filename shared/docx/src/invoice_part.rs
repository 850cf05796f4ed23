//! The mapping of an e-invoice in the file of a template: a custom XML part (ECMA-376 part 1, 15.2.5), which Word keeps when it saves
//! the file. So the mapping is of the same version as the text, and goes wherever the file goes.

use bytes::Bytes;
use platen_ooxml::package::{Change, Package};
use platen_ooxml::xml::characters::{escape, text_of};
use platen_ooxml::xml::{Tree, unless_exhausted};
use platen_ooxml::{Bounds, Budget, Limits};
use serde_json::Value;

use crate::CompileError;
use crate::compile::mapping_text::{NAMESPACE, is_mapping};
use crate::invoice::{InvoiceForm, MappingError};
use platen_einvoice::{MAPPING_BYTES, MappingFault};

/// How the part is called; Word calls it otherwise once it has saved the file.
const PART: &str = "customXml/platenEInvoice.xml";

/// What the part is without a mapping: so it is in documents, whose readers it is not for.
pub(crate) const EMPTY: &[u8] = b"<eInvoice xmlns=\"urn:platen:e-invoice:1\"/>";

const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
const KIND: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXml";
const CONTENT_TYPES: &str = "[Content_Types].xml";

/// The part of a package that has a mapping, or had one: its place and its text.
fn part(package: &Package, budget: &Budget) -> Result<Option<(usize, Vec<u8>)>, CompileError> {
    for relationship in package.relationships_within(package.main_document(), budget)?.of_kind("customXml") {
        let Some(index) = relationship.part().and_then(|name| package.index(name)) else { continue };
        let text = package.read_within(&package.parts()[index], budget)?;
        if is_mapping(&text) {
            return Ok(Some((index, text)));
        }
    }
    Ok(None)
}

/// The mapping that a package carries, compiled, and the place of its part.
///
/// # Errors
/// It is not one; the budget has ended.
pub(crate) fn mapping(
    package: &Package,
    bounds: Bounds<'_>,
) -> Result<Option<(usize, InvoiceForm)>, CompileError> {
    let Some((index, text)) = part(package, bounds.budget)? else { return Ok(None) };
    let tree = unless_exhausted(Tree::parse(text, bounds))?;
    let json = tree.and_then(|tree| {
        let root = tree.top_level().find(|node| tree.is_element(*node))?;
        Some(text_of(&tree, root))
    });
    let json = json.unwrap_or_default();
    if json.trim().is_empty() {
        return Ok(None);
    }
    let wrong = |detail: String| MappingError::Faults(vec![MappingFault::new("", detail)]);
    if json.len() > MAPPING_BYTES {
        let detail = format!("it has {} bytes; at most {MAPPING_BYTES} are allowed", json.len());
        return Err(wrong(detail).into());
    }
    let json: Value =
        serde_json::from_str(&json).map_err(|error| wrong(format!("it is not JSON: {error}")))?;
    Ok(Some((index, InvoiceForm::compile(json, bounds.limits, bounds.budget)?)))
}

/// The file of a template with a mapping in it, in the place of the one that it may have; without one for `None`.
///
/// # Errors
/// The file cannot be opened, or would be too large; the mapping is not one; the budget has ended.
pub fn with_mapping(
    file: impl Into<Bytes>,
    mapping: Option<&Value>,
    limits: &Limits,
    budget: &Budget,
) -> Result<Bytes, CompileError> {
    let file = file.into();
    let package = Package::open_within(file.clone(), limits, budget)?;
    let text = match mapping {
        Some(json) => {
            InvoiceForm::compile(json.clone(), limits, budget)?;
            // As people write it: with a line for each member.
            let json = serde_json::to_string_pretty(json).unwrap_or_default();
            format!("<eInvoice xmlns=\"{NAMESPACE}\">{}</eInvoice>", escape(&json)).into_bytes()
        }
        None => EMPTY.to_vec(),
    };
    let written = match part(&package, budget)? {
        Some((index, _)) => package.write(&[(index, Change::Replace(&text))], &[]),
        None if mapping.is_none() => return Ok(file),
        None => return added(&package, &text, budget),
    };
    written.map(Bytes::from).map_err(too_large)
}

/// The package with the part, and what tells of it.
fn added(package: &Package, text: &[u8], budget: &Budget) -> Result<Bytes, CompileError> {
    let relationships = package.relationships_part(package.main_document());
    let own = format!(
        "<Relationship xmlns=\"{RELATIONSHIPS}\" Id=\"platenEInvoice\" Type=\"{KIND}\" Target=\"/{PART}\"/>"
    );
    let mut edited: Vec<(String, Vec<u8>)> = Vec::new();
    let now = match package.part(&relationships) {
        Some(part) => String::from_utf8(package.read_within(part, budget)?).ok(),
        None => None,
    };
    let whole = || format!("<Relationships xmlns=\"{RELATIONSHIPS}\">{own}</Relationships>");
    let changed = now.as_deref().and_then(|now| at_end(now, &own)).unwrap_or_else(whole);
    edited.push((relationships, changed.into_bytes()));
    if package.content_type(PART).is_none() {
        let types = "http://schemas.openxmlformats.org/package/2006/content-types";
        let own =
            format!("<Override xmlns=\"{types}\" PartName=\"/{PART}\" ContentType=\"application/xml\"/>");
        if let Some(part) = package.part(CONTENT_TYPES)
            && let Ok(now) = String::from_utf8(package.read_within(part, budget)?)
            && let Some(changed) = at_end(&now, &own)
        {
            edited.push((CONTENT_TYPES.to_owned(), changed.into_bytes()));
        }
    }
    let mut changes = Vec::new();
    let mut added: Vec<(&str, &[u8])> = vec![(PART, text)];
    for (name, text) in &edited {
        match package.index(name) {
            Some(index) => changes.push((index, Change::Replace(text))),
            None => added.push((name, text)),
        }
    }
    package.write(&changes, &added).map(Bytes::from).map_err(too_large)
}

/// An XML text with an element at the end of its root; `None` where the root has no end tag.
fn at_end(xml: &str, element: &str) -> Option<String> {
    let end = xml.rfind("</")?;
    Some(format!("{}{element}{}", &xml[..end], &xml[end..]))
}

fn too_large(error: platen_ooxml::package::WriteError) -> CompileError {
    let fault = MappingFault::new("", error.to_string());
    MappingError::Faults(vec![fault]).into()
}
