//! Parses source into a tree, within bounds.

use std::collections::HashMap;
use std::ops::Range;

use quick_xml::Reader;
use quick_xml::events::Event;

use super::namespaces::Ns;
use super::{Held, NONE, Node, Span, Tree};
use crate::sentinel::{EDGE, MARK, PAGE, SHADE};
use crate::{Bounds, Exhausted};

/// Why a part cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum XmlError {
    /// Not well formed.
    #[error("it is not well-formed XML at byte {at}: {detail}")]
    Malformed {
        /// Byte of the part.
        at: usize,
        /// What is wrong.
        detail: String,
    },
    /// Not in UTF-8.
    #[error("it is not encoded in UTF-8")]
    Encoding,
    /// Declares a document type.
    #[error("it has a DOCTYPE, which documents never have")]
    Doctype,
    /// Over a limit; the name is the field of [`Limits`](crate::Limits).
    #[error("it exceeds the limit {limit} ({allowed})")]
    Limit {
        /// Name of the limit.
        limit: &'static str,
        /// Its value.
        allowed: usize,
    },
    /// The budget of the work ended.
    #[error("{0}")]
    Exhausted(#[from] Exhausted),
}

/// What was made of a part that may be left out when it cannot be read; the end of the budget is nobody's to pass over.
pub fn unless_exhausted<T>(read: Result<T, XmlError>) -> Result<Option<T>, Exhausted> {
    match read {
        Err(XmlError::Exhausted(exhausted)) => Err(exhausted),
        read => Ok(read.ok()),
    }
}

impl Tree {
    /// Parses a part. Neither recursion nor memory grows with hostile nesting.
    ///
    /// # Errors
    /// [`XmlError`]: what is wrong with the part, or the limit that it crosses.
    pub fn parse(source: Vec<u8>, bounds: Bounds<'_>) -> Result<Tree, XmlError> {
        Tree::parse_with(source, bounds, &[])
    }

    /// Parses a part that was rendered, in which the character [`MARK`] may stand.
    pub fn parse_marked(source: Vec<u8>, bounds: Bounds<'_>) -> Result<Tree, XmlError> {
        Tree::parse_with(source, bounds, &[MARK])
    }

    /// Parses a piece of a part that is being rendered: what stands around it may have characters of its own in it.
    pub fn parse_piece(source: &str, bounds: Bounds<'_>) -> Result<Tree, XmlError> {
        Tree::parse_with(source.as_bytes().to_vec(), bounds, &[MARK, EDGE, SHADE, PAGE])
    }

    fn parse_with(source: Vec<u8>, bounds: Bounds<'_>, allowed: &[char]) -> Result<Tree, XmlError> {
        let mut source = String::from_utf8(source).map_err(|_| XmlError::Encoding)?;
        if source.starts_with('\u{FEFF}') {
            source.drain(..'\u{FEFF}'.len_utf8());
        }
        // XML 1.0 forbids them, and compiled templates use one as a delimiter: a part that could forge it would
        // run code that no author wrote.
        let is_allowed = |b: u8| matches!(b, b'\t' | b'\n' | b'\r') || allowed.contains(&char::from(b));
        let forbidden = |b: u8| b < 0x20 && !is_allowed(b);
        if let Some(at) = source.bytes().position(forbidden) {
            return Err(malformed(at, "a control character"));
        }
        // Attack: a part whose places do not fit into 32 bits. Nothing reaches this before `expanded_bytes` ends it.
        if u32::try_from(source.len()).is_err() {
            return Err(XmlError::Limit { limit: "expanded_bytes", allowed: u32::MAX as usize });
        }
        let builder = Builder {
            source: &source,
            bounds,
            nodes: Vec::new(),
            attributes: 0,
            open: Vec::new(),
            known: HashMap::new(),
            shadowed: Vec::new(),
        };
        let nodes = builder.run()?;
        Ok(Tree { source, nodes, budget: bounds.budget.clone() })
    }
}

