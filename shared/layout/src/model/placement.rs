//! Positions of floating objects, frames and tables (20.4.3, 17.3.1.11, 17.4.57).

use crate::read::Element;

/// The reference of a floating object's place, on either axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relative {
    Page,
    Margin,
    /// The column; vertically the paragraph.
    Text,
    /// The character; vertically the line.
    Line,
    StartMargin,
    EndMargin,
}

/// The place of a floating object on an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Place {
    Offset(f64),
    /// Share of the frame.
    Share(f64),
    Start,
    Center,
    End,
}

impl Relative {
    /// The reference that a frame or a table states in an attribute.
    pub fn read(element: Element<'_>, name: &str) -> Option<Relative> {
        match element.attr(name)?.as_str() {
            "text" => Some(Relative::Text),
            "margin" => Some(Relative::Margin),
            "page" => Some(Relative::Page),
            _ => None,
        }
    }
}

impl Place {
    /// The place downward of a frame or a table that stays in the text: Word saves a place of 0 as 1.
    pub const IN_TEXT: Place = Place::Offset(0.0);

    /// The alignment that a frame or a table states in an attribute.
    pub fn aligned(element: Element<'_>, name: &str) -> Option<Place> {
        match element.attr(name)?.as_str() {
            "center" => Some(Place::Center),
            "right" | "bottom" | "outside" => Some(Place::End),
            "left" | "top" | "inside" => Some(Place::Start),
            "inline" => Some(Place::IN_TEXT),
            _ => None,
        }
    }

    /// It with an offset added, if it has one.
    pub fn moved(self, by: f64) -> Place {
        match self {
            Place::Offset(offset) => Place::Offset(offset + by),
            other => other,
        }
    }

    /// The start of something of a size in a frame that begins at `start`.
    pub fn within(self, (start, room): (f64, f64), size: f64) -> f64 {
        match self {
            Place::Offset(offset) => start + offset,
            Place::Share(share) => start + room * share,
            Place::Start => start,
            Place::Center => start + (room - size) / 2.0,
            Place::End => start + room - size,
        }
    }
}
