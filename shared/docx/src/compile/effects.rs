//! Statements about their surroundings: docxtpl's about a table cell (background, spans, merges), and those about their row,
//! their paragraph, the list that the paragraph belongs to, and their section.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::Value;

use super::site::Site;
use crate::expression::page_setup::{ARGUMENTS, Argument as PageArgument, PageSetup};
use crate::expression::{fill, span, words_of};
use crate::text::Marks;
use crate::text::effect::Effect;
use crate::text::flow::Flow;
use crate::text::marks::Piece;
use crate::text::syntax::{Expr, Fault, How, Syntax};
use platen_ooxml::xml::{NodeId, Tree};

impl Effect {
    /// The effect of a tag, which becomes the value to be written, or nothing.
    ///
    /// # Errors
    /// A value of the tag itself that no document can have.
    pub fn of(syntax: &mut Syntax) -> Result<Option<Effect>, Fault> {
        let Syntax::Cell(effect, value) = syntax else { return Ok(None) };
        let (effect, value) = (*effect, value.take());
        if effect == Effect::Page {
            *syntax = Syntax::Do(page(value)?);
            return Ok(Some(effect));
        }
        if effect == Effect::Restart {
            *syntax = Syntax::Nothing;
            return list(value.as_ref()).map(Some);
        }
        let function = match effect {
            Effect::Background | Effect::RowBackground => "__fill",
            Effect::Span => "__span",
            Effect::Colour => "__colour",
            Effect::Style => "__style",
            _ => "",
        };
        if let Some(fault) = value.as_ref().and_then(|value| refused(effect, value)) {
            return Err(fault);
        }
        *syntax = match value {
            Some(value) => Syntax::Value(Expr::call(function, vec![value])),
            None => Syntax::Nothing,
        };
        Ok(Some(effect))
    }
}

/// What `{% list %}` says.
fn list(value: Option<&Expr>) -> Result<Effect, Fault> {
    match value {
        Some(Expr::Text(word)) if word == "restart" => Ok(Effect::Restart),
        Some(Expr::Text(word)) if word == "continue" => Ok(Effect::Continue),
        _ => Err(Fault {
            message: "a list restarts or continues".to_owned(),
            hint: Some("write `{% list \"restart\" %}` or `{% list \"continue\" %}`".to_owned()),
            at: 0,
        }),
    }
}

/// The call that notes what `{% page %}` says. All margins come before those of a side.
fn page(call: Option<Expr>) -> Result<Expr, Fault> {
    let arguments = match call {
        Some(Expr::Call(_, arguments)) => arguments,
        _ => Vec::new(),
    };
    let fault = |message: String, hint: &str| Fault { message, hint: Some(hint.to_owned()), at: 0 };
    if arguments.is_empty() {
        let message = "a page has an orientation, a size or margins".to_owned();
        return Err(fault(message, "write `{% page orientation=\"landscape\" %}`, for example"));
    }
    let mut named = BTreeMap::new();
    for argument in arguments {
        let How::Named(name) = &argument.how else { continue };
        let Some(known) = PageArgument::of(name) else {
            let message = format!("a page has no `{name}`");
            return Err(fault(message, "use orientation, size, margins, top, right, bottom or left"));
        };
        let literal = match &argument.value {
            Expr::Text(text) => Some(Value::from(text.as_str())),
            Expr::Integer(number) => Some(Value::from(*number)),
            _ => None,
        };
        if let Some(Err(error)) = literal.map(|value| PageSetup::default().take(known, &value)) {
            return Err(Fault { message: words_of(&error), hint: None, at: 0 });
        }
        let place = ARGUMENTS.iter().position(|(_, argument)| *argument == known);
        if let Some(twice) = named.insert(place, argument) {
            let How::Named(name) = &twice.how else { continue };
            return Err(fault(format!("`{name}` stands here twice"), "remove one of them"));
        }
    }
    Ok(Expr::Call(Box::new(Expr::name("__page")), named.into_values().collect()))
}

