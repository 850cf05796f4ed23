//! Codes as rows of modules, drawn as pictures.

use super::super::fragment::{Composed, Fragment};
use super::super::picture_drawing::drawing;
use super::super::resources::Resources;
use super::png;

/// The modules of a code.
pub(super) struct Matrix {
    pub columns: usize,
    /// Which are dark, row by row.
    pub dark: Vec<bool>,
    pub look: Look,
}

/// What codes of a kind look like.
#[derive(Clone, Copy)]
pub(super) struct Look {
    /// Modules that a row is high.
    pub row_height: usize,
    /// Light modules around the code.
    pub quiet: usize,
    /// Pixels of a module's side: printers get whole ones at any size.
    pub pixels: usize,
    /// Width of a module without a wish, in EMU.
    pub module: u64,
}

impl Matrix {
    /// Draws it as wide and as high as the caller wishes (in EMU); of one wish the other follows.
    pub fn draw(
        &self,
        (width, height): (Option<u64>, Option<u64>),
        alt: &str,
        resources: &mut Resources<'_>,
    ) -> Composed {
        let Look { row_height, quiet, pixels, module } = self.look;
        let rows = self.dark.len() / self.columns.max(1);
        let columns = self.columns + 2 * quiet;
        let lines = rows * row_height + 2 * quiet;
        let dark = |x: usize, y: usize| {
            let x = (x / pixels).checked_sub(quiet).filter(|x| *x < self.columns);
            let y = (y / pixels).checked_sub(quiet).map(|y| y / row_height);
            x.zip(y).and_then(|(x, y)| self.dark.get(y * self.columns + x)).copied().unwrap_or(false)
        };
        resources.bounds.budget.spend((columns * lines) as u64)?;
        let png = png(columns * pixels, lines * pixels, dark)?;
        let width = width.unwrap_or(columns as u64 * module).min(resources.text_width);
        let height = height.unwrap_or(width * lines as u64 / columns as u64);
        let id = resources.media(&png.into(), "png");
        Ok(Fragment::Inline(drawing(resources, &id, "", (width, height), None, alt)))
    }
}
