//! The plot beside a pie (21.2.2.126), which shows the parts of one slice as a pie or as a bar.

use super::canvas::{At, Canvas, rectangle};
use super::labels::Label;
use super::slices;
use super::slices::Slice;
use crate::bounds::ROUNDING;
use crate::error::LayoutError;
use crate::model::story::charted::{Chart, Second, Series};
use crate::pages::Rect;
use crate::units::{HALF_TURN, QUARTER_TURN};

/// A pie with a part of it beside.
pub(super) struct Beside<'c> {
    pub series: &'c Series,
    pub second: &'c Second,
    /// The room of both.
    pub rect: Rect,
    pub whole: Rect,
}

impl Beside<'_> {
    /// Draws the pie, and the plot beside it.
    pub fn draw(&self, chart: &Chart, canvas: &mut Canvas<'_, '_>) -> Result<(), LayoutError> {
        let Beside { second, rect, .. } = self;
        let (size, gap) = (second.size, second.gap);
        // Both and what lies between fill the width: the gap counts in radii of the second.
        let across = 2.0 + size * gap + size * if second.is_bar { 1.0 } else { 2.0 };
        let radius = (rect.width / across).min(rect.height / 2.0 / size.max(1.0)).max(1.0);
        let middle = rect.y + rect.height / 2.0;
        let left = rect.x + (rect.width - across * radius) / 2.0;
        let centre = (left + radius, middle);
        let other = (left + radius * (2.0 + size * gap), middle);

        let value = |at: usize| self.series.values.get(at).copied().flatten().unwrap_or(0.0).abs();
        let first: Vec<usize> = (0..second.rest)
            .filter(|at| second.members.binary_search(at).is_err())
            .chain([second.rest])
            .collect();
        let all: f64 = first.iter().map(|at| value(*at)).sum();
        // What stands beside points to the right.
        let half = value(second.rest) / all.max(ROUNDING) * HALF_TURN;
        let slices = slices::shares(&first, value, QUARTER_TURN + half);
        canvas.spend(slices.len() as u64 * 32)?;
        if let Some(line) = &second.lines {
            let (sin, cos) = half.to_radians().sin_cos();
            let reach = radius * size;
            let to = if second.is_bar { other.0 } else { other.0 + reach };
            let pair = |side: f64| {
                ((centre.0 + radius * cos, middle + side * radius * sin), (to, middle + side * reach))
            };
            canvas.lines([pair(-1.0), pair(1.0)].into_iter(), Some(line));
        }
        self.pie(&slices, centre, radius, chart, canvas)?;
        if second.is_bar {
            self.bar(other, radius * size, value, chart, canvas)
        } else {
            let slices = slices::shares(&second.members, value, 0.0);
            let radius = radius * size;
            self.pie(&slices, (other.0 + radius, other.1), radius, chart, canvas)
        }
    }

    fn pie(
        &self,
        slices: &[Slice],
        centre: (f64, f64),
        radius: f64,
        chart: &Chart,
        canvas: &mut Canvas<'_, '_>,
    ) -> Result<(), LayoutError> {
        for slice in slices {
            canvas.area(slices::outline(slice, centre, (0.0, radius)), slices::area(self.series, slice.at));
        }
        for slice in slices {
            if let Some(label) = Label::of(self.series, 0, slice.at, Some(slice.share), chart, canvas)? {
                slices::draw_label(&label, slice, centre, (0.0, radius), self.whole, canvas)?;
            }
        }
        Ok(())
    }

    fn bar(
        &self,
        (x, middle): (f64, f64),
        half: f64,
        value: impl Fn(usize) -> f64,
        chart: &Chart,
        canvas: &mut Canvas<'_, '_>,
    ) -> Result<(), LayoutError> {
        let mut y = middle - half;
        for slice in slices::shares(&self.second.members, value, 0.0) {
            let rect = Rect { x, y, width: half, height: slice.share * half * 2.0 };
            canvas.area(rectangle(rect), slices::area(self.series, slice.at));
            y += rect.height;
            if let Some(label) = Label::of(self.series, 0, slice.at, Some(slice.share), chart, canvas)? {
                let at = (x + half / 2.0, rect.y + rect.height / 2.0);
                label.draw(at, (At::Middle, At::Middle), self.whole, canvas)?;
            }
        }
        Ok(())
    }
}
