//! Removes references to relationships that were cut: Word reports a file as damaged if an id has no relationship.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use quick_xml::Reader;
use quick_xml::events::attributes::Attributes;
use quick_xml::events::{BytesStart, Event};

use super::flat_xml::{malformed, refuse_hostile};
use super::package_error::PackageError;
use crate::Bounds;
use crate::xml::characters::decode;

/// The namespace of `r:id`, in transitional and in strict documents (ECMA-376 part 1, 22.8.2.1).
const RELATIONSHIPS: [&str; 2] = [
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "http://purl.oclc.org/ooxml/officeDocument/relationships",
];

/// What became of a relationship.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// No relationship of this id is left.
    Gone,
    /// It led to a picture elsewhere and leads to a part of the package now.
    Placeholder,
}

/// A part without what referred to the relationships.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Forgotten {
    pub(super) text: String,
    /// Whether there was a `w:mailMerge` (17.14.20), which goes in any case: it may name a database and a query by itself.
    pub(super) mail_merge: bool,
}

/// The text of `part` without what refers to the relationships in `fates`, by id.
///
/// # Errors
/// [`PackageError::MalformedPart`], [`PackageError::Doctype`], [`PackageError::PartTooLarge`] (`xml_depth`) and
/// [`PackageError::Exhausted`].
pub(super) fn forget(
    part: &str,
    text: &str,
    fates: &HashMap<String, Fate>,
    bounds: Bounds<'_>,
) -> Result<Forgotten, PackageError> {
    bounds.budget.spend(text.len() as u64)?;
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let mut walk = Walk {
        part,
        text,
        fates,
        prefixes: HashSet::new(),
        open: Vec::new(),
        edits: Vec::new(),
        mail_merge: false,
    };
    let mut at = 0;
    loop {
        let event = reader.read_event().map_err(|error| malformed(part, error))?;
        refuse_hostile(part, &event)?;
        let end = reader.buffer_position() as usize;
        match event {
            Event::Start(start) => {
                walk.enter(&start, at..end)?;
                // Nesting that overflows the stack of the next program that reads the document.
                if walk.open.len() > bounds.limits.xml_depth {
                    let allowed = bounds.limits.xml_depth as u64;
                    return Err(PackageError::PartTooLarge {
                        part: part.to_owned(),
                        limit: "xml_depth",
                        allowed,
                    });
                }
            }
            Event::End(_) => walk.leave(at..end),
            Event::Eof if walk.open.is_empty() => return Ok(walk.finish()),
            Event::Eof => return Err(malformed(part, "an element is never closed")),
            _ => {}
        }
        at = end;
    }
}

/// What becomes of an element that refers to a relationship that is gone.
enum Rule {
    Remove,
    /// The outermost element of this local name around it goes, or it alone if there is none.
    RemoveOutermost(&'static str),
    /// The innermost one goes.
    RemoveInnermost(&'static str),
    /// An empty paragraph takes its place: a cell must hold one (17.4.65).
    Paragraph,
    /// It goes, and the `w:object` around it becomes a picture.
    Object,
    /// Only the attribute goes.
    Attribute,
}

impl Rule {
    fn of(local: &str) -> Rule {
        match local {
            "altChunk" => Rule::Paragraph,
            "OLEObject" | "objectEmbed" | "objectLink" => Rule::Object,
            "sourceFileName" => Rule::RemoveOutermost("frameset"),
            "chart" | "relIds" | "contentPart" => Rule::RemoveInnermost("drawing"),
            "hyperlink" | "blip" | "imagedata" => Rule::Attribute,
            _ => Rule::Remove,
        }
    }
}

/// An element whose end has not come.
struct Open {
    local: String,
    start: usize,
    /// Edits that were known before it.
    edits: usize,
    /// What takes its place, if it goes.
    replacement: Option<String>,
    object: Option<Object>,
}

/// A `w:object` (17.3.3.19).
struct Object {
    /// Edits that make a `w:pict` (17.3.3.21) of its start tag and of its shapes.
    edits: Vec<Edit>,
    /// The name's last part in the end tag, from the end of `</`.
    name: Range<usize>,
    /// Its program data went.
    is_inert: bool,
    /// It is shown by DrawingML, which a `w:pict` cannot hold.
    has_drawing: bool,
}

type Edit = (Range<usize>, String);

struct Walk<'a> {
    part: &'a str,
    text: &'a str,
    fates: &'a HashMap<String, Fate>,
    /// Prefixes that were bound to a namespace of relationships anywhere so far.
    prefixes: HashSet<&'a str>,
    open: Vec<Open>,
    edits: Vec<Edit>,
    mail_merge: bool,
}

/// An attribute and where it stands in the text, the quotes of its value included.
struct Attribute<'a> {
    key: &'a str,
    value: &'a str,
    range: Range<usize>,
}

