//! An equation cut into pieces between which a line can break: before its operators (`m:brkBin`), and where the author broke
//! it.

use platen_fonts::Constant;

use super::boxes::Boxed;
use super::class::Class;
use super::setter::EMPTY_SIZE;
use super::setter::{Atom, How, Setter};
use crate::error::LayoutError;
use crate::model::equation::{Equation, Grid, Node, Row};
use crate::model::unicode_math;
use crate::pages::Item;

/// The role of a piece for the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PieceKind {
    /// Something that is drawn; `goes_on`: the line does not end after it.
    Box { goes_on: bool },
    /// Space before an operator; it hangs at the end of a line.
    Gap,
    /// The line ends.
    Break,
    /// The text after it is in the middle of the line.
    Center,
    /// The text after it is at the end of the line.
    End,
}

/// A piece of an equation.
#[derive(Debug, Clone)]
pub(crate) struct Piece {
    pub kind: PieceKind,
    /// Its text.
    pub text: String,
    pub width: f64,
    /// Height above the baseline, with the space that is kept above it.
    pub ascent: f64,
    pub descent: f64,
    /// Its drawing, from the left end of its baseline.
    pub items: Vec<Item>,
}

impl Piece {
    fn bare(kind: PieceKind, width: f64) -> Piece {
        Piece { kind, text: String::new(), width, ascent: 0.0, descent: 0.0, items: Vec::new() }
    }
}

/// A line of an equation while it is put together.
#[derive(Default)]
struct Line {
    pieces: Vec<Piece>,
    width: f64,
    /// Width before the operator that lines are aligned at.
    aligned: Option<f64>,
}

impl Setter<'_> {
    /// Sets an equation.
    pub fn pieces(&self, equation: &Equation) -> Result<Vec<Piece>, LayoutError> {
        let how = How::new(equation.is_display);
        if let Some((row, number)) = numbered(&equation.row) {
            let mut out = vec![Piece::bare(PieceKind::Center, 0.0)];
            out.extend(self.lines(row, how)?);
            out.push(Piece::bare(PieceKind::End, 0.0));
            out.extend(self.lines(number, how)?);
            return Ok(out);
        }
        self.lines(&equation.row, how)
    }

    fn lines(&self, row: &[Node], how: How) -> Result<Vec<Piece>, LayoutError> {
        let mut atoms = Vec::new();
        // Where each part of the row begins among the atoms: what they say is told once.
        let mut said: Vec<(usize, String)> = Vec::new();
        for node in row {
            said.push((atoms.len(), unicode_math::of(std::slice::from_ref(node))));
            self.node(node, how, &mut atoms)?;
        }
        let size = row.iter().find_map(Node::style).map_or(EMPTY_SIZE, |style| style.size);
        let gaps = self.gaps(&mut atoms, how, size);
        // What is higher than text keeps this much off the line above (OpenType 1.9.1, "MathLeading"): 1.6 of 11 points in
        // four lines of one of Word's PDFs.
        let style = row.iter().find_map(Node::style);
        let leading = match style {
            Some(style) => self.face(style, how)?.length(Constant::MathLeading),
            None => 0.0,
        };
        let mut lines: Vec<Line> = vec![Line::default()];
        let mut said = said.into_iter().peekable();
        let mut open: Option<(Boxed, String)> = None;
        for (at, (atom, gap)) in atoms.into_iter().zip(gaps).enumerate() {
            let Atom { class, boxed, is_break, aligns } = atom;
            let is_operator = matches!(class, Class::Binary | Class::Relation);
            let mut text = String::new();
            while let Some((_, own)) = said.next_if(|(from, _)| *from <= at) {
                text.push_str(&own);
            }
            if is_break {
                close(&mut lines, &mut open, false);
                if let Some(line) = lines.last_mut() {
                    line.pieces.push(Piece::bare(PieceKind::Break, 0.0));
                }
                lines.push(Line::default());
                continue;
            }
            let is_first = open.is_none() && lines.last().is_some_and(|line| line.pieces.is_empty());
            let gap = if is_first { 0.0 } else { gap };
            if is_operator && !is_first {
                close(&mut lines, &mut open, true);
                if let Some(line) = lines.last_mut() {
                    line.pieces.push(Piece::bare(PieceKind::Gap, gap));
                    line.width += gap;
                }
            }
            if aligns
                && let Some(line) = lines.last_mut()
                && line.aligned.is_none()
            {
                line.aligned = Some(line.width + open.as_ref().map_or(0.0, |(open, _)| open.width));
            }
            let (piece, own) = open.get_or_insert_with(Default::default);
            if !is_operator && gap > 0.0 {
                piece.append(Boxed::space(gap));
            }
            piece.append(boxed);
            own.push_str(&text);
        }
        close(&mut lines, &mut open, false);
        for piece in
            lines.iter_mut().flat_map(|line| &mut line.pieces).filter(|piece| !piece.items.is_empty())
        {
            piece.ascent += leading;
        }
        Ok(grouped(lines))
    }
}

fn close(lines: &mut [Line], open: &mut Option<(Boxed, String)>, goes_on: bool) {
    let (Some((boxed, text)), Some(line)) = (open.take(), lines.last_mut()) else { return };
    line.width += boxed.width;
    line.pieces.push(Piece {
        kind: PieceKind::Box { goes_on },
        text,
        width: boxed.width,
        ascent: boxed.ascent,
        descent: boxed.descent,
        items: boxed.items,
    });
}

/// Lines of one equation stay together: aligned at their operators, or else with one left edge (`centerGroup`). Empty pieces
/// make them equally wide, so that the whole can be centred.
fn grouped(mut lines: Vec<Line>) -> Vec<Piece> {
    if lines.len() > 1 {
        let indent = lines.iter().filter_map(|line| line.aligned).fold(0.0, f64::max);
        for line in &mut lines {
            if let Some(aligned) = line.aligned
                && indent > aligned
            {
                line.pieces.insert(0, Piece::bare(PieceKind::Box { goes_on: true }, indent - aligned));
                line.width += indent - aligned;
            }
        }
        let widest = lines.iter().map(|line| line.width).fold(0.0, f64::max);
        for line in &mut lines {
            let missing = widest - line.width;
            let at = line
                .pieces
                .iter()
                .position(|piece| piece.kind == PieceKind::Break)
                .unwrap_or(line.pieces.len());
            if missing > 0.0 && at > 0 {
                line.pieces.insert(at, Piece::bare(PieceKind::Box { goes_on: true }, missing));
            }
        }
    }
    lines.into_iter().flat_map(|line| line.pieces).collect()
}

/// The parts before and after the mark `#` of a line that is as wide as the column: the equation, and its number.
fn numbered(row: &Row) -> Option<(&[Node], &[Node])> {
    let [Node::Grid(Grid { is_wide: true, rows, .. })] = row.as_slice() else { return None };
    let [cells] = rows.as_slice() else { return None };
    let [cell] = cells.as_slice() else { return None };
    let at = cell.iter().position(|node| matches!(node, Node::Number))?;
    Some((cell.get(..at)?, cell.get(at + 1..)?))
}