struct Builder<'a> {
    source: &'a str,
    bounds: Bounds<'a>,
    nodes: Vec<Node>,
    /// Attributes of all elements, declarations of namespaces among them.
    attributes: usize,
    /// Elements whose end has not come.
    open: Vec<u32>,
    /// What prefixes mean here; those of namespaces that the compiler does not know are left out.
    known: HashMap<&'a str, Ns>,
    /// What declarations in force changed in that, with the depth of their elements.
    shadowed: Vec<(usize, &'a str, Option<Ns>)>,
}

impl<'a> Builder<'a> {
    fn run(mut self) -> Result<Vec<Node>, XmlError> {
        let mut reader = Reader::from_str(self.source);
        let mut start = 0;
        loop {
            let event = reader.read_event().map_err(|e| malformed(reader.error_position() as usize, e))?;
            let end = reader.buffer_position() as usize;
            self.bounds.budget.spend((end - start) as u64)?;
            match event {
                Event::Start(_) => {
                    self.element(start..end)?;
                    let depth = self.open.len() + 1;
                    // A million nested elements would overflow the stack of the next program that reads the document.
                    let allowed = self.bounds.limits.xml_depth;
                    if depth > allowed {
                        return Err(XmlError::Limit { limit: "xml_depth", allowed });
                    }
                    self.open.push(self.nodes.len() as u32 - 1);
                }
                Event::Empty(_) => {
                    self.element(start..end)?;
                    self.leave();
                }
                Event::End(_) => {
                    let Some(id) = self.open.pop() else {
                        return Err(malformed(start, "an end tag without its start"));
                    };
                    if let Held::Element { close, .. } = &mut self.nodes[id as usize].held {
                        *close = Span::of(&(start..end));
                    }
                    self.leave();
                }
                Event::GeneralRef(_) => {
                    self.check_references(start..end)?;
                    self.text(start..end)?;
                }
                Event::Text(_) | Event::CData(_) => self.text(start..end)?,
                Event::Comment(_) | Event::PI(_) | Event::Decl(_) => {
                    self.push(Held::Other(Span::of(&(start..end))))?
                }
                // Entities of a DOCTYPE are how one kilobyte becomes a gigabyte, and how files are read.
                Event::DocType(_) => return Err(XmlError::Doctype),
                Event::Eof => break,
            }
            start = end;
        }
        if !self.open.is_empty() {
            return Err(malformed(self.source.len(), "an element is never closed"));
        }
        Ok(self.nodes)
    }

    fn element(&mut self, open: Range<usize>) -> Result<(), XmlError> {
        let source = self.source;
        let tag = &source[open.clone()];
        let name_end = tag.find([' ', '\t', '\r', '\n', '/', '>']).unwrap_or(tag.len());
        // A million attributes in a part of a few elements. An equals sign in a value counts too, which does no harm.
        self.attributes += tag.bytes().filter(|byte| *byte == b'=').count();
        if tag.contains('&') {
            self.check_references(open.clone())?;
        }
        if tag.contains("xmlns") {
            self.bind(tag)?;
        }
        let (prefix, local_at) = match tag[1..name_end].find(':') {
            Some(colon) => (&tag[1..1 + colon], colon + 2),
            None => ("", 1),
        };
        let ns = self.known.get(prefix).copied().unwrap_or(Ns::Other);
        let local = Span::of(&(open.start + local_at..open.start + name_end));
        let close = Span::of(&(open.end..open.end));
        self.push(Held::Element { ns, local, open: Span::of(&open), close })
    }

    /// Refuses references to what only a DOCTYPE could define and to characters that XML does not have: copied into a
    /// document they make it one that nothing opens, and a control character could pass for a delimiter of ours.
    fn check_references(&self, range: Range<usize>) -> Result<(), XmlError> {
        for piece in self.source[range.clone()].split('&').skip(1) {
            let name = piece.split_once(';').map(|(name, _)| name);
            if !name.is_some_and(is_reference) {
                return Err(malformed(range.start, "a reference to nothing"));
            }
        }
        Ok(())
    }