impl Attribute<'_> {
    fn local(&self) -> &str {
        self.key.rsplit(':').next().unwrap_or_default()
    }
}

impl<'a> Walk<'a> {
    fn enter(&mut self, start: &BytesStart<'_>, range: Range<usize>) -> Result<(), PackageError> {
        let name = start.name();
        let name: &str = name.as_ref();
        let local_at = name.rfind(':').map_or(0, |colon| colon + 1);
        let local = &name[local_at..];
        let attributes = self.attributes(name.len(), &range)?;
        for attribute in &attributes {
            if let Some(prefix) = attribute.key.strip_prefix("xmlns:")
                && RELATIONSHIPS.contains(&attribute.value)
            {
                self.prefixes.insert(prefix);
            }
        }
        let object = (local == "object").then(|| {
            let name_start = range.start + 1 + local_at;
            let sizes = attributes.iter().filter(|a| matches!(a.local(), "dxaOrig" | "dyaOrig"));
            let mut edits = vec![(name_start..name_start + local.len(), "pict".to_owned())];
            edits.extend(sizes.map(|a| (a.range.clone(), String::new())));
            Object { edits, name: 2 + local_at..2 + name.len(), is_inert: false, has_drawing: false }
        });
        self.open.push(Open {
            local: local.to_owned(),
            start: range.start,
            edits: self.edits.len(),
            replacement: None,
            object,
        });
        self.note_preview(local, &attributes);
        if local == "mailMerge" {
            self.mail_merge = true;
            self.remove(String::new());
        }
        let prefix = &name[..local_at];
        for attribute in &attributes {
            let Some((namespace, _)) = attribute.key.split_once(':') else { continue };
            if !self.prefixes.contains(namespace) {
                continue;
            }
            match self.fates.get(&*decode(attribute.value)) {
                Some(Fate::Gone) => self.forget_element(local, prefix, attribute),
                Some(Fate::Placeholder) => self.embed(local, attribute, &attributes),
                None => {}
            }
        }
        Ok(())
    }

    /// Remembers what the nearest `w:object` shows.
    fn note_preview(&mut self, local: &str, attributes: &[Attribute<'a>]) {
        // The mark of a shape that is an object's picture (part 4, 19.1.2.19).
        let mark = attributes.iter().find(|a| a.key == "o:ole");
        if local != "drawing" && mark.is_none() {
            return;
        }
        if let Some(object) = self.open.iter_mut().rev().find_map(|open| open.object.as_mut()) {
            object.has_drawing |= local == "drawing";
            object.edits.extend(mark.map(|a| (a.range.clone(), String::new())));
        }
    }

    /// Removes the element that was entered last, or what it stands for.
    fn forget_element(&mut self, local: &str, prefix: &str, attribute: &Attribute<'a>) {
        let find_last = |open: &[Open], name: &str| open.iter().rposition(|open| open.local == name);
        let itself = self.open.len() - 1;
        let at = match Rule::of(local) {
            Rule::Remove => itself,
            Rule::Paragraph => return self.remove(format!("<{prefix}p/>")),
            Rule::Attribute => return self.edits.push((attribute.range.clone(), String::new())),
            Rule::RemoveOutermost(name) => {
                self.open.iter().position(|open| open.local == name).unwrap_or(itself)
            }
            Rule::RemoveInnermost(name) => find_last(&self.open, name).unwrap_or(itself),
            Rule::Object => {
                if let Some(object) = self.open.iter_mut().rev().find_map(|open| open.object.as_mut()) {
                    object.is_inert = true;
                }
                itself
            }
        };
        if let Some(open) = self.open.get_mut(at) {
            open.replacement = Some(String::new());
        }
    }

    fn remove(&mut self, replacement: String) {
        if let Some(open) = self.open.last_mut() {
            open.replacement = Some(replacement);
        }
    }

    /// A picture that was linked becomes one that is embedded.
    fn embed(&mut self, local: &str, attribute: &Attribute<'a>, all: &[Attribute<'a>]) {
        let embedded = match (local, attribute.local()) {
            ("blip", "link") => "embed",
            ("imagedata", "href") => "id",
            // The same picture as an SVG, and pictures that fill an area or a page: these have another form without.
            ("svgBlip" | "fill" | "stroke", _) => return self.remove(String::new()),
            _ => return,
        };
        let prefix = attribute.key.strip_suffix(attribute.local()).unwrap_or_default();
        let has_both = all.iter().any(|other| other.key.strip_prefix(prefix) == Some(embedded));
        if has_both {
            self.edits.push((attribute.range.clone(), String::new()));
        } else {
            let key = attribute.range.start..attribute.range.start + attribute.key.len();
            self.edits.push((key, format!("{prefix}{embedded}")));
        }
    }

