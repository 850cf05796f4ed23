//! A plot with its axes.

use super::axis::Placed;
use super::data::Spans;
use crate::model::story::charted::Plot;
use crate::pages::Rect;

/// A plot with its axes.
pub(super) struct Frame<'p, 'm> {
    pub plot: &'m Plot,
    pub spans: &'p Spans,
    pub across: &'p Placed<'m>,
    pub values: &'p Placed<'m>,
    pub rect: Rect,
}

impl Frame<'_, '_> {
    /// The point at a place along either axis.
    pub fn point(&self, category: f64, value: f64) -> (f64, f64) {
        if self.across.is_upright { (value, category) } else { (category, value) }
    }

    /// The base of values: the place where the axis of categories meets theirs.
    pub fn base(&self) -> f64 {
        let own = self.values.place(0.0).min(self.values.place(1.0));
        let end = self.values.place(0.0).max(self.values.place(1.0));
        self.values.value(0.0).unwrap_or_else(|| self.values.place(0.0)).clamp(own, end)
    }
}
