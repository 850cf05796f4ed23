//! Regular expressions: the filter `regex_replace` and the test `matching`. The crate `regex` takes time linear in the text
//! and bounds what a pattern may become; there is no backtracking that a hostile pattern could blow up.

use minijinja::{Error, State, Value};
use regex::{Regex, RegexBuilder};

use super::arguments::{Arguments, Given};
use super::bound::Bound;
use crate::expression::fault::misused;
use crate::expression::operators::{pass, spend};
use crate::expression::{RenderState, wrong};

/// Bytes of the longest pattern that is read.
const LONGEST: usize = 500;

/// Bytes that a compiled pattern may take.
const COMPILED: usize = 256 << 10;

/// `regex_replace(pattern, replacement="")`: `$1` or `${name}` in the replacement is what a group holds.
pub(super) fn replace(state: &State, value: &Value, args: Given) -> Result<Value, Error> {
    let args = Arguments::of(args, &["pattern", "replacement"])?;
    let pattern = args
        .get("pattern")
        .ok_or_else(|| misused("say what to replace, as in `regex_replace(\"[^0-9]\", \"\")`"))?;
    let pattern = compiled(state, pattern)?;
    let replacement = args.get("replacement").map(Value::to_string).unwrap_or_default();
    if value.is_undefined() || value.is_none() {
        return Ok(value.clone());
    }
    let (text, bound) = (value.to_string(), Bound::of(state));
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for found in pattern.captures_iter(&text) {
        let Some(whole) = found.get(0) else { continue };
        out.push_str(&text[end..whole.start()]);
        found.expand(&replacement, &mut out);
        end = whole.end();
        bound.bytes(Some(out.len()))?;
    }
    out.push_str(&text[end..]);
    bound.bytes(Some(out.len()))?;
    Ok(Value::from(out))
}

/// `text is matching(pattern)`: somewhere in the text, unless the pattern has `^` and `$`.
pub(super) fn is_matching(state: &State, value: &Value, pattern: &Value) -> Result<bool, Error> {
    pass(state, value)?;
    let pattern = compiled(state, pattern)?;
    if value.is_undefined() || value.is_none() {
        return Ok(false);
    }
    let text = value.to_string();
    Ok(pattern.is_match(&text))
}

fn compiled(state: &State, pattern: &Value) -> Result<Regex, Error> {
    let text = pattern.to_string();
    let render = RenderState::of(state);
    if let Some(known) = render.as_ref().and_then(|render| render.patterns.get(&text)) {
        return Ok(known);
    }
    let refused =
        |why: &str| wrong(pattern, "regular expression", &format!("one such as \"[0-9]+\" ({why})"));
    if text.len() > LONGEST {
        return Err(refused(&format!("at most {LONGEST} bytes")));
    }
    // Compiling takes time and memory with the size of what it makes.
    spend(state, COMPILED)?;
    let made = RegexBuilder::new(&text).size_limit(COMPILED).dfa_size_limit(COMPILED).build();
    let made = made.map_err(|error| {
        let why = error.to_string();
        refused(why.lines().last().unwrap_or_default().trim_start_matches("error: "))
    })?;
    if let Some(render) = render {
        render.patterns.keep(text, made.clone());
    }
    Ok(made)
}
