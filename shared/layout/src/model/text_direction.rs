//! Directions of text (17.18.93, 20.1.10.83).

/// The direction of a story's lines, and which characters are upright in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum TextDirection {
    #[default]
    Horizontal,
    /// Lines run to the right; East Asian characters lie on their left side.
    HorizontalTurned,
    /// Lines run from top to bottom, the first at the right; East Asian characters are upright.
    Vertical,
    /// As `Vertical`, but all characters are upright, one below another.
    Stacked,
    /// All is turned clockwise: lines run from top to bottom.
    Down,
    /// All is turned anticlockwise: lines run from bottom to top.
    Up,
}

/// By how much the lines of a story are turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    None,
    Clockwise,
    Anticlockwise,
}

/// Characters that are turned anticlockwise in their line, about the middles of their em boxes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum TurnedBack {
    #[default]
    None,
    EastAsian,
    All,
}

impl TextDirection {
    /// The direction of a section or a cell (`w:textDirection`). Word reads the names differently from the standard:
    /// [MS-OI29500] 2.1.558.
    pub fn of_flow(name: Option<&str>) -> TextDirection {
        match name {
            Some("tbRl" | "rl") => TextDirection::Vertical,
            // Lines of Mongolian follow one another to the right; all others are as turned as these.
            Some("tbRlV" | "rlV" | "tbLrV" | "lrV") => TextDirection::Down,
            Some("btLr" | "lr") => TextDirection::Up,
            Some("lrTbV" | "tbV") => TextDirection::HorizontalTurned,
            _ => TextDirection::Horizontal,
        }
    }

    /// The direction of a text box (`vert`).
    pub fn of_box(name: Option<&str>) -> TextDirection {
        match name {
            Some("eaVert" | "mongolianVert") => TextDirection::Vertical,
            Some("wordArtVert" | "wordArtVertRtl") => TextDirection::Stacked,
            Some("vert") => TextDirection::Down,
            Some("vert270") => TextDirection::Up,
            _ => TextDirection::Horizontal,
        }
    }

    pub fn turn(self) -> Turn {
        match self {
            TextDirection::Horizontal | TextDirection::HorizontalTurned => Turn::None,
            TextDirection::Vertical | TextDirection::Stacked | TextDirection::Down => Turn::Clockwise,
            TextDirection::Up => Turn::Anticlockwise,
        }
    }

    pub fn is_turned(self) -> bool {
        self.turn() != Turn::None
    }

    pub fn turned_back(self) -> TurnedBack {
        match self {
            TextDirection::Vertical | TextDirection::HorizontalTurned => TurnedBack::EastAsian,
            TextDirection::Stacked => TurnedBack::All,
            TextDirection::Horizontal | TextDirection::Down | TextDirection::Up => TurnedBack::None,
        }
    }
}
