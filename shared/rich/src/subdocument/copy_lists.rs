//! Copies lists of a sub-document: definitions and instances get new ids (17.9).
//!
//! A paragraph can get its list from its style. If the style belongs to the target document, the paragraph would continue that document's
//! list, so it gets the sub-document's list instead.

use super::copy::Import;
use platen_ooxml::order::PARAGRAPH;
use platen_ooxml::style_lists::ByStyle;
use platen_ooxml::xml::{Kind, NodeId};

impl Import<'_, '_, '_> {
    /// The `w:numPr` that a paragraph needs beside its style, by its `w:pPr`.
    pub fn list_of_style(&mut self, properties: NodeId) -> Result<Option<String>, String> {
        let tree = &self.part.tree;
        let Some(style) = tree.child_w(properties, "pStyle").and_then(|n| tree.attr(n, "val")) else {
            return Ok(None);
        };
        let Some(ByStyle { list, level, .. }) = self.style_lists.of_paragraph(tree, properties) else {
            return Ok(None);
        };
        let list = list.id.clone();
        self.style(&style);
        if self.added_styles.contains(&style) || self.is_heading(&style) {
            return Ok(None);
        }
        let num = self.num(&list)?;
        let xml = format!("<w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"{num}\"/></w:numPr>");
        Ok((num > 0).then_some(xml))
    }

    /// Whether a style or one that it is based on has a level of the outline, up to the one that brings the list. Headings go on
    /// counting those of the other document, of which they become chapters.
    fn is_heading(&mut self, style: &str) -> bool {
        let Some(part) = self.source.styles.as_ref() else { return false };
        let tree = &part.tree;
        let (mut passed, mut next, mut found) = (Vec::new(), Some(style.to_owned()), false);
        while let Some(style) = next.take() {
            if let Some(known) = self.headings.get(&style) {
                found = *known;
                break;
            }
            // Of two that are based on each other the second is known by now.
            self.headings.insert(style.clone(), false);
            let Some(node) = part.named("style", &style) else { break };
            passed.push(style);
            let properties = tree.child_w(node, "pPr");
            let child = |local| properties.and_then(|properties| tree.child_w(properties, local));
            found = child("outlineLvl").is_some();
            if found || child("numPr").is_some_and(|numbering| tree.child_w(numbering, "numId").is_some()) {
                break;
            }
            next = tree.child_w(node, "basedOn").and_then(|n| tree.attr(n, "val"));
        }
        for style in passed {
            self.headings.insert(style, found);
        }
        found
    }

    /// Copies the properties of a paragraph with this `w:numPr` in its place.
    pub fn copy_with_list(&mut self, properties: NodeId, list: &str, out: &mut String) -> Result<(), String> {
        let tree = &self.part.tree;
        let Kind::Element { open, close, .. } = tree.kind(properties) else { return Ok(()) };
        let rank = |name: &str| PARAGRAPH.iter().position(|known| *known == name);
        let mut list = Some(list);
        self.open(properties, &tree.source()[open.clone()], out)?;
        for child in tree.children(properties).filter(|n| tree.is_element(*n)) {
            if rank(tree.local(child)).is_none_or(|at| Some(at) >= rank("numPr")) {
                out.push_str(list.take().unwrap_or_default());
            }
            if !tree.is_w(child, "numPr") {
                self.copy(child, out)?;
            }
        }
        out.push_str(list.unwrap_or_default());
        out.push_str(&tree.source()[close]);
        Ok(())
    }

    /// Id in the other document of the list with this id; 0, which means no list, stays.
    pub fn num(&mut self, raw: &str) -> Result<u32, String> {
        if let Some(known) = self.nums.get(raw) {
            return Ok(*known);
        }
        let Some(part) = self.source.numbering.as_ref() else { return Ok(0) };
        let tree = &part.tree;
        let Some(num) = part.named("num", raw) else { return Ok(0) };
        let definition =
            tree.child_w(num, "abstractNumId").and_then(|n| tree.attr(n, "val")).unwrap_or_default();
        let Some(definition) = part.named("abstractNum", &definition) else { return Ok(0) };
        let (new, new_definition) = self.resources.fresh_num();
        self.nums.insert(raw.to_owned(), new);

        let around = std::mem::replace(&mut self.part, part);
        let mut out = format!("<w:abstractNum w:abstractNumId=\"{new_definition}\">");
        for child in tree.children(definition).filter(|n| tree.ns(*n) == platen_ooxml::xml::Ns::W) {
            // Word takes two definitions with one nsid for the same list; pictures of bullets are not carried over.
            if !matches!(tree.local(child), "nsid" | "tmpl") {
                self.copy(child, &mut out)?;
            }
        }
        out.push_str("</w:abstractNum>");
        self.declare(&mut out, 0);
        self.resources.add(out.len())?;
        self.resources.definitions.push_str(&out);
        let mut out = format!("<w:num w:numId=\"{new}\"><w:abstractNumId w:val=\"{new_definition}\"/>");
        for child in tree.children(num).filter(|n| tree.is_w(*n, "lvlOverride")) {
            self.copy(child, &mut out)?;
        }
        out.push_str("</w:num>");
        self.declare(&mut out, 0);
        self.resources.add(out.len())?;
        self.resources.instances.push_str(&out);
        self.part = around;
        Ok(new)
    }
}
