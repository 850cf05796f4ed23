//! Values that are not text: paragraphs or runs that a macro, a `set` block or a `call` captured replace the paragraph or
//! run that prints them.

use std::collections::BTreeMap;

use super::blocks::Block;
use super::site::Site;
use crate::text::report::Remarks;
use crate::text::scan::Scope;
use crate::text::syntax::{Expr, Syntax};

/// Notes of each tag that prints a captured value what that value was captured of.
pub(super) fn find(sites: &mut [Site], blocks: &[Block], remarks: &mut Remarks<'_>) {
    let mut captured: BTreeMap<String, Scope> = BTreeMap::new();
    for block in blocks {
        let Site { tag, syntax, .. } = &sites[block.tags[0]];
        let name = match syntax {
            // A call's inside is printed by the macro that is called.
            Syntax::Call(..) => Some("caller".to_owned()),
            Syntax::For { recursive: true, .. } => Some("loop".to_owned()),
            Syntax::Macro(name, _) => Some(name.clone()),
            Syntax::Capture(target, _) => target.names().first().map(|name| (*name).to_owned()),
            _ => None,
        };
        if let Some(name) = name.filter(|_| tag.scope != Scope::Inline) {
            let scope = captured.entry(name).or_insert(tag.scope);
            *scope = tag.scope.max(*scope);
        }
    }
    if captured.is_empty() {
        return;
    }
    for site in sites {
        let scope = names(&site.syntax).into_iter().filter_map(|name| captured.get(name)).max().copied();
        let Some(scope) = scope else { continue };
        match &site.syntax {
            Syntax::Value(_) if scope >= Scope::Cell => {
                let message = format!("{} would write whole rows or cells into this text", site.tag.original);
                let hint = "put a `{% for %}` or `{% if %}` around the rows instead".to_owned();
                remarks.add(site.flow, &site.tag.range, message, Some(hint));
            }
            Syntax::Value(_) => site.lifts = Some(scope),
            // Another name for it.
            Syntax::Set(target, _) => {
                captured.extend(target.names().first().map(|name| ((*name).to_owned(), scope)));
            }
            _ => {}
        }
    }
}

/// Lets each `filter` block work on text instead of markup, and refuses those around whole paragraphs or runs.
pub(super) fn filter_text(sites: &mut [Site], blocks: &[Block], remarks: &mut Remarks<'_>) {
    for block in blocks {
        let site = &mut sites[block.tags[0]];
        let Syntax::Filter(chain) = &mut site.syntax else { continue };
        if site.tag.scope == Scope::Inline {
            chain.begin("__unmarked");
        } else {
            let message = "a `filter` block can contain only text, not paragraphs, rows or runs";
            let hint = "put `{% filter %}` and `{% endfilter %}` into the text that they apply to".to_owned();
            remarks.add(site.flow, &site.tag.range, message, Some(hint));
        }
    }
}

/// The names in a tag's expressions. The variable of a loop is none: only a call of it writes what the loop captures.
fn names(syntax: &Syntax) -> Vec<&str> {
    let mut names = Vec::new();
    syntax.each(&mut |expr| match expr {
        Expr::Name(name) if name != "loop" => names.push(name.as_str()),
        Expr::Call(called, _) if **called == Expr::name("loop") => names.push("loop"),
        _ => {}
    });
    names
}
