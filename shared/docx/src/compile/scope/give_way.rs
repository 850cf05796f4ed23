//! Tags that print captured paragraphs or runs.

use std::ops::Range;

use super::Anchor;
use super::in_paragraph::Paragraph;
use crate::text::marks::Piece;
use crate::text::scan::{Scope, Tag};
use platen_ooxml::sentinel::EDGE;

impl Paragraph<'_> {
    /// Writes the tag so that its value takes the place of the paragraph or run which holds nothing else, or stands
    /// between its two parts. Whether the value is captured markup is known when it is printed: an `if` in the tag may
    /// choose a text instead. Of the paragraph's other tags, those that are `gone` leave nothing in it.
    pub(super) fn lift(&mut self, index: usize, tag: &Tag, scope: Scope, gone: &[Range<usize>]) -> Anchor {
        let at = self.source_at(tag.range.start);
        let text = self.flow.touched(&(tag.range.start..tag.range.start + 1)).first().map(|s| s.node);
        let run = text.and_then(|text| self.tree.ancestor_w(text, "r"));
        let holder = if scope == Scope::Paragraph { Some(self.flow.paragraph) } else { run };
        let anchor = Anchor { parent: text.and_then(|text| self.tree.parent(text)), at };
        let Some(holder) = holder else { return anchor };
        let inside = self.flow.inside(self.tree, holder);
        let (start, end) =
            (inside.first().map_or(0, |s| s.text.start), inside.last().map_or(0, |s| s.text.end));
        let (mut at, text) = (start, &self.flow.text);
        let here = gone.iter().filter(|other| (start..end).contains(&other.start));
        let before = here.clone().filter(|other| other.start < tag.range.start);
        let after = here.filter(|other| other.start > tag.range.start);
        let bare = before.chain([&tag.range]).chain(after).all(|range| {
            let is_blank = text[at..range.start].trim().is_empty();
            at = range.end;
            is_blank
        }) && text[at.min(end)..end].trim().is_empty();
        let section = scope == Scope::Paragraph && self.section().is_some();
        let objects = self.objects(holder).is_some();
        if bare && !section && !objects {
            let edge = || Piece::xml(EDGE.to_string());
            self.cut(&tag.range, vec![edge(), Piece::Tag(index), edge()]);
            let filter = Piece::statement("filter __instead");
            self.marks.around(holder, filter, Piece::statement("endfilter"));
        } else if let Some((closing, opening)) = self.ends(tag, holder, false) {
            let filter = format!("filter __between({}, {})", literal(&closing), concatenated(&opening));
            let pieces = vec![Piece::statement(filter), Piece::Tag(index), Piece::statement("endfilter")];
            self.cut(&tag.range, pieces);
        }
        anchor
    }
}

/// Pieces as one string in code.
fn concatenated(pieces: &[Piece]) -> String {
    let parts = pieces.iter().map(|piece| match piece {
        Piece::Code(_, code) => code.clone(),
        Piece::Xml(text) => literal(text),
        _ => literal(""),
    });
    parts.collect::<Vec<_>>().join(" ~ ")
}

/// Text as a string in code.
fn literal(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
