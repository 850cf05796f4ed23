//! Texts to translate: `{% trans %}Dear {{ name }}{% endtrans %}`. Before anything else looks at a part, each becomes a choice among
//! its translations in the template's own language, so that these are read, checked, discovered and filled as the text beside them:
//! `{% if "de" is language %}Liebe(r) {{ name }}{% else %}Dear {{ name }}{% endif %}`.

use std::collections::HashSet;
use std::ops::Range;

use super::scope::is_object;
use crate::expression::Wordings;
use crate::text::Marks;
use crate::text::flow::{self, Flow, Plain};
use crate::text::marks::{Piece, emit};
use crate::text::places::Places;
use crate::text::report::PartName;
use crate::text::scan::{Delimiter, Found, Scope, Tag, scan};
use crate::text::syntax::{Expr, Syntax};
use crate::text::wording::key;
use platen_ooxml::xml::characters::escape;
use platen_ooxml::xml::{Kind, NodeId, Tree, XmlError};
use platen_ooxml::{Bounds, Diagnostic, Exhausted};

const CLOSING: &str = "endtrans";

/// Properties of runs that do not change how they look (ECMA-376 part 1, 17.3.2.20 and 17.3.2.25).
const UNSEEN: [&str; 2] = ["lang", "noProof"];

/// The texts to translate of all parts.
pub(crate) struct TransTags<'a> {
    wordings: &'a Wordings,
    /// Their keys, in the order of the template, each once.
    pub keys: Vec<String>,
    known: HashSet<String>,
    /// Whether values of the data are looked up in the table as well.
    pub takes_values: bool,
    /// Tags that were met in the paragraphs of texts. Attack: a part of nothing else, each of whose tags takes many times its bytes.
    tags: usize,
    /// Bytes of translations that were written. Attack: ten thousand short texts with a long translation each.
    written: u64,
}