/// What is wrong with a value that the tag itself names.
fn refused(effect: Effect, value: &Expr) -> Option<Fault> {
    let value = match value {
        Expr::Text(text) => Value::from(text.as_str()),
        Expr::Integer(number) => Value::from(*number),
        _ => return None,
    };
    let checked = match effect {
        Effect::Span => span(&value),
        Effect::Background | Effect::RowBackground | Effect::Colour => fill(&value),
        _ => return None,
    };
    let message = checked.err()?.detail().unwrap_or_default().to_owned();
    Some(Fault { message, hint: None, at: 0 })
}

/// Order of a cell's properties (`CT_TcPr`, ECMA-376 part 1, 17.4.70) as far as new ones are put among them.
const BEFORE_SPAN: [&str; 2] = ["cnfStyle", "tcW"];
const BEFORE_MERGE: [&str; 4] = ["cnfStyle", "tcW", "gridSpan", "hMerge"];
const BEFORE_SHADING: [&str; 6] = ["cnfStyle", "tcW", "gridSpan", "hMerge", "vMerge", "tcBorders"];

/// Marks the cells of all effects.
pub(super) fn apply(tree: &Tree, flows: &[Flow], sites: &[Site], marks: &mut Marks) {
    // Of two statements of one kind in a cell the later counts.
    let mut cells: BTreeMap<NodeId, BTreeMap<Effect, usize>> = BTreeMap::new();
    for (index, site) in sites.iter().enumerate() {
        let Some(effect) = site.effect.filter(|effect| effect.is_of_table()) else { continue };
        let Some(cell) = tree.ancestor_w(flows[site.flow].paragraph, "tc") else { continue };
        if effect != Effect::RowBackground {
            cells.entry(cell).or_default().insert(effect, index);
        } else if let Some(row) = tree.ancestor_w(cell, "tr") {
            // A cell of a table in a cell has a row of its own.
            let own = tree.descendants(row).filter(|n| tree.is_w(*n, "tc"));
            for cell in own.filter(|cell| tree.ancestor_w(*cell, "tr") == Some(row)) {
                cells.entry(cell).or_default().insert(effect, index);
            }
        }
    }
    for (cell, tags) in cells {
        let properties = tree.child_w(cell, "tcPr");
        let mut list: Vec<(&str, Vec<Piece>)> = Vec::new();
        for node in properties.into_iter().flat_map(|p| tree.children(p)).filter(|n| tree.is_element(*n)) {
            list.push((tree.local(node), vec![Piece::xml(tree.outer(node))]));
        }
        let has_own = tags.contains_key(&Effect::Background);
        for (effect, tag) in tags {
            match effect {
                // The cell's own color wins.
                Effect::RowBackground if has_own => {}
                Effect::Background | Effect::RowBackground => {
                    let open = "<w:shd w:val=\"clear\" w:color=\"auto\" w:fill=\"";
                    put(&mut list, "shd", &BEFORE_SHADING, attribute(open, given(tag, "auto")));
                }
                Effect::Span => {
                    put(
                        &mut list,
                        "gridSpan",
                        &BEFORE_SPAN,
                        attribute("<w:gridSpan w:val=\"", given(tag, "1")),
                    );
                }
                Effect::MergeAcross => {
                    let span = properties.and_then(|p| tree.child_w(p, "gridSpan"));
                    let span = span
                        .and_then(|s| tree.attr(s, "val"))
                        .and_then(|v| v.parse::<u32>().ok())
                        .unwrap_or(1);
                    let value = Piece::value(format!("{span} * loop.length"));
                    put(&mut list, "gridSpan", &BEFORE_SPAN, attribute("<w:gridSpan w:val=\"", vec![value]));
                    marks.around(cell, Piece::statement("if loop.first"), Piece::statement("endif"));
                }
                Effect::MergeDown => {
                    let value = Piece::value("'restart' if loop.first else 'continue'");
                    put(&mut list, "vMerge", &BEFORE_MERGE, attribute("<w:vMerge w:val=\"", vec![value]));
                    // The text up to the tag shows once; Word hides what merged cells hold, other programs may not.
                    let flow = &flows[sites[tag].flow];
                    let mut texts: Vec<NodeId> = flow
                        .segments
                        .iter()
                        .filter(|s| s.text.start <= sites[tag].tag.range.start)
                        .map(|s| s.node)
                        .collect();
                    texts.dedup();
                    for text in texts {
                        marks.around(text, Piece::statement("if loop.first"), Piece::statement("endif"));
                    }
                }
                _ => {}
            }
        }
        let mut pieces = vec![Piece::xml("<w:tcPr>")];
        pieces.extend(list.into_iter().flat_map(|(_, pieces)| pieces));
        pieces.push(Piece::xml("</w:tcPr>"));
        match properties {
            Some(node) => marks.replace(node, pieces),
            None => marks.begin(cell, pieces),
        }
    }
}

