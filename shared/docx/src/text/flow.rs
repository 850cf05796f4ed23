//! The text of a paragraph as its reader sees it, with the place of each piece in the XML.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::Range;

use platen_ooxml::xml::{Kind, NodeId, Tree, characters};

/// The text of one paragraph (`w:p`). Runs, hyperlinks, tracked insertions and inline content controls are looked
/// through; deleted text is no text; a text box inside has paragraphs of its own.
#[derive(Debug)]
pub(crate) struct Flow {
    /// The paragraph, or the element that holds plain text.
    pub paragraph: NodeId,
    /// Text outside of any paragraph of the document: a chart's label, a field's code, an attribute. It has no runs, so
    /// values are written into it without breaks.
    pub plain: Option<Plain>,
    pub text: String,
    pub segments: Vec<Segment>,
    /// Where the text stands without the white space around it: told once, since each of thousands of tags asks.
    trimmed: OnceCell<Range<usize>>,
}

/// What plain text is, by which its values are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Plain {
    /// Character data or an attribute's value.
    Text,
    /// A link's target.
    Url,
    /// A field's code: what stands in its quotes may be filled, not what it does.
    Field,
    /// A value that a chart draws (`c:numCache`, `c:numLit`, ECMA-376 part 1, 21.2.2.121 and 21.2.2.122).
    Number,
}

/// A stretch of a flow's text.
#[derive(Debug, Clone)]
pub(crate) struct Segment {
    /// The text node, or the `w:tab`/`w:br` element that stands for a character.
    pub node: NodeId,
    /// Bytes of the flow's text.
    pub text: Range<usize>,
    /// Bytes of the part's source. As long as `text` unless the piece is a reference or an element.
    pub source: Range<usize>,
}

impl Segment {
    /// A character that stands in the source as a reference (`&lt;`) or an element: all or nothing.
    fn is_atomic(&self) -> bool {
        self.text.len() != self.source.len()
    }

    /// The source bytes of `range` of the flow's text, as far as it lies in this segment.
    pub fn source_of(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let start = range.start.max(self.text.start);
        let end = range.end.min(self.text.end);
        if start >= end {
            return None;
        }
        if self.is_atomic() {
            return Some(self.source.clone());
        }
        let base = self.source.start;
        Some(base + start - self.text.start..base + end - self.text.start)
    }
}

/// All paragraphs that have text, in document order.
pub(crate) fn flows(tree: &Tree) -> Vec<Flow> {
    let mut flows: BTreeMap<NodeId, Flow> = BTreeMap::new();
    for node in tree.nodes() {
        let holder = match tree.kind(node) {
            Kind::Text(_) => match tree.parent(node) {
                Some(parent) if tree.is_w(parent, "t") => parent,
                _ => continue,
            },
            Kind::Element { .. } if character(tree, node).is_some() => node,
            _ => continue,
        };
        let Some(paragraph) = paragraph_of(tree, holder) else { continue };
        let flow = flows.entry(paragraph).or_insert_with(|| Flow {
            paragraph,
            plain: None,
            text: String::new(),
            segments: Vec::new(),
            trimmed: OnceCell::new(),
        });
        match (tree.kind(node), character(tree, node)) {
            (Kind::Text(range), _) => flow.push_source(tree, node, range),
            (_, Some(c)) => flow.push(node, c, tree.range(node)),
            _ => {}
        }
    }
    flows.into_values().collect()
}

impl Flow {
    /// The segments that a range of the text lies in: they stand in the text's order.
    pub fn touched(&self, range: &Range<usize>) -> &[Segment] {
        let from = self.segments.partition_point(|s| s.text.end <= range.start);
        let to = self.segments.partition_point(|s| s.text.start < range.end);
        self.segments.get(from..to).unwrap_or_default()
    }

    /// The segments of nodes that lie in an element: nodes stand in the document's order.
    pub fn inside(&self, tree: &Tree, element: NodeId) -> &[Segment] {
        let from = self.segments.partition_point(|s| s.node < element);
        let to = self.segments.partition_point(|s| s.node < element || tree.within(s.node, element));
        self.segments.get(from..to).unwrap_or_default()
    }

