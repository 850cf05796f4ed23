//! A form's words for a field:
//! `{{ vat|field("VAT number", help="As on your invoice", choices=["A", "B"], order=1, when="company") }}`. The value passes
//! through; a form, the schema and the model know the words.

use minijinja::{Error, Value};

use super::arguments::{Arguments, Given};
use crate::expression::fault::misused;
use crate::expression::wrong;

/// Choices that a message names.
const NAMED: usize = 10;

/// `field(label=None, help=None, choices=None, order=None, when=None)`
pub(super) fn field(value: &Value, args: Given) -> Result<Value, Error> {
    let arguments = Arguments::of(args, &["label", "help", "choices", "order", "when"])?;
    for name in ["label", "help", "when"] {
        if arguments.get(name).is_some_and(|text| text.as_str().is_none()) {
            return Err(misused(format!("the argument `{name}` of `field` must be a text")));
        }
    }
    if arguments.get("order").is_some_and(|order| !order.is_integer()) {
        return Err(misused("the argument `order` of `field` must be a whole number"));
    }
    let Some(choices) = arguments.get("choices") else { return Ok(value.clone()) };
    // A text has characters, which are none.
    let listed = choices.try_iter().ok().filter(|_| choices.as_str().is_none());
    let choices: Vec<Value> = listed.map(Iterator::collect).unwrap_or_default();
    if choices.is_empty() || choices.iter().any(|choice| choice.as_str().is_none()) {
        return Err(misused(
            "the argument `choices` of `field` must be a list of texts, such as [\"A\", \"B\"]",
        ));
    }
    if value.is_undefined() || value.is_none() || choices.iter().any(|choice| is_same(choice, value)) {
        return Ok(value.clone());
    }
    let mut named: Vec<String> =
        choices.iter().take(NAMED).map(|choice| format!("{:?}", choice.to_string())).collect();
    if choices.len() > NAMED {
        named.push("...".to_owned());
    }
    Err(wrong(value, "choice", &format!("one of {}", named.join(", "))))
}

/// A number is compared as it is written.
fn is_same(choice: &Value, value: &Value) -> bool {
    value.as_str().is_some_and(|text| choice.as_str() == Some(text))
        || value.is_number() && choice.as_str() == Some(value.to_string().as_str())
}
