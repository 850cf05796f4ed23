//! Content controls. docx-rs writes their frame and contents; the kinds and names that it does not know are put in
//! afterwards (ECMA-376 part 1, 17.5.2; [MS-DOCX] 2.6 for check boxes and repeating sections).

use docx_rs::{Paragraph, Run, RunFonts, StructuredDataTag};

use crate::elements::run;

/// A content control that a template declares.
pub(crate) struct Control {
    /// The data path, written as the control's tag.
    pub tag: &'static str,
    /// The title that Word shows on the control.
    pub title: &'static str,
    /// What can be entered.
    pub kind: Kind,
}

/// The kind of a control, with what belongs to the kind.
pub(crate) enum Kind {
    /// Text of one look, on one line or several.
    PlainText { multi_line: bool },
    /// Text of many looks, or whole paragraphs.
    RichText,
    /// A box that is checked or not.
    CheckBox,
    /// One of the entries: display text and value.
    DropDown(&'static [(&'static str, &'static str)]),
    /// One of the entries, or other text.
    ComboBox(&'static [(&'static str, &'static str)]),
    /// A date, shown by this pattern.
    Date(&'static str),
    /// Items of an array, one after the other.
    RepeatingSection,
}

/// A control inside a line of text, showing `prompt`.
pub(crate) fn inline(tag: &str, prompt: &str) -> StructuredDataTag {
    StructuredDataTag::new().alias(tag).add_run(run(prompt).style("PlaceholderText"))
}

/// A control around a whole paragraph, showing `prompt`.
pub(crate) fn block(tag: &str, prompt: &str) -> StructuredDataTag {
    let paragraph = Paragraph::new().style("Normal").add_run(run(prompt).style("PlaceholderText"));
    StructuredDataTag::new().alias(tag).add_paragraph(paragraph)
}

/// A check box that is not checked, in the font that Word takes for it.
pub(crate) fn check_box(tag: &str) -> StructuredDataTag {
    let font =
        RunFonts::new().ascii("MS Gothic").hi_ansi("MS Gothic").east_asia("MS Gothic").hint("eastAsia");
    StructuredDataTag::new().alias(tag).add_run(Run::new().fonts(font).add_text("\u{2610}"))
}

/// Gives the controls of a `document.xml`, which docx-rs left with their tag as their title, all their properties.
pub(crate) fn declare(document: &str, controls: &[Control]) -> String {
    let mut pieces = document.split(r#"<w:sdtPr><w:alias w:val=""#);
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for (i, piece) in pieces.enumerate() {
        let (tag, rest) = piece.split_once(r#"" /></w:sdtPr>"#).unwrap_or((piece, ""));
        if let Some(control) = controls.iter().find(|control| control.tag == tag) {
            out.push_str(&properties(control, i));
        }
        out.push_str(rest);
    }
    out
}

/// Makes the row in which the control `inner` stands the only item of a repeating section.
pub(crate) fn repeat_row(document: &str, section: &Control, inner: &str) -> String {
    let Some((before, row, after)) = row_around(document, &format!(r#"<w:tag w:val="{inner}"/>"#)) else {
        return document.to_owned();
    };
    let properties = properties(section, 900);
    format!(
        "{before}<w:sdt>{properties}<w:sdtContent><w:sdt><w:sdtPr><w:id w:val=\"{id}\"/>{PLACEHOLDER}\
         <w15:repeatingSectionItem/></w:sdtPr><w:sdtContent>{row}</w:sdtContent></w:sdt></w:sdtContent></w:sdt>{after}",
        id = id(901),
    )
}

/// Marks the row of a table that repeats on each page: the one around `text`.
pub(crate) fn header_row(document: &str, text: &str) -> String {
    match row_around(document, text) {
        Some((before, row, after)) => {
            let row = row.replacen("<w:cantSplit />", "<w:cantSplit/><w:tblHeader/>", 1);
            format!("{before}{row}{after}")
        }
        None => document.to_owned(),
    }
}

const PLACEHOLDER: &str =
    r#"<w:placeholder><w:docPart w:val="DefaultPlaceholder_-1854013440"/></w:placeholder>"#;

fn row_around<'a>(document: &'a str, needle: &str) -> Option<(&'a str, &'a str, &'a str)> {
    let at = document.find(needle)?;
    let start = document[..at].rfind("<w:tr>")?;
    let end = at + document[at..].find("</w:tr>")? + "</w:tr>".len();
    Some((&document[..start], &document[start..end], &document[end..]))
}

/// Ids of controls are 32-bit numbers, unique within the document.
fn id(ordinal: usize) -> usize {
    1_201_400_000 + ordinal
}

fn properties(control: &Control, ordinal: usize) -> String {
    let (tag, title, id) = (control.tag, control.title, id(ordinal));
    let prompting = format!("{PLACEHOLDER}<w:showingPlcHdr/>");
    let (placeholder, kind) = match &control.kind {
        Kind::PlainText { multi_line: false } => (&*prompting, "<w:text/>".to_owned()),
        Kind::PlainText { multi_line: true } => (&*prompting, r#"<w:text w:multiLine="1"/>"#.to_owned()),
        Kind::RichText => (&*prompting, String::new()),
        Kind::CheckBox => ("", CHECK_BOX.to_owned()),
        Kind::DropDown(entries) => {
            (&*prompting, format!("<w:dropDownList>{}</w:dropDownList>", list(entries)))
        }
        Kind::ComboBox(entries) => (&*prompting, format!("<w:comboBox>{}</w:comboBox>", list(entries))),
        Kind::Date(format) => (&*prompting, date(format)),
        Kind::RepeatingSection => ("", "<w15:repeatingSection/>".to_owned()),
    };
    format!(
        r#"<w:sdtPr><w:alias w:val="{title}"/><w:tag w:val="{tag}"/><w:id w:val="{id}"/>{placeholder}{kind}</w:sdtPr>"#
    )
}

const CHECK_BOX: &str = concat!(
    r#"<w14:checkbox><w14:checked w14:val="0"/><w14:checkedState w14:val="2612" w14:font="MS Gothic"/>"#,
    r#"<w14:uncheckedState w14:val="2610" w14:font="MS Gothic"/></w14:checkbox>"#
);

fn list(entries: &[(&str, &str)]) -> String {
    let entry =
        |(text, value): &(&str, &str)| format!(r#"<w:listItem w:displayText="{text}" w:value="{value}"/>"#);
    entries.iter().map(entry).collect()
}

fn date(format: &str) -> String {
    format!(
        r#"<w:date><w:dateFormat w:val="{format}"/><w:lid w:val="en-GB"/><w:storeMappedDataAs w:val="dateTime"/><w:calendar w:val="gregorian"/></w:date>"#
    )
}
