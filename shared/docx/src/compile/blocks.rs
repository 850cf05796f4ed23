//! Which tags belong together: `for` with its `endfor`, `if` with its `elif`, `else` and `endif`.

use super::site::Site;
use crate::text::effect::Effect;
use crate::text::hints;
use crate::text::scan::Delimiter;
use crate::text::syntax::Syntax;

/// A statement that spans a stretch of the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Block {
    /// Indices of its tags in document order: the opening one, those between (`else`), the closing one.
    pub tags: Vec<usize>,
    /// Its inside may be written more than once.
    pub repeats: bool,
}

/// A tag that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Misfit {
    pub tag: usize,
    pub message: String,
    pub hint: Option<String>,
}

/// What a statement's keyword asks for.
enum Part {
    Opens(&'static str),
    Between(&'static [&'static str]),
    Closes,
    Alone,
    Unknown,
}

fn part(site: &Site) -> Part {
    match site.tag.keyword() {
        "for" => Part::Opens("endfor"),
        "if" => Part::Opens("endif"),
        "filter" => Part::Opens("endfilter"),
        "macro" => Part::Opens("endmacro"),
        "call" => Part::Opens("endcall"),
        "with" => Part::Opens("endwith"),
        "autoescape" => Part::Opens("endautoescape"),
        "set" if matches!(site.syntax, Syntax::Capture(..)) => Part::Opens("endset"),
        "elif" => Part::Between(&["if"]),
        "else" => Part::Between(&["if", "for"]),
        "set" | "do" | "break" | "continue" => Part::Alone,
        keyword if Effect::of_keyword(keyword).is_some() => Part::Alone,
        keyword if keyword.starts_with("end") => Part::Closes,
        _ => Part::Unknown,
    }
}

/// Whether a statement was told to be wrong, so that no document is made whatever stands behind it.
fn is_fault(site: &Site) -> bool {
    site.tag.delimiter == Delimiter::Block && matches!(site.syntax, Syntax::Nothing)
}

/// Pairs the block tags of a part, given in document order with their indices. All misfits, not only the first.
pub(crate) fn pair<'t>(
    tags: impl Iterator<Item = (usize, &'t Site)>,
    depth_limit: usize,
) -> (Vec<Block>, Vec<Misfit>) {
    // With the opening keyword, the closing one, and whether its `else` has come.
    let mut open: Vec<(Block, &str, &'static str, bool)> = Vec::new();
    let mut blocks = Vec::new();
    let mut misfits = Vec::new();
    // Statements that were told to be unknown, and may be what an end or an `else` belongs to: `{% fi paid %}`.
    let mut unknown = 0;
    for (index, site) in tags {
        let tag = &site.tag;
        let mut misfit =
            |message: String, hint: Option<String>| misfits.push(Misfit { tag: index, message, hint });
        match part(site) {
            Part::Alone if matches!(tag.keyword(), "break" | "continue") => {
                let mut around =
                    open.iter().rev().map(|(_, keyword, ..)| *keyword).filter(|word| *word != "if");
                let inner = around.next();
                let in_loop = inner == Some("for") || around.any(|keyword| keyword == "for");
                if let Some(around) = inner.filter(|keyword| *keyword != "for" && in_loop) {
                    let hint = format!("end the `{around}` block before it");
                    misfit(
                        format!("this `{}` cannot leave the `{around}` block around it", tag.keyword()),
                        Some(hint),
                    );
                } else if !in_loop {
                    let hint = format!(
                        "put it between `{{% for ... %}}` and `{{% endfor %}}`, or remove {}",
                        tag.original
                    );
                    misfit(format!("this `{}` is not in a loop", tag.keyword()), Some(hint));
                }
            }
            Part::Alone => {}
            Part::Opens(closing) => {
                if open.len() == depth_limit {
                    misfit(
                        format!("blocks are nested more than {depth_limit} levels deep (limit block_depth)"),
                        None,
                    );
                    // What goes on inside would only be told wrong, and each end searched for among all that is open.
                    open.clear();
                    break;
                }
                let repeats = matches!(tag.keyword(), "for" | "macro" | "call");
                open.push((Block { tags: vec![index], repeats }, tag.keyword(), closing, false));
            }
            Part::Between(allowed) => match open.last_mut() {
                Some((_, keyword, _, true)) if allowed.contains(keyword) => {
                    let hint = "an `else` is the last branch: put it before `{% endif %}`".to_owned();
                    misfit(format!("this `{}` comes after the `else`", tag.keyword()), Some(hint));
                }
                Some((block, keyword, _, had_else)) if allowed.contains(keyword) => {
                    // What stands behind an `else` was told already.
                    *had_else = matches!(site.syntax, Syntax::Word("else"));
                    block.tags.push(index);
                }
                _ if unknown > 0 => {}
                _ => misfit(
                    format!("this `{}` belongs to no `{}`", tag.keyword(), allowed.join("` or `")),
                    Some(format!(
                        "put it between `{{% if ... %}}` and `{{% endif %}}`, or remove {}",
                        tag.original
                    )),
                ),
            },
            Part::Closes => {
                let wanted = tag.keyword();
                match open.iter().rposition(|(_, _, closing, _)| *closing == wanted) {
                    Some(at) => {
                        // Those opened later were never closed; they are reported once, here.
                        for (block, keyword, closing, _) in open.drain(at + 1..) {
                            misfits.push(unclosed(block.tags[0], keyword, closing, Some(&tag.original)));
                        }
                        if let Some((mut block, ..)) = open.pop() {
                            block.tags.push(index);
                            blocks.push(block);
                        }
                    }
                    None if unknown > 0 && hints::is_keyword(wanted) => unknown -= 1,
                    None => misfit(
                        format!("this `{wanted}` closes nothing"),
                        hints::keyword(wanted).or_else(|| {
                            Some(format!("add its opening tag before it, or remove {}", tag.original))
                        }),
                    ),
                }
            }
            Part::Unknown if is_fault(site) => unknown += 1,
            Part::Unknown => {}
        }
    }
    for (block, keyword, closing, _) in open {
        misfits.push(unclosed(block.tags[0], keyword, closing, None));
    }
    misfits.sort_by_key(|m| m.tag);
    (blocks, misfits)
}

fn unclosed(tag: usize, keyword: &str, closing: &str, before: Option<&str>) -> Misfit {
    let hint = match before {
        Some(original) => format!("add `{{% {closing} %}}` before {original}"),
        None => format!("add `{{% {closing} %}}` after the text that it applies to"),
    };
    Misfit { tag, message: format!("this `{keyword}` is never closed"), hint: Some(hint) }
}
