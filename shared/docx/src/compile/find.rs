//! The tags of a part, in document order.

use super::foreign::{is_foreign, is_of_handlebars};
use super::site::Drop;
use super::site::Site;
use crate::text::effect::Effect;
use crate::text::flow::Flow;
use crate::text::marks::Piece;
use crate::text::report::Remarks;
use crate::text::scan::{Delimiter, Found, Tag};
use crate::text::syntax::{Expr, Syntax};
use crate::text::{Marks, scan, syntax};
use platen_ooxml::xml::Tree;
use platen_ooxml::{Exhausted, Limits};

/// Tags never closed that are told of in one part.
const UNCLOSED: usize = 100;

/// Steps of a byte of a tag's code, which several passes read.
const STEPS: usize = 16;

/// All tags of a part. Escapes and `raw` blocks are settled here: they are text.
pub(super) fn find(
    tree: &Tree,
    flows: &[Flow],
    limits: &Limits,
    marks: &mut Marks,
    remarks: &mut Remarks<'_>,
) -> Result<Vec<Site>, Exhausted> {
    let mut sites = Vec::new();
    let mut raw = false;
    let mut opened = (0, 0..0);
    let mut unclosed = 0;
    for (index, flow) in flows.iter().enumerate().filter(|(_, f)| f.text.contains(['{', '}'])) {
        for found in scan::scan(&flow.text) {
            tree.check()?;
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
                        return Ok(sites);
                    }
                    tree.count(STEPS * tag.code.len());
                    if acceptable(&tag, index, limits, remarks) {
                        let (syntax, effect, drops) = read(&tag, index, remarks);
                        let (lifts, outside, anchor) = (None, None, None);
                        let mut site =
                            Site { tag, syntax, flow: index, effect, drops, lifts, outside, anchor };
                        site.drops = site.drops.take().or_else(|| Drop::of_picture(tree, flow, &site));
                        sites.push(site);
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
                // An author who fixes a hundred of them sees the others then; a million remarks fill the memory.
                Found::Unclosed { .. } if unclosed >= UNCLOSED => {}
                // Told once, with all others of its kind.
                Found::Unclosed { range, .. } if is_foreign(&flow.text, &range) => {}
                Found::Unclosed { range, closing } if !raw => {
                    unclosed += 1;
                    let opening = &flow.text[range.clone()];
                    let hint = match opening {
                        "{#" => format!("add `{closing}` in the same paragraph"),
                        _ if ends_with_a_brace(&flow.text[range.end..]) => {
                            format!("write `{closing}` instead of `}}`")
                        }
                        _ => format!(
                            "add `{closing}` in the same paragraph; to write the characters themselves, type `{{_{}`",
                            &opening[1..]
                        ),
                    };
                    remarks.add(index, &range, format!("this `{opening}` is never closed"), Some(hint));
                }
                Found::Unclosed { .. } => {}
            }
        }
    }
    if raw {
        let hint = "add `{% endraw %}` after the text to leave unchanged".to_owned();
        remarks.add(opened.0, &opened.1, "this `raw` is never closed", Some(hint));
    }
    Ok(sites)
}

/// Whether the next brace closes: `{{ name }, thanks` lacks the second one.
fn ends_with_a_brace(rest: &str) -> bool {
    rest.find(['{', '}']).is_some_and(|at| rest[at..].starts_with('}'))
}

/// Whether a tag may be parsed at all.
fn acceptable(tag: &Tag, flow: usize, limits: &Limits, remarks: &mut Remarks<'_>) -> bool {
    // Long chains of operators in one tag overflow the expression parser's stack.
    if tag.range.len() > limits.tag_bytes {
        let hint = format!(
            "a tag can have at most {} bytes (limit tag_bytes); split it with `{{% set %}}`",
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
    true
}

/// What a tag says; nothing where it was told to be wrong.
fn read(tag: &Tag, flow: usize, remarks: &mut Remarks<'_>) -> (Syntax, Option<Effect>, Option<Drop>) {
    let read = syntax::read(tag).and_then(|(mut syntax, warning)| match syntax::reserved(&syntax) {
        Some(fault) => Err(fault),
        None => {
            let drops = Drop::of(&mut syntax)?;
            let effect = Effect::of(&mut syntax)?;
            Ok((syntax, effect, drops, warning))
        }
    });
    match read {
        Ok((syntax, effect, drops, warning)) => {
            if let Some(warning) = warning {
                remarks.warn(flow, &tag.range, warning.message, warning.hint);
            }
            if leaves_escaping_to_the_data(&syntax) {
                let message = "`safe` writes a value without escaping it: a `<` or `&` in the data makes a file that Word cannot open";
                let hint = "remove `|safe`; for formatted text use `|html` or `|markdown`".to_owned();
                remarks.warn(flow, &tag.range, message.to_owned(), Some(hint));
            }
            (syntax, effect, drops)
        }
        // Blocks of Handlebars are told of once.
        Err(_) if tag.delimiter == Delimiter::Variable && is_of_handlebars(&tag.code) => {
            (Syntax::Nothing, None, None)
        }
        Err(fault) => {
            remarks.add(flow, &tag.range, fault.message, fault.hint);
            (Syntax::Nothing, None, None)
        }
    }
}

/// Whether `safe` is applied to more than a text of the template's own.
fn leaves_escaping_to_the_data(syntax: &Syntax) -> bool {
    let is_of_data = |expr: &Expr| match expr {
        Expr::Filter { of, name, .. } => name == "safe" && !matches!(of.as_deref(), Some(Expr::Text(_))),
        _ => false,
    };
    syntax.expressions().into_iter().any(|expr| expr.any(&is_of_data))
}
