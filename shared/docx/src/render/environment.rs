//! The environment that compiled parts run in: no file, network, process environment or clock is reachable from it.

use std::sync::{Arc, OnceLock};

use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, Error, State, UndefinedBehavior, Value};

use super::{captured, control, list_ids, look, note_ids, page_marks, plain, run_text, table, unmarked};
use crate::compile::StyleIds;
use crate::compile::controls::Control;
use crate::expression::{Absent, RenderState, cell_value, counted, far, operators};
use crate::filters;
use crate::options::Missing;
use crate::text::syntax::EACH;
use platen_ooxml::Limits;
use platen_ooxml::sentinel::{GUARD, before_pages};
use platen_ooxml::xml::characters::escape;

/// Delimiters of compiled source: none of them can come from a document.
pub(crate) fn syntax() -> Result<SyntaxConfig, Error> {
    SyntaxConfig::builder()
        .block_delimiters(format!("{GUARD}%"), format!("%{GUARD}"))
        .variable_delimiters(format!("{GUARD}{{"), format!("}}{GUARD}"))
        .comment_delimiters(format!("{GUARD}#"), format!("#{GUARD}"))
        .keep_trailing_newline(true)
        .build()
}

/// What all environments have in common: made once, and shared by each of them.
static COMMON: OnceLock<Environment<'static>> = OnceLock::new();

/// An environment without templates. `tags` are the author's tags of all parts, for tracing.
pub(crate) fn environment(
    controls: &Arc<[Control]>,
    originals: &Arc<[String]>,
    styles: &Arc<StyleIds>,
    limits: &Limits,
) -> Result<Environment<'static>, Error> {
    let mut env = match COMMON.get() {
        Some(common) => common.clone(),
        None => {
            let common = common()?;
            COMMON.get_or_init(|| common).clone()
        }
    };
    env.set_fuel(Some(limits.fuel));
    control::add_functions(&mut env, controls);
    let styles = styles.clone();
    env.add_function("__style", move |value: &Value, _: &str| look::style(&styles, value));
    let originals = originals.clone();
    env.add_function("__trace", move |state: &State, tag: usize, value: Value| {
        if !value.is_undefined() {
            return value;
        }
        match RenderState::of(state) {
            Some(render) if render.missing == Missing::Keep => {
                let original = originals.get(tag).map_or("", String::as_str);
                Value::from_safe_string(escape(original).into_owned())
            }
            Some(render) => {
                render.note_absent(Absent::Tag(tag));
                value
            }
            None => value,
        }
    });
    env.add_function("__trace_each", |state: &State, tag: usize, wanted: bool, items: Value| {
        if wanted && !items.is_undefined() {
            return items;
        }
        if let Some(render) = RenderState::of(state) {
            render.note_absent(Absent::Tag(tag));
        }
        Value::UNDEFINED
    });
    Ok(env)
}

fn common() -> Result<Environment<'static>, Error> {
    let mut env = Environment::new();
    env.set_syntax(syntax()?);
    // Escaping is the formatter's; this makes what macros and blocks captured count as XML, which it is.
    env.set_auto_escape_callback(|_| minijinja::AutoEscape::Html);
    env.set_undefined_behavior(UndefinedBehavior::Chainable);
    env.set_formatter(run_text::format);
    // It would print all data of the caller into the document.
    env.remove_global("debug");
    filters::add(&mut env);
    counted::add(&mut env);
    far::add(&mut env);
    operators::add(&mut env);
    env.add_function("__id", |state: &State| RenderState::of(state).map(|r| r.additions.fresh_id()));
    env.add_function("__once", |state: &State, key: &str| {
        RenderState::of(state).is_some_and(|r| r.once(key))
    });
    env.add_function("__text_box", |state: &State, key: &str, begins: bool| {
        RenderState::of(state).map(|r| r.text_box(key, begins))
    });
    env.add_function(EACH, |state: &State, items: Value| {
        if items.is_undefined()
            && let Some(render) = RenderState::of(state).filter(|render| render.missing == Missing::Error)
        {
            render.note_undefined();
        }
        items
    });
    env.add_function("__text", plain::text);
    env.add_function("__number", plain::number);
    env.add_function("__url", plain::url);
    env.add_function("__target", plain::target);
    env.add_function("__fill", cell_value::fill);
    env.add_function("__span", cell_value::span);
    env.add_filter("__or", cell_value::or_default);
    env.add_filter("__block", end_with_paragraph);
    env.add_filter("__table", table::settle);
    env.add_function("__colour", look::colour);
    env.add_filter("__coloured", look::coloured);
    env.add_function("__restart", list_ids::restart);
    env.add_function("__list", list_ids::id);
    env.add_function("__page", page_marks::note);
    env.add_function("__page_mark", page_marks::mark);
    env.add_filter("__note", note_ids::note);
    env.add_filter("__comment", note_ids::comment);
    env.add_function("__keeps", |state: &State| {
        RenderState::of(state).is_some_and(|render| render.missing == Missing::Keep)
    });
    env.add_function("__lenient", |state: &State| {
        RenderState::of(state).is_some_and(|render| render.missing != Missing::Error)
    });
    env.add_filter("__instead", captured::instead);
    env.add_filter("__between", captured::between);
    env.add_filter("__unmarked", unmarked::text);
    Ok(env)
}

/// Ends a cell, header or the like with a paragraph, as the standard asks (17.4.65: a cell's last element).
fn end_with_paragraph(xml: &str, prefix: &str) -> Value {
    let Some(close) = xml.rfind("</") else { return Value::from_safe_string(xml.to_owned()) };
    let inner = xml[..close].trim_end();
    // A control may hold the last paragraph.
    let mut last = before_pages(inner);
    while let Some(outer) =
        ["sdt>", "sdtContent>"].iter().find_map(|end| last.strip_suffix(&format!("</{prefix}{end}")))
    {
        last = before_pages(outer);
    }
    let ends_so = last.ends_with(&format!("</{prefix}p>"))
        || last.rfind('<').is_some_and(|at| {
            let last = &last[at..];
            let name = last[1..].split([' ', '/', '>']).next().unwrap_or_default();
            last.ends_with("/>") && name == format!("{prefix}p")
        });
    if ends_so {
        return Value::from_safe_string(xml.to_owned());
    }
    Value::from_safe_string(format!("{inner}<{prefix}p/>{}", &xml[close..]))
}
