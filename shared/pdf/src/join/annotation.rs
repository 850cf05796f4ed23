//! What lies upon pages of somebody else: links and comments stay, with what they look like; nothing runs.

use lopdf::{Dictionary, Object, dictionary};

use super::page::Copier;
use crate::objects::dictionary as within;

/// Entries of every annotation (ISO 32000-2, table 166).
const ALL: [&[u8]; 9] = [b"Rect", b"Contents", b"NM", b"M", b"F", b"Border", b"C", b"BS", b"QuadPoints"];

/// Entries of those that somebody draws or writes (tables 172 to 185).
const DRAWN: [&[u8]; 22] = [
    b"AP",
    b"AS",
    b"T",
    b"CA",
    b"ca",
    b"CreationDate",
    b"Subj",
    b"Open",
    b"Name",
    b"DA",
    b"Q",
    b"DS",
    b"CL",
    b"BE",
    b"RD",
    b"L",
    b"LE",
    b"IC",
    b"LL",
    b"Vertices",
    b"InkList",
    b"OC",
];

/// Annotations that somebody draws or writes.
const MARKUP: [&[u8]; 14] = [
    b"Text",
    b"FreeText",
    b"Line",
    b"Square",
    b"Circle",
    b"Polygon",
    b"PolyLine",
    b"Highlight",
    b"Underline",
    b"Squiggly",
    b"StrikeOut",
    b"Stamp",
    b"Caret",
    b"Ink",
];

/// How an address begins that a click may open.
const SCHEMES: [&str; 4] = ["http:", "https:", "mailto:", "tel:"];

/// Flags of annotations (table 167).
const HIDDEN: i64 = 2;
const PRINT: i64 = 4;
const NO_VIEW: i64 = 32;
const READ_ONLY: i64 = 64;
const LOCKED: i64 = 128;

impl Copier<'_> {
    /// The annotation as it may stay; `None` for one that is left out, which is counted.
    pub(super) fn annotation(&mut self, old: &Dictionary) -> Option<Dictionary> {
        let kind = old.get_deref(b"Subtype", self.document).and_then(Object::as_name).unwrap_or_default();
        if old.has(b"AA") {
            self.left_out.actions += 1;
        }
        match kind {
            b"Link" => self.link(old),
            b"Widget" => self.field(old),
            // The window of a comment, which programs open themselves.
            b"Popup" => None,
            b"FileAttachment" => {
                self.left_out.files += 1;
                None
            }
            kind if MARKUP.contains(&kind) => {
                if old.has(b"A") {
                    self.left_out.actions += 1;
                }
                let mut copy = self.entries(old, &ALL);
                copy.extend(&self.entries(old, &DRAWN));
                copy.set("Type", "Annot");
                copy.set("Subtype", Object::Name(kind.to_vec()));
                Some(copy)
            }
            _ => {
                self.left_out.others += 1;
                None
            }
        }
    }

    fn entries(&mut self, old: &Dictionary, keys: &[&[u8]]) -> Dictionary {
        let mut copy = Dictionary::new();
        for key in keys {
            if let Ok(value) = old.get(key) {
                copy.set(*key, self.import.value(value));
            }
        }
        copy
    }

    /// A link to a page that is there, or to an address.
    fn link(&mut self, old: &Dictionary) -> Option<Dictionary> {
        let mut copy = self.entries(old, &ALL);
        copy.set("Type", "Annot");
        copy.set("Subtype", "Link");
        match self.goal(old)? {
            Goal::Place(place) => copy.set("Dest", place),
            Goal::Address(action) => copy.set("A", action),
        }
        Some(copy)
    }

    /// Where a link or a bookmark leads. One that leads to a page that is not taken leads nowhere; one that would do something else
    /// is counted.
    fn goal(&mut self, old: &Dictionary) -> Option<Goal> {
        if let Ok(place) = old.get(b"Dest") {
            return self.place(place).map(Goal::Place);
        }
        let action = within(self.document, old, b"A")?;
        let kind = action.get_deref(b"S", self.document).and_then(Object::as_name).unwrap_or_default();
        if action.has(b"Next") {
            self.left_out.actions += 1;
        }
        match kind {
            b"GoTo" => self.place(action.get(b"D").ok()?).map(Goal::Place),
            b"URI" => {
                let address =
                    action.get_deref(b"URI", self.document).and_then(Object::as_str).unwrap_or_default();
                let begin = String::from_utf8_lossy(address).trim_start().to_ascii_lowercase();
                if SCHEMES.iter().any(|scheme| begin.starts_with(scheme)) {
                    let address = Object::string_literal(address);
                    return Some(Goal::Address(dictionary! { "S" => "URI", "URI" => address }));
                }
                self.left_out.actions += 1;
                None
            }
            _ => {
                self.left_out.actions += 1;
                None
            }
        }
    }

    /// A place on a page that is taken (ISO 32000-2, 12.3.2).
    pub(super) fn place(&self, old: &Object) -> Option<Object> {
        let mut old = self.document.dereference(old).ok()?.1;
        if let Object::String(name, _) | Object::Name(name) = old {
            old = self.document.dereference(self.import.destination(name)?).ok()?.1;
        }
        if let Object::Dictionary(dictionary) = old {
            old = dictionary.get_deref(b"D", self.document).ok()?;
        }
        let Object::Array(parts) = old else { return None };
        let (page, rest) = parts.split_first()?;
        let number = self.import.number(page.as_reference().ok()?)?;
        let plain = |part: &&Object| {
            matches!(part, Object::Name(_) | Object::Integer(_) | Object::Real(_) | Object::Null)
        };
        let rest = rest.iter().filter(plain).cloned();
        Some(std::iter::once(Object::Reference((number, 0))).chain(rest).collect::<Vec<_>>().into())
    }

    /// Where a bookmark leads.
    pub(super) fn bookmarked(&mut self, old: &Dictionary) -> Option<Object> {
        match self.goal(old)? {
            Goal::Place(place) => Some(place),
            Goal::Address(_) => None,
        }
    }

    /// A field of a form as it looks: fields belong to a form, which the document does not have.
    fn field(&mut self, old: &Dictionary) -> Option<Dictionary> {
        self.left_out.fields += 1;
        let flags = old.get_deref(b"F", self.document).and_then(Object::as_i64).unwrap_or_default();
        if flags & (HIDDEN | NO_VIEW) != 0 {
            return None;
        }
        let mut look = within(self.document, old, b"AP")?.get(b"N").ok()?;
        if let Ok((_, Object::Dictionary(states))) = self.document.dereference(look) {
            // One look for each state (12.5.5).
            look = states.get(old.get_deref(b"AS", self.document).and_then(Object::as_name).ok()?).ok()?;
        }
        let id = look.as_reference().ok()?;
        self.document.get_object(id).and_then(Object::as_stream).ok()?;
        let look = self.import.value(look);
        let mut copy = self.entries(old, &[b"Rect", b"OC"]);
        copy.set("Type", "Annot");
        copy.set("Subtype", "Stamp");
        copy.set("F", (flags & PRINT) | READ_ONLY | LOCKED);
        copy.set("AP", dictionary! { "N" => look });
        Some(copy)
    }
}

enum Goal {
    Place(Object),
    Address(Dictionary),
}