    /// Takes note of the namespaces that an element declares. Of a hundred thousand prefixes only those matter that mean
    /// something to the compiler, or stop to.
    fn bind(&mut self, tag: &'a str) -> Result<(), XmlError> {
        let depth = self.open.len() + 1;
        let inner = tag[1..tag.len() - 1].trim_end_matches('/');
        let base = inner.as_ptr() as usize - self.source.as_ptr() as usize;
        let name_end = inner.find([' ', '\t', '\r', '\n', '/']).unwrap_or(inner.len());
        let mut attributes = quick_xml::events::attributes::Attributes::new(inner, name_end);
        for attribute in attributes.with_checks(false) {
            let attribute = attribute.map_err(|e| malformed(base, e))?;
            let key = attribute.key.as_ref();
            let Some(rest) = key.strip_prefix("xmlns") else { continue };
            let end = key.as_ptr() as usize - self.source.as_ptr() as usize + key.len();
            let prefix = match rest.strip_prefix(':') {
                Some(prefix) => &self.source[end - prefix.len()..end],
                None if rest.is_empty() => "",
                None => continue,
            };
            let before = match Ns::of_uri(&attribute.value) {
                Ns::Other => self.known.remove(prefix),
                ns => self.known.insert(prefix, ns),
            };
            if before.is_some() || self.known.contains_key(prefix) {
                self.shadowed.push((depth, prefix, before));
            }
        }
        Ok(())
    }

    /// Ends the innermost element: what it declared goes out of force.
    fn leave(&mut self) {
        let depth = self.open.len() + 1;
        while let Some((_, prefix, before)) = self.shadowed.pop_if(|(d, ..)| *d >= depth) {
            match before {
                Some(ns) => self.known.insert(prefix, ns),
                None => self.known.remove(prefix),
            };
        }
    }

    /// Adds character data; text, references and CDATA sections that follow one another are one node.
    fn text(&mut self, range: Range<usize>) -> Result<(), XmlError> {
        let parent = self.open.last().copied().unwrap_or(NONE);
        let span = Span::of(&range);
        if let Some(Node { held: Held::Text(last), parent: p, .. }) = self.nodes.last_mut()
            && *p == parent
            && last.end == span.start
        {
            last.end = span.end;
            return Ok(());
        }
        self.push(Held::Text(span))
    }

    fn push(&mut self, held: Held) -> Result<(), XmlError> {
        let allowed = self.bounds.limits.xml_nodes;
        if self.nodes.len() + self.attributes >= allowed {
            return Err(XmlError::Limit { limit: "xml_nodes", allowed });
        }
        let id = self.nodes.len() as u32;
        let parent = self.open.last().copied().unwrap_or(NONE);
        if parent != NONE {
            let before = self.nodes[parent as usize].last;
            if before == NONE {
                self.nodes[parent as usize].first = id;
            } else {
                self.nodes[before as usize].next = id;
            }
            self.nodes[parent as usize].last = id;
        } else if let Some(before) = self.last_top_level() {
            self.nodes[before as usize].next = id;
        }
        self.nodes.push(Node { held, parent, first: NONE, last: NONE, next: NONE });
        Ok(())
    }

    fn last_top_level(&self) -> Option<u32> {
        let mut at = self.nodes.len().checked_sub(1)? as u32;
        while self.nodes[at as usize].parent != NONE {
            at = self.nodes[at as usize].parent;
        }
        Some(at)
    }
}

fn malformed(at: usize, detail: impl ToString) -> XmlError {
    XmlError::Malformed { at, detail: detail.to_string() }
}

