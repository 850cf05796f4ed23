//! Filters that create rich values from plain data: `text|markdown` equals the data's `{"$markdown": text}`. Their arguments
//! have the names of that object's members.

use minijinja::{Error, State, Value};
use serde_json::{Map, Value as Json};

use super::arguments::{Arguments, Given};
use super::chart_filter;
use crate::expression::{RenderState, wrong};
use platen_rich::{Kind, Rich, Side, Symbology, emu_of, qr_level, symbologies};

/// The filters, each with its parameters in the order of their positions.
pub(crate) const FILTERS: [(&str, Kind, &[&str]); 9] = [
    ("barcode", Kind::Barcode, &["kind", "width", "height", "alt"]),
    ("chart", Kind::Chart, chart_filter::PARAMETERS),
    ("equation", Kind::Equation, &[]),
    ("footnote", Kind::Footnote, &[]),
    ("html", Kind::Html, &[]),
    ("image", Kind::Image, &["width", "height", "alt", "dpi", "float"]),
    ("link", Kind::Link, &["text"]),
    ("markdown", Kind::Markdown, &[]),
    ("qr", Kind::Qr, &["size", "alt", "errorCorrection"]),
];

/// `value|kind(args)`. What is rich already passes, an empty text is nothing.
pub(super) fn make(
    (kind, parameters): (Kind, &'static [&'static str]),
    state: &State,
    value: &Value,
    args: Given,
) -> Result<Value, Error> {
    let args = Arguments::of(args, parameters)?;
    if kind == Kind::Chart {
        return chart_filter::make(state, value, &args);
    }
    let options = options(args, parameters)?;
    if value.is_undefined() || value.is_none() || value.downcast_object_ref::<Rich>().is_some() {
        return Ok(value.clone());
    }
    if value.as_str().is_none() && !value.is_number() {
        return Err(wrong(value, "text", "a text"));
    }
    match RenderState::of(state) {
        Some(render) if value.as_str() != Some("") => {
            render.made.of(kind, value, options, (&render.meter, render.bounds()))
        }
        _ => Ok(Value::from("")),
    }
}

/// The arguments as members of the object. What does not depend on the content is checked here, so that a wrong literal is an
/// error at registration.
fn options(args: Arguments, parameters: &'static [&'static str]) -> Result<Map<String, Json>, Error> {
    let mut members = Map::new();
    for name in parameters {
        let Some(given) = args.get(name) else { continue };
        let json = match given.as_str() {
            Some(text) => Json::from(text),
            None => serde_json::to_value(given).unwrap_or_default(),
        };
        match *name {
            "width" | "height" | "size" => {
                emu_of(&json).map_err(|_| wrong(given, "length", "a length such as \"4cm\""))?;
            }
            "dpi" if !given.is_number() => return Err(wrong(given, "number", "a number of pixels per inch")),
            "float" => {
                Side::named(&given.to_string())
                    .ok_or_else(|| wrong(given, "side", "\"left\" or \"right\""))?;
            }
            "kind" => {
                Symbology::named(&given.to_string())
                    .ok_or_else(|| wrong(given, "kind of barcode", &format!("one of {}", symbologies())))?;
            }
            "errorCorrection" => {
                qr_level(&given.to_string())
                    .ok_or_else(|| wrong(given, "level of error correction", "one of L, M, Q, H"))?;
            }
            _ => {}
        }
        let texts = matches!(*name, "alt" | "float" | "text" | "kind" | "errorCorrection");
        members.insert((*name).to_owned(), if texts { given.to_string().into() } else { json });
    }
    Ok(members)
}
