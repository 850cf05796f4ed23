//! Marks of other products in a part.

use std::collections::BTreeSet;
use std::ops::Range;

use super::dialect::Dialect;
use super::foreign_scan::Scan;
use super::mark::{Mark, Open, Site, What};
use super::{merge, stamper, velocity};
use crate::text::flow::Flow;
use platen_ooxml::xml::Tree;

/// The marks in a text, in their order. Our own tags are none, but for what is written like those of Handlebars.
pub(super) fn marks(text: &str) -> Vec<Mark> {
    let mut found = Vec::new();
    let mut scan = Scan::new(text);
    let mut at = 0;
    while let Some(next) = text[at..].find(['{', '[', '<', '«', '$', '#', '+']) {
        at += next;
        match scan.at(at) {
            Some((end, mark)) => {
                found.extend(mark.map(|seen| seen.mark(at..end)));
                at = end;
            }
            None => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    found
}

/// The marks in a part's paragraphs, each with the index of its flow. What fields of a mail merge show is no mark, unless
/// their codes are.
pub(crate) fn of_part(tree: &Tree, flows: &[Flow]) -> Vec<(usize, Mark)> {
    let mut found = stamper::in_comments(tree, flows);
    let mut results: Option<Vec<(usize, Range<usize>)>> = None;
    let mut coded = velocity::in_fields(tree, flows).into_iter().peekable();
    for (index, flow) in flows.iter().enumerate() {
        while let Some(mark) = coded.next_if(|(at, _)| *at == index) {
            found.push(mark);
        }
        if flow.plain.is_some() || !may_have(&flow.text) {
            continue;
        }
        tree.count(flow.text.len());
        let results = results.get_or_insert_with(|| merge::results(tree, flows));
        let from = results.partition_point(|(flow, _)| *flow < index);
        let mut here = results[from..].iter().take_while(|(flow, _)| *flow == index).peekable();
        let first = found.partition_point(|(flow, _)| *flow < index);
        for mark in marks(&flow.text) {
            while here.next_if(|(_, range)| range.end <= mark.range.start).is_some() {}
            if here.peek().is_none_or(|(_, range)| mark.range.end <= range.start) {
                found.push((index, mark));
            }
        }
        found[first..].sort_by_key(|(_, mark)| mark.range.start);
    }
    found
}

/// Whether a text can have marks at all.
fn may_have(text: &str) -> bool {
    text.contains(['{', '[', '«', '$', '#']) || text.contains("<<") || text.contains("+++")
}

/// The mark that begins at a byte of a text.
pub(crate) fn mark_at(text: &str, at: usize) -> Option<Mark> {
    let (end, seen) = Scan::new(text).at(at)?;
    seen.map(|seen| seen.mark(at..end))
}

/// What is left between delimiters that other marks of a document have: ends that are missing in a paragraph, with what
/// follows up to the end in a later one.
pub(super) fn torn(flows: &[Flow], found: &mut Vec<(usize, Mark)>, opens: &BTreeSet<Open>) {
    for (open, close, dialect) in
        [("+++", "+++", Dialect::Commands), ("{", "}", Dialect::Braces), ("${", "}", Dialect::Dollar)]
    {
        if !opens.contains(open) {
            continue;
        }
        let mut is_open = false;
        for (index, flow) in flows.iter().enumerate().filter(|(_, flow)| flow.plain.is_none()) {
            let from = found.partition_point(|(at, _)| *at < index);
            let to = found.partition_point(|(at, _)| *at <= index);
            let known: Vec<Range<usize>> = found[from..to].iter().map(|(_, m)| m.range.clone()).collect();
            let outside = |at: &usize| !known.iter().any(|range| range.contains(at));
            let first = |sign: &str| flow.text.match_indices(sign).map(|(at, _)| at).find(outside);
            let mut mark = |range: Range<usize>, what: What| {
                let mark = Mark { dialect, open, range, what, is_certain: false, site: Site::Text };
                let at = found[from..to].partition_point(|(_, m)| m.range.start < mark.range.start);
                found.insert(from + at, (index, mark));
            };
            let (begin, end) = (first(open), first(close));
            match (is_open, begin, end) {
                (true, begin, Some(end)) if begin.is_none_or(|begin| end <= begin) => {
                    is_open = false;
                    mark(0..end + close.len(), What::Rest);
                }
                (true, None, None) if known.is_empty() => mark(0..flow.text.len(), What::Rest),
                (_, Some(begin), _)
                    if !(open == "{" && flow.text[begin + 1..].starts_with(['{', '%', '_'])) =>
                {
                    is_open = true;
                    let why = "it does not end in its paragraph: write it into one";
                    mark(begin..flow.text.len(), What::strange(why));
                }
                _ => is_open = false,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<(Dialect, What)> {
        marks(text).into_iter().filter(|m| m.is_certain).map(|m| (m.dialect, m.what)).collect()
    }

    #[test]
    fn prose_has_no_marks() {
        for text in [
            "see [1] and [12], [sic], [a](b), a[i], {2}, { }, { \"a\": 1 }, {a, b}, {x | x > 0}, f(x) { return; }",
            "{6C3C8BC8-F283-45AE-878A-BAB7291924A1} « Bonjour » <a> << 2 >> $5 and $ {x C++ a+++b {see the list below}",
            "{{ name }} {% if a %} {# [note] #} {{ {'a': b}['a'] }} {_{ x }_} {{ a + b }} #1 $x #if",
        ] {
            assert_eq!(of(text), [], "{text}");
        }
    }

    #[test]
    fn marks_are_told_apart() {
        use Dialect::*;
        let value = |text: &str| What::Value(text.to_owned());
        let section = |text: &str| What::Section(text.to_owned());
        for (text, dialect, what) in [
            ("{ { name } }", Spaced, value("name")),
            ("{ % if a % }", Spaced, What::If("if a".to_owned())),
            ("{{ name } }", Spaced, value("name")),
            ("{{#each items}}", Handlebars, What::For(None, "items".to_owned())),
            ("{{?items}}", PoiTl, section("items")),
            ("{first_name}", Braces, value("first_name")),
            ("{price | number:2}", Braces, value("price | number:2")),
            ("{#items}", Braces, section("items")),
            ("{/}", Braces, What::End(String::new())),
            ("{^paid}", Braces, What::Unless("paid".to_owned())),
            ("{-w:tr items}", Braces, What::Around("tr", Box::new(section("items")))),
            ("{d.items[i].name:upperCase()}", Carbone, value("d.items[i].name:upperCase()")),
            ("{FOR p IN people}", Commands, What::For(Some("p".to_owned()), "people".to_owned())),
            ("+++= p.name+++", Commands, value("p.name")),
            ("${user.name}", Dollar, value("user.name")),
            ("[#list items as item]", Dollar, What::For(Some("item".to_owned()), "items".to_owned())),
            ("<<rs_items>>", Angles, What::For(None, "items".to_owned())),
            ("<<[c.Name]>>", Angles, value("c.Name")),
            ("<<foreach [Item c in items]>>", Angles, What::For(Some("c".to_owned()), "items".to_owned())),
            ("«First_Name»", Guillemets, value("First_Name")),
            ("[Customer Name]", Square, value("Customer Name")),
        ] {
            assert_eq!(of(&format!("a {text} b")), [(dialect, what)], "{text}");
        }
    }
}
