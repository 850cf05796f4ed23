//! Field codes (17.16): what an instruction asks for.

use super::number_format::NumberFormat;
use super::story::{Field, Target};

/// What a field becomes in the layout.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Meaning {
    /// A value that depends on the page.
    Page(Field, Option<NumberFormat>),
    /// Its saved result, as a link.
    Link(Target),
    /// Its saved result.
    Saved,
    /// Nothing: an index entry, a table entry.
    Hidden,
}

/// Reads an instruction.
pub(crate) fn meaning(instruction: &str) -> Meaning {
    let words = words(instruction);
    let Some(name) = words.first().map(|word| word.to_ascii_uppercase()) else { return Meaning::Saved };
    let page = |field| Meaning::Page(field, number_format(&words));
    match name.as_str() {
        "PAGE" => page(Field::Page),
        "NUMPAGES" => page(Field::Pages),
        "SECTIONPAGES" => page(Field::SectionPages),
        "SECTION" => page(Field::Section),
        "HYPERLINK" => link(&words).map_or(Meaning::Saved, Meaning::Link),
        "PAGEREF" | "REF" | "NOTEREF" if has_switch(&words, "\\h") => match words.get(1) {
            Some(bookmark) => Meaning::Link(Target::Bookmark(bookmark.clone())),
            None => Meaning::Saved,
        },
        "XE" | "TC" | "RD" | "TA" | "SET" | "ASK" => Meaning::Hidden,
        _ => Meaning::Saved,
    }
}

fn has_switch(words: &[String], switch: &str) -> bool {
    words.iter().any(|word| word.eq_ignore_ascii_case(switch))
}

fn link(words: &[String]) -> Option<Target> {
    let mut address = None;
    let mut bookmark = None;
    let mut rest = words.iter().skip(1);
    while let Some(word) = rest.next() {
        match word.as_str() {
            "\\l" => bookmark = rest.next(),
            "\\o" | "\\t" => drop(rest.next()),
            _ if word.starts_with('\\') => {}
            _ if address.is_none() => address = Some(word),
            _ => {}
        }
    }
    match (address, bookmark) {
        (Some(address), _) if !address.is_empty() => Some(Target::Uri(address.clone())),
        (_, Some(bookmark)) => Some(Target::Bookmark(bookmark.clone())),
        _ => None,
    }
}

fn number_format(words: &[String]) -> Option<NumberFormat> {
    let at = words.iter().position(|word| word == "\\*")?;
    let name = words.get(at + 1)?;
    Some(match name.as_str() {
        "ROMAN" => NumberFormat::UpperRoman,
        "roman" => NumberFormat::LowerRoman,
        "ALPHABETIC" => NumberFormat::UpperLetter,
        "alphabetic" => NumberFormat::LowerLetter,
        _ => match name.to_ascii_lowercase().as_str() {
            "arabic" => NumberFormat::Decimal,
            "ordinal" => NumberFormat::Ordinal,
            "cardtext" => NumberFormat::CardinalText,
            "ordtext" => NumberFormat::OrdinalText,
            "hex" => NumberFormat::Hex,
            "arabicdash" => NumberFormat::InDashes,
            _ => return None,
        },
    })
}

/// The words of an instruction: a quoted text is one of them.
fn words(instruction: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = instruction.trim_start();
    while !rest.is_empty() {
        let quoted = rest.strip_prefix(['"', '“', '”']);
        let (word, behind) = match quoted {
            Some(text) => {
                let end = text.find(['"', '“', '”']).unwrap_or(text.len());
                let behind = text[end..].chars().next().map_or("", |quote| &text[end + quote.len_utf8()..]);
                (&text[..end], behind)
            }
            None => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
        };
        out.push(word.to_owned());
        rest = behind.trim_start();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_understood() {
        assert_eq!(meaning(" PAGE \\* MERGEFORMAT "), Meaning::Page(Field::Page, None));
        assert_eq!(meaning("page \\* roman"), Meaning::Page(Field::Page, Some(NumberFormat::LowerRoman)));
        assert_eq!(
            meaning(" NUMPAGES   \\* Arabic  \\* MERGEFORMAT "),
            Meaning::Page(Field::Pages, Some(NumberFormat::Decimal))
        );
        assert_eq!(
            meaning("HYPERLINK \"https://example.com/a b\" \\o \"tip\""),
            Meaning::Link(Target::Uri("https://example.com/a b".to_owned()))
        );
        assert_eq!(meaning("HYPERLINK \\l \"_Toc1\""), Meaning::Link(Target::Bookmark("_Toc1".to_owned())));
        assert_eq!(meaning("PAGEREF _Toc1 \\h"), Meaning::Link(Target::Bookmark("_Toc1".to_owned())));
        assert_eq!(meaning("XE \"word\""), Meaning::Hidden);
        assert_eq!(
            [meaning(""), meaning("DATE \\@ \"d\""), meaning("HYPERLINK \"")],
            [(); 3].map(|()| Meaning::Saved)
        );
    }
}
