//! Values where no run is: charts' labels, alt texts, document properties, link targets.

use minijinja::value::{Value, ValueKind};
use minijinja::{Error, ErrorKind, State};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::run_text::rich_mark;
use crate::expression::{RenderState, wrong};
use platen_ooxml::xml::characters::escape;
use platen_rich::{Kind, Rich};

/// Schemes that a link may have; others run code or open files.
const SCHEMES: [&str; 5] = ["http", "https", "mailto", "tel", "ftp"];

/// ASCII characters that no URI may have (RFC 3986, 2); what delimits its components stays.
const NOT_IN_TARGETS: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// A value as character data or part of an attribute. A rich one gets its mark: a picture's alt text may ask for it.
pub(super) fn text(state: &State, value: &Value) -> Value {
    if let Some(mark) = rich_mark(state, value) {
        return Value::from_safe_string(mark);
    }
    match value.kind() {
        ValueKind::Undefined => value.clone(),
        ValueKind::None => Value::from(""),
        _ => Value::from_safe_string(escape(&value.to_string()).into_owned()),
    }
}

/// A number that a chart draws; nothing for nothing.
pub(super) fn number(value: &Value) -> Result<Value, Error> {
    let text = match value.kind() {
        ValueKind::Undefined | ValueKind::Number => return Ok(value.clone()),
        ValueKind::None => String::new(),
        _ => value.to_string().trim().to_owned(),
    };
    if text.is_empty() || text.parse::<f64>().is_ok_and(f64::is_finite) {
        return Ok(Value::from_safe_string(text));
    }
    Err(wrong(value, "number", "a number that the chart can draw"))
}

/// A value in a link's target; `begins` when nothing stands before it, so that its scheme is the link's.
pub(super) fn url(value: &Value, begins: bool) -> Result<Value, Error> {
    if value.is_undefined() || value.is_none() {
        return Ok(value.clone());
    }
    let link = value.downcast_object_ref::<Rich>().filter(|rich| rich.kind == Kind::Link);
    let target = link.and_then(|rich| rich.text().ok()).map_or_else(|| value.to_string(), str::to_owned);
    if begins && !is_harmless(&target) {
        let known = SCHEMES.join(", ");
        return Err(Error::new(
            ErrorKind::InvalidOperation,
            format!("this link is not allowed: links start with {known}, # or /"),
        ));
    }
    let encoded = utf8_percent_encode(&target, NOT_IN_TARGETS).to_string();
    Ok(Value::from_safe_string(escape(&encoded).into_owned()))
}

/// A link's whole target, for a relationship of its own.
pub(super) fn target(state: &State, value: &Value) -> Result<Value, Error> {
    let encoded = url(&Value::from(value.to_string()), true)?;
    let decoded = platen_ooxml::xml::characters::decode(encoded.as_str().unwrap_or_default()).into_owned();
    let members = [("$link".to_owned(), decoded.into())].into_iter().collect();
    let Some(render) = RenderState::of(state) else { return Ok(value.clone()) };
    Ok(Value::from_object(Rich::new(Kind::Link, members, render.bounds())))
}

fn is_harmless(target: &str) -> bool {
    let scheme = target.split([':', '/', '?', '#']).next().unwrap_or_default();
    if target[scheme.len()..].starts_with(':') {
        return SCHEMES.iter().any(|s| scheme.eq_ignore_ascii_case(s));
    }
    // Without a scheme it is relative; two slashes or backslashes would name another host's share.
    !target.starts_with("//") && !target.contains('\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_encoded_and_their_schemes_checked() {
        let made = |text: &str| url(&Value::from(text), true).map(|v| v.to_string());
        assert_eq!(
            made("https://x.example/a b?q=ü&r=<").unwrap(),
            "https://x.example/a%20b?q=%C3%BC&amp;r=%3C"
        );
        assert_eq!(made("#top").unwrap(), "#top");
        for bad in
            ["javascript:alert(1)", "file:///etc/passwd", "//host/share", "\\\\host\\share", "vbscript:x"]
        {
            assert!(made(bad).is_err(), "{bad}");
        }
        assert_eq!(url(&Value::from("a:b"), false).unwrap().to_string(), "a:b");
    }
}
