//! Sources that show which tag found no value.

use crate::text::TagSite;
use crate::text::syntax::{EACH, NEXT};
use platen_ooxml::sentinel::GUARD;

/// The same source with every author's value tag asked through `__trace(index, value)`, and with every loop of theirs through
/// `__trace_each`, which calls of macros ask before them; indices begin at `first`. A tag that calculates with a value which does
/// not exist has no value either, instead of failing, and where that is an error it gives none to a variable.
pub(crate) fn traced(source: &str, tags: &[TagSite], first: usize) -> String {
    let mut out = String::with_capacity(source.len() + tags.len() * 20);
    let mut at = 0;
    let opening: String = [GUARD, '{'].iter().collect();
    let statement: String = [GUARD, '%', ' '].iter().collect();
    // Between them stand only the names of the loop's variables.
    let (each, loops) = (format!(" in {EACH}("), format!("{statement}for "));
    let names = ["set ", "with ", "macro "].map(|keyword| format!("{statement}{keyword}"));
    let calls = format!("{statement}call");
    for (i, tag) in tags.iter().enumerate() {
        let (index, written) = (first + i, &source[tag.offset..tag.end]);
        let wanted = tag.wanted.first().and_then(Option::as_deref);
        if let Some(code) = written.strip_prefix(&opening) {
            let code = code[..code.len() - 2].trim();
            let condition = wanted.map_or(String::new(), |wanted| format!(" if ({wanted})"));
            out.push_str(&source[at..tag.offset]);
            out.push_str(&format!("{GUARD}{{ __trace({index}, ({code}){condition}) }}{GUARD}"));
            at = tag.end;
        } else if !tag.wanted.is_empty() && names.iter().any(|names| written.starts_with(names)) {
            out.push_str(&source[at..tag.offset]);
            let given = written[..written.len() - 2].trim();
            let (given, end) = match given.strip_suffix(')').filter(|_| written.starts_with(&names[2])) {
                Some(parameters) => (parameters, ")"),
                None => (given, ""),
            };
            let given = given.split(NEXT).zip(&tag.wanted);
            let given = given.map(|(given, wanted)| given_where(given, wanted.as_deref()));
            out.push_str(&given.collect::<Vec<_>>().join(NEXT));
            out.push_str(&format!("{end} %{GUARD}"));
            at = tag.end;
        } else if let Some(wanted) = wanted.filter(|_| written.starts_with(&calls)) {
            out.push_str(&source[at..tag.offset]);
            let given = format!("__trace_each({index}, ({wanted}) or __lenient(), [])");
            out.push_str(&format!("{statement}do {given} %{GUARD}"));
            at = tag.offset;
        } else if written.starts_with(&loops)
            && let Some((names, _)) = written.split_once(&each)
        {
            out.push_str(&source[at..tag.offset]);
            out.push_str(&format!("{names} in __trace_each({index}, {}, ", wanted.unwrap_or("true")));
            at = tag.offset + names.len() + each.len();
        }
    }
    out.push_str(&source[at..]);
    out
}

/// `names = code`, with nothing for the names where something that it needs is missing.
fn given_where(given: &str, wanted: Option<&str>) -> String {
    match (wanted, given.split_once(" = ")) {
        (Some(wanted), Some((names, code))) => {
            format!("{names} = ({code}) if (({wanted}) or __lenient())")
        }
        _ => given.to_owned(),
    }
}
