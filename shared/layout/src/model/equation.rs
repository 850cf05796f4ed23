//! The content of an equation, with all properties resolved.

use std::sync::Arc;

use super::alphabet::Alphabet;
use super::run::RunStyle;
use crate::structure::ElementId;

/// Things side by side.
pub(crate) type Row = Vec<Node>;

/// An equation.
#[derive(Debug)]
pub(crate) struct Equation {
    pub row: Row,
    /// Whether it has its own lines (`m:oMathPara`).
    pub is_display: bool,
    /// Whether the fractions of displayed equations are small (22.1.2.102).
    pub small_fractions: bool,
    /// Its element of the structure; none in headers and footers.
    pub element: Option<ElementId>,
}

/// A piece of text.
#[derive(Debug)]
pub(crate) struct Text {
    /// As it is in the file.
    pub text: String,
    pub style: Arc<RunStyle>,
    /// The letters that it is set in; none for plain text (22.1.2.72).
    pub alphabet: Option<Alphabet>,
    /// Whether lines are aligned at its first operator (22.1.2.2).
    pub aligns: bool,
}

/// How the parts of a fraction are placed (22.1.3.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FractionKind {
    Bar,
    Skewed,
    Linear,
    NoBar,
}

/// Brackets around expressions (22.1.2.24).
#[derive(Debug)]
pub(crate) struct Fence {
    pub open: Option<char>,
    pub separator: Option<char>,
    pub close: Option<char>,
    pub grows: bool,
    /// Whether they reach as far below the axis as above it.
    pub is_centered: bool,
    pub parts: Vec<Row>,
    pub style: Arc<RunStyle>,
}

/// A sum, an integral or similar (22.1.2.70).
#[derive(Debug)]
pub(crate) struct Nary {
    pub sign: char,
    /// Whether the limits are below and above the sign, and not after it.
    pub has_limits: bool,
    pub grows: bool,
    pub sub: Option<Row>,
    pub sup: Option<Row>,
    pub base: Row,
    pub style: Arc<RunStyle>,
}

/// How the cells of a column are aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Across {
    Left,
    Center,
    Right,
}

/// The part that is on the line of the surrounding equation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Down {
    Top,
    Center,
    Bottom,
}

/// Distance of lines or columns (22.1.2.97, 22.1.2.15): a multiple of the usual one, or points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Pitch {
    Times(f64),
    Exactly(f64),
}

/// A matrix (22.1.2.60), or lines below one another (22.1.2.34).
#[derive(Debug)]
pub(crate) struct Grid {
    pub rows: Vec<Vec<Row>>,
    /// Columns beyond these are centred.
    pub columns: Vec<Across>,
    pub down: Down,
    pub row_pitch: Pitch,
    pub column_gap: Pitch,
    /// Whether the cells are the stretches between the `&` of lines: they are aligned right and left in turn, without gaps.
    pub is_lines: bool,
    /// Whether it is as wide as the column (22.1.2.59); then a number can be at its end.
    pub is_wide: bool,
    pub style: Arc<RunStyle>,
}

/// Lines around and through an expression (22.1.2.11): left, top, right, bottom; across, down; rising, falling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Frame {
    pub sides: [bool; 4],
    pub strikes: [bool; 4],
}

/// The parts of a phantom that count (22.1.2.81).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Phantom {
    pub is_shown: bool,
    pub has_width: bool,
    pub has_ascent: bool,
    pub has_descent: bool,
}

/// A part of an equation.
#[derive(Debug)]
pub(crate) enum Node {
    Text(Text),
    /// A line ends here.
    Break,
    /// The mark before the number of an equation.
    Number,
    Fraction {
        kind: FractionKind,
        over: Row,
        under: Row,
        style: Arc<RunStyle>,
    },
    Radical {
        degree: Row,
        base: Row,
        style: Arc<RunStyle>,
    },
    Scripts {
        base: Row,
        sub: Option<Row>,
        sup: Option<Row>,
        is_before: bool,
        is_aligned: bool,
        style: Arc<RunStyle>,
    },
    Nary(Nary),
    Fence(Fence),
    Grid(Grid),
    Accent {
        sign: char,
        base: Row,
        style: Arc<RunStyle>,
    },
    Bar {
        is_over: bool,
        base: Row,
        style: Arc<RunStyle>,
    },
    /// `is_operator`: it takes an operator's spaces (22.1.2.13).
    Box {
        base: Row,
        is_operator: bool,
    },
    Border {
        frame: Frame,
        base: Row,
        style: Arc<RunStyle>,
    },
    Function {
        name: Row,
        base: Row,
        style: Arc<RunStyle>,
    },
    Limit {
        is_over: bool,
        base: Row,
        limit: Row,
        style: Arc<RunStyle>,
    },
    /// A brace or an arrow along an expression (22.1.2.41).
    Group {
        sign: char,
        is_over: bool,
        base: Row,
        style: Arc<RunStyle>,
    },
    Phantom {
        kind: Phantom,
        base: Row,
    },
}
