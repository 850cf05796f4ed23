//! What a rich value becomes: a piece of WordprocessingML, written against the [`Resources`] of the document it goes
//! into. Writers take their ids (of styles, links, media, lists) from there, so a fragment can be copied as it is.
//!
//! A writer is a function `fn(&source, &mut Resources<'_>) -> Composed`. Its XML uses the prefix `w:` undeclared and
//! declares every other namespace on the element that needs it ([`Resources::relationships_ns`] and the like), for the
//! part it goes into may know none of them.
//!
//! [`Resources`]: super::resources::Resources
//! [`Resources::relationships_ns`]: super::resources::Resources::relationships_ns

use std::fmt::Write;

use super::data_error::DataError;
use platen_ooxml::xml::characters::is_xml_char;

/// A piece of WordprocessingML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fragment {
    /// What stands in a paragraph beside text: runs and hyperlinks (EG_PContent, ECMA-376 part 1, 17.3).
    Inline(String),
    /// The same for several paragraphs: the first goes on where the value stands, each further one begins a paragraph
    /// with the same properties, and what followed the value follows the last.
    Paragraphs(Vec<String>),
    /// Paragraphs and tables (EG_BlockLevelElts, 17.2.2). They take the place of a paragraph that holds nothing else,
    /// and split one that does. The splicer adds the paragraph that must stand behind a last table.
    Block(String),
}

impl Fragment {
    /// Bytes of its XML.
    pub fn size(&self) -> usize {
        match self {
            Fragment::Inline(xml) | Fragment::Block(xml) => xml.len(),
            Fragment::Paragraphs(paragraphs) => paragraphs.iter().map(String::len).sum(),
        }
    }
}

/// Why a value cannot be written.
#[derive(Debug)]
pub enum Refused {
    /// In words for its sender, without its pointer.
    Value(String),
    /// What is wrong inside of it, with pointers that begin at the value.
    Inside(Vec<DataError>),
}

impl From<String> for Refused {
    fn from(detail: String) -> Refused {
        Refused::Value(detail)
    }
}

/// A fragment, or what is wrong with the value in words for its sender (`is not a picture: ...`), without its pointer.
pub type Composed = Result<Fragment, String>;

/// Writes the inside of a run: text in `w:t`, line feeds as breaks, tabs and form feeds as Word has them. Characters
/// that XML forbids are dropped.
pub fn push_text(out: &mut String, text: &str) {
    let mut open = false;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let element = match c {
            '\r' if rest.peek() == Some(&'\n') => continue,
            '\n' | '\r' => "<w:br/>",
            '\t' => "<w:tab/>",
            '\u{C}' => "<w:br w:type=\"page\"/>",
            c if !is_xml_char(c) => continue,
            _ => "",
        };
        if !element.is_empty() {
            out.push_str(if open { "</w:t>" } else { "" });
            out.push_str(element);
            open = false;
            continue;
        }
        if !open {
            out.push_str("<w:t xml:space=\"preserve\">");
            open = true;
        }
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            c => out.push(c),
        }
    }
    out.push_str(if open { "</w:t>" } else { "" });
}

/// A whole run; `properties` is the inside of its `w:rPr`, in the order of the schema (17.3.2.28), or empty.
pub fn push_run(out: &mut String, properties: &str, text: &str) {
    out.push_str("<w:r>");
    if !properties.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(out, "<w:rPr>{properties}</w:rPr>");
    }
    push_text(out, text);
    out.push_str("</w:r>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_run_keeps_breaks_and_is_escaped() {
        let mut out = String::new();
        push_run(&mut out, "<w:b/>", "a<\r\n\tb\u{1}\u{C}");
        assert_eq!(
            out,
            "<w:r><w:rPr><w:b/></w:rPr><w:t xml:space=\"preserve\">a&lt;</w:t><w:br/><w:tab/>\
             <w:t xml:space=\"preserve\">b</w:t><w:br w:type=\"page\"/></w:r>"
        );
    }
}