    fn leave(&mut self, range: Range<usize>) {
        let Some(open) = self.open.pop() else { return };
        if let Some(replacement) = open.replacement {
            self.edits.truncate(open.edits);
            self.edits.push((open.start..range.end, replacement));
            return;
        }
        if let Some(object) = open.object
            && object.is_inert
            && !object.has_drawing
        {
            self.edits.extend(object.edits);
            // An empty element has no end tag.
            if !range.is_empty() {
                let name = range.start + object.name.start..range.start + object.name.end;
                self.edits.push((name, "pict".to_owned()));
            }
        }
    }

    fn finish(mut self) -> Forgotten {
        self.edits.sort_by_key(|(range, _)| range.start);
        let mut text = String::with_capacity(self.text.len());
        let mut at = 0;
        for (range, replacement) in &self.edits {
            text.push_str(self.text.get(at..range.start).unwrap_or_default());
            text.push_str(replacement);
            at = range.end.max(at);
        }
        text.push_str(self.text.get(at..).unwrap_or_default());
        Forgotten { text, mail_merge: self.mail_merge }
    }

    /// The attributes of the start tag at `range`. That two have one name is not looked for: who writes such a part
    /// makes a document that nobody opens.
    fn attributes(&self, name: usize, range: &Range<usize>) -> Result<Vec<Attribute<'a>>, PackageError> {
        let text = self.text;
        let tag = text.get(range.start + 1..range.end - 1).unwrap_or_default();
        let tag = tag.strip_suffix('/').unwrap_or(tag);
        let place = |piece: &str| piece.as_ptr() as usize - text.as_ptr() as usize;
        let mut attributes = Vec::new();
        for attribute in Attributes::new(tag, name).with_checks(false) {
            let attribute = attribute.map_err(|error| malformed(self.part, error))?;
            let (from, value) = (place(attribute.key.as_ref()), &*attribute.value);
            let range = from..place(value) + value.len() + 1;
            let key = text.get(from..from + attribute.key.as_ref().len()).unwrap_or_default();
            let value = text.get(range.end - 1 - value.len()..range.end - 1).unwrap_or_default();
            attributes.push(Attribute { key, value, range });
        }
        Ok(attributes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Limits};

    const R: &str = "xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'";

    fn forgotten(inner: &str) -> Result<Forgotten, PackageError> {
        let fates = HashMap::from([("x".to_owned(), Fate::Gone), ("p".to_owned(), Fate::Placeholder)]);
        let limits = Limits { xml_depth: 6, ..Limits::default() };
        let budget = Budget::of(&limits);
        let bounds = Bounds { limits: &limits, budget: &budget };
        forget("word/document.xml", &format!("<w:d {R}>{inner}</w:d>"), &fates, bounds)
    }

    #[track_caller]
    fn becomes(before: &str, after: &str) {
        assert_eq!(forgotten(before).unwrap().text, format!("<w:d {R}>{after}</w:d>"));
    }