    /// Whether a tag has the text to itself.
    pub fn is_all(&self, range: &Range<usize>) -> bool {
        let trimmed = self.trimmed();
        range.start <= trimmed.start && trimmed.end <= range.end
    }

    pub fn is_blank(&self) -> bool {
        self.trimmed().is_empty()
    }

    fn trimmed(&self) -> &Range<usize> {
        self.trimmed.get_or_init(|| {
            let start = self.text.len() - self.text.trim_start().len();
            start..start + self.text.trim().len()
        })
    }

    /// Adds the text that a stretch of the source stands for.
    fn push_source(&mut self, tree: &Tree, node: NodeId, range: Range<usize>) {
        for (start, end, piece) in characters::pieces(&tree.source()[range.clone()]) {
            self.push(node, &piece, range.start + start..range.start + end);
        }
    }

    fn push(&mut self, node: NodeId, text: &str, source: Range<usize>) {
        let start = self.text.len();
        self.text.push_str(text);
        self.segments.push(Segment { node, text: start..self.text.len(), source });
    }
}

/// The flows below an element with their indices, of a list in which paragraphs come first and each kind is in document
/// order.
pub(crate) fn below<'f>(
    tree: &'f Tree,
    flows: &'f [Flow],
    element: NodeId,
) -> impl Iterator<Item = (usize, &'f Flow)> {
    let plain = flows.partition_point(|f| f.plain.is_none());
    let range = |start: usize, list: &[Flow]| {
        let from = list.partition_point(|f| f.paragraph < element);
        let to = list.partition_point(|f| f.paragraph < element || tree.within(f.paragraph, element));
        start + from..start + to
    };
    let both = range(0, &flows[..plain]).chain(range(plain, &flows[plain..]));
    both.inspect(|_| tree.count(1)).map(|i| (i, &flows[i]))
}

/// Plain text with tags in it: character data outside of `w:t`, and attributes. Runs of DrawingML text (`a:t`) are one text
/// by paragraph (ECMA-376 part 1, 21.1.2.2.6).
pub(crate) fn plain_flows(tree: &Tree) -> Vec<Flow> {
    let mut flows: BTreeMap<(NodeId, usize), Flow> = BTreeMap::new();
    for node in tree.nodes() {
        match tree.kind(node) {
            Kind::Text(range) => {
                let Some(parent) = tree.parent(node).filter(|p| !tree.is_w(*p, "t")) else { continue };
                if matches!(tree.local(parent), "delText" | "delInstrText") || is_deleted(tree, parent) {
                    continue;
                }
                let paragraph = (tree.local(parent) == "t")
                    .then(|| tree.ancestors(parent).find(|n| tree.local(*n) == "p"));
                let holder = paragraph.flatten().unwrap_or(parent);
                let kind = match tree.local(parent) {
                    "instrText" if tree.is_w(parent, "instrText") => Plain::Field,
                    "v" if is_number(tree, parent) => Plain::Number,
                    _ => Plain::Text,
                };
                let flow = flows.entry((holder, 0)).or_insert_with(|| Flow::plain(holder, kind));
                flow.push_source(tree, node, range);
            }
            Kind::Element { open, .. } => {
                let tag = &tree.source()[open.clone()];
                let encoded = tag.contains("%7B%7B") || tag.contains("%7b%7b");
                if !tag.contains("{{") && !tag.contains("{%") && !encoded {
                    continue;
                }
                for (_, value) in tree.attrs(node) {
                    let is_target = encoded || tree.local(node) == "Relationship";
                    let kind = match tree.local(node) {
                        "fldSimple" => Plain::Field,
                        _ if is_target => Plain::Url,
                        _ => Plain::Text,
                    };
                    let mut flow = Flow::plain(node, kind);
                    for (start, end, piece) in characters::pieces(&tree.source()[value.clone()]) {
                        flow.push_decoded(node, &piece, value.start + start..value.start + end, encoded);
                    }
                    flows.insert((node, value.start), flow);
                }
            }
            Kind::Other(_) => {}
        }
    }
    flows.into_values().filter(|f| f.text.contains("{{") || f.text.contains("{%")).collect()
}

