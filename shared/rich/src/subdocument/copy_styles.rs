//! Copies styles of a sub-document. If the template has a style of that name, the template's is used (17.7.4.17).

use super::super::inventory::StyleKind;
use super::copy::Import;
use platen_ooxml::xml::NodeId;
use platen_ooxml::xml::characters::{decode, escape};

impl Import<'_, '_, '_> {
    /// Id in the other document of the style with this id, escaped.
    pub fn style(&mut self, raw: &str) -> String {
        let id = decode(raw).into_owned();
        if let Some(known) = self.styles.get(&id) {
            return known.clone();
        }
        let Some((node, kind, name)) = self.find(&id) else { return raw.to_owned() };
        let new = match self.resources.style_of_any(kind, &name) {
            Some(existing) => existing,
            None => {
                let new = self.resources.add_style(kind, &name, &id);
                // Not at once: a chain of styles may be longer than a stack is deep.
                self.waiting.push_back((node, new.clone()));
                self.added_styles.insert(id.clone());
                new
            }
        };
        self.styles.insert(id, new.clone());
        new
    }

    fn find(&self, id: &str) -> Option<(NodeId, StyleKind, String)> {
        let part = self.source.styles.as_ref()?;
        let tree = &part.tree;
        let node = part.named("style", id)?;
        let kind = match tree.attr(node, "type").as_deref() {
            None | Some("paragraph") => StyleKind::Paragraph,
            Some("character") => StyleKind::Character,
            Some("table") => StyleKind::Table,
            Some(_) => StyleKind::Numbering,
        };
        let name = tree.child_w(node, "name").and_then(|n| tree.attr(n, "val"));
        Some((node, kind, name.unwrap_or_else(|| id.to_owned())))
    }

    /// Copies the styles that were met, and those that they refer to.
    pub fn finish(&mut self) -> Result<(), String> {
        let Some(part) = self.source.styles.as_ref() else { return Ok(()) };
        self.part = part;
        while let Some((node, id)) = self.waiting.pop_front() {
            let tree = &part.tree;
            let kind = tree.attr(node, "type").unwrap_or_else(|| "paragraph".to_owned());
            let custom = if tree.attr(node, "customStyle").is_some() { " w:customStyle=\"1\"" } else { "" };
            let ns = self.resources.word_ns();
            let mut out =
                format!("<w:style xmlns:w=\"{ns}\" w:type=\"{}\"{custom} w:styleId=\"{id}\">", escape(&kind));
            for child in tree.children(node).filter(|n| tree.ns(*n) == platen_ooxml::xml::Ns::W) {
                self.copy(child, &mut out)?;
            }
            out.push_str("</w:style>");
            self.declare(&mut out, 0);
            self.resources.add(out.len())?;
            self.resources.styles_xml.push_str(&out);
        }
        Ok(())
    }
}
