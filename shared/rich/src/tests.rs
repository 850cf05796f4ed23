//! Bounds for unit tests.

use platen_ooxml::{Bounds, Budget, Limits};

/// The default limits and a budget of their own, which a test leaves behind.
pub fn bounds() -> Bounds<'static> {
    let limits: &Limits = Box::leak(Box::default());
    Bounds { limits, budget: Box::leak(Box::new(Budget::of(limits))) }
}
