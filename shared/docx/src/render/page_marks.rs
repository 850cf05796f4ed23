//! Page setups on their way: noted where their tags run, and marked in the part, which shows whose section it is.

use minijinja::value::{Kwargs, Value};
use minijinja::{Error, State};

use crate::expression::page_setup::{ARGUMENTS, PageSetup};
use crate::expression::{RenderState, operators};
use platen_ooxml::sentinel::PAGE;

/// What a setup counts: it is kept up to the end of the render, and applied then.
const SETUP: usize = 128;

/// `{% page size=x %}`
pub(super) fn note(state: &State, arguments: Kwargs) -> Result<Value, Error> {
    operators::spend(state, SETUP)?;
    let mut setup = PageSetup::default();
    for (name, argument) in ARGUMENTS {
        if arguments.has(name) {
            setup.take(argument, &arguments.get::<Value>(name)?)?;
        }
    }
    if let Some(render) = RenderState::of(state) {
        render.note_page(setup);
    }
    Ok(Value::from(""))
}

/// The mark of the setup that was noted last, by the tag of this number.
pub(super) fn mark(state: &State, tag: usize) -> Value {
    let index = RenderState::of(state).and_then(|render| render.note_page_tag(tag));
    Value::from_safe_string(index.map(written).unwrap_or_default())
}

/// Digits that XML forbids as it does the signs around them: where a filter makes other text of a mark, nothing of it is left.
const ZERO: u8 = 0xE;

fn written(index: usize) -> String {
    let digits = index.to_string().bytes().map(|digit| char::from(digit - b'0' + ZERO)).collect::<String>();
    format!("{PAGE}{digits}{PAGE}")
}

/// Texts between marks, each with the index of the setup behind it.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = (&str, Option<usize>)> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest.take()?;
        let Some((before, behind)) = text.split_once(PAGE) else { return Some((text, None)) };
        let (index, after) = behind.split_once(PAGE).unwrap_or(("", behind));
        rest = Some(after);
        let digits: String =
            index.bytes().map(|byte| char::from(byte.wrapping_sub(ZERO).wrapping_add(b'0'))).collect();
        Some((before, digits.parse().ok()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use platen_ooxml::sentinel::{before_pages, behind_pages};

    #[test]
    fn texts_and_marks_take_turns() {
        let text = format!("a{}{}b{}", written(0), written(907), written(12));
        let found: Vec<_> = pieces(&text).collect();
        assert_eq!(found, [("a", Some(0)), ("", Some(907)), ("b", Some(12)), ("", None)]);
        // A value printed as `safe` may hold the character; it is no mark, and goes.
        assert_eq!(pieces("a\u{5}x").collect::<Vec<_>>(), [("a", None), ("x", None)]);
        assert_eq!(pieces("a\u{5}7\u{5}x").collect::<Vec<_>>(), [("a", None), ("x", None)]);
    }

    #[test]
    fn a_text_is_known_without_its_marks() {
        let marks = format!("{} {}", written(1), written(23));
        assert_eq!(behind_pages(&format!("{marks}<w:p>{marks}")), format!("<w:p>{marks}"));
        assert_eq!(before_pages(&format!("{marks}</w:p>{marks}\n")), format!("{marks}</w:p>"));
        assert_eq!(behind_pages(&marks), "");
    }
}
