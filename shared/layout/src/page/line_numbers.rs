//! Line numbers (17.6.8).

use super::filler::Filler;
use crate::error::LayoutError;
use crate::ink::Paper;
use crate::model::section::{LineNumbers, NoteRestart, Section};
use crate::pages::Item;

/// Default distance between numbers and text: a quarter of an inch, half of that in columns (17.6.8 leaves it to the program;
/// about what Word takes).
const DISTANCE: (f64, f64) = (18.0, 9.0);

impl<'a> Filler<'a, '_> {
    /// Restarts the count of lines if the section says so.
    pub(super) fn restart_lines(&mut self, section: &Section, at: NoteRestart) {
        let Some(numbers) = section.line_numbers else { return };
        if numbers.restart == at || self.lines.is_none() {
            self.lines = Some(numbers.start);
        }
    }

    /// Counts a line, and draws its number if it has one. `x` is the left edge of the column.
    pub(super) fn number_line(
        &mut self,
        section: &Section,
        (x, baseline): (f64, f64),
        out: &mut Vec<Item>,
    ) -> Result<(), LayoutError> {
        let Some(LineNumbers { every, start, distance, .. }) = section.line_numbers else { return Ok(()) };
        let number = self.lines.unwrap_or(start) + 1;
        self.lines = Some(number);
        if number % every != 0 {
            return Ok(());
        }
        let style = &self.layouter.document.line_numbers;
        let shaped = self.layouter.shaper.text(&number.to_string(), style)?;
        let distance = distance.unwrap_or(if section.columns.len() > 1 { DISTANCE.1 } else { DISTANCE.0 });
        let at = x - distance - shaped.width();
        let paper = Paper { width: 0.0, top: 0.0, is_rtl: false, ground: None, page_left: 0.0 };
        self.layouter.pen().label(&shaped, at, baseline, paper, out)
    }
}
