//! The shown part of a field while a document is read.

use platen_ooxml::field::Instruction;

use crate::field_names::is_static;
use crate::model::story::Field;
use crate::number_format::NumberFormat;
use crate::pages::Target;

/// The form of a field in the layout.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Meaning {
    /// A value that depends on the page.
    Page(Field, Option<NumberFormat>),
    /// The text in a style that the page has; its saved result in the main part.
    StyleRef { name: String, last: bool, number: bool },
    /// Its saved result, as a link.
    Link(Target),
    /// Its saved result.
    Saved,
    /// Nothing: an index entry, a table entry.
    Hidden,
}

/// The data that a field's result can be computed from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Basis {
    Nothing,
    Document,
    /// The pages of the document, also where it is only printed.
    Pages,
}

/// The meaning of an instruction, and the basis of its result.
pub(crate) fn meaning(code: &str) -> (Meaning, Basis) {
    let instruction = Instruction::parse(code);
    let name = instruction.name();
    let page = |field| Meaning::Page(field, NumberFormat::of(&instruction));
    let meaning = match name.as_str() {
        "PAGE" => page(Field::Page),
        "NUMPAGES" => page(Field::Pages),
        "SECTIONPAGES" => page(Field::SectionPages),
        "SECTION" => page(Field::Section),
        "HYPERLINK" => link(&instruction).map_or(Meaning::Saved, Meaning::Link),
        "PAGEREF" | "REF" | "NOTEREF" if instruction.has("\\h") => match instruction.argument() {
            Some(bookmark) => Meaning::Link(Target::Bookmark(bookmark.to_owned())),
            None => Meaning::Saved,
        },
        "STYLEREF" => match instruction.argument() {
            Some(style) => Meaning::StyleRef {
                name: style.to_owned(),
                last: instruction.has("\\l"),
                number: ["\\n", "\\r", "\\w", "\\s"].iter().any(|switch| instruction.has(switch)),
            },
            None => Meaning::Saved,
        },
        "XE" | "TC" | "RD" | "TA" | "SET" | "ASK" => Meaning::Hidden,
        _ => Meaning::Saved,
    };
    let basis = match name.as_str() {
        "PAGEREF" => Basis::Pages,
        name if is_static(name) => Basis::Nothing,
        _ => Basis::Document,
    };
    (meaning, basis)
}

fn link(instruction: &Instruction) -> Option<Target> {
    let arguments = instruction.arguments(&["\\l", "\\o", "\\t"]);
    match (arguments.first(), instruction.value("\\l")) {
        (Some(address), _) if !address.is_empty() => Some(Target::Uri((*address).to_owned())),
        (_, Some(bookmark)) => Some(Target::Bookmark(bookmark.to_owned())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_understood() {
        let meaning = |code| super::meaning(code).0;
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
