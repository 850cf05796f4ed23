//! Merge fields in the code of another field, where a reader finds only text: `HYPERLINK "https://example.org/«id»"`. As
//! with tags, only text in quotes is filled: data must not decide what a field does.

use super::code;
use crate::text::Marks;
use crate::text::marks::Piece;
use crate::text::syntax;
use crate::text::syntax::{Expr, Syntax};
use crate::text::word_fields::Field;
use platen_ooxml::xml::{NodeId, Tree};

/// A merge field in a code, as its value.
pub(super) struct InCode {
    /// Index among the part's fields.
    field: usize,
    value: Expr,
    /// Nothing stands before it in its text.
    begins: bool,
}

/// The merge fields in a link's code; nothing where one of them stands in no quotes, or is more than a value.
pub(super) fn of_link(fields: &[Field], index: usize) -> Option<Vec<InCode>> {
    let link = fields.get(index).filter(|field| field.keyword() == "HYPERLINK")?;
    let found = link.inner.iter().map(|(place, inner)| {
        let before = link.code.get(..*place)?;
        let quotes = before.chars().filter(|c| is_quote(*c)).count();
        let code::Meaning::Value(value) = code::meaning(fields, *inner) else { return None };
        (quotes % 2 == 1).then(|| InCode { field: *inner, value, begins: before.ends_with(is_quote) })
    });
    let found: Vec<InCode> = found.collect::<Option<_>>()?;
    // One that was typed instead of inserted is text of the code.
    (!found.is_empty() && !link.code.contains('{')).then_some(found)
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”')
}

/// Writes the value in the place of the field.
pub(super) fn fill(tree: &Tree, fields: &[Field], found: InCode, marks: &mut Marks) {
    let Field { start, end: Some(end), .. } = fields[found.field] else { return };
    let begins = Expr::Word(if found.begins { "true" } else { "false" });
    let mut value = Syntax::Value(Expr::call("__url", vec![found.value, begins]));
    syntax::bound(&mut value);
    let in_run = |n: &NodeId| tree.parent(*n).is_some_and(|run| tree.is_w(run, "r"));
    let inside = tree.between(start, end).filter(|n| tree.is_element(*n) && in_run(n));
    inside.filter(|n| !tree.is_w(*n, "rPr")).for_each(|n| marks.drop(n));
    marks.drop(end);
    let empty = |run: &NodeId| {
        let mut shown = tree.children(*run).filter(|n| tree.is_element(*n) && !tree.is_w(*n, "rPr"));
        shown.all(|n| marks.is_dropped(n))
    };
    let runs = tree.between(start, end).filter(|n| tree.is_w(*n, "r")).filter(empty);
    runs.collect::<Vec<_>>().into_iter().for_each(|run| marks.drop(run));
    marks.replace(
        start,
        vec![
            Piece::xml("<w:instrText xml:space=\"preserve\">"),
            Piece::value(syntax::code(&value)),
            Piece::xml("</w:instrText>"),
        ],
    );
}
