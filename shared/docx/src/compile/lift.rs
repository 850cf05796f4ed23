//! Values that are no text: what a macro, a `set` block or a `call` captured of whole paragraphs or runs is written in the
//! place of the paragraph or run that prints it.

use std::collections::BTreeMap;

use minijinja::machinery::{Token, tokenize};
use minijinja::syntax::SyntaxConfig;

use super::blocks::Block;
use super::report::Remarks;
use super::scan::{Delimiter, Scope};
use super::scope::Site;

/// Notes of each tag that prints a captured value what that value was captured of.
pub(super) fn find(sites: &mut [Site], blocks: &[Block], remarks: &mut Remarks<'_>) {
    let mut captured: BTreeMap<String, Scope> = BTreeMap::new();
    for block in blocks {
        let tag = &sites[block.tags[0]].tag;
        let name = match tag.keyword() {
            // A call's inside is printed by the macro that is called.
            "call" => Some("caller".to_owned()),
            "macro" | "set" => names(&tag.code).get(1).cloned(),
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
        let names = names(&site.tag.code);
        let Some(scope) = names.iter().filter_map(|name| captured.get(name)).max().copied() else { continue };
        match (site.tag.delimiter, site.tag.keyword()) {
            (Delimiter::Variable, _) if scope >= Scope::Cell => {
                let message = format!("{} would write whole rows or cells into this text", site.tag.original);
                let hint = "put a `{% for %}` or `{% if %}` around the rows instead".to_owned();
                remarks.add(site.flow, &site.tag.range, message, Some(hint));
            }
            (Delimiter::Variable, _) => site.lifts = Some(scope),
            // Another name for it.
            (_, "set") if site.tag.code.contains('=') => {
                if let Some(name) = names.get(1) {
                    captured.insert(name.clone(), scope);
                }
            }
            _ => {}
        }
    }
}

/// Lets each `filter` block work on text instead of markup, and refuses those around whole paragraphs or runs.
pub(super) fn filter_text(sites: &mut [Site], blocks: &[Block], remarks: &mut Remarks<'_>) {
    for block in blocks {
        let site = &mut sites[block.tags[0]];
        let Some(filters) = site.tag.code.strip_prefix("filter") else { continue };
        if site.tag.keyword() != "filter" {
            continue;
        }
        if site.tag.scope == Scope::Inline {
            site.tag.code = format!("filter __unmarked|{}", filters.trim());
        } else {
            let message = "a `filter` block holds text alone, no paragraphs, rows or runs";
            let hint =
                "put `{% filter %}` and `{% endfilter %}` into the text that they are about".to_owned();
            remarks.add(site.flow, &site.tag.range, message, Some(hint));
        }
    }
}

/// The names in a tag's code, the keyword first where there is one.
fn names(code: &str) -> Vec<String> {
    let tokens = tokenize(code, true, SyntaxConfig::default()).map_while(Result::ok);
    let names = tokens.filter_map(|(token, _)| match token {
        Token::Ident(name) => Some(name.to_owned()),
        _ => None,
    });
    names.collect()
}
