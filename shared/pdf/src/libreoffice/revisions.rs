//! Tracked changes (ECMA-376 part 1, 17.13.5) become what they would be if all were accepted: the text that its author
//! means to send. Word prints the same where it shows no markup; a customer's letter must not show what was struck.

use roxmltree::Node;

use super::edits::{Edits, child, is_w, parse, source};
use crate::PdfError;

/// Text that was taken away, and text that was added.
const DELETED: [&str; 2] = ["del", "moveFrom"];
const INSERTED: [&str; 2] = ["ins", "moveTo"];

/// Notes of how something was before, and of where moved text begins and ends.
const NOTES: [&str; 12] = [
    "rPrChange",
    "pPrChange",
    "sectPrChange",
    "tblPrChange",
    "tblPrExChange",
    "tblGridChange",
    "trPrChange",
    "tcPrChange",
    "moveFromRangeStart",
    "moveFromRangeEnd",
    "moveToRangeStart",
    "moveToRangeEnd",
];

/// What holds the properties of a paragraph mark or of a row, where a change is a mark and no container.
const PROPERTIES: [&str; 2] = ["rPr", "trPr"];

/// The part with all changes accepted, `None` when it has none.
pub(super) fn accepted(text: &str) -> Result<Option<String>, PdfError> {
    // Each change names who made it.
    if !text.contains("author=") {
        return Ok(None);
    }
    let content = accept_content(text)?;
    let joined = join_paragraphs(&content)?;
    Ok((joined != text).then_some(joined))
}

/// Takes out what was deleted, and the wrappers of what was inserted. Marks of deleted paragraph marks stay.
fn accept_content(text: &str) -> Result<String, PdfError> {
    let document = parse(text)?;
    let mut edits = Edits::default();
    for node in document.descendants() {
        let is_mark = node.parent().is_some_and(|parent| is_w(parent, &PROPERTIES));
        if is_w(node, &NOTES)
            || (is_w(node, &INSERTED) && is_mark)
            || (is_w(node, &DELETED) && !is_mark)
            || (is_w(node, &["tr"]) && is_deleted_row(node))
            || (is_w(node, &["tbl"]) && has_deleted_rows_alone(node))
        {
            edits.remove(node.range());
        } else if is_w(node, &INSERTED) {
            unwrap(node, &mut edits);
        }
    }
    Ok(edits.apply(text))
}

fn unwrap(node: Node<'_, '_>, edits: &mut Edits) {
    match (node.first_child(), node.last_child()) {
        (Some(first), Some(last)) => {
            edits.remove(node.range().start..first.range().start);
            edits.remove(last.range().end..node.range().end);
        }
        _ => edits.remove(node.range()),
    }
}

fn is_deleted_row(row: Node<'_, '_>) -> bool {
    child(row, "trPr").is_some_and(|properties| child(properties, "del").is_some())
}

fn has_deleted_rows_alone(table: Node<'_, '_>) -> bool {
    let mut rows = table.children().filter(|node| is_w(*node, &["tr"])).peekable();
    rows.peek().is_some() && rows.all(is_deleted_row)
}

/// Joins a paragraph whose mark was deleted with the next one, whose properties the joined paragraph has (17.13.5.15).
fn join_paragraphs(text: &str) -> Result<String, PdfError> {
    let document = parse(text)?;
    let mut edits = Edits::default();
    for node in document.descendants().filter(|node| is_w(*node, &["p"]) && has_deleted_mark(*node)) {
        // The first of a row of such paragraphs joins all of them.
        if node.prev_sibling_element().is_some_and(|before| is_w(before, &["p"]) && has_deleted_mark(before))
        {
            continue;
        }
        let mut chain = vec![node];
        while let Some(next) =
            chain.last().filter(|last| has_deleted_mark(**last)).and_then(|last| last.next_sibling_element())
        {
            if !is_w(next, &["p"]) {
                break;
            }
            chain.push(next);
        }
        let (Some(first), Some(last)) = (chain.first(), chain.last()) else { continue };
        // Nothing to join with, before a table or at the end of a cell: an empty paragraph stays.
        if chain.len() == 1 {
            continue;
        }
        let tag = first
            .first_child()
            .map_or("", |inner| text.get(first.range().start..inner.range().start).unwrap_or_default());
        let tag = if tag.is_empty() { source(text, *first).replacen("/>", ">", 1) } else { tag.to_owned() };
        let properties = child(*last, "pPr").map_or("", |properties| source(text, properties));
        let contents = chain.iter().flat_map(|paragraph| paragraph.children());
        let contents: String =
            contents.filter(|node| !is_w(*node, &["pPr"])).map(|node| source(text, node)).collect();
        let prefix = super::edits::prefix(text, *first);
        edits.replace(
            first.range().start..last.range().end,
            format!("{tag}{properties}{contents}</{prefix}p>"),
        );
    }
    Ok(if edits.is_empty() { text.to_owned() } else { edits.apply(text) })
}

