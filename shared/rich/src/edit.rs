//! A package that is being changed: rendered parts, and what rich values replace and add.

use std::borrow::Cow;
use std::collections::BTreeMap;

use bytes::Bytes;

use platen_ooxml::package::{Change, Package};
use platen_ooxml::xml::characters::escape;

const CONTENT_TYPES: &str = "[Content_Types].xml";
const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";

/// See the module.
pub struct Edit<'a> {
    package: &'a Package,
    /// New bytes by index in the package.
    replaced: BTreeMap<usize, Vec<u8>>,
    added: BTreeMap<String, Vec<u8>>,
    media: Vec<Media>,
}

/// A media part to add.
pub(super) struct Media {
    pub name: String,
    pub extension: &'static str,
    pub bytes: Bytes,
}

impl<'a> Edit<'a> {
    /// Of a package, some of whose parts have new bytes already, by their place in it.
    pub fn new(package: &'a Package, replaced: BTreeMap<usize, Vec<u8>>) -> Edit<'a> {
        Edit { package, replaced, added: BTreeMap::new(), media: Vec::new() }
    }

    /// As [`Package::write`] takes it.
    pub fn changes(&self) -> Vec<(usize, Change<'_>)> {
        self.replaced.iter().map(|(index, bytes)| (*index, Change::Replace(bytes))).collect()
    }

    /// Likewise.
    pub fn added(&self) -> Vec<(&str, &[u8])> {
        let parts = self.added.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
        parts.chain(self.media.iter().map(|media| (media.name.as_str(), &*media.bytes))).collect()
    }

    /// A part as it stands now.
    pub fn read(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        if let Some(bytes) = self.added.get(name) {
            return Some(Cow::Borrowed(bytes));
        }
        let index = self.package.index(name)?;
        match self.replaced.get(&index) {
            Some(bytes) => Some(Cow::Borrowed(bytes)),
            None => self.package.read(&self.package.parts()[index]).ok().map(Cow::Owned),
        }
    }

    /// Gives a part new bytes, or adds it.
    pub fn write(&mut self, name: &str, bytes: Vec<u8>) {
        match self.package.index(name) {
            Some(index) => self.replaced.insert(index, bytes),
            None => self.added.insert(name.to_owned(), bytes),
        };
    }

    /// Adds media parts, and their kinds to the content types.
    pub(super) fn add_media(&mut self, media: Vec<Media>) {
        let mut extensions: Vec<&str> = media.iter().map(|m| m.extension).collect();
        extensions.sort_unstable();
        extensions.dedup();
        let types = self.text(CONTENT_TYPES);
        let known = types.to_ascii_lowercase();
        for extension in extensions {
            let attribute = format!("extension=\"{extension}\"");
            if !known.contains(&attribute) && !known.contains(&attribute.replace('"', "'")) {
                let kind = if extension == "svg" { "svg+xml" } else { extension };
                let element = format!("<Default Extension=\"{extension}\" ContentType=\"image/{kind}\"/>");
                self.append(CONTENT_TYPES, &element);
            }
        }
        self.media = media;
    }

    /// Adds a part with its content type.
    pub(super) fn add(&mut self, name: &str, content_type: &str, bytes: Vec<u8>) {
        self.add_all(vec![(name.to_owned(), content_type.to_owned(), bytes)]);
    }

    /// The same of many: names, content types, bytes. The table of content types is written once.
    pub(super) fn add_all(&mut self, parts: Vec<(String, String, Vec<u8>)>) {
        let mut types = String::new();
        for (name, content_type, bytes) in parts {
            let (part, kind) = (escape(&name), escape(&content_type));
            types.push_str(&format!("<Override PartName=\"/{part}\" ContentType=\"{kind}\"/>"));
            self.write(&name, bytes);
        }
        if !types.is_empty() {
            self.append(CONTENT_TYPES, &types);
        }
    }

    /// Adds `Relationship` elements to those of a part.
    pub(super) fn relate(&mut self, source: &str, relationships: &str) {
        let name = match source.rsplit_once('/') {
            Some((folder, file)) => format!("{folder}/_rels/{file}.rels"),
            None => format!("_rels/{source}.rels"),
        };
        if self.read(&name).is_none() {
            let ns = "http://schemas.openxmlformats.org/package/2006/relationships";
            let whole = format!("{DECLARATION}<Relationships xmlns=\"{ns}\">{relationships}</Relationships>");
            return self.write(&name, whole.into_bytes());
        }
        self.append(&name, relationships);
    }

    fn text(&self, name: &str) -> String {
        self.read(name).map_or_else(String::new, |bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Adds elements at the end of the root element. Those without a prefix are of the root's own namespace.
    pub(super) fn append(&mut self, name: &str, elements: &str) {
        let appended = append(&self.text(name), elements);
        self.write(name, appended.into_bytes());
    }
}

fn append(xml: &str, elements: &str) -> String {
    let trimmed = xml.trim_end();
    if let Some(open) = trimmed.strip_suffix("/>") {
        // A root without children, such as `<Relationships xmlns="..."/>`.
        let name = open.rfind('<').map_or("", |at| &open[at + 1..]);
        let name = name.split_ascii_whitespace().next().unwrap_or(name);
        return format!("{open}>{}</{name}>", prefixed(elements, name));
    }
    let Some(close) = trimmed.rfind("</") else { return xml.to_owned() };
    let name = trimmed[close + 2..].trim_end_matches('>').trim();
    format!("{}{}{}", &trimmed[..close], prefixed(elements, name), &trimmed[close..])
}

/// Elements with the prefix of their root.
fn prefixed(elements: &str, root: &str) -> String {
    match root.split_once(':') {
        Some((prefix, _)) if !elements.starts_with("<w:") => elements.replace('<', &format!("<{prefix}:")),
        Some(_) => elements.to_owned(),
        None => elements.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_added_in_the_roots_own_way() {
        assert_eq!(append("<?xml?>\n<R><a/></R>\n", "<b/>"), "<?xml?>\n<R><a/><b/></R>");
        assert_eq!(append("<?xml?><R xmlns=\"x\"/>", "<b/>"), "<?xml?><R xmlns=\"x\"><b/></R>");
        assert_eq!(append("<p:R xmlns:p='x'></p:R>", "<b/><c/>"), "<p:R xmlns:p='x'><p:b/><p:c/></p:R>");
    }
}
