//! Positions of floating objects and frames (20.4.3, 17.3.1.11).

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

impl Place {
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
