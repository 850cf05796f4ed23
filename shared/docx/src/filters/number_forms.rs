//! Numbers in the formats of a field's switch `\*` (ECMA-376 part 1, 17.16.4.3.1).

use minijinja::value::Rest;
use minijinja::{Error, State, Value};

use super::numbers::decimal;
use super::{ordinal, words};
use crate::expression::{Locale, RenderState};
use platen_locale::roman;
use platen_locale::words::{in_english, in_order};

/// The largest number that Word writes in Roman numerals.
const LARGEST_ROMAN: u64 = 32_767;

/// Writes a number in a form; what is no number stays as it is, and a number that a form does not have as well, as in Word.
///
/// # Errors
/// None of its own: those of the filters for ordinals and words.
pub(super) fn form(state: &State, value: &Value, name: &str) -> Result<Value, Error> {
    let Ok(number) = decimal(value) else { return Ok(value.clone()) };
    let Ok(exact) = number.to_string().parse::<f64>() else { return Ok(value.clone()) };
    if !(0.0..1e15).contains(&exact) {
        return Ok(value.clone());
    }
    let whole = exact.round() as u64;
    let is_upper = name.starts_with(char::is_uppercase);
    let cased = |text: String| if is_upper { text.to_uppercase() } else { text };
    let text = match name.to_ascii_lowercase().as_str() {
        "arabic" => whole.to_string(),
        "arabicdash" => format!("- {whole} -"),
        "hex" => format!("{whole:X}"),
        "roman" if (1..=LARGEST_ROMAN).contains(&whole) => {
            let text = roman(whole as u32);
            if is_upper { text } else { text.to_lowercase() }
        }
        "alphabetic" if (1..=780).contains(&whole) => {
            let letter = char::from(b'a' + ((whole - 1) % 26) as u8);
            cased(letter.to_string().repeat(((whole - 1) / 26 + 1) as usize))
        }
        "ordinal" => return ordinal::ordinal(state, &Value::from(whole), Rest(Vec::new())),
        "ordtext" if is_english(state) => in_english(whole).map(|text| in_order(&text)).unwrap_or_default(),
        // Ordinals are known in words in English only.
        "ordtext" => return ordinal::ordinal(state, &Value::from(whole), Rest(Vec::new())),
        "cardtext" => return spelled(state, whole).map(Value::from),
        "dollartext" => {
            let cents = (exact * 100.0).round() as u64;
            let joined = if is_english(state) { "and " } else { "" };
            format!("{} {joined}{:02}/100", spelled(state, cents / 100)?, cents % 100)
        }
        _ => return Ok(value.clone()),
    };
    Ok(Value::from(text))
}

fn spelled(state: &State, number: u64) -> Result<String, Error> {
    words::words(state, &Value::from(number), Rest(Vec::new())).map(|words| words.to_string())
}

fn is_english(state: &State) -> bool {
    let locale = RenderState::of(state).map_or_else(Locale::default, |render| render.locale.clone());
    locale.language() == "en"
}