/// Alternative texts of pictures, charts and shapes: those of DrawingML (`wp:docPr`, `pic:cNvPr`; ECMA-376 part 1, 20.4.2.5 and
/// 19.3.1.12) and of VML (part 4, 19.1.2.19).
pub(crate) fn alternative_texts(tree: &Tree) -> Vec<Flow> {
    let mut flows = Vec::new();
    if !["descr=", "title=", "alt="].iter().any(|name| tree.source().contains(name)) {
        return flows;
    }
    for node in tree.nodes() {
        let names: &[&str] = match tree.local(node) {
            "docPr" | "cNvPr" => &["descr", "title"],
            "shape" | "rect" | "roundrect" | "oval" | "line" | "image" | "group" => &["alt"],
            _ => continue,
        };
        for (_, value) in tree.attrs(node).into_iter().filter(|(name, _)| names.contains(name)) {
            let mut flow = Flow::plain(node, Plain::Text);
            flow.push_source(tree, node, value);
            flows.push(flow);
        }
    }
    flows
}

impl Flow {
    fn plain(paragraph: NodeId, plain: Plain) -> Flow {
        Flow {
            paragraph,
            plain: Some(plain),
            text: String::new(),
            segments: Vec::new(),
            trimmed: OnceCell::new(),
        }
    }

    /// Word writes a tag in a link's target percent-encoded (RFC 3986, 2.1).
    fn push_decoded(&mut self, node: NodeId, piece: &str, source: Range<usize>, encoded: bool) {
        if !encoded || piece.len() != source.len() {
            return self.push(node, piece, source);
        }
        let mut at = 0;
        while at < piece.len() {
            let code =
                piece[at..].strip_prefix('%').and_then(|rest| u8::from_str_radix(rest.get(..2)?, 16).ok());
            match code.filter(u8::is_ascii) {
                Some(byte) => {
                    self.push(
                        node,
                        char::from(byte).encode_utf8(&mut [0; 4]),
                        source.start + at..source.start + at + 3,
                    );
                    at += 3;
                }
                None => {
                    let length = piece[at + 1..].find('%').map_or(piece.len() - at, |i| i + 1);
                    self.push(node, &piece[at..at + length], source.start + at..source.start + at + length);
                    at += length;
                }
            }
        }
    }
}

/// The character that an element of a run stands for.
fn character(tree: &Tree, node: NodeId) -> Option<&'static str> {
    let parent = tree.parent(node)?;
    if !tree.is_w(parent, "r") || tree.ns(node) != platen_ooxml::xml::Ns::W {
        return None;
    }
    match tree.local(node) {
        "tab" | "ptab" => Some("\t"),
        "br" | "cr" => Some("\n"),
        "noBreakHyphen" => Some("-"),
        _ => None,
    }
}

/// Whether the value of a chart's point is a number.
fn is_number(tree: &Tree, value: NodeId) -> bool {
    let mut around = tree.ancestors(value).take(2);
    around.any(|n| matches!(tree.local(n), "numCache" | "numLit"))
}

/// Whether tracked changes took it from here.
fn is_deleted(tree: &Tree, node: NodeId) -> bool {
    let mut around = tree.ancestors(node).take_while(|n| !tree.is_w(*n, "p"));
    around.any(|n| tree.is_w(n, "del") || tree.is_w(n, "moveFrom"))
}

/// The paragraph whose text `node` is, unless the text is deleted.
fn paragraph_of(tree: &Tree, node: NodeId) -> Option<NodeId> {
    for ancestor in tree.ancestors(node) {
        if tree.is_w(ancestor, "p") {
            return Some(ancestor);
        }
        if tree.is_w(ancestor, "del") || tree.is_w(ancestor, "moveFrom") {
            return None;
        }
    }
    None
}
