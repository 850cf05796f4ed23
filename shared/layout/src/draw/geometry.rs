//! The geometry of a shape before it has a size: guides, paths and the text rectangle.

use super::guides::{Formula, Operand};

/// Guides and commands that a shape may have; the largest preset has fewer than 300.
const MOST_GUIDES: usize = 2000;
const MOST_COMMANDS: usize = 20_000;

/// How a path takes part in the shape's fill (20.1.10.37).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PathFill {
    None,
    Normal,
    Lighten,
    LightenLess,
    Darken,
    DarkenLess,
}

impl PathFill {
    pub fn parse(text: &str) -> PathFill {
        match text {
            "none" => PathFill::None,
            "lighten" => PathFill::Lighten,
            "lightenLess" => PathFill::LightenLess,
            "darken" => PathFill::Darken,
            "darkenLess" => PathFill::DarkenLess,
            _ => PathFill::Normal,
        }
    }
}

/// A command of a path; points are pairs of x and y.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Command {
    Move([Operand; 2]),
    Line([Operand; 2]),
    Cubic([Operand; 6]),
    Quadratic([Operand; 4]),
    /// Radii, starting angle, swing.
    Arc([Operand; 4]),
    Close,
}

/// A path, in coordinates of its own size; a size of zero is that of the shape.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PathForm {
    pub size: (f64, f64),
    pub fill: PathFill,
    pub is_stroked: bool,
    pub commands: Vec<Command>,
}

/// The geometry of a shape.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Geometry {
    pub(super) guides: Vec<(Box<str>, Formula)>,
    pub(super) paths: Vec<PathForm>,
    /// Left, top, right, bottom.
    pub(super) text: Option<[Operand; 4]>,
    commands: usize,
}

impl Geometry {
    /// A rectangle.
    pub fn rectangle() -> Geometry {
        let name = |name: &str| Operand::Name(name.into());
        let corner = |x: &str, y: &str| [name(x), name(y)];
        let commands = vec![
            Command::Move(corner("l", "t")),
            Command::Line(corner("r", "t")),
            Command::Line(corner("r", "b")),
            Command::Line(corner("l", "b")),
            Command::Close,
        ];
        let mut own = Geometry::default();
        own.add_path(PathForm { size: (0.0, 0.0), fill: PathFill::Normal, is_stroked: true, commands });
        own
    }

    /// Adds a guide after the others.
    pub fn add_guide(&mut self, name: &str, formula: &str) {
        // Attack: a million guides.
        if let (Some(formula), true) = (Formula::parse(formula), self.guides.len() < MOST_GUIDES) {
            self.guides.push((name.into(), formula));
        }
    }

    /// Gives a guide of this name another formula: the adjustment of a preset.
    pub fn adjust(&mut self, name: &str, formula: &str) {
        let own = self.guides.iter_mut().find(|(own, _)| **own == *name);
        if let (Some((_, own)), Some(formula)) = (own, Formula::parse(formula)) {
            *own = formula;
        }
    }

    /// Adds a path after the others.
    pub fn add_path(&mut self, mut path: PathForm) {
        // Attack: a million lines.
        path.commands.truncate(MOST_COMMANDS.saturating_sub(self.commands));
        self.commands += path.commands.len();
        if !path.commands.is_empty() {
            self.paths.push(path);
        }
    }

    /// Sets the rectangle for text: left, top, right, bottom.
    pub fn set_text(&mut self, sides: [Operand; 4]) {
        self.text = Some(sides);
    }

    /// The cost of computing the outline, in steps of the budget.
    pub fn steps(&self) -> u64 {
        (self.guides.len() + self.commands) as u64
    }
}
