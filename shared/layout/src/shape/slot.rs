//! Which of a run's four fonts a character uses (17.3.2.26, [MS-OI29500] 2.1.88).

use crate::model::font_slot::FontSlot;
use crate::model::run::RunStyle;

/// The font of `c` in a run of `style`.
pub(crate) fn of(c: char, style: &RunStyle) -> FontSlot {
    if style.is_cs {
        return FontSlot::Cs;
    }
    let slot = by_code(c);
    if slot == FontSlot::HAnsi && style.is_east_asian_hint && follows_hint(c, style) {
        return FontSlot::EastAsia;
    }
    slot
}

fn by_code(c: char) -> FontSlot {
    match c {
        '\u{0}'..='\u{7F}' => FontSlot::Ascii,
        '\u{590}'..='\u{7BF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFE}' => FontSlot::Ascii,
        '\u{1100}'..='\u{11FF}'
        | '\u{2E80}'..='\u{319F}'
        | '\u{3200}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FAF}'
        | '\u{A000}'..='\u{A4CF}'
        | '\u{AC00}'..='\u{D7AF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{FE30}'..='\u{FE6F}'
        | '\u{FF00}'..='\u{FFEF}'
        | '\u{20000}'..='\u{2FFFF}' => FontSlot::EastAsia,
        _ => FontSlot::HAnsi,
    }
}

/// Characters that `w:hint="eastAsia"` moves to the East Asian font.
fn follows_hint(c: char, style: &RunStyle) -> bool {
    match c {
        '\u{A1}' | '\u{A4}' | '\u{A7}' | '\u{A8}' | '\u{AA}' | '\u{AD}' | '\u{AF}' | '\u{B0}'..='\u{B4}' => {
            true
        }
        '\u{B6}'..='\u{BA}' | '\u{BC}'..='\u{BF}' | '\u{D7}' | '\u{F7}' => true,
        '\u{2B0}'..='\u{4FF}'
        | '\u{2000}'..='\u{27BF}'
        | '\u{E000}'..='\u{F8FF}'
        | '\u{FB00}'..='\u{FB1C}' => true,
        '\u{E0}'
        | '\u{E1}'
        | '\u{E8}'..='\u{EA}'
        | '\u{EC}'
        | '\u{ED}'
        | '\u{F2}'
        | '\u{F3}'
        | '\u{F9}'
        | '\u{FA}'
        | '\u{FC}'
        | '\u{100}'..='\u{2AF}'
        | '\u{1E00}'..='\u{1EFF}' => {
            style.language_east_asia.as_deref().is_some_and(|language| language.starts_with("zh"))
        }
        _ => false,
    }
}
