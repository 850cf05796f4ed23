//! Checks a written part before it leaves, if the compiler cannot know what the part contains (captured paragraphs printed elsewhere,
//! rich values, `safe`). Tags must balance, text must be in text elements, tables must have rows, and cells must end with a paragraph;
//! otherwise nothing is delivered. Duplicate ids are replaced. Content of the template itself is not changed.

use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::ops::Range;

use memchr::{memchr, memchr3};

use crate::structure::{Open, WITHOUT_TEXT, fill, is_revision, stands_once};
use crate::xml::changed;

/// What is wrong with a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flaw {
    /// An end tag closes another element, or an element never ends.
    Unbalanced,
    /// Text stands between runs, cells or paragraphs.
    Adrift,
    /// An element stands in one that cannot hold it.
    Misplaced,
    /// A table has no rows, or a row no cells.
    Empty,
    /// A cell, header or the like does not end with a paragraph.
    Unended,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Flaw::Unbalanced => "an element does not end where it should",
            Flaw::Adrift => "text stands outside of a run",
            Flaw::Misplaced => "an element stands where it cannot",
            Flaw::Empty => "a table has no rows, or a row no cells",
            Flaw::Unended => "a cell, header or the like does not end with a paragraph",
        })
    }
}

/// A flaw and its place: the byte of the part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// What is wrong.
    pub flaw: Flaw,
    /// The byte of the part at which it is.
    pub at: usize,
}

/// What a template's part has of its own, so that no document is refused for it.
#[derive(Debug, Default)]
pub struct Known {
    flaws: BTreeSet<Flaw>,
    /// Ids that it has more than once.
    doubled: HashSet<Id<String>>,
}

/// An id that is unique in its part.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Id<S> {
    /// The elements that must not share it, by their name; paragraphs and rows, by that of the attribute.
    of: S,
    value: S,
    /// Whether it stands in the fallback of an alternative (`mc:Fallback`, ECMA-376 part 3, 7.7): a text box is written
    /// twice with the same ids, and a program reads one of the two.
    in_fallback: bool,
}

impl Id<&str> {
    fn owned(&self) -> Id<String> {
        Id { of: self.of.to_owned(), value: self.value.to_owned(), in_fallback: self.in_fallback }
    }
}

impl Known {
    /// What is wrong with the source of a part.
    pub fn of(source: &str) -> Known {
        let mut known = Known::default();
        let mut reader = Reader::new(source);
        reader.all(&mut |found| {
            known.flaws.insert(found.flaw);
            true
        });
        known.doubled = reader.doubled.iter().map(|double| double.id.owned()).collect();
        known
    }
}

/// What is wrong first with a part that comes from elsewhere.
pub fn flaw(xml: &str) -> Option<Flaw> {
    Reader::new(xml).first(&BTreeSet::new()).map(|found| found.flaw)
}

/// Looks at a written part. Returns it with ids of its own for what was written more than once, if there is such.
///
/// # Errors
/// The first flaw that the template did not have itself.
pub fn settle(xml: &str, known: &Known, fresh: impl Fn() -> u32) -> Result<Option<String>, Found> {
    let mut reader = Reader::new(xml);
    if let Some(found) = reader.first(&known.flaws) {
        return Err(found);
    }
    let is_own = |id: &Id<&str>| !known.doubled.is_empty() && known.doubled.contains(&id.owned());
    let doubled = reader.doubled.iter().filter(|double| !is_own(&double.id));
    let changes: Vec<(Range<usize>, String)> = doubled
        .map(|double| match &double.repair {
            Repair::Renew(value) => (value.clone(), fresh().to_string()),
            Repair::LeaveOut(whole) => (whole.clone(), String::new()),
        })
        .collect();
    Ok((!changes.is_empty()).then(|| changed(xml, changes)))
}

/// An id that came before.
#[derive(Debug)]
struct Double<'x> {
    id: Id<&'x str>,
    repair: Repair,
}

/// What becomes of it.
#[derive(Debug)]
enum Repair {
    /// Its value, which stands here, becomes another one.
    Renew(Range<usize>),
    /// What stands here goes.
    LeaveOut(Range<usize>),
}

/// Reads a part from its beginning to its end.
struct Reader<'x> {
    xml: &'x str,
    open: Vec<Open<'x>>,
    /// Where the start tag of the innermost element ended, as long as nothing stands in it.
    begun: Option<usize>,
    /// How many of the open elements are fallbacks.
    fallbacks: usize,
    ids: HashSet<Id<&'x str>>,
    doubled: Vec<Double<'x>>,
}