/// Whether `&name;` stands for something without a DOCTYPE (XML 1.0, 4.1 and 4.6).
fn is_reference(name: &str) -> bool {
    let number = |digits: &str, radix| {
        // `from_str_radix` also takes a sign.
        let code =
            digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, radix));
        let char = code.and_then(Result::ok).and_then(char::from_u32);
        char.is_some_and(|c| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{FFFD}' | '\u{10000}'..))
    };
    match name.strip_prefix('#') {
        Some(digits) => {
            digits.strip_prefix('x').map_or_else(|| number(digits, 10), |digits| number(digits, 16))
        }
        None => ["amp", "lt", "gt", "quot", "apos"].contains(&name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Limits};

    fn parse(xml: &str) -> Result<Tree, XmlError> {
        let limits = Limits { xml_depth: 4, xml_nodes: 20, ..Limits::default() };
        parse_bytes(xml.as_bytes(), &limits)
    }

    fn parse_bytes(xml: &[u8], limits: &Limits) -> Result<Tree, XmlError> {
        Tree::parse(xml.to_vec(), Bounds { limits, budget: &Budget::of(limits) })
    }

    #[test]
    fn nodes_are_ranges_of_the_source() {
        let xml = r#"<?xml version="1.0"?><x:a xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><x:b x:val="1 &lt; 2"/>t &amp; u</x:a>"#;
        let tree = parse(xml).unwrap();
        let root = tree.top_level().find(|n| tree.is_w(*n, "a")).unwrap();
        let b = tree.child_w(root, "b").unwrap();
        assert_eq!(tree.attr(b, "val").as_deref(), Some("1 < 2"));
        assert_eq!(tree.prefix(b), "x:");
        let text = tree.next_sibling(b).unwrap();
        assert_eq!(tree.outer(text), "t &amp; u");
        assert_eq!(tree.outer(root), &xml[21..]);
        assert!(tree.within(text, root) && !tree.within(root, text));
        assert_eq!(tree.descendants(root).count(), 2);
    }

    #[test]
    fn a_prefix_means_what_its_nearest_element_says() {
        let w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
        let tree =
            parse(&format!(r#"<a><p:b xmlns:p="{w}"/><p:b xmlns:p="urn:x"/><b xmlns="{w}"/></a>"#)).unwrap();
        let known: Vec<bool> = tree.nodes().map(|n| tree.is_w(n, "b")).collect();
        assert_eq!(known, [false, true, false, true]);
        let shadowed =
            parse(&format!(r#"<p:b xmlns:p="{w}"><p:b xmlns:p="urn:x"><p:b/></p:b><p:b/></p:b>"#)).unwrap();
        let known: Vec<bool> = shadowed.nodes().map(|n| shadowed.is_w(n, "b")).collect();
        assert_eq!(known, [true, false, false, true]);
    }

    #[test]
    fn attributes_count_as_nodes() {
        let nodes = XmlError::Limit { limit: "xml_nodes", allowed: 20 };
        let many = |name: &str| (0..20).map(|i| format!(" {name}{i}=''")).collect::<String>();
        assert_eq!(parse(&format!("<a{}/>", many("b"))).unwrap_err(), nodes);
        assert_eq!(parse(&format!("<a{}/>", many("xmlns:b"))).unwrap_err(), nodes);
    }

    #[test]
    fn hostile_parts_are_refused() {
        assert_eq!(parse("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>").unwrap_err(), XmlError::Doctype);
        let deep = XmlError::Limit { limit: "xml_depth", allowed: 4 };
        assert_eq!(parse("<a><a><a><a><a/></a></a></a></a>").map(|_| ()), Ok(()));
        assert_eq!(parse("<a><a><a><a><a></a></a></a></a></a>").unwrap_err(), deep);
        assert!(matches!(parse(&"<a/>".repeat(21)).unwrap_err(), XmlError::Limit { limit: "xml_nodes", .. }));
        for bad in ["<a>", "</a>", "<a></b>", "<a", "<a x=1></a"] {
            assert!(matches!(parse(bad).unwrap_err(), XmlError::Malformed { .. }), "{bad}");
        }
        assert_eq!(parse_bytes(&[b'<', 0xff], &Limits::default()).unwrap_err(), XmlError::Encoding);
    }

    #[test]
    fn references_to_nothing_are_refused() {
        let parsed = |inside: &str| {
            let text = format!("<a>{inside}</a>");
            let attribute = format!("<a b=\"{inside}\"/>");
            [text, attribute].map(|xml| parse_bytes(xml.as_bytes(), &Limits::default()).is_ok())
        };
        for known in ["&amp;&lt;&gt;&quot;&apos;", "&#9;&#x20;&#xD7FF;&#65533;&#x10FFFF;", "no reference"] {
            assert_eq!(parsed(known), [true, true], "{known}");
        }
        for wrong in [
            "&b;",
            "&nbsp;",
            "&",
            "&amp",
            "&;",
            "&#;",
            "&#x;",
            "&#1;",
            "&#x1;",
            "&#xD800;",
            "&#xFFFE;",
            "&#+9;",
            "&#x110000;",
        ] {
            assert_eq!(parsed(wrong), [false, false], "{wrong}");
        }
    }
}
