//! Writes the rich values of one document into its parts, and adds to the package what they need.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value as Json;

use super::additions::Additions;
use super::chart::Charts;
use super::edit::Edit;
use super::fill_document::FillDocument;
use super::inventory::Inventory;
use super::numbering;
use super::place_error::{PlaceError, unreadable};
use super::resources::{Carried, Resources};
use super::splice::Splicer;
use super::value::Rich;
use super::values::Values;
use platen_ooxml::package::Package;
use platen_ooxml::sentinel::MARK;
use platen_ooxml::xml::Tree;
use platen_ooxml::{Bounds, Warnings};
use platen_svg::DrawSvg;

/// One document while its rich values are put in place.
pub struct Document<'a> {
    /// The template's package.
    pub package: &'a Package,
    /// What is known of it.
    pub inventory: &'a Inventory,
    /// What rendering added to it.
    pub additions: &'a Additions,
    /// What the document may cost.
    pub bounds: Bounds<'a>,
    /// Draws SVG pictures.
    pub svg: &'a dyn DrawSvg,
    /// Fills the templates among the values.
    pub fill: &'a dyn FillDocument,
    /// The caller's data, by which errors tell where a value stands.
    pub data: &'a Json,
    /// The values by the indices of their marks.
    pub rich: &'a [Arc<Rich>],
}

impl<'a> Document<'a> {
    /// Puts the values into `texts`, the rendered parts by their index in the package, and tells what the document lacks of
    /// them.
    ///
    /// # Errors
    /// [`PlaceError::Data`] with every value that is not what its kind says.
    pub fn place(&self, mut texts: BTreeMap<usize, Vec<u8>>) -> Result<(Edit<'a>, Warnings), PlaceError> {
        let mut resources = Resources::new(self.inventory, self.additions, self.bounds, self.svg, self.fill);
        let mut values = Values::new(self.rich, self.data, self.bounds);
        let mut charts = Charts::new(self.package, self.bounds);
        for (part, text) in &mut texts {
            if !text.contains(&(MARK as u8)) {
                continue;
            }
            let tree = Tree::parse_marked(std::mem::take(text), self.bounds).map_err(unreadable)?;
            let name = self.package.parts()[*part].name();
            resources.enter(name);
            charts.enter(name);
            *text = Splicer::new(&tree, &mut resources, &mut values, &mut charts).run().into_bytes();
        }
        let mut edit = Edit::new(self.package, texts);
        charts.write(&mut values, &mut edit);
        values.into_result()?;
        let Resources { lists, instances, styles_xml, footnotes, endnotes, .. } = &resources;
        let wanted = [
            ("numbering", !lists.is_empty() || !instances.is_empty()),
            ("styles", !styles_xml.is_empty()),
            ("footnotes", !footnotes.is_empty()),
            ("endnotes", !endnotes.is_empty()),
        ];
        for (kind, _) in wanted.into_iter().filter(|(_, wanted)| *wanted) {
            let part = self.part_of(kind, &mut resources, &mut edit);
            match kind {
                "numbering" => {
                    numbering::place(&part, &resources, &mut edit, self.bounds).map_err(unreadable)?
                }
                "styles" => edit.append(&part, &resources.styles_xml),
                "footnotes" => edit.append(&part, &resources.footnotes),
                _ => edit.append(&part, &resources.endnotes),
            }
        }
        for (source, relationships) in &resources.relationships {
            edit.relate(source, &relationships.xml);
        }
        let mut carried = Vec::with_capacity(resources.carried.len());
        for Carried { name, content_type, bytes, links } in resources.carried {
            if !links.is_empty() {
                edit.relate(&name, &links);
            }
            carried.push((name, content_type, bytes));
        }
        edit.add_all(carried);
        if !resources.media.is_empty() {
            edit.add_media(resources.media);
        }
        Ok((edit, resources.warnings))
    }

    /// Name of the document's only part of a kind, which is made if there is none.
    fn part_of(&self, kind: &str, resources: &mut Resources<'_>, edit: &mut Edit<'_>) -> String {
        let main = self.package.main_document();
        let relationships = self.package.relationships(main).unwrap_or_default();
        let there =
            relationships.of_kind(kind).find_map(|r| r.part()).filter(|part| edit.read(part).is_some());
        if let Some(there) = there {
            return there.to_owned();
        }
        let folder = main.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let name = format!("{folder}{kind}.xml");
        resources.enter(main);
        resources.relationship(kind, &format!("/{name}"), false);
        // Notes begin with the lines that part them from the text (17.11.23).
        let inner = match kind {
            "footnotes" => notes_separators("footnote"),
            "endnotes" => notes_separators("endnote"),
            _ => String::new(),
        };
        let ns = resources.word_ns();
        let xml = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<w:{kind} xmlns:w=\"{ns}\">{inner}</w:{kind}>"
        );
        let content_type =
            format!("application/vnd.openxmlformats-officedocument.wordprocessingml.{kind}+xml");
        edit.add(&name, &content_type, xml.into_bytes());
        name
    }
}

fn notes_separators(element: &str) -> String {
    [("separator", -1), ("continuationSeparator", 0)]
        .map(|(kind, id)| {
            format!(
                "<w:{element} w:type=\"{kind}\" w:id=\"{id}\"><w:p><w:r><w:{kind}/></w:r></w:p></w:{element}>"
            )
        })
        .concat()
}
