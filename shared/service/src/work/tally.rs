//! Counts held bytes, in all and by subscription.

use std::collections::HashMap;

use crate::ids::SubscriptionId;

#[derive(Debug, Default)]
pub(super) struct Tally {
    all: u64,
    by: HashMap<SubscriptionId, u64>,
}

impl Tally {
    /// The bytes that would be held with these of a subscription: in all, and by it.
    pub(super) fn with(&self, who: SubscriptionId, bytes: u64) -> (u64, u64) {
        let own = self.by.get(&who).copied().unwrap_or_default();
        (self.all.saturating_add(bytes), own.saturating_add(bytes))
    }

    pub(super) fn add(&mut self, who: SubscriptionId, bytes: u64) {
        let (all, own) = self.with(who, bytes);
        self.all = all;
        self.by.insert(who, own);
    }

    /// Takes off what was added. Of a subscription that holds nothing nothing is kept.
    pub(super) fn remove(&mut self, who: SubscriptionId, bytes: u64) {
        self.all -= bytes;
        if let Some(own) = self.by.get_mut(&who) {
            *own -= bytes;
            if *own == 0 {
                self.by.remove(&who);
            }
        }
    }

    /// Bytes, and subscriptions that hold some.
    #[cfg(test)]
    pub(super) fn held(&self) -> (u64, usize) {
        (self.all, self.by.len())
    }
}
