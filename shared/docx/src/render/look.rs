//! Formatting from data: the color of the text after a tag, and the style of a paragraph.

use std::sync::Arc;

use minijinja::value::Value;
use minijinja::{Error, State};

use crate::compile::{StyleIds, known_style};
use crate::expression::{cell_value, operators, wrong};
use platen_ooxml::order;
use platen_ooxml::sentinel::SHADE;
use platen_ooxml::xml::characters::escape;

/// `{% color x %}`: a color, or nothing for that of the text itself.
pub(super) fn colour(value: &Value) -> Result<Value, Error> {
    cell_value::fill(value)
}

/// Filter around a paragraph with such tags: gives the runs behind each their color.
pub(super) fn coloured(state: &State, xml: &str) -> Result<Value, Error> {
    operators::spend(state, xml.len())?;
    let mut parts = xml.split(SHADE);
    let mut out = parts.next().unwrap_or_default().to_owned();
    // From which byte on which color is written.
    let mut changes: Vec<(usize, &str)> = Vec::new();
    while let (Some(colour), Some(rest)) = (parts.next(), parts.next()) {
        let run = run_before(&out).unwrap_or(out.len());
        let head = head(&out[run..]).to_owned();
        let begins = out[run + head.len()..]
            .strip_prefix("<w:t")
            .is_some_and(|t| t.ends_with('>') && !t.contains('<'));
        match (begins, rest.strip_prefix("</w:t></w:r>")) {
            (true, _) => changes.push((run, colour)),
            (false, Some(_)) => changes.push((out.len(), colour)),
            (false, None) => {
                out.push_str("</w:t></w:r>");
                changes.push((out.len(), colour));
                out.push_str(&head);
                out.push_str("<w:t xml:space=\"preserve\">");
            }
        }
        out.push_str(rest);
        operators::spend(state, head.len())?;
    }
    Ok(Value::from_safe_string(written(&out, &changes)))
}

/// Where the run begins that is open at the end.
fn run_before(xml: &str) -> Option<usize> {
    xml.rfind("<w:r>").max(xml.rfind("<w:r "))
}

/// The start tag of a run with its properties.
fn head(run: &str) -> &str {
    let open = run.find('>').map_or(run.len(), |at| at + 1);
    let rest = &run[open..];
    let properties = if rest.starts_with("<w:rPr>") {
        rest.find("</w:rPr>").map_or(0, |at| at + "</w:rPr>".len())
    } else if rest.starts_with("<w:rPr/>") {
        "<w:rPr/>".len()
    } else {
        0
    };
    &run[..open + properties]
}

/// The same XML with the colors in the properties of its runs.
fn written(xml: &str, changes: &[(usize, &str)]) -> String {
    let mut out = String::with_capacity(xml.len() + 64);
    let mut at = 0;
    let mut next = 0;
    while let Some(found) = xml[at..].find("<w:r").map(|found| at + found) {
        out.push_str(&xml[at..found]);
        at = found;
        while changes.get(next).is_some_and(|(from, _)| *from <= at) {
            next += 1;
        }
        let colour = next.checked_sub(1).map(|last| changes[last].1).filter(|colour| !colour.is_empty());
        let is_run = xml[at..].starts_with("<w:r>") || xml[at..].starts_with("<w:r ");
        match colour.filter(|_| is_run) {
            Some(colour) => {
                let head = head(&xml[at..]);
                out.push_str(&with_colour(head, colour));
                at += head.len();
            }
            None => {
                out.push_str("<w:r");
                at += "<w:r".len();
            }
        }
    }
    out.push_str(&xml[at..]);
    out
}

/// The start of a run with a color among its properties, in their order.
fn with_colour(head: &str, colour: &str) -> String {
    let open = head.find('>').map_or(head.len(), |at| at + 1);
    let inner =
        head[open..].strip_prefix("<w:rPr>").and_then(|rest| rest.strip_suffix("</w:rPr>")).unwrap_or("");
    let is = |element: &str, name: &str| {
        element.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '/', '>']))
    };
    // Elements of `w:rPr` hold no text: each begins with its prefix.
    let elements: Vec<&str> = elements(inner).filter(|element| !is(element, "<w:color")).collect();
    let behind = order::behind(&order::RUN, "color");
    let comes_later = |element: &&str| behind.iter().any(|name| is(element, &format!("<w:{name}")));
    let at = elements.iter().position(comes_later).unwrap_or(elements.len());
    let (before, after) = elements.split_at(at);
    [
        &head[..open],
        "<w:rPr>",
        &before.concat(),
        "<w:color w:val=\"",
        colour,
        "\"/>",
        &after.concat(),
        "</w:rPr>",
    ]
    .concat()
}

/// The elements in a `w:rPr`, each with what is in it.
fn elements(inner: &str) -> impl Iterator<Item = &str> {
    let mut rest = inner;
    std::iter::from_fn(move || {
        let end = rest.find('>')? + 1;
        let end = match rest[..end].ends_with("/>") {
            true => end,
            false => {
                let name = rest[1..end - 1].split_ascii_whitespace().next()?;
                let close = format!("</{name}>");
                rest.find(&close).map_or(rest.len(), |at| at + close.len())
            }
        };
        let (element, others) = rest.split_at(end);
        rest = others;
        Some(element)
    })
}

/// `{% style x %}`: the style of its paragraph, by the name that Word shows or by its id; nothing for the paragraph's own.
pub(super) fn style(styles: &Arc<StyleIds>, value: &Value) -> Result<Value, Error> {
    let text = value.to_string();
    let name = text.trim();
    if value.is_undefined() || value.is_none() || name.is_empty() {
        return Ok(value.clone());
    }
    match styles.get(&name.to_lowercase()) {
        Some(id) => Ok(Value::from_safe_string(format!("<w:pStyle w:val=\"{}\"/>", escape(id)))),
        None => Err(wrong(value, "paragraph style of the template", &known_style(styles, name))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_takes_its_place_among_the_properties() {
        assert_eq!(with_colour("<w:r>", "FF0000"), "<w:r><w:rPr><w:color w:val=\"FF0000\"/></w:rPr>");
        assert_eq!(
            with_colour(
                "<w:r w:rsidR=\"1\"><w:rPr><w:b/><w:color w:val=\"00FF00\"/><w:sz w:val=\"4\"/></w:rPr>",
                "AA0000"
            ),
            "<w:r w:rsidR=\"1\"><w:rPr><w:b/><w:color w:val=\"AA0000\"/><w:sz w:val=\"4\"/></w:rPr>"
        );
        assert_eq!(with_colour("<w:r><w:rPr/>", "1"), "<w:r><w:rPr><w:color w:val=\"1\"/></w:rPr>");
    }
}
