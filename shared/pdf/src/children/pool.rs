//! The children of one engine: started when needed, kept for the next document, never more than the settings say.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::child::Child;
use super::{ChildSettings, Role};
use crate::worker::Converted;
use crate::{PdfError, PdfLimits, PdfOptions};

/// Children that wait, and the count of those at work.
#[derive(Default)]
struct State {
    idle: Vec<Child>,
    busy: usize,
}

pub(crate) struct Pool {
    settings: ChildSettings,
    role: Role,
    state: Mutex<State>,
    /// Told whenever a child is free again.
    freed: Condvar,
}

impl Pool {
    pub(crate) fn new(settings: ChildSettings, role: Role) -> Pool {
        Pool { settings, role, state: Mutex::default(), freed: Condvar::new() }
    }

    /// Waits for a child for at most `limits.time`, then converts for at most as long. A child that crashes or hangs
    /// is ended, and this document alone is lost.
    pub(crate) fn convert(&self, docx: Vec<u8>, options: &PdfOptions) -> Converted {
        let limits = &options.limits;
        let place = self.place(limits)?;
        let mut child = match place.idle {
            Some(child) => child,
            None => Child::start(&self.settings, &self.role).map_err(PdfError::Child)?,
        };
        let outcome = child.convert(&docx, options.conformance, limits.time);
        if outcome.is_alive && child.conversions < self.settings.conversions {
            self.locked().idle.push(child);
        }
        outcome.converted
    }

    fn place(&self, limits: &PdfLimits) -> Result<Place<'_>, PdfError> {
        let is_full = |state: &mut State| state.busy >= self.settings.most.get();
        let waited = self.freed.wait_timeout_while(self.locked(), limits.time, is_full);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if is_full(&mut state) {
            return Err(PdfError::Busy(state.busy));
        }
        let mut idle = None;
        while let Some(mut child) = state.idle.pop() {
            if child.is_alive() {
                idle = Some(child);
                break;
            }
        }
        state.busy += 1;
        Ok(Place { idle, _slot: Slot(self) })
    }

    /// No code panics while it holds the lock, and the state is whole at every step.
    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to run one child, and a child that waited, if any did.
struct Place<'a> {
    idle: Option<Child>,
    _slot: Slot<'a>,
}

/// Gives the right back when dropped, however the conversion ends.
struct Slot<'a>(&'a Pool);

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        self.0.locked().busy -= 1;
        self.0.freed.notify_one();
    }
}
