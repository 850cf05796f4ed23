//! Sources that tell which tag found no value.

use minijinja::Environment;

use crate::compile::marks::GUARD;
use crate::discover::TagSite;

/// The same source with every author's value tag asked through `__trace(index, value)`; indices begin at `first`. A tag
/// that calculates with a value which is not there has no value either, instead of failing.
pub(crate) fn traced(env: &Environment<'_>, source: &str, tags: &[TagSite], first: usize) -> String {
    let mut out = String::with_capacity(source.len() + tags.len() * 20);
    let mut at = 0;
    for (i, tag) in tags.iter().enumerate() {
        let written = &source[tag.offset..tag.end];
        let opening = [GUARD, '{'];
        let Some(code) = written.strip_prefix(opening.iter().collect::<String>().as_str()) else { continue };
        let code = code[..code.len() - 2].trim();
        let condition = wanted(env, code).map_or(String::new(), |wanted| format!(" if ({wanted})"));
        out.push_str(&source[at..tag.offset]);
        out.push_str(&format!("{GUARD}{{ __trace({}, ({code}){condition}) }}{GUARD}", first + i));
        at = tag.end;
    }
    out.push_str(&source[at..]);
    out
}

/// Words by which an expression itself cares for what is not there.
const CARES: [&str; 7] = ["default", "|d", "defined", " or ", " if ", "none", "| d"];

/// The condition that everything is there which an expression names; nothing where it cares for that itself.
fn wanted(env: &Environment<'_>, code: &str) -> Option<String> {
    // A name like `customer-no` is looked up as it stands before it is calculated.
    let literal = code.split_once("__has(").and_then(|(_, rest)| Some(rest.split_once(')')?.0));
    if literal.is_none() && CARES.iter().any(|word| code.contains(word)) {
        return None;
    }
    let names = env.compile_expression(code).ok()?.undeclared_variables(true);
    let mut names: Vec<&str> = names
        .iter()
        .filter(|name| !name.starts_with("__"))
        .map(|name| match name.rsplit_once('.') {
            // A method is no member.
            Some((value, method)) if code.contains(&format!("{method}(")) => value,
            _ => name,
        })
        .collect();
    names.sort_unstable();
    let all = names.iter().map(|name| format!("{name} is defined")).collect::<Vec<_>>().join(" and ");
    match (literal, all.is_empty()) {
        (_, true) => None,
        (Some(literal), false) => Some(format!("__has({literal}) or {all}")),
        (None, false) => Some(all),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_wants_what_it_names() {
        let env = Environment::new();
        let wanted = |code: &str| wanted(&env, code).unwrap_or_default();
        assert_eq!(wanted("b.c * a + 2"), "a is defined and b.c is defined");
        assert_eq!(wanted("a|upper"), "a is defined");
        assert_eq!(wanted("a.b.upper()"), "a.b is defined");
        assert_eq!(
            wanted("(__name('d-e') if __has('d-e') else (d-e))"),
            "__has('d-e') or d is defined and e is defined"
        );
        for code in ["1 + 2", "a|default(1)", "a or b", "a if b"] {
            assert_eq!(wanted(code), "", "{code}");
        }
    }
}
