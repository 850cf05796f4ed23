//! Changes of a part's text, each at a place of the original.

use std::ops::Range;

use roxmltree::{Document, Node, ParsingOptions};

use crate::PdfError;

/// Replacements of ranges of one text.
#[derive(Debug, Default)]
pub(super) struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    pub(super) fn replace(&mut self, range: Range<usize>, with: impl Into<String>) {
        self.0.push((range, with.into()));
    }

    pub(super) fn remove(&mut self, range: Range<usize>) {
        self.replace(range, "");
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text with all changes made. Of changes inside each other the outermost counts.
    pub(super) fn apply(mut self, text: &str) -> String {
        self.0.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
        let mut out = String::with_capacity(text.len());
        let mut done = 0;
        for (range, with) in self.0 {
            if range.start < done {
                continue;
            }
            out.push_str(text.get(done..range.start).unwrap_or_default());
            out.push_str(&with);
            done = range.end;
        }
        out.push_str(text.get(done..).unwrap_or_default());
        out
    }
}

/// Reads a part whose depth was checked.
pub(super) fn parse(text: &str) -> Result<Document<'_>, PdfError> {
    // The engine reads parts with a document type, which Word never writes, as this does: not at all.
    Document::parse_with_options(text, ParsingOptions::default())
        .map_err(|error| PdfError::Invalid(error.to_string()))
}

/// Whether the node is an element of WordprocessingML, transitional or strict, by one of `names`.
pub(super) fn is_w(node: Node<'_, '_>, names: &[&str]) -> bool {
    let name = node.tag_name();
    names.contains(&name.name())
        && name.namespace().is_some_and(|space| {
            space.ends_with("/wordprocessingml/2006/main") || space.ends_with("/wordprocessingml/main")
        })
}

/// The first child by that name.
pub(super) fn child<'a, 'input>(node: Node<'a, 'input>, name: &str) -> Option<Node<'a, 'input>> {
    node.children().find(|child| is_w(*child, &[name]))
}

/// The part of `text` that `node` was read from.
pub(super) fn source<'t>(text: &'t str, node: Node<'_, '_>) -> &'t str {
    text.get(node.range()).unwrap_or_default()
}

/// The prefix of the element's name as written, colon included.
pub(super) fn prefix<'t>(text: &'t str, node: Node<'_, '_>) -> &'t str {
    let tag = source(text, node).trim_start_matches('<');
    let name = tag.split(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).next().unwrap_or_default();
    name.find(':').and_then(|colon| name.get(..=colon)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outermost_change_counts() {
        let mut edits = Edits::default();
        edits.replace(2..3, "x");
        edits.remove(1..4);
        edits.replace(7..7, "y");
        assert_eq!(edits.apply("0123456"), "0456y");
    }

    #[test]
    fn prefixes_are_read_as_written() {
        let text = "<a:p xmlns:a='u'><b xmlns='v'/></a:p>";
        let document = parse(text).unwrap();
        let root = document.root_element();
        assert_eq!(prefix(text, root), "a:");
        assert_eq!(prefix(text, root.first_child().unwrap()), "");
    }
}