/// Elements and those that cannot hold them.
const NEVER_IN: [(&str, &[&str]); 6] = [
    ("w:p", &["w:p", "w:r", "w:t", "w:hyperlink", "w:tbl", "w:tr"]),
    ("w:tbl", &["w:p", "w:r", "w:t", "w:hyperlink", "w:tbl", "w:tr"]),
    ("w:tr", &["w:p", "w:r", "w:t", "w:body", "w:tr", "w:tc", "w:hdr", "w:ftr"]),
    ("w:tc", &["w:p", "w:r", "w:t", "w:body", "w:tbl", "w:tc", "w:hdr", "w:ftr"]),
    ("w:r", &["w:r", "w:t", "w:body", "w:tbl", "w:tr", "w:tc", "w:hdr", "w:ftr", "w:txbxContent"]),
    ("w:t", &["w:p", "w:t", "w:body", "w:tbl", "w:tr", "w:tc", "w:hdr", "w:ftr", "w:hyperlink"]),
];

impl<'x> Reader<'x> {
    fn new(xml: &'x str) -> Reader<'x> {
        Reader { xml, open: Vec::new(), begun: None, fallbacks: 0, ids: HashSet::new(), doubled: Vec::new() }
    }

    /// The first flaw that is not one of these.
    fn first(&mut self, known: &BTreeSet<Flaw>) -> Option<Found> {
        let mut first = None;
        self.all(&mut |found| {
            first = (!known.contains(&found.flaw)).then_some(found);
            first.is_none()
        });
        first
    }

    /// Tells of each flaw until nobody wants to know more.
    fn all(&mut self, tell: &mut dyn FnMut(Found) -> bool) {
        let bytes = self.xml.as_bytes();
        let mut at = 0;
        while let Some(next) = memchr(b'<', &bytes[at..]) {
            if next > 0 && !self.takes_text(at..at + next) && !tell(Found { flaw: Flaw::Adrift, at }) {
                return;
            }
            at += next;
            let end = self.tag(at);
            let (flaw, end) = match end {
                Some(end) => (self.element(at, end), end),
                None => (Some(Flaw::Unbalanced), bytes.len()),
            };
            if let Some(flaw) = flaw
                && !tell(Found { flaw, at })
            {
                return;
            }
            at = end;
        }
        if !self.takes_text(at..bytes.len()) {
            tell(Found { flaw: Flaw::Adrift, at });
        }
        if !self.open.is_empty() {
            tell(Found { flaw: Flaw::Unbalanced, at: bytes.len() });
        }
    }

    /// Whether this text may stand where it does.
    fn takes_text(&self, range: Range<usize>) -> bool {
        match self.open.last() {
            Some(open) if !WITHOUT_TEXT.contains(&open.name) => true,
            _ => self.xml[range].trim_start_matches('\u{FEFF}').trim().is_empty(),
        }
    }

    /// The end of a tag, remark, instruction or section of text.
    fn tag(&self, at: usize) -> Option<usize> {
        let rest = &self.xml[at..];
        for (begin, end) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")] {
            if rest.starts_with(begin) {
                return rest.find(end).map(|found| at + found + end.len());
            }
        }
        let bytes = self.xml.as_bytes();
        let mut from = at + 1;
        loop {
            let next = from + memchr3(b'>', b'"', b'\'', &bytes[from..])?;
            match bytes[next] {
                b'>' => return Some(next + 1),
                quote => from = next + 1 + memchr(quote, &bytes[next + 1..])? + 1,
            }
        }
    }

    fn element(&mut self, at: usize, end: usize) -> Option<Flaw> {
        let tag = &self.xml[at + 1..end - 1];
        if tag.starts_with(['!', '?']) {
            return None;
        }
        if let Some(name) = tag.strip_prefix('/') {
            return self.close(name.trim_end());
        }
        let name = &tag[..tag.find([' ', '/', '\n', '\t', '\r']).unwrap_or(tag.len())];
        let parent = self.open.last().map_or("", |open| open.name);
        let is_first = self.begun.is_some_and(|begun| self.xml[begun..at].trim().is_empty());
        let is_late = FIRST_IN.contains(&(name, parent)) && !is_first;
        let refused =
            is_late || NEVER_IN.iter().any(|(inner, outer)| *inner == name && outer.contains(&parent));
        self.begun = Some(end);
        fill(&mut self.open, name);
        self.id(name, at, end);
        self.fallbacks += usize::from(name == FALLBACK);
        self.open.push(Open::new(name));
        let closed = if tag.ends_with('/') { self.close(name) } else { None };
        if refused { Some(Flaw::Misplaced) } else { closed }
    }

