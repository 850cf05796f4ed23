//! What goes when a value is empty: `discount?row` as the tag of a content control, `{{ discount|drop("row") }}` in the
//! text. Empty are null, a missing value, a text without characters, and a list or object without elements; 0 and false are
//! values.

use super::site::{Drop, Site, Whole};
use crate::spelling::nearest;
use crate::text::flow::{Flow, Plain};
use crate::text::marks::Piece;
use crate::text::syntax::{Expr, Fault, Syntax};
use crate::text::{Marks, syntax};
use platen_ooxml::xml::{NodeId, Tree};

/// The filter that says so in a tag.
const FILTER: &str = "drop";

const WORDS: [(&str, Whole); 6] = [
    ("paragraph", Whole::Paragraph),
    ("row", Whole::Row),
    ("table", Whole::Table),
    ("section", Whole::Section),
    ("control", Whole::Control),
    ("picture", Whole::Picture),
];

impl Whole {
    /// The name in a control's tag, and what goes with it: `discount?row`.
    pub fn of_tag(tag: &str) -> (&str, Option<Whole>) {
        let found =
            tag.rsplit_once('?').and_then(|(name, word)| Some((name.trim_end(), word_of(word.trim())?)));
        match found {
            Some((name, whole)) if !name.is_empty() => (name, Some(whole)),
            _ => (tag, None),
        }
    }

    /// What is nearly a word behind a control's name.
    pub fn meant(tag: &str) -> Option<&'static str> {
        let (_, word) = tag.rsplit_once('?')?;
        nearest(word.trim(), WORDS.iter().map(|(word, _)| *word))
    }

    /// The node that goes, of what stands around one.
    ///
    /// # Errors
    /// There is none, or it must stay; with what helps.
    pub fn around(self, tree: &Tree, node: NodeId) -> Result<NodeId, (&'static str, &'static str)> {
        let near =
            |local: &str| tree.is_w(node, local).then_some(node).or_else(|| tree.ancestor_w(node, local));
        match self {
            Whole::Row => {
                near("tr").ok_or(("is not in a table row", "put it into a row, or use another word"))
            }
            Whole::Table => {
                near("tbl").ok_or(("is not in a table", "put it into a table, or use another word"))
            }
            Whole::Section => tree.ancestor_w(node, "sdt").ok_or((
                "is not in a content control",
                "select what to remove and put a rich text control around it",
            )),
            Whole::Control => near("sdt").ok_or(("is not a content control", "write `paragraph` or `row`")),
            Whole::Picture => {
                let below_run = |n: &NodeId| tree.parent(*n).is_some_and(|run| tree.is_w(run, "r"));
                let shown = std::iter::once(node).chain(tree.ancestors(node)).find(below_run);
                // A picture control holds its picture.
                shown
                    .or_else(|| near("sdt"))
                    .ok_or(("belongs to no picture", "put it into the picture's alt text"))
            }
            Whole::Paragraph => {
                let paragraph = near("p").unwrap_or(node);
                let section = tree.child_w(paragraph, "pPr").and_then(|p| tree.child_w(p, "sectPr"));
                match section {
                    Some(_) => {
                        Err(("is in a paragraph that ends a section", "put it into another paragraph"))
                    }
                    None => Ok(paragraph),
                }
            }
        }
    }
}

impl Drop {
    /// Takes the filter off a tag's value.
    ///
    /// # Errors
    /// Its argument is none of the words.
    pub fn of(syntax: &mut Syntax) -> Result<Option<Drop>, Fault> {
        let Syntax::Value(Expr::Filter { of, name, arguments }) = syntax else { return Ok(None) };
        if name != FILTER {
            return Ok(None);
        }
        let word = match arguments.as_slice() {
            [one] => match &one.value {
                Expr::Text(word) => word.as_str(),
                _ => "",
            },
            _ => "",
        };
        let (Some(whole), Some(value)) = (word_of(word), of.take()) else {
            let words = WORDS.map(|(word, _)| format!("\"{word}\"")).join(", ");
            let message = "the filter `drop` says what is removed when the value is empty".to_owned();
            return Err(Fault {
                message,
                hint: Some(format!("write one of {words} in its parentheses")),
                at: 0,
            });
        };
        *syntax = Syntax::Value(*value);
        Ok(Some(Drop { whole, asked: true, condition: None }))
    }

    /// A picture goes whose alt text is one tag that says nothing; so does a chart without points, whatever else is said of it.
    pub fn of_picture(tree: &Tree, flow: &Flow, site: &Site) -> Option<Drop> {
        let is_picture = matches!(tree.local(flow.paragraph), "docPr" | "shape" | "rect");
        let alone = flow.is_all(&site.tag.range) || site.syntax.is_chart();
        let whole = flow.plain == Some(Plain::Text) && is_picture && alone;
        let is_value = matches!(site.syntax, Syntax::Value(_));
        let drop = Drop { whole: Whole::Picture, asked: false, condition: None };
        (whole && is_value).then_some(drop)
    }

    /// Notes what the tag's value is, once its names are settled.
    pub fn settle(&mut self, syntax: &Syntax) {
        if let Syntax::Value(value) = syntax {
            // A chart goes with its list: its points are made where they are shown.
            let value = match value {
                Expr::Filter { of: Some(list), .. } if syntax.is_chart() => list,
                value => value,
            };
            let test = if self.asked { "__given" } else { "__shown" };
            self.condition = Some(Syntax::If(Expr::call(test, vec![value.clone()])));
        }
    }
}

fn word_of(word: &str) -> Option<Whole> {
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, whole)| *whole)
}

/// Writes a node where the condition holds.
pub(super) fn guard(node: NodeId, condition: &Syntax, marks: &mut Marks) {
    marks.around(node, Piece::statement(syntax::code(condition)), Piece::statement("endif"));
}

/// The condition under which what a control takes along stays.
pub(super) fn of_control(id: usize) -> Syntax {
    Syntax::If(Expr::call("__filled", vec![Expr::Integer(id as u128)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_words_are_taken_off_a_name() {
        assert_eq!(Whole::of_tag("order.discount?row"), ("order.discount", Some(Whole::Row)));
        assert_eq!(Whole::of_tag("logo ? picture"), ("logo", Some(Whole::Picture)));
        for name in ["Approved?", "Approved?yes", "?row", "row"] {
            assert_eq!(Whole::of_tag(name), (name, None));
        }
        assert_eq!(Whole::meant("discount?rows"), Some("row"));
        assert_eq!(Whole::meant("Approved?"), None);
    }
}