impl<'a> TransTags<'a> {
    pub fn new(wordings: &'a Wordings) -> TransTags<'a> {
        TransTags {
            wordings,
            keys: Vec::new(),
            known: HashSet::new(),
            takes_values: false,
            tags: 0,
            written: 0,
        }
    }

    /// Notes a text to translate.
    pub fn add(&mut self, key: String) {
        if self.known.insert(key.clone()) {
            self.keys.push(key);
        }
    }

    /// Notes what a tag looks up by the filter.
    pub fn note(&mut self, syntax: &Syntax) {
        syntax.each(&mut |expr| match expr {
            Expr::Filter { of: Some(of), name, .. } if name == "trans" => match &**of {
                Expr::Text(text) => self.add(key(text)),
                _ => self.takes_values = true,
            },
            _ => {}
        });
    }

    /// A part with its texts in all languages; as it is without such a text.
    ///
    /// # Errors
    /// The budget has ended, or there are too many translations.
    pub fn written(
        &mut self,
        tree: Tree,
        name: &PartName,
        bounds: Bounds<'_>,
        remarks: &mut Vec<Diagnostic>,
    ) -> Result<Tree, XmlError> {
        if !mentions(tree.source()) {
            return Ok(tree);
        }
        let mut pass = Pass {
            all: self,
            tree: &tree,
            name,
            places: Places::new(&tree),
            bounds,
            marks: Marks::default(),
            remarks,
        };
        pass.flows(&flow::flows(&tree), true)?;
        pass.flows(&flow::plain_flows(&tree), false)?;
        let marks = pass.marks;
        if marks.is_empty() {
            return Ok(tree);
        }
        let source = emit(&tree, &marks, bounds.limits, &[], |_| &Syntax::Nothing)?.source;
        Tree::parse(source.into_bytes(), bounds).and_then(|tree| tree.usual(bounds))
    }
}

/// Whether a part's text may have such a tag; its letters may stand in several runs.
fn mentions(xml: &str) -> bool {
    if !xml.contains('%') {
        return false;
    }
    let (mut in_markup, mut met) = (false, 0);
    let word = CLOSING.as_bytes();
    for byte in xml.bytes() {
        match byte {
            // Attributes hold texts, too.
            b'<' => in_markup = true,
            b'>' => in_markup = false,
            _ if in_markup || byte.is_ascii_whitespace() => {}
            // No letter of the word but the first can begin it.
            byte if byte == word[met] => met += 1,
            byte => met = usize::from(byte == word[0]),
        }
        if met == word.len() {
            return true;
        }
    }
    xml.contains(CLOSING)
}

/// A part on its way.
struct Pass<'p, 'a> {
    all: &'p mut TransTags<'a>,
    tree: &'p Tree,
    name: &'p PartName,
    places: Places<'p>,
    bounds: Bounds<'p>,
    marks: Marks,
    remarks: &'p mut Vec<Diagnostic>,
}

/// A tag that opened a block of whole paragraphs: its flow and its place.
type Opened = (usize, Range<usize>);

impl Pass<'_, '_> {
    fn flows(&mut self, flows: &[Flow], has_paragraphs: bool) -> Result<(), Exhausted> {
        let mut opened: Option<Opened> = None;
        let mut raw = false;
        for (index, flow) in flows.iter().enumerate() {
            self.tree.check()?;
            if flow.plain.is_some_and(|plain| plain != Plain::Text)
                || opened.is_none() && !flow.text.contains("{%")
            {
                continue;
            }
            self.tree.count(flow.text.len());
            let mut tags: Vec<Tag> = Vec::new();
            for found in scan(&flow.text) {
                let Found::Tag(tag) = found else { continue };
                self.all.tags += 1;
                if self.all.tags > self.bounds.limits.tags {
                    let message =
                        format!("the template has more than {} tags (limit tags)", self.bounds.limits.tags);
                    self.fault(flow, &tag.range, &message, "divide the template, or remove tags");
                    return Ok(());
                }
                raw = if raw { tag.keyword() != "endraw" } else { tag.keyword() == "raw" };
                tags.extend((!raw).then_some(tag));
            }
            match tags.iter().find(|tag| is_of_trans(tag)) {
                Some(tag) if has_paragraphs && flow.is_all(&tag.range) => {
                    self.alone(flows, index, tag, &mut opened);
                }
                Some(_) => self.in_text(flow, &tags)?,
                None if opened.is_some() => self.paragraph(flow, &tags)?,
                None => {}
            }
        }
        if let Some((flow, range)) = opened {
            let hint = "add `{% endtrans %}` alone in a paragraph behind the last one to translate";
            self.fault(&flows[flow], &range, "this `trans` is never closed", hint);
        }
        Ok(())
    }

    /// A tag alone in its paragraph: the paragraphs up to the other one are texts.
    fn alone(&mut self, flows: &[Flow], index: usize, tag: &Tag, opened: &mut Option<Opened>) {
        let flow = &flows[index];
        match (tag.keyword(), &opened) {
            ("trans", None) => *opened = Some((index, tag.range.clone())),
            ("trans", Some(_)) => self.fault(flow, &tag.range, NESTED, "close the `trans` before it first"),
            (_, Some(_)) => *opened = None,
            (_, None) => self.fault(flow, &tag.range, CLOSES_NOTHING, "add `{% trans %}` before the text"),
        }
        // A remark takes its paragraph along.
        self.cut(flow, &tag.range, &format!("{{#p {} #}}", tag.keyword()));
    }