    fn close(&mut self, name: &str) -> Option<Flaw> {
        self.begun = None;
        let Some(open) = self.open.pop_if(|open| open.name == name) else { return Some(Flaw::Unbalanced) };
        self.fallbacks -= usize::from(name == FALLBACK);
        if let Some(parent) = self.open.last_mut() {
            parent.took(&open);
        }
        match open {
            _ if open.is_empty() => Some(Flaw::Empty),
            _ if open.is_unended() => Some(Flaw::Unended),
            _ => None,
        }
    }

    /// Where an element without content ends whose start tag ends here.
    fn end_of_empty(&self, name: &str, end: usize) -> usize {
        let rest = self.xml[end..].strip_prefix("</").and_then(|rest| rest.strip_prefix(name));
        let has_end_tag = !self.xml[..end].ends_with("/>") && rest.is_some_and(|rest| rest.starts_with('>'));
        if has_end_tag { end + name.len() + 3 } else { end }
    }

    /// Notes the id of an element.
    fn id(&mut self, name: &'x str, at: usize, end: usize) {
        let local = name.strip_prefix("w:").unwrap_or(name);
        let (of, attribute) = match local {
            "wp:docPr" => (name, "id"),
            "id" if self.open.last().is_some_and(|open| open.name == "w:sdtPr") => (name, "w:val"),
            "p" | "tr" => (PARAGRAPH, PARAGRAPH),
            _ if is_revision(local) || stands_once(local) => (name, "w:id"),
            _ => return,
        };
        let tag = &self.xml[at..end];
        let Some(place) = value(tag, attribute) else { return };
        let id = Id { of, value: &tag[place.clone()], in_fallback: self.fallbacks > 0 };
        if !self.ids.insert(id.clone()) {
            let within = |range: Range<usize>| at + range.start..at + range.end;
            let repair = match of {
                PARAGRAPH => Repair::LeaveOut(within(place.start - attribute.len() - 3..place.end + 1)),
                _ if stands_once(local) => Repair::LeaveOut(at..self.end_of_empty(name, end)),
                _ => Repair::Renew(within(place)),
            };
            self.doubled.push(Double { id, repair });
        }
    }
}

/// Elements that stand first in others: their properties.
const FIRST_IN: [(&str, &str); 3] = [("w:pPr", "w:p"), ("w:rPr", "w:r"), ("w:tcPr", "w:tc")];

/// The attribute by which programs know paragraphs and rows.
const PARAGRAPH: &str = "w14:paraId";

const FALLBACK: &str = "mc:Fallback";

