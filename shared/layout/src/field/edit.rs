//! New text for a part, made by replacing stretches of its source.

use std::borrow::Cow;
use std::ops::Range;

use platen_ooxml::xml::Tree;

/// Stretches of a part's source, and what takes their place.
#[derive(Debug, Default)]
pub(super) struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    /// Replaces a stretch. An empty one is an insertion.
    pub fn replace(&mut self, range: Range<usize>, by: impl Into<String>) {
        self.0.push((range, by.into()));
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The part with all of them. One that reaches into an earlier one is left out.
    pub fn apply(mut self, tree: &Tree) -> String {
        let source = tree.source();
        self.0.sort_by_key(|(range, _)| (range.start, range.end));
        let mut out =
            String::with_capacity(source.len() + self.0.iter().map(|(_, by)| by.len()).sum::<usize>());
        let mut at = 0;
        for (range, by) in self.0 {
            if range.start < at {
                continue;
            }
            out.push_str(source.get(at..range.start).unwrap_or_default());
            out.push_str(&by);
            at = range.end;
        }
        out.push_str(source.get(at..).unwrap_or_default());
        out
    }
}

/// Text as character data. Characters that XML cannot hold are left out.
pub(super) fn escaped(text: &str) -> Cow<'_, str> {
    let is_bad =
        |c: char| (c < ' ' && !matches!(c, '\t' | '\n' | '\r')) || matches!(c, '\u{FFFE}' | '\u{FFFF}');
    if !text.contains(|c| matches!(c, '&' | '<' | '>' | '"') || is_bad(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars().filter(|c| !is_bad(*c)) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Text as the content of a run: `w:t`, `w:tab`, `w:br`, with the part's prefix.
pub(super) fn run_text(text: &str, w: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(['\t', '\n', '\u{2011}']).unwrap_or(rest.len());
        let (plain, behind) = rest.split_at(end);
        if !plain.is_empty() {
            out.push_str(&format!("<{w}t xml:space=\"preserve\">{}</{w}t>", escaped(plain)));
        }
        let mut signs = behind.chars();
        match signs.next() {
            Some('\t') => out.push_str(&format!("<{w}tab/>")),
            Some('\n') => out.push_str(&format!("<{w}br/>")),
            Some(_) => out.push_str(&format!("<{w}noBreakHyphen/>")),
            None => {}
        }
        rest = signs.as_str();
    }
    out
}
