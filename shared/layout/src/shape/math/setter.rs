//! Sets the parts of an equation.

use std::sync::Arc;

use super::boxes::Boxed;
use super::class::Class;
use super::face::Sized;
use crate::bounds::HAIR;
use crate::drawing::Rgb;
use crate::error::LayoutError;
use crate::model::colour::Colour;
use crate::model::equation::{Node, Row};
use crate::model::run::RunStyle;
use crate::shape::Shaper;

/// Size of an equation without text, in points: that in Word's own documents. A guess: nothing is seen of it.
pub(super) const EMPTY_SIZE: f64 = 11.0;

/// Sets equations.
pub(crate) struct Setter<'s> {
    pub shaper: &'s Shaper<'s>,
    pub small_fractions: bool,
}

/// How a part is set (The TeXbook, chapter 17).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct How {
    /// Whether it belongs to a displayed equation, with large operators and fractions of full size.
    pub is_display: bool,
    /// Whether it is in a fraction or matrix of such an equation: fractions keep their size and come closer together, and
    /// operators are small.
    pub is_nested: bool,
    /// 0 for full size, 1 for scripts, 2 for scripts of scripts.
    pub level: u8,
    /// Whether superscripts are lower.
    pub is_cramped: bool,
}

impl How {
    pub fn new(is_display: bool) -> How {
        How { is_display, is_nested: false, level: 0, is_cramped: false }
    }

    pub fn script(self) -> How {
        How { is_display: false, level: (self.level + 1).min(2), ..self }
    }

    pub fn cramped(self) -> How {
        How { is_cramped: true, ..self }
    }

    /// Whether fractions and operators take the room of displayed ones.
    pub fn is_large(self) -> bool {
        self.is_display && !self.is_nested && self.level == 0
    }
}

/// A part with its class.
pub(super) struct Atom {
    pub class: Class,
    pub boxed: Boxed,
    /// Its role for a line: it ends the line, or the line is aligned at it.
    pub is_break: bool,
    pub aligns: bool,
}

impl Atom {
    pub fn new(class: Class, boxed: Boxed) -> Atom {
        Atom { class, boxed, is_break: false, aligns: false }
    }
}