/// Where the value of an attribute stands in a start tag.
fn value(tag: &str, attribute: &str) -> Option<Range<usize>> {
    let mut from = 0;
    loop {
        let at = from + tag[from..].find(attribute)?;
        let after = &tag[at + attribute.len()..];
        let is_whole = tag[..at].ends_with(char::is_whitespace);
        if let Some(quote) = after.strip_prefix('=').and_then(|rest| rest.chars().next()).filter(|_| is_whole)
        {
            let start = at + attribute.len() + 2;
            let length = tag[start..].find(quote)?;
            return Some(start..start + length);
        }
        from = at + attribute.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(xml: &str) -> Option<Flaw> {
        settle(xml, &Known::default(), || 77).err().map(|found| found.flaw)
    }

    #[test]
    fn what_no_document_may_have_is_seen() {
        let run = "<w:r><w:t>a</w:t></w:r>";
        for (xml, flaw) in [
            (format!("<w:body><w:p>{run}</w:p></w:body>"), None),
            (format!("<w:body><w:p a=\"x>y\">{run}</w:p> </w:body>"), None),
            (format!("<w:body><w:p>{run}</w:body>"), Some(Flaw::Unbalanced)),
            (format!("<w:body><w:p>{run}</w:p>"), Some(Flaw::Unbalanced)),
            (format!("<w:body><w:p>{run}</w:p></w:p></w:body>"), Some(Flaw::Unbalanced)),
            ("<w:body><w:p>a</w:p></w:body>".to_owned(), Some(Flaw::Adrift)),
            ("<w:body><w:p/></w:body>a".to_owned(), Some(Flaw::Adrift)),
            (format!("<w:body>{run}</w:body>"), Some(Flaw::Misplaced)),
            ("<w:body><w:p><w:p/></w:p></w:body>".to_owned(), Some(Flaw::Misplaced)),
            ("<w:body><w:p> <w:pPr/></w:p></w:body>".to_owned(), None),
            (
                "<w:body><w:p><w:bookmarkEnd w:id=\"1\"/><w:pPr/></w:p></w:body>".to_owned(),
                Some(Flaw::Misplaced),
            ),
            ("<w:tbl><w:tblPr/></w:tbl>".to_owned(), Some(Flaw::Empty)),
            ("<w:tbl><w:tr></w:tr></w:tbl>".to_owned(), Some(Flaw::Empty)),
            ("<w:tbl><w:tr><w:tc/></w:tr></w:tbl>".to_owned(), Some(Flaw::Unended)),
            ("<w:tbl><w:tr><w:tc><w:p/><w:bookmarkEnd w:id=\"1\"/></w:tc></w:tr></w:tbl>".to_owned(), None),
            (
                "<w:tbl><w:tr><w:sdt><w:sdtContent><w:tc><w:sdt><w:sdtContent><w:p/></w:sdtContent></w:sdt></w:tc></w:sdtContent></w:sdt></w:tr></w:tbl>"
                    .to_owned(),
                None,
            ),
        ] {
            assert_eq!(first(&xml), flaw, "{xml}");
            let known = Known::of(&xml);
            assert_eq!(settle(&xml, &known, || 77).err(), None, "what a template has itself: {xml}");
        }
    }

    #[test]
    fn ids_that_come_again_are_renewed() {
        let body = |inner: &str| format!("<w:body>{inner}</w:body>");
        let control = |id: u32| format!("<w:sdt><w:sdtPr><w:id w:val=\"{id}\"/></w:sdtPr></w:sdt>");
        let twice = body(&[control(5), control(5)].concat());
        let settled = settle(&twice, &Known::default(), || 77).unwrap();
        assert_eq!(settled, Some(body(&[control(5), control(77)].concat())));
        assert_eq!(settle(&twice, &Known::of(&twice), || 77), Ok(None));
        let bookmark = "<w:bookmarkStart w:id=\"1\" w:name=\"a\"/><w:bookmarkEnd w:id=\"1\"/>";
        let paragraph = format!("<w:p w14:paraId=\"0A\" w14:textId=\"0B\">{bookmark}</w:p>");
        let settled = settle(&body(&paragraph.repeat(2)), &Known::default(), || 77).unwrap();
        assert_eq!(settled, Some(body(&format!("{paragraph}<w:p w14:textId=\"0B\"></w:p>"))));
        // A writer may give what is empty an end tag.
        let long = bookmark.replace("w:name=\"a\"/>", "w:name=\"a\"></w:bookmarkStart>");
        let settled = settle(&body(&long.repeat(2)), &Known::default(), || 77).unwrap();
        assert_eq!(settled, Some(body(&long)));
        let box_of = |inner: &str| {
            body(&format!(
                "<mc:AlternateContent><mc:Choice>{inner}</mc:Choice><mc:Fallback>{inner}</mc:Fallback></mc:AlternateContent>"
            ))
        };
        let template = box_of(bookmark);
        let settled = settle(&box_of(&bookmark.repeat(2)), &Known::of(&template), || 77).unwrap();
        assert_eq!(settled, Some(template), "a loop in a text box");
        let drawing = "<w:p><w:r><w:drawing><wp:docPr id='3' name=\"id\"/></w:drawing></w:r></w:p>";
        let settled = settle(&body(&drawing.repeat(2)), &Known::default(), || 77).unwrap();
        assert_eq!(settled, Some(body(&[drawing, &drawing.replace('3', "77")].concat())));
        let change =
            "<w:p><w:del w:id=\"5\"><w:r><w:delText>a</w:delText></w:r></w:del><w:ins w:id=\"5\"/></w:p>";
        let settled = settle(&body(&change.repeat(2)), &Known::default(), || 77).unwrap();
        assert_eq!(settled, Some(body(&[change, &change.replace('5', "77")].concat())));
    }
}