/// Writes the mark of each page setup behind its tag: which section it is for shows in the finished part.
pub(super) fn apply_to_sections(sites: &[Site], marks: &mut Marks) {
    for (tag, _) in sites.iter().enumerate().filter(|(_, site)| site.effect == Some(Effect::Page)) {
        marks.behind(tag, Piece::value(page_mark(tag)));
    }
}

/// Code that writes the mark of the setup that the tag of this number in its part has just noted.
pub(crate) fn page_mark(tag: usize) -> String {
    format!("__page_mark({tag})")
}

/// Marks the paragraphs of all effects.
pub(super) fn apply_to_paragraphs(tree: &Tree, flows: &[Flow], sites: &[Site], marks: &mut Marks) {
    let mut coloured = BTreeSet::new();
    let mut styled: BTreeMap<NodeId, usize> = BTreeMap::new();
    for (index, site) in sites.iter().enumerate() {
        let paragraph = marks.head(flows[site.flow].paragraph);
        match site.effect {
            Some(Effect::Colour) if coloured.insert(paragraph) => {
                marks.around(paragraph, Piece::statement("filter __coloured"), Piece::statement("endfilter"));
            }
            Some(Effect::Style) if matches!(site.syntax, Syntax::Value(_)) => {
                styled.insert(paragraph, index);
            }
            _ => {}
        }
    }
    for (paragraph, tag) in styled {
        let properties = tree.child_w(paragraph, "pPr");
        let own = properties.and_then(|p| tree.child_w(p, "pStyle"));
        let pieces = given(tag, &own.map_or_else(String::new, |n| tree.outer(n).replace('"', "\\\"")));
        match (own, properties.and_then(|p| tree.first_child(p)), properties) {
            (Some(own), ..) => marks.replace(own, pieces),
            (_, Some(first), _) => pieces.into_iter().for_each(|piece| marks.before(first, piece)),
            (.., Some(properties)) => marks.replace(properties, wrapped(pieces)),
            _ => marks.begin(paragraph, wrapped(pieces)),
        }
    }
}

fn wrapped(inner: Vec<Piece>) -> Vec<Piece> {
    let (open, close) = (Piece::xml("<w:pPr>"), Piece::xml("</w:pPr>"));
    std::iter::once(open).chain(inner).chain([close]).collect()
}

/// An author's value, or what stands for none.
fn given(tag: usize, default: &str) -> Vec<Piece> {
    vec![
        Piece::statement(format!("filter __or(\"{default}\")")),
        Piece::Tag(tag),
        Piece::statement("endfilter"),
    ]
}

fn attribute(open: &str, value: Vec<Piece>) -> Vec<Piece> {
    let mut pieces = vec![Piece::xml(open)];
    pieces.extend(value);
    pieces.push(Piece::xml("\"/>"));
    pieces
}

/// Puts a property in its place in the sequence, instead of one of its name.
fn put<'n>(list: &mut Vec<(&'n str, Vec<Piece>)>, name: &'n str, before: &[&str], pieces: Vec<Piece>) {
    list.retain(|(other, _)| *other != name);
    let at = list.iter().take_while(|(other, _)| before.contains(other)).count();
    list.insert(at, (name, pieces));
}
