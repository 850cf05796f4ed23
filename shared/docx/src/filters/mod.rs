//! What templates call beyond MiniJinja's own: the filters, methods and functions of Jinja2 that it lacks, and
//! filters that write dates, numbers and lists in a language. COMPATIBILITY.md tells what differs from Jinja2.
//!
//! Each filter that could make much of little is bounded here, MiniJinja's own included: the number that decides
//! on a result's size may come from the data.

mod arguments;
mod bound;
mod case;
mod convert;
mod dates;
mod fault;
mod format;
mod globals;
mod join;
mod lists;
mod locale;
mod markup;
mod methods;
mod money;
mod numbers;
mod ordinal;
mod picture;
#[cfg(test)]
mod tests;
mod text;
mod words;
mod zone;

use minijinja::Environment;

pub(crate) use dates::{Moment, with_pattern};
pub(crate) use fault::{Wrong, place_of};
pub(crate) use locale::{Locale, unknown as unknown_locale};
pub(crate) use picture::pattern_of;

/// Adds all of them to an environment.
pub(crate) fn add(env: &mut Environment<'static>) {
    env.set_unknown_method_callback(methods::call);
    env.add_filter("batch", lists::batch);
    env.add_filter("center", text::center);
    env.add_filter("filesizeformat", convert::file_size);
    env.add_filter("float", convert::float);
    env.add_filter("forceescape", markup::force_escape);
    env.add_filter("format", format::printf);
    env.add_filter("indent", text::indent);
    env.add_filter("int", convert::int);
    env.add_filter("join", join::join);
    env.add_filter("lower", case::lower);
    env.add_filter("replace", text::replace);
    env.add_filter("slice", lists::slice);
    env.add_filter("striptags", markup::strip_tags);
    env.add_filter("tojson", markup::to_json);
    env.add_filter("truncate", text::truncate);
    env.add_filter("upper", case::upper);
    env.add_filter("wordcount", text::word_count);
    env.add_filter("wordwrap", text::word_wrap);
    env.add_filter("xmlattr", markup::attributes);
    env.add_function("cycler", globals::cycler);
    env.add_function("joiner", globals::joiner);

    env.add_filter("currency", money::currency);
    env.add_filter("date", dates::date);
    env.add_filter("datetime", dates::date_time);
    env.add_filter("join_and", join::join_and);
    env.add_filter("number", numbers::number);
    env.add_filter("ordinal", ordinal::ordinal);
    env.add_filter("percent", numbers::percent);
    env.add_filter("time", dates::time);
    env.add_filter("words", words::words);
}
