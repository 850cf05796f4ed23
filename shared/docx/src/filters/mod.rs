//! What templates call beyond MiniJinja's own: the filters, methods and functions of Jinja2 that it lacks, and
//! filters that write dates, numbers and lists in a language. COMPATIBILITY.md tells what differs from Jinja2.
//!
//! Each filter that could make much of little is bounded here, MiniJinja's own included: the number that decides
//! on a result's size may come from the data.

mod aggregate;
mod arguments;
mod batches;
mod bound;
mod calendar;
mod case;
mod chart_filter;
pub(crate) mod control_date;
mod convert;
mod currency;
mod date_picture;
mod dates;
mod field_switches;
mod fixed;
mod form_words;
mod globals;
mod join;
mod markup;
mod methods;
mod number_forms;
mod numbers;
mod ordinal;
mod percent;
mod printf;
mod regular;
mod rich_filters;
mod roman;
#[cfg(test)]
mod tests;
mod text_filters;
mod translation;
mod words;
mod wrap;
mod zone;

pub(crate) use chart_filter::IN_PAIRS;
pub(crate) use methods::{known_methods, knows_method};
pub(crate) use rich_filters::FILTERS as RICH_FILTERS;

use minijinja::{Environment, State, Value};

use crate::expression::{once, wholly};
use arguments::Given;

/// Adds all of them to an environment.
pub(crate) fn add(env: &mut Environment<'static>) {
    env.set_unknown_method_callback(methods::call);
    wholly(env, "avg", Value::from_function(aggregate::avg));
    once(env, "batch", Value::from_function(batches::batch));
    once(env, "center", Value::from_function(text_filters::center));
    once(env, "filesizeformat", Value::from_function(convert::file_size));
    once(env, "float", Value::from_function(convert::float));
    once(env, "forceescape", Value::from_function(markup::force_escape));
    wholly(env, "format", Value::from_function(printf::printf));
    once(env, "indent", Value::from_function(text_filters::indent));
    once(env, "int", Value::from_function(convert::int));
    wholly(env, "join", Value::from_function(join::join));
    once(env, "lower", Value::from_function(case::lower));
    once(env, "replace", Value::from_function(text_filters::replace));
    once(env, "slice", Value::from_function(batches::slice));
    once(env, "striptags", Value::from_function(markup::strip_tags));
    wholly(env, "sum", Value::from_function(aggregate::sum));
    wholly(env, "tojson", Value::from_function(markup::to_json));
    once(env, "truncate", Value::from_function(text_filters::truncate));
    once(env, "upper", Value::from_function(case::upper));
    once(env, "wordcount", Value::from_function(text_filters::word_count));
    once(env, "wordwrap", Value::from_function(text_filters::word_wrap));
    wholly(env, "xmlattr", Value::from_function(markup::attributes));
    env.add_test("language", translation::is_language);
    env.add_test("matching", regular::is_matching);
    env.add_function("cycler", globals::cycler);
    env.add_function("joiner", globals::joiner);

    once(env, "currency", Value::from_function(currency::currency));
    once(env, "date", Value::from_function(dates::date));
    once(env, "date_add", Value::from_function(calendar::add));
    once(env, "date_diff", Value::from_function(calendar::diff));
    once(env, "datetime", Value::from_function(dates::date_time));
    once(env, "field", Value::from_function(form_words::field));
    wholly(env, "join_and", Value::from_function(join::join_and));
    once(env, "letters", Value::from_function(roman::letters));
    once(env, "number", Value::from_function(numbers::number));
    once(env, "ordinal", Value::from_function(ordinal::ordinal));
    once(env, "percent", Value::from_function(numbers::percent));
    once(env, "regex_replace", Value::from_function(regular::replace));
    once(env, "roman", Value::from_function(roman::roman_filter));
    once(env, "time", Value::from_function(dates::time));
    once(env, "trans", Value::from_function(translation::trans));
    once(env, "words", Value::from_function(words::words));

    once(env, "__field_around", Value::from_function(field_switches::around));
    once(env, "__field_case", Value::from_function(field_switches::case));
    once(env, "__field_cut", Value::from_function(field_switches::cut));
    once(env, "__field_date", Value::from_function(field_switches::day));
    once(env, "__field_form", Value::from_function(number_forms::form));
    once(env, "__field_holds", Value::from_function(field_switches::holds));
    once(env, "__field_number", Value::from_function(field_switches::number));
    once(env, "__field_number_of", Value::from_function(field_switches::number_of));

    for (name, kind, parameters) in RICH_FILTERS {
        env.add_filter(name, move |state: &State, value: &Value, args: Given| {
            rich_filters::make((kind, parameters), state, value, args)
        });
    }
}
