//! The tags of a part, in document order.

use minijinja::machinery::{Token, tokenize};
use minijinja::syntax::SyntaxConfig;

use super::cell::Effect;
use super::flow::Flow;
use super::marks::{Marks, Piece};
use super::report::Remarks;
use super::scan::{self, Delimiter, Found, Tag};
use super::scope::Site;
use crate::xml::Tree;
use crate::{Exhausted, Limits};

/// Tags never closed that are told of in one part.
const UNCLOSED: usize = 100;

/// Steps of a byte of a tag's code, which several passes read.
const STEPS: usize = 16;

/// All tags of a part. Escapes and `raw` blocks are settled here: they are text.
pub(super) fn find(
    tree: &Tree,
    flows: &[Flow],
    compiler: (&Limits, &SyntaxConfig),
    marks: &mut Marks,
    remarks: &mut Remarks<'_>,
) -> Result<Vec<Site>, Exhausted> {
    let (limits, syntax) = compiler;
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
                    if acceptable(&tag, index, limits, syntax, remarks) {
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
    Ok(sites)
}

/// Whether a tag may be parsed at all.
fn acceptable(
    tag: &Tag,
    flow: usize,
    limits: &Limits,
    syntax: &SyntaxConfig,
    remarks: &mut Remarks<'_>,
) -> bool {
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
    refuse_reserved(tag, &[], flow, syntax, remarks)
}

/// Refuses a tag with a name that begins with two underscores, but for those of `allowed`.
pub(super) fn refuse_reserved(
    tag: &Tag,
    allowed: &[&str],
    flow: usize,
    syntax: &SyntaxConfig,
    remarks: &mut Remarks<'_>,
) -> bool {
    let Some(name) = reserved(&tag.code, allowed, syntax) else { return true };
    let message = "names that begin with two underscores are the program's own";
    remarks.add(flow, &tag.range, message, Some(format!("give {name} another name")));
    false
}

/// A name of the code that begins with two underscores: by such names compiled templates reach what authors must not. Read
/// with the lexer and the delimiters that the code is compiled with: one that differs in what it takes for a string would
/// let `{{ 'a\\\\' ~ __id() }}` pass.
pub(crate) fn reserved<'c>(code: &'c str, allowed: &[&str], syntax: &SyntaxConfig) -> Option<&'c str> {
    let tokens = tokenize(code, true, syntax.clone()).map_while(Result::ok);
    tokens.into_iter().find_map(|(token, _)| match token {
        Token::Ident(name) if name.starts_with("__") && !allowed.contains(&name) => Some(name),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::syntax;

    #[test]
    fn reserved_names_are_found_wherever_code_may_name_them() {
        for (code, name) in [
            ("__id()", Some("__id")),
            ("'a\\\\' ~ __id()", Some("__id")),
            ("('\\\\' and payload)|__block('w:')", Some("__block")),
            ("x.__class__", Some("__class__")),
            ("{'a': {'b': 1}} ~ __id()", Some("__id")),
            ("a }} ~ __id()", Some("__id")),
            ("'__id'", None),
            ("\"it's __id\"", None),
            ("a__b", None),
        ] {
            assert_eq!(reserved(code, &[], &syntax().unwrap()), name, "{code}");
        }
        assert_eq!(reserved("__name('a')", &["__name"], &syntax().unwrap()), None);
    }
}
