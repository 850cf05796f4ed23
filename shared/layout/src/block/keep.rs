//! Which lines stay together.

use crate::line::End;
use crate::model::ParagraphStyle;

/// Which of the lines with these ends may not begin a page: widow control and `keepLines` (17.3.1.44, 17.3.1.14). Lines behind a break inside
/// the paragraph count again.
pub(super) fn kept(lines: &[End], style: &ParagraphStyle) -> Vec<bool> {
    let mut out = vec![style.keep_lines; lines.len()];
    if style.widow_control {
        let mut start = 0;
        for part in lines.split_inclusive(|end| matches!(end, End::Page | End::Column)) {
            for at in [start + 1, start + part.len() - 1] {
                if at > start
                    && let Some(kept) = out.get_mut(at)
                    && at < start + part.len()
                {
                    *kept = true;
                }
            }
            start += part.len();
        }
    }
    out
}
