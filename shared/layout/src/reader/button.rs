//! Fields that people click in Word, MACROBUTTON and GOTOBUTTON (17.16.5): they have no result, and show the rest of their
//! instruction.

use std::sync::Arc;

use crate::model::run::RunStyle;

/// The texts that a field shows, with their styles; `styles` are those of its instruction, each from its byte on. `None` for
/// another field.
pub(super) fn texts<'s>(
    instruction: &'s str,
    styles: &'s [(usize, Arc<RunStyle>)],
) -> Option<impl Iterator<Item = (&'s str, &'s Arc<RunStyle>)>> {
    let (name, rest) = instruction.trim_start().split_once(char::is_whitespace)?;
    if !["MACROBUTTON", "GOTOBUTTON"].iter().any(|own| name.eq_ignore_ascii_case(own)) {
        return None;
    }
    let (_target, shown) = rest.trim_start().split_once(char::is_whitespace).unwrap_or_default();
    let start = instruction.len() - shown.trim_start().len();
    let end = instruction.trim_end().len();
    let ends = styles.iter().skip(1).map(|(from, _)| *from).chain([end]);
    Some(styles.iter().zip(ends).filter_map(move |((from, style), to)| {
        let text = instruction.get((*from).max(start)..to.min(end))?;
        (!text.is_empty()).then_some((text, style))
    }))
}