    /// Blocks in one paragraph.
    fn in_text(&mut self, flow: &Flow, tags: &[Tag]) -> Result<(), Exhausted> {
        let mut open: Option<(&Tag, usize)> = None;
        for (at, tag) in tags.iter().enumerate().filter(|(_, tag)| is_of_trans(tag)) {
            match (tag.keyword(), open) {
                _ if tag.scope > Scope::Run => {
                    let hint = "write `{% trans %}`, inside a paragraph or alone in one";
                    self.fault(flow, &tag.range, "`trans` cannot replace a paragraph, a row or a cell", hint);
                }
                ("trans", None) => open = Some((tag, at)),
                ("trans", Some(_)) => {
                    self.fault(flow, &tag.range, NESTED, "close the `trans` before it first")
                }
                (_, None) => {
                    self.fault(flow, &tag.range, CLOSES_NOTHING, "add `{% trans %}` before the text")
                }
                (_, Some((begin, first))) => {
                    open = None;
                    let text = begin.range.end..tag.range.start;
                    if text.is_empty() || flow.text[text.clone()].trim().is_empty() {
                        let hint = "put the text to translate between the two tags, or remove them";
                        self.fault(flow, &begin.range, "this `trans` has no text", hint);
                    } else {
                        self.text(flow, text, &tags[first + 1..at])?;
                    }
                }
            }
            self.cut(flow, &tag.range, &format!("{{# {} #}}", tag.keyword()));
        }
        if let Some((tag, _)) = open {
            let hint = "add `{% endtrans %}` in the same paragraph; for several paragraphs, put both tags alone in paragraphs of their own";
            self.fault(flow, &tag.range, "this `trans` is never closed", hint);
        }
        Ok(())
    }

    /// A paragraph in a block. One of tags alone has nothing to translate.
    fn paragraph(&mut self, flow: &Flow, tags: &[Tag]) -> Result<(), Exhausted> {
        let mut at = 0;
        let mut has_words = false;
        for range in
            tags.iter().map(|tag| tag.range.clone()).chain(std::iter::once(flow.text.len()..flow.text.len()))
        {
            has_words |=
                flow.text.get(at..range.start).is_some_and(|text| text.contains(char::is_alphabetic));
            at = range.end;
        }
        if has_words { self.text(flow, 0..flow.text.len(), tags) } else { Ok(()) }
    }

    /// One text: `tags` are those in it.
    fn text(&mut self, flow: &Flow, range: Range<usize>, tags: &[Tag]) -> Result<(), Exhausted> {
        let is_statement = |tag: &&Tag| tag.delimiter == Delimiter::Block && !is_of_trans(tag);
        if let Some(tag) = tags.iter().find(is_statement) {
            let message = format!("a text to translate has no statement such as {}", tag.original);
            let hint = "only values such as `{{ name }}` can stand in it: close `trans` before the statement, and open it again behind";
            self.fault(flow, &tag.range, &message, hint);
            return Ok(());
        }
        let key = key(&flow.text[range.clone()]);
        let wordings = self.all.wordings.of(&key);
        self.all.add(key);
        let ends = self.ends(flow, &range);
        let Some((first, last)) = ends.filter(|_| !wordings.is_empty()) else { return Ok(()) };
        if let Some((message, hint)) = self.lost(flow, &range) {
            let remark = self.name.at(&self.places, flow, &first.text, message).warning().hint(hint);
            self.remarks.push(remark);
        }
        let mut choice = String::new();
        for (tag, text) in wordings {
            let word = if choice.is_empty() { "if" } else { "elif" };
            choice.push_str(&format!("{{% {word} \"{tag}\" is language %}}{}", with_breaks(text)));
        }
        choice.push_str("{% else %}");
        self.all.written += choice.len() as u64;
        self.tree.count(choice.len());
        let allowed = self.bounds.limits.expanded_bytes;
        if self.all.written > allowed {
            return Err(Exhausted::Bytes { limit: "expanded_bytes", allowed });
        }
        let (choice, end) = (Piece::xml(escape(&choice)), Piece::xml("{% endif %}"));
        if first.source == last.source {
            let pieces = vec![choice, Piece::Source(first.source.clone()), end];
            self.marks.substitute(first.node, first.source, pieces);
        } else {
            self.marks.substitute(
                first.node,
                first.source.clone(),
                vec![choice, Piece::Source(first.source)],
            );
            self.marks.substitute(last.node, last.source.clone(), vec![Piece::Source(last.source), end]);
        }
        Ok(())
    }

