//! Lists of a sub-document: definitions and instances are added under new ids (17.9).

use super::copy::Import;

impl Import<'_, '_, '_> {
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
        for child in tree.children(definition).filter(|n| tree.ns(*n) == crate::xml::Ns::W) {
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