impl<'s> Setter<'s> {
    pub fn new(shaper: &'s Shaper<'s>, small_fractions: bool) -> Setter<'s> {
        Setter { shaper, small_fractions }
    }

    /// The face of a style at the size of a part.
    pub(super) fn face(&self, style: &RunStyle, how: How) -> Result<Sized<'s>, LayoutError> {
        let choice = self.shaper.math(&style.ascii);
        let face = self.shaper.library.face(choice.face).ok_or(LayoutError::Internal)?;
        let font = face.math().ok_or(LayoutError::Internal)?;
        let size = size(style, f64::from(font.script_scale(how.level)));
        Ok(Sized { choice, font, size, colour: colour(style) })
    }

    /// A part as its atoms: text has one for each character.
    pub(super) fn node(&self, node: &Node, how: How, out: &mut Vec<Atom>) -> Result<(), LayoutError> {
        self.shaper.budget.spend(16)?;
        let atom = match node {
            Node::Text(text) => return self.text(text, how, out),
            Node::Break => Atom { is_break: true, ..Atom::new(Class::Ordinary, Boxed::default()) },
            Node::Number => return Ok(()),
            Node::Fraction { kind, over, under, style } => {
                Atom::new(Class::Ordinary, self.fraction(*kind, over, under, style, how)?)
            }
            Node::Radical { degree, base, style } => {
                Atom::new(Class::Ordinary, self.radical(degree, base, style, how)?)
            }
            Node::Scripts { base, sub, sup, is_before, is_aligned, style } => {
                let parts = (sub.as_ref(), sup.as_ref());
                self.scripts(base, parts, (*is_before, *is_aligned), style, how)?
            }
            Node::Nary(nary) => Atom::new(Class::Applied, self.nary(nary, how)?),
            Node::Fence(fence) => Atom::new(Class::Ordinary, self.fence(fence, how)?),
            Node::Grid(grid) => Atom::new(Class::Ordinary, self.grid(grid, how)?),
            Node::Accent { sign, base, style } => {
                Atom::new(Class::Ordinary, self.accent(*sign, base, style, how)?)
            }
            Node::Bar { is_over, base, style } => {
                Atom::new(Class::Ordinary, self.bar(*is_over, base, style, how)?)
            }
            Node::Box { base, is_operator } => {
                let class = if *is_operator { Class::Relation } else { Class::Ordinary };
                Atom::new(class, self.row(base, how)?)
            }
            Node::Border { frame, base, style } => {
                Atom::new(Class::Ordinary, self.border(*frame, base, style, how)?)
            }
            Node::Function { name, base, style } => {
                Atom::new(Class::Applied, self.function(name, base, style, how)?)
            }
            Node::Limit { is_over, base, limit, style } => {
                Atom::new(Class::Ordinary, self.limit(*is_over, base, limit, style, how)?)
            }
            Node::Group { sign, is_over, base, style } => {
                Atom::new(Class::Ordinary, self.group(*sign, *is_over, base, style, how)?)
            }
            Node::Phantom { kind, base } => {
                let mut boxed = self.row(base, how)?;
                if !kind.is_shown {
                    boxed.items.clear();
                }
                boxed.width *= f64::from(u8::from(kind.has_width));
                boxed.ascent *= f64::from(u8::from(kind.has_ascent));
                boxed.descent *= f64::from(u8::from(kind.has_descent));
                Atom::new(Class::Ordinary, boxed)
            }
        };
        // What it draws is moved once more at each level.
        self.shaper.budget.spend(atom.boxed.items.len() as u64)?;
        out.push(atom);
        Ok(())
    }

    /// Things side by side, as one box.
    pub(super) fn row(&self, row: &Row, how: How) -> Result<Boxed, LayoutError> {
        let mut atoms = Vec::new();
        for node in row {
            self.node(node, how, &mut atoms)?;
        }
        Ok(self.joined(atoms, how, row_size(row)))
    }

    /// As [`Setter::row`]; `None` where there is nothing.
    pub(super) fn optional(&self, row: Option<&Row>, how: How) -> Result<Option<Boxed>, LayoutError> {
        row.filter(|row| !row.is_empty()).map(|row| self.row(row, how)).transpose()
    }
}

/// Size of the style of the first text in a row.
pub(super) fn row_size(row: &Row) -> f64 {
    row.iter().find_map(Node::style).map_or(EMPTY_SIZE, |style| style.size)
}

impl Node {
    /// The style of the part itself.
    pub fn style(&self) -> Option<&Arc<RunStyle>> {
        match self {
            Node::Text(text) => Some(&text.style),
            Node::Nary(nary) => Some(&nary.style),
            Node::Fence(fence) => Some(&fence.style),
            Node::Grid(grid) => Some(&grid.style),
            Node::Fraction { style, .. }
            | Node::Radical { style, .. }
            | Node::Scripts { style, .. }
            | Node::Accent { style, .. }
            | Node::Bar { style, .. }
            | Node::Border { style, .. }
            | Node::Function { style, .. }
            | Node::Limit { style, .. }
            | Node::Group { style, .. } => Some(style),
            Node::Break | Node::Number | Node::Box { .. } | Node::Phantom { .. } => None,
        }
    }
}

/// Size of a part: scripts in whole half points, cut (9, 11 and 12 points become 6.5, 8 and 8.5 in Word's PDFs).
pub(super) fn size(style: &RunStyle, scale: f64) -> f64 {
    if scale >= 1.0 { style.size } else { ((style.size * scale * 2.0 + HAIR).floor() / 2.0).max(0.5) }
}

pub(super) fn colour(style: &RunStyle) -> Rgb {
    match style.colour {
        Colour::Rgb(rgb) => rgb,
        Colour::Auto => [0; 3],
    }
}
