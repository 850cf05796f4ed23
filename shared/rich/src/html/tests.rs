//! What HTML becomes, as the text of the document's XML.

mod constructs;
mod hostile;
mod random;
mod tables;

use super::super::additions::{Additions, FreeIds};
use super::super::fill_document::FillDocument;
use super::super::fragment::{Fragment, Refused};
use super::super::inventory::{Inventory, StyleKind};
use super::super::markdown;
use super::super::resources::Resources;
use super::{compose, reader};
use platen_ooxml::xml::{Tree, XmlError};
use platen_ooxml::{Bounds, Diagnostic};
use platen_svg::DrawInProcess;

/// A PNG of one pixel.
const DOT: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/// HTML holds no templates.
struct NoTemplates;

impl FillDocument for NoTemplates {
    fn fill(&self, _: Vec<u8>, _: &serde_json::Value) -> Result<crate::Rendered, Refused> {
        Err("is no template".to_owned().into())
    }

    fn cut_outside_loads(
        &self,
        tree: Tree,
        _: &str,
        _: Bounds<'_>,
    ) -> Result<(Tree, Vec<Diagnostic>), XmlError> {
        Ok((tree, Vec::new()))
    }
}

/// Calls `work` with the resources of a template that has these styles.
fn with_resources<T>(
    styles: &[(StyleKind, &str, &str)],
    formatting: &str,
    work: impl FnOnce(&mut Resources<'_>) -> T,
) -> T {
    let mut inventory = Inventory::default();
    for (kind, name, id) in styles {
        inventory.styles.insert((*kind, (*name).to_owned()), (*id).to_owned());
    }
    let bounds = crate::tests::bounds();
    let additions = Additions::new(FreeIds::default());
    let mut resources = Resources::new(&inventory, &additions, bounds, &DrawInProcess, &NoTemplates);
    resources.formatting = formatting.to_owned();
    work(&mut resources)
}

fn composed(html: &str) -> Result<Fragment, String> {
    with_resources(&[], "", |resources| compose(html, resources))
}

/// The XML, a line for each paragraph and each part of a table, behind a word for its kind.
fn shown(fragment: Result<Fragment, String>) -> String {
    let (kind, xml) = match fragment {
        Ok(Fragment::Inline(xml)) => ("inline", xml),
        Ok(Fragment::Block(xml)) => ("block", xml),
        Ok(other) => return format!("{other:?}"),
        Err(error) => return format!("error: {error}"),
    };
    assert_well_formed(&xml);
    let mut lines = xml;
    for tag in
        ["<w:p>", "<w:p/>", "<w:tbl>", "<w:tr>", "<w:tc>", "</w:tc>", "</w:tr>", "</w:tbl>", "<w:tblGrid>"]
    {
        lines = lines.replace(tag, &format!("\n{tag}"));
    }
    let lines = lines.replace(" xml:space=\"preserve\"", "").replace("\n\n", "\n");
    format!("{kind}\n{}", lines.trim_start())
}

/// Shows HTML.
fn html(source: &str) -> String {
    shown(composed(source))
}

/// Shows Markdown.
fn md(source: &str) -> String {
    shown(with_resources(&[], "", |resources| markdown::compose(source, resources)))
}

/// The text of what HTML becomes, paragraphs parted by `|`.
fn text(source: &str) -> String {
    let document = reader::read(source, 22, crate::tests::bounds()).unwrap();
    let mut lines = Vec::new();
    super::collect(&document.blocks, &mut lines);
    lines.join("|")
}

fn assert_well_formed(xml: &str) {
    let whole = format!("<r xmlns:w=\"w\" xmlns:w14=\"w14\">{xml}</r>");
    let mut reader = quick_xml::Reader::from_str(&whole);
    let mut depth = 0_usize;
    loop {
        match reader.read_event().unwrap_or_else(|error| panic!("{error}: {whole:.2000}")) {
            quick_xml::events::Event::Start(_) => depth += 1,
            quick_xml::events::Event::End(_) => depth -= 1,
            quick_xml::events::Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0);
    assert!(xml.chars().all(platen_ooxml::xml::characters::is_xml_char), "{xml:.2000}");
}