/// Whether the paragraph's mark was deleted, and no section ends with it.
fn has_deleted_mark(paragraph: Node<'_, '_>) -> bool {
    let Some(properties) = child(paragraph, "pPr") else { return false };
    let mark = child(properties, "rPr");
    child(properties, "sectPr").is_none()
        && mark.is_some_and(|mark| mark.children().any(|node| is_w(node, &DELETED)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accept(body: &str) -> Option<String> {
        let space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
        let (open, close) = (format!("<w:body xmlns:w='{space}'>"), "</w:body>");
        let text = accepted(&format!("{open}{body}{close}")).unwrap()?;
        Some(text.strip_prefix(&open).unwrap().strip_suffix(close).unwrap().to_owned())
    }

    #[test]
    fn what_was_deleted_goes_and_what_was_inserted_stays() {
        for (before, after) in [
            (
                "<w:p><w:del w:author='A'><w:r/></w:del><w:ins w:author='A'><w:r><w:t>x</w:t></w:r></w:ins></w:p>",
                "<w:p><w:r><w:t>x</w:t></w:r></w:p>",
            ),
            ("<w:p><w:ins w:author='A'><w:del w:author='B'><w:r/></w:del></w:ins></w:p>", "<w:p></w:p>"),
            (
                "<w:p><w:moveFrom w:author='A'><w:r/></w:moveFrom></w:p><w:p><w:moveTo w:author='A'><w:r/></w:moveTo></w:p>",
                "<w:p></w:p><w:p><w:r/></w:p>",
            ),
            (
                "<w:r><w:rPr><w:b/><w:rPrChange w:author='A'><w:rPr><w:i/></w:rPr></w:rPrChange></w:rPr></w:r>",
                "<w:r><w:rPr><w:b/></w:rPr></w:r>",
            ),
            (
                "<w:tbl><w:tr><w:trPr><w:del w:author='A'/></w:trPr></w:tr><w:tr><w:trPr><w:ins w:author='A'/></w:trPr></w:tr></w:tbl>",
                "<w:tbl><w:tr><w:trPr></w:trPr></w:tr></w:tbl>",
            ),
            ("<w:tbl><w:tr><w:trPr><w:del w:author='A'/></w:trPr></w:tr></w:tbl><w:p/>", "<w:p/>"),
        ] {
            assert_eq!(accept(before).as_deref(), Some(after), "{before}");
        }
        assert_eq!(accept("<w:p><w:r><w:t>delete</w:t></w:r></w:p>"), None);
    }

    #[test]
    fn a_deleted_mark_joins_paragraphs_and_the_last_ones_properties_stay() {
        let marked = |text: &str| {
            format!(
                "<w:p><w:pPr><w:jc w:val='left'/><w:rPr><w:del w:author='A'/></w:rPr></w:pPr><w:r>{text}</w:r></w:p>"
            )
        };
        let last = "<w:p><w:pPr><w:jc w:val='right'/></w:pPr><w:r>c</w:r></w:p>";
        let joined = "<w:p><w:pPr><w:jc w:val='right'/></w:pPr><w:r>a</w:r><w:r>b</w:r><w:r>c</w:r></w:p>";
        assert_eq!(accept(&(marked("a") + &marked("b") + last)).as_deref(), Some(joined));
        // Before a table there is nothing to join with.
        assert_eq!(accept(&(marked("a") + "<w:tbl/>")), None);
    }
}
