//! The tags of a part, in document order.

use super::cell::Effect;
use super::flow::Flow;
use super::marks::{Marks, Piece};
use super::report::Remarks;
use super::scan::{self, Delimiter, Found, Tag};
use super::scope::Site;
use crate::Limits;

/// Tags never closed that are told of in one part.
const UNCLOSED: usize = 100;

/// All tags of a part. Escapes and `raw` blocks are settled here: they are text.
pub(super) fn find(
    flows: &[Flow],
    limits: &Limits,
    marks: &mut Marks,
    remarks: &mut Remarks<'_>,
) -> Vec<Site> {
    let mut sites = Vec::new();
    let mut raw = false;
    let mut opened = (0, 0..0);
    let mut unclosed = 0;
    for (index, flow) in flows.iter().enumerate().filter(|(_, f)| f.text.contains(['{', '}'])) {
        for found in scan::scan(&flow.text) {
            match found {
                Found::Tag(mut tag) => {
                    let keyword = tag.keyword();
                    if raw && keyword != "endraw" {
                        continue;
                    }
                    if keyword == "endraw" && !raw {
                        let hint = format!("add `{{% raw %}}` before it, or remove {}", tag.original);
                        remarks.add(index, &tag.range, "this `endraw` closes nothing", Some(hint));
                    }
                    if keyword == "raw" || keyword == "endraw" {
                        raw = keyword == "raw";
                        opened = (index, tag.range.clone());
                        // The markers only go away.
                        tag.delimiter = Delimiter::Comment;
                    }
                    if sites.len() >= limits.tags {
                        let message = format!("the template has more than {} tags (limit tags)", limits.tags);
                        remarks.add(index, &tag.range, message, None);
                        return sites;
                    }
                    if acceptable(&tag, index, limits, remarks) {
                        let effect = Effect::of(&mut tag);
                        sites.push(Site { tag, flow: index, effect, lifts: None, anchor: None });
                    }
                }
                Found::Escape { range, text } => {
                    let mut pieces = Some(vec![Piece::xml(text)]);
                    for segment in flow.touched(&range) {
                        if let Some(source) = segment.source_of(&range) {
                            marks.substitute(segment.node, source, pieces.take().unwrap_or_default());
                        }
                    }
                }
                // Whoever mends a hundred of them sees the others then; a million remarks fill the memory.
                Found::Unclosed { .. } if unclosed >= UNCLOSED => {}
                Found::Unclosed { range, closing } if !raw => {
                    unclosed += 1;
                    let opening = &flow.text[range.clone()];
                    let mut hint = format!("add `{closing}` in the same paragraph");
                    if opening != "{#" {
                        hint.push_str(&format!(
                            "; to write the characters themselves, type `{{_{}`",
                            &opening[1..]
                        ));
                    }
                    remarks.add(index, &range, format!("this `{opening}` is never closed"), Some(hint));
                }
                Found::Unclosed { .. } => {}
            }
        }
    }
    if raw {
        let hint = "add `{% endraw %}` where what is to stay as it is ends".to_owned();
        remarks.add(opened.0, &opened.1, "this `raw` is never closed", Some(hint));
    }
    sites
}

/// Whether a tag may be parsed at all.
fn acceptable(tag: &Tag, flow: usize, limits: &Limits, remarks: &mut Remarks<'_>) -> bool {
    // Long chains of operators in one tag overflow the expression parser's stack.
    if tag.range.len() > limits.tag_bytes {
        let hint = format!(
            "a tag has at most {} bytes (limit tag_bytes); split it with `{{% set %}}`",
            limits.tag_bytes
        );
        remarks.add(flow, &(tag.range.start..tag.range.start + 2), "this tag is too long", Some(hint));
        return false;
    }
    if tag.code.is_empty() && tag.delimiter == Delimiter::Variable {
        let hint = "write the name of a field between the braces, or remove it".to_owned();
        remarks.add(flow, &tag.range, "this tag is empty", Some(hint));
        return false;
    }
    if let Some(at) = reserved(&tag.code) {
        let hint = format!(
            "give {} another name",
            &tag.code[at..].split(|c: char| !is_word(c)).next().unwrap_or_default()
        );
        remarks.add(
            flow,
            &tag.range,
            "names that begin with two underscores are the program's own",
            Some(hint),
        );
        return false;
    }
    true
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Where a name begins with two underscores: by such names compiled templates reach what authors must not.
fn reserved(code: &str) -> Option<usize> {
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in code.char_indices() {
        match quote {
            Some(q) if q == c && before != '\\' => quote = None,
            Some(_) => {}
            None if c == '"' || c == '\'' => quote = Some(c),
            None if code[at..].starts_with("__") && !is_word(before) => return Some(at),
            None => {}
        }
        before = c;
    }
    None
}
