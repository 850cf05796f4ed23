//! The parts of the file that is made: each under a name of its own, and those that say the same once.

use std::collections::{HashMap, HashSet};

use super::JoinError;
use super::links::Links;
use crate::Limits;
use crate::package::{Part, assembled};
use crate::xml::characters::escape;

const TYPES: &str = "http://schemas.openxmlformats.org/package/2006/content-types";
const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";

#[derive(Default)]
pub(super) struct Store {
    parts: Vec<Part>,
    /// The relationships of each part.
    links: Vec<String>,
    /// Places of parts by checksum and size.
    known: HashMap<(u32, u64), Vec<usize>>,
    /// Names without regard to case.
    taken: HashSet<String>,
    /// Bytes of all parts, in the container and inflated.
    packed: u64,
    expanded: u64,
    /// Those that their names take: twice in the container, and once among the content types.
    names: u64,
    /// Those of all relationships.
    linked: u64,
}

impl Store {
    /// A name that is not taken: the wanted one, or one like it.
    pub fn free_name(&mut self, wanted: &str) -> String {
        let (stem, extension) = wanted.rsplit_once('.').unwrap_or((wanted, "xml"));
        let mut name = wanted.to_owned();
        let mut number = self.taken.len();
        while !self.taken.insert(name.to_ascii_lowercase()) {
            number += 1;
            name = format!("{stem}_{number}.{extension}");
        }
        name
    }

    /// Keeps a part, unless one is there that says the same with the same relationships. Returns its name.
    pub fn keep(&mut self, part: &Part, links: &Links) -> String {
        let alike = self.known.entry((part.crc32(), part.size())).or_default();
        let same = |at: &&usize| self.parts[**at].holds_as(part) && self.links[**at] == links.xml();
        if let Some(at) = alike.iter().find(same) {
            return self.parts[*at].name().to_owned();
        }
        alike.push(self.parts.len());
        let name = self.free_name(part.name());
        self.add(part.detached(&name), links);
        name
    }

    /// Adds a part under its own name, which is taken for it.
    pub fn add(&mut self, part: Part, links: &Links) {
        self.packed += part.compressed().len() as u64 + links.xml().len() as u64;
        self.expanded += part.size() + links.xml().len() as u64;
        self.names += 4 * part.name().len() as u64 + 200;
        self.linked += links.xml().len() as u64;
        self.parts.push(part);
        self.links.push(links.xml().to_owned());
    }

    /// Checks that Platen opens the file that these parts and `growing` ones (their bytes inflated and packed) make.
    pub fn check(&self, growing: (u64, u64), limits: &Limits) -> Result<(), JoinError> {
        let entries = 2 * self.parts.len() as u64;
        for (limit, size, allowed) in [
            ("package_bytes", self.packed + growing.1 + self.names, limits.package_bytes),
            ("expanded_bytes", self.expanded + growing.0 + self.names, limits.expanded_bytes),
            ("index_bytes", self.names + self.linked, limits.index_bytes),
            ("package_entries", entries, limits.package_entries as u64),
        ] {
            if size > allowed {
                return Err(JoinError::TooLarge { limit, allowed });
            }
        }
        Ok(())
    }

    /// The file, with the relationships of the package itself.
    pub fn into_file(self, package: &Links) -> Result<Vec<u8>, JoinError> {
        let Store { parts, links, .. } = self;
        let mut types = format!(
            "{DECLARATION}<Types xmlns=\"{TYPES}\"><Default Extension=\"rels\" \
             ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
             <Default Extension=\"xml\" ContentType=\"application/xml\"/>"
        );
        for part in &parts {
            let kind = escape(part.content_type().unwrap_or("application/octet-stream"));
            types.push_str(&format!(
                "<Override PartName=\"/{}\" ContentType=\"{kind}\"/>",
                escape(part.name())
            ));
        }
        types.push_str("</Types>");
        let rels = |name: &str, links: &str| {
            let (folder, file) = name.rsplit_once('/').map_or(("", name), |(folder, file)| (folder, file));
            let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
            let xml = format!("{DECLARATION}{}", Links::whole(links));
            Part::new(&format!("{folder}_rels/{file}.rels"), "", xml.as_bytes())
        };
        let mut all = vec![Part::new("[Content_Types].xml", "", types.as_bytes()), rels("", package.xml())];
        for (part, links) in parts.into_iter().zip(&links) {
            let links = (!links.is_empty()).then(|| rels(part.name(), links));
            all.push(part);
            all.extend(links);
        }
        Ok(assembled(all)?)
    }
}
