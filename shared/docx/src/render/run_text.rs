//! Values as text of a run: escaped, with Word's elements for line breaks and tabs.

use minijinja::value::{Value, ValueKind};
use minijinja::{Error, ErrorKind, Output, State};

use crate::expression::{RenderState, operators};
use crate::options::Missing;
use crate::text::captures::SHORT;
use platen_ooxml::sentinel::MARK;
use platen_ooxml::xml::characters::is_xml_char;
use platen_rich::{Kind, PARAGRAPH, Rich};

/// Writes a value where a tag stands.
pub(super) fn format(out: &mut Output, state: &mut State, value: &Value) -> Result<(), Error> {
    let written = match value.kind() {
        ValueKind::Undefined => {
            if let Some(render) = RenderState::of(state)
                && render.missing != Missing::Empty
            {
                render.note_undefined();
            }
            Ok(())
        }
        ValueKind::None => Ok(()),
        // As Jinja2 prints them.
        ValueKind::Bool => out.write_str(if value.is_true() { "True" } else { "False" }),
        ValueKind::Number => write!(out, "{value}"),
        ValueKind::String => match value.as_str() {
            Some(text) if value.is_safe() => {
                count(state, text.len())?;
                out.write_str(text)
            }
            // docxtpl begins a new paragraph at this character.
            Some(text) if text.contains(PARAGRAPH) => {
                let members = [("$listing".to_owned(), text.into())].into_iter().collect();
                let render = RenderState::of(state);
                let listing = render.map(|render| Rich::new(Kind::Listing, members, render.bounds()));
                match listing.and_then(|listing| rich_mark(state, &Value::from_object(listing))) {
                    Some(mark) => out.write_str(&mark),
                    None => run_text(out, text),
                }
            }
            Some(text) => {
                count(state, written_length(text))?;
                run_text(out, text)
            }
            None => Ok(()),
        },
        _ => match rich_mark(state, value) {
            Some(mark) => {
                operators::spend(state, RICH)?;
                out.write_str(&mark)
            }
            None => {
                let mut text = String::new();
                operators::printed(state, value, &mut text)?;
                count(state, written_length(&text))?;
                run_text(out, &text)
            }
        },
    };
    written.map_err(|_| Error::new(ErrorKind::WriteFailure, "the document is too large"))
}

/// Counts a text that is not short: it may be printed into a capture, which the sink does not see. Short ones are
/// counted where the template is compiled.
fn count(state: &State, bytes: usize) -> Result<(), Error> {
    if bytes <= SHORT {
        return Ok(());
    }
    operators::spend(state, bytes)
}

/// What a rich value counts each time that it is printed: it is drawn and written when the part is whole, at a cost that
/// neither fuel nor the sink sees.
const RICH: usize = 2 << 10;

/// About the bytes that are read and written: a line feed becomes an element.
fn written_length(text: &str) -> usize {
    let grows = text.bytes().filter(|b| matches!(b, b'<' | b'>' | b'&' | b'"' | 0..0x20)).count();
    2 * text.len() + grows * 45
}

/// What stands for a rich value until the part is whole.
pub(super) fn rich_mark(state: &State, value: &Value) -> Option<String> {
    let rich = value.downcast_object::<Rich>()?;
    let index = RenderState::of(state)?.note_rich(rich);
    Some(format!("{MARK}{index}{MARK}"))
}

/// Text inside of `w:t`: a line feed ends the text for a `w:br`, a tab for a `w:tab`, a form feed for a page break.
/// Characters that XML cannot hold are left out.
fn run_text(out: &mut Output, text: &str) -> std::fmt::Result {
    let special = |b: &u8| matches!(*b, b'<' | b'>' | b'&' | b'"' | 0..0x20 | 0xEF);
    if !text.as_bytes().iter().any(special) {
        return out.write_str(text);
    }
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let clean = rest.find(|c: char| matches!(c, '<' | '>' | '&' | '"') || c < ' ' || !is_xml_char(c));
        let clean = clean.unwrap_or(rest.len());
        if clean > 0 {
            out.write_str(&rest[..clean])?;
            rest = &rest[clean..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        out.write_str(match c {
            '<' => "&lt;",
            '>' => "&gt;",
            '&' => "&amp;",
            '"' => "&quot;",
            '\r' if rest.starts_with('\n') => "",
            '\n' | '\r' => "</w:t><w:br/><w:t xml:space=\"preserve\">",
            '\t' => "</w:t><w:tab/><w:t xml:space=\"preserve\">",
            '\u{C}' => "</w:t><w:br w:type=\"page\"/><w:t xml:space=\"preserve\">",
            _ => "",
        })?;
    }
    Ok(())
}
