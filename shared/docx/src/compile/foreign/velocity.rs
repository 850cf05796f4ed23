//! Velocity and FreeMarker as XDocReport has them: in the codes of merge fields (`MERGEFIELD $project.Name`), and in the text
//! beside.

use super::dialect::Dialect;
use super::field_result;
use super::mark::{Mark, Site, What};
use super::mark_codes::{freemarker, name};
use crate::text::flow::Flow;
use crate::text::word_fields::{Field, fields};
use platen_ooxml::field::Instruction;
use platen_ooxml::xml::Tree;

/// What XDocReport puts before a statement that acts on more than its place.
const AROUND: [(&str, &str); 6] = [
    ("@before-row", "tr"),
    ("@after-row", "tr"),
    ("@before-cell", "tc"),
    ("@after-cell", "tc"),
    ("@before-paragraph", "p"),
    ("@after-paragraph", "p"),
];

/// Whether a part has merge fields with such codes.
pub(super) fn is_in_fields(tree: &Tree) -> bool {
    tree.source().contains("MERGEFIELD") && fields(tree).iter().any(|field| of_field(field).is_some())
}

/// The marks that are codes of merge fields, in the order of the flows.
pub(super) fn in_fields(tree: &Tree, flows: &[Flow]) -> Vec<(usize, Mark)> {
    if !tree.source().contains("MERGEFIELD") {
        return Vec::new();
    }
    let fields = fields(tree);
    let mut found: Vec<(usize, Mark)> = Vec::new();
    for field in fields.iter().filter(|field| !field.is_inner) {
        let Some(what) = of_field(field) else { continue };
        let Some((flow, range)) = field_result::shown(tree, flows, field) else { continue };
        let (dialect, site) = (Dialect::Velocity, Site::Field(field.start));
        found.push((flow, Mark { dialect, open: "field", range, what, is_certain: true, site }));
    }
    found.sort_by_key(|(flow, mark)| (*flow, mark.range.start));
    found.dedup_by(|next, before| next.0 == before.0 && next.1.range.start < before.1.range.end);
    found
}

/// What the code of a merge field says, if it is one of a program.
pub(super) fn of_field(field: &Field) -> Option<What> {
    if field.keyword() != "MERGEFIELD" || !field.code.contains(['$', '#', '[']) {
        return None;
    }
    let code = field.code.trim_start().get("MERGEFIELD".len()..)?.trim();
    let code = match code.starts_with(['"', '“']) {
        true => Instruction::parse(&field.code).argument()?.to_owned(),
        // Quotes in it are those of the program.
        false => code.split(" \\*").next().unwrap_or_default().trim().to_owned(),
    };
    let (around, bare) = match code.starts_with('@') {
        true => code.split_at(code.find(['#', '['])?),
        false => ("", code.as_str()),
    };
    let what = match bare.as_bytes() {
        [b'$' | b'#', ..] => match in_text(bare) {
            Some((length, what)) if length == bare.len() => what,
            _ if bare.starts_with("${") => {
                What::Value(bare.strip_prefix("${")?.strip_suffix('}')?.to_owned())
            }
            _ if bare[1..].starts_with(|c: char| c.is_alphabetic() || c == '!' || c == '{') => {
                What::strange("only one statement or value of a merge field can be read")
            }
            _ => return None,
        },
        [b'[', b'#' | b'/', ..] => {
            let read = freemarker(bare.strip_prefix('[')?.strip_suffix(']')?);
            read.map_or_else(|| What::strange("this statement is not known"), |(_, what)| what)
        }
        _ => return None,
    };
    let element = AROUND.iter().find(|(prefix, _)| *prefix == around.trim()).map(|(_, element)| *element);
    Some(match (around, element) {
        ("", _) => what,
        (_, Some(element)) => What::Around(element, Box::new(what)),
        (_, None) => What::strange("it acts on more than its place: write a loop or condition there"),
    })
}

/// A value or statement of Velocity at the beginning of a text, and its length.
pub(super) fn in_text(text: &str) -> Option<(usize, What)> {
    if let Some(rest) = text.strip_prefix('$') {
        let quiet = rest.strip_prefix('!');
        let inner = quiet.unwrap_or(rest);
        let code = match inner.strip_prefix('{') {
            Some(inside) => &inside[..inside.find('}')?],
            None => &inner[..reference(inner)?],
        };
        let braces = if inner.starts_with('{') { 2 } else { 0 };
        let length = text.len() - inner.len() + code.len() + braces;
        name(code.split('(').next()?)?;
        // Nothing is written for what is missing.
        let code = if quiet.is_some() { format!("{code}!") } else { code.to_owned() };
        return Some((length, What::Value(code)));
    }
    let rest = text.strip_prefix('#')?;
    let rest = rest.strip_prefix('{').unwrap_or(rest);
    let word = &rest[..rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len())];
    let behind = &rest[word.len()..];
    let done = |rest: &str| text.len() - rest.len();
    match word {
        "end" => return Some((done(behind.strip_prefix('}').unwrap_or(behind)), What::End(String::new()))),
        "else" => return Some((done(behind.strip_prefix('}').unwrap_or(behind)), What::Else)),
        "foreach" | "if" | "elseif" | "set" => {}
        _ => return None,
    }
    let inside = behind.trim_start().strip_prefix('(')?;
    let end = closed(inside)?;
    let code = inside[..end].trim();
    let what = match word {
        "foreach" => {
            let (item, list) = code.split_once(" in ")?;
            What::For(name(item), list.trim().to_owned())
        }
        "if" => What::If(code.to_owned()),
        "elseif" => What::ElseIf(code.to_owned()),
        _ => What::Run(code.trim_start_matches('$').to_owned()),
    };
    Some((done(&inside[end + 1..]), what))
}

/// The bytes of a reference: `project.Name`, `project.getName()`.
fn reference(text: &str) -> Option<usize> {
    if !text.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return None;
    }
    let mut at = 0;
    loop {
        let rest = &text[at..];
        at += rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let rest = &text[at..];
        if let Some(inside) = rest.strip_prefix('(') {
            at += closed(inside)? + 2;
        } else if rest.strip_prefix('.').is_some_and(|next| next.starts_with(char::is_alphabetic)) {
            at += 1;
        } else {
            return Some(at);
        }
    }
}

/// Where the parenthesis ends that was opened before a text.
fn closed(text: &str) -> Option<usize> {
    let (mut depth, mut quote) = (0usize, None);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (None, '(') => depth += 1,
            (None, ')') if depth == 0 => return Some(at),
            (None, ')') => depth -= 1,
            _ => {}
        }
    }
    None
}