    /// The first and the last character of a text, without the white space around it.
    fn ends(&self, flow: &Flow, range: &Range<usize>) -> Option<(Character, Character)> {
        let text = &flow.text[range.clone()];
        let character = |(at, c): (usize, char)| {
            let text = range.start + at..range.start + at + c.len_utf8();
            let segment = flow.touched(&text).first()?;
            let is_text = flow.plain.is_some() || matches!(self.tree.kind(segment.node), Kind::Text(_));
            let source = segment.source_of(&text).filter(|_| is_text && !c.is_whitespace())?;
            Some(Character { node: segment.node, source, text })
        };
        let first = text.char_indices().find_map(character)?;
        Some((first, text.char_indices().rev().find_map(character)?))
    }

    /// What translations of a text lack, and what to do about it.
    fn lost(&self, flow: &Flow, range: &Range<usize>) -> Option<(&'static str, &'static str)> {
        if flow.plain.is_some() {
            return None;
        }
        let mut nodes: Vec<NodeId> = flow.touched(range).iter().map(|segment| segment.node).collect();
        // Attack: a run of many references and long properties.
        nodes.dedup();
        let between = self.tree.between(*nodes.first()?, *nodes.last()?).inspect(|_| self.tree.count(1));
        if between.into_iter().any(|node| is_object(self.tree, node)) {
            return Some((
                "a picture, note or field stands in this text: translations do not have it",
                "close `trans` before it, and open it again behind",
            ));
        }
        let mut looks: Vec<(Option<NodeId>, String)> = nodes.iter().map(|node| self.look(*node)).collect();
        looks.dedup();
        (looks.len() > 1).then_some((
            "this text has several formats or a link: its translations have the format of its first character alone",
            "format all of it alike, or make a text of each format",
        ))
    }

    /// What holds the run of a text, and the run's properties.
    fn look(&self, node: NodeId) -> (Option<NodeId>, String) {
        let run = self.tree.ancestor_w(node, "r");
        let properties = run.and_then(|run| self.tree.child_w(run, "rPr"));
        let seen = properties.into_iter().flat_map(|properties| self.tree.children(properties));
        let seen =
            seen.filter(|node| self.tree.is_element(*node) && !UNSEEN.contains(&self.tree.local(*node)));
        (run.and_then(|run| self.tree.parent(run)), seen.map(|node| self.tree.outer(node)).collect())
    }

    /// Writes something else in the place of a tag.
    fn cut(&mut self, flow: &Flow, range: &Range<usize>, instead: &str) {
        let mut instead = Some(Piece::xml(instead));
        for segment in flow.touched(range) {
            let Some(source) = segment.source_of(range) else { continue };
            match self.tree.kind(segment.node) {
                Kind::Element { .. } if flow.plain.is_none() => self.marks.drop(segment.node),
                _ => self.marks.substitute(segment.node, source, instead.take().into_iter().collect()),
            }
        }
    }

    fn fault(&mut self, flow: &Flow, range: &Range<usize>, message: &str, hint: &str) {
        let remark = self.name.at(&self.places, flow, range, message).hint(hint);
        self.remarks.push(remark);
    }
}

const NESTED: &str = "a text to translate cannot stand in another one";
const CLOSES_NOTHING: &str = "this `endtrans` closes nothing";

/// A character of a flow, and where it stands in the part.
struct Character {
    node: NodeId,
    source: Range<usize>,
    text: Range<usize>,
}

fn is_of_trans(tag: &Tag) -> bool {
    matches!(tag.keyword(), "trans" | CLOSING)
}

/// A translation with its line breaks and tabs as values, which become elements of a run.
fn with_breaks(text: &str) -> String {
    if !text.contains(['\n', '\t']) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut at = 0;
    let tags = scan(text).filter_map(|found| match found {
        Found::Tag(tag) => Some(tag.range),
        _ => None,
    });
    for range in tags.chain(std::iter::once(text.len()..text.len())) {
        let words = text.get(at..range.start).unwrap_or_default();
        out.push_str(&words.replace('\n', "{{ \"\\n\" }}").replace('\t', "{{ \"\\t\" }}"));
        out.push_str(&text[range.clone()]);
        at = range.end;
    }
    out
}
