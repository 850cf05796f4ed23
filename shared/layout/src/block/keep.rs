//! Which lines stay together.

use crate::line::End;

/// How a line is bound to the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hold {
    /// A page may begin with it.
    None,
    /// By `keepLines` (17.3.1.14): where the paragraph is higher than a page, one may begin with it.
    Loose,
    /// By widow control (17.3.1.44), which holds there too.
    Firm,
}

/// How each of the lines with these ends is bound to the one before. Lines after a break inside the paragraph count again.
pub(super) fn holds(lines: &[End], keeps_lines: bool, watches_widows: bool) -> Vec<Hold> {
    let mut out = vec![if keeps_lines { Hold::Loose } else { Hold::None }; lines.len()];
    if watches_widows {
        let mut start = 0;
        for part in lines.split_inclusive(|end| matches!(end, End::Page | End::Column)) {
            for at in [start + 1, start + part.len() - 1] {
                if at > start
                    && let Some(hold) = out.get_mut(at)
                    && at < start + part.len()
                {
                    *hold = Hold::Firm;
                }
            }
            start += part.len();
        }
    }
    out
}