    #[test]
    fn what_refers_to_a_cut_relationship_goes() {
        becomes(
            "<w:a/><w:attachedTemplate r:id='x'/><w:b/><w:attachedTemplate r:id='x'> <y/></w:attachedTemplate>",
            "<w:a/><w:b/>",
        );
        becomes(
            "<w:attachedTemplate r:id='k'/><w:id w:val='x'/>",
            "<w:attachedTemplate r:id='k'/><w:id w:val='x'/>",
        );
        becomes("<w:tc><w:altChunk r:id='x'><w:altChunkPr/></w:altChunk></w:tc>", "<w:tc><w:p/></w:tc>");
        becomes("<w:p><w:subDoc r:id='&#x78;'/></w:p>", "<w:p></w:p>");
        becomes(
            "<w:hyperlink r:id=\"x\" w:a='1'><w:r/></w:hyperlink>",
            "<w:hyperlink  w:a='1'><w:r/></w:hyperlink>",
        );
        becomes("<w:drawing><c:chart r:id='x'/></w:drawing><c:chart r:id='x'/>", "");
        becomes(
            "<w:frameset><w:frameset><w:frame><w:sourceFileName r:id='x'/></w:frame></w:frameset></w:frameset>",
            "",
        );
        // Each part chooses its own prefix.
        let other = R.replace(":r=", ":q=");
        becomes(&format!("<a {other} q:id='x'/><b x:id='x'/>"), "<b x:id='x'/>");
    }

    #[test]
    fn a_linked_picture_becomes_an_embedded_one() {
        becomes("<a:blip r:link='p'/>", "<a:blip r:embed='p'/>");
        becomes("<a:blip r:embed='k' r:link='p'><b/></a:blip>", "<a:blip r:embed='k' ><b/></a:blip>");
        becomes("<a:blip r:link=\"p\" r:embed=\"p\" />", "<a:blip  r:embed=\"p\" />");
        becomes(
            "<v:imagedata r:href='p'/><v:imagedata r:id='p' r:href='p'/>",
            "<v:imagedata r:id='p'/><v:imagedata r:id='p' />",
        );
        becomes(
            "<a:blip r:embed='k'><svgBlip r:link='p'/></a:blip><v:fill r:id='p'/>",
            "<a:blip r:embed='k'></a:blip>",
        );
    }

    #[test]
    fn an_object_becomes_its_picture() {
        becomes(
            "<w:object w:dxaOrig='1' w:dyaOrig='2'><v:shape id='s' o:ole=''><v:imagedata r:id='k'/></v:shape><o:OLEObject r:id='x'/></w:object>",
            "<w:pict  ><v:shape id='s' ><v:imagedata r:id='k'/></v:shape></w:pict>",
        );
        becomes(
            "<w:object><w:drawing/><w:objectEmbed r:id='x'/></w:object>",
            "<w:object><w:drawing/></w:object>",
        );
        let kept = "<w:object><v:shape o:ole=''/><o:OLEObject r:id='k'/></w:object>";
        becomes(kept, kept);
        // Inside of what goes, nothing is left to be changed.
        becomes("<w:subDoc r:id='x'><w:object><o:OLEObject r:id='x'/></w:object></w:subDoc>", "");
    }

    #[test]
    fn a_mail_merge_goes_with_or_without_relationships() {
        let merge = forgotten("<w:mailMerge><w:connectString w:val='DSN=x'/></w:mailMerge>").unwrap();
        assert_eq!(merge, Forgotten { text: format!("<w:d {R}></w:d>"), mail_merge: true });
    }

    #[test]
    fn hostile_parts_are_refused() {
        assert!(matches!(forgotten("<!DOCTYPE a>"), Err(PackageError::Doctype { .. })));
        assert!(matches!(
            forgotten(&("<a>".repeat(6) + &"</a>".repeat(6))),
            Err(PackageError::PartTooLarge { limit: "xml_depth", .. })
        ));
        for bad in ["<a></b>", "</w:d><a>", "<a r:id=x>"] {
            assert!(matches!(forgotten(bad), Err(PackageError::MalformedPart { .. })), "{bad}");
        }
    }
}
