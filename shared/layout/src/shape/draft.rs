//! The text of a paragraph and its stretches of one style, while they are collected.

use std::ops::Range;
use std::sync::Arc;

use super::{Kind, caps, direction, slot};
use crate::model::Stance;
use crate::model::font_slot::FontSlot;
use crate::model::run::RunStyle;
use crate::model::text_direction::TurnedBack;
use crate::pages::Target;

/// Text of one style, before it is shaped.
pub(super) struct Stretch<'s> {
    pub text: Range<usize>,
    pub style: &'s Arc<RunStyle>,
    pub slot: FontSlot,
    pub size: f64,
    pub link: Option<&'s Arc<Target>>,
    pub kind: Option<Kind>,
    pub note: Option<u32>,
    /// Whether its characters are turned back.
    pub is_turned: bool,
    /// Whether a line can end after it, if its text does not decide.
    pub may_break: Option<bool>,
}

/// Text and its stretches as they are put together.
#[derive(Default)]
pub(super) struct Draft<'s> {
    pub text: String,
    pub stretches: Vec<Stretch<'s>>,
    pub stance: Stance,
}

impl<'s> Draft<'s> {
    pub fn new(stance: Stance) -> Draft<'s> {
        Draft { stance, ..Draft::default() }
    }

    /// The direction of each byte, in a paragraph from right to left or not.
    pub fn levels(&self, is_rtl: bool) -> Vec<u8> {
        let runs = self.stretches.iter().map(|own| (own.text.clone(), own.style.is_rtl));
        direction::of(&self.text, runs, is_rtl)
    }

    pub fn text(
        &mut self,
        text: &str,
        style: &'s Arc<RunStyle>,
        link: Option<&'s Arc<Target>>,
        note: Option<u32>,
    ) {
        for piece in caps::pieces(text, style) {
            let mut at = self.text.len();
            self.text.push_str(&piece.text);
            let mut goes_on = self.stretches.last().is_some_and(|last| {
                last.kind.is_none()
                    && last.text.end == at
                    && Arc::ptr_eq(last.style, style)
                    && last.size == piece.size
                    && last.link.map(Arc::as_ptr) == link.map(Arc::as_ptr)
                    && last.note == note
            });
            for c in piece.text.chars() {
                let (slot, is_turned) = (slot::of(c, style), self.stance.turns(c));
                let end = at + c.len_utf8();
                // A space takes the font of what stands before it.
                let is_alike = |last: FontSlot| last == slot || (c == ' ' && last == FontSlot::HAnsi);
                match self.stretches.last_mut() {
                    Some(last) if goes_on && last.is_turned == is_turned && is_alike(last.slot) => {
                        last.text.end = end;
                    }
                    _ => self.stretches.push(Stretch {
                        text: at..end,
                        style,
                        slot,
                        size: piece.size,
                        link,
                        kind: None,
                        note,
                        is_turned,
                        may_break: None,
                    }),
                }
                (at, goes_on) = (end, true);
            }
        }
    }

    pub fn sign(&mut self, sign: char, kind: Kind, style: &'s Arc<RunStyle>, link: Option<&'s Arc<Target>>) {
        self.piece(sign.encode_utf8(&mut [0; 4]), kind, None, style, link);
    }

    /// A piece of an equation, which is read as `text`. `may_break`: whether a line can end after it, if the following piece
    /// does not decide.
    pub fn piece(
        &mut self,
        text: &str,
        kind: Kind,
        may_break: Option<bool>,
        style: &'s Arc<RunStyle>,
        link: Option<&'s Arc<Target>>,
    ) {
        let at = self.text.len();
        self.text.push_str(text);
        let text = at..self.text.len();
        self.stretches.push(Stretch {
            text,
            style,
            slot: FontSlot::Ascii,
            size: style.size,
            link,
            kind: Some(kind),
            note: None,
            // Pictures stand upright with the text.
            is_turned: matches!(kind, Kind::Object(_)) && self.stance.turned_back != TurnedBack::None,
            may_break,
        });
    }
}
