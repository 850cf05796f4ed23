//! Characters that the engine would not look for in all fonts get a font that has them, by name.
//!
//! The engine falls back, character by character, to a few families that Windows has. Everything else it leaves out or
//! draws as boxes, though a font of this machine may have it. So such text becomes a run of its own that names the font.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::Node;

use super::edits::{Edits, child, is_w, parse, prefix, source};
use crate::PdfError;
use crate::fonts::{Drawn, Fonts};

/// The part with those runs split, `None` when there are none.
pub(super) fn with_fonts(
    text: &str,
    drawn: &BTreeMap<char, Drawn>,
    fonts: &Fonts,
) -> Result<Option<String>, PdfError> {
    let document = parse(text)?;
    let mut edits = Edits::default();
    for node in document.descendants().filter(|node| is_w(*node, &["t"])) {
        let Some(run) = node.parent().filter(|parent| is_w(*parent, &["r"])) else { continue };
        let content: String = node.children().filter_map(|child| child.text()).collect();
        let own = of_run(run, &content, drawn, fonts);
        let pieces = pieces(&content, drawn, &own);
        if pieces.iter().any(|(family, _)| family.is_some()) {
            edits.replace(node.range(), split(text, run, node, &pieces));
        }
    }
    Ok((!edits.is_empty()).then(|| edits.apply(text)))
}

/// Those characters that a font named by the run itself has.
fn of_run(run: Node<'_, '_>, content: &str, drawn: &BTreeMap<char, Drawn>, fonts: &Fonts) -> BTreeSet<char> {
    let wanted: BTreeSet<char> =
        content.chars().filter(|c| matches!(drawn.get(c), Some(Drawn::With(_)))).collect();
    let named = child(run, "rPr").and_then(|properties| child(properties, "rFonts"));
    let Some(named) = named.filter(|_| !wanted.is_empty()) else { return BTreeSet::new() };
    named.attributes().flat_map(|attribute| fonts.covered_by(attribute.value(), &wanted)).collect()
}

/// Stretches of the text with the family that each has to name.
fn pieces<'d>(
    content: &str,
    drawn: &'d BTreeMap<char, Drawn>,
    own: &BTreeSet<char>,
) -> Vec<(Option<&'d str>, String)> {
    let mut pieces: Vec<(Option<&str>, String)> = Vec::new();
    for character in content.chars() {
        let family = match drawn.get(&character) {
            Some(Drawn::With(family)) if !own.contains(&character) => Some(family.as_str()),
            _ => None,
        };
        match pieces.last_mut() {
            // Spaces and marks between such letters belong to their words: a font draws them together.
            Some((last, piece))
                if *last == family || (family.is_none() && last.is_some() && belongs(character)) =>
            {
                piece.push(character);
            }
            _ => pieces.push((family, character.to_string())),
        }
    }
    pieces
}

fn belongs(character: char) -> bool {
    matches!(character, ' ' | '\u{200c}' | '\u{200d}')
}

/// Ends the run before each piece and begins it anew; the text element that is replaced lies inside the first.
fn split(text: &str, run: Node<'_, '_>, node: Node<'_, '_>, pieces: &[(Option<&str>, String)]) -> String {
    let w = prefix(text, run);
    let tag = run
        .first_child()
        .and_then(|first| text.get(run.range().start..first.range().start))
        .unwrap_or_default();
    let properties = child(run, "rPr");
    let written = |piece: &str| {
        let piece = quick_xml::escape::escape(piece);
        format!("<{0}t xml:space=\"preserve\">{piece}</{0}t>", prefix(text, node))
    };
    let own = properties.map_or("", |properties| source(text, properties));
    let split: String = pieces
        .iter()
        .map(|(family, piece)| {
            let properties =
                family.map_or_else(|| own.to_owned(), |family| naming(text, w, properties, family));
            format!("</{w}r>{tag}{properties}{}", written(piece))
        })
        .collect();
    // What follows the text in its run goes on with the run's own properties.
    format!("{split}</{w}r>{tag}{own}")
}

/// The run's properties with `family` for all scripts.
fn naming(text: &str, w: &str, properties: Option<Node<'_, '_>>, family: &str) -> String {
    let family = quick_xml::escape::escape(family);
    let fonts: String = ["ascii", "hAnsi", "eastAsia", "cs"]
        .iter()
        .map(|script| format!(" {w}{script}=\"{family}\""))
        .collect();
    let fonts = format!("<{w}rFonts{fonts}/>");
    let others = properties.into_iter().flat_map(|properties| properties.children());
    // The style of the run comes first (17.3.2.28), then the fonts.
    let (styles, others): (Vec<_>, Vec<_>) =
        others.filter(|node| !is_w(*node, &["rFonts"])).partition(|node| is_w(*node, &["rStyle"]));
    let all = |nodes: &[Node<'_, '_>]| nodes.iter().map(|node| source(text, *node)).collect::<String>();
    format!("<{w}rPr>{}{fonts}{}</{w}rPr>", all(&styles), all(&others))
}
