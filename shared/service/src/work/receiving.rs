//! Bytes of bodies that are arriving or waiting for their turn, in all and by subscription.

use std::sync::{Arc, Mutex, PoisonError};

use super::tally::Tally;
use crate::Limits;
use crate::ids::SubscriptionId;
use crate::problem::Problem;

/// Bytes that have been received and not been processed. Clones share the count.
///
/// A client may open many connections and send most of a large body on each: without a bound they fill memory and disk.
#[derive(Debug, Clone)]
pub(crate) struct Receiving(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    most: u64,
    most_of_one: u64,
    held: Mutex<Tally>,
}

impl Receiving {
    pub(crate) fn new(limits: &Limits) -> Receiving {
        Receiving(Arc::new(Shared {
            most: limits.received_bytes,
            most_of_one: limits.subscription_received_bytes,
            held: Mutex::default(),
        }))
    }

    /// Begins a body.
    pub(crate) fn begin(&self, who: SubscriptionId) -> Received {
        Received { shared: self.0.clone(), who, bytes: 0 }
    }
}

/// The bytes of one body, counted until this is dropped.
#[derive(Debug)]
pub struct Received {
    shared: Arc<Shared>,
    who: SubscriptionId,
    bytes: u64,
}

impl Received {
    /// Counts bytes that came.
    ///
    /// # Errors
    /// `unavailable` when there are too many, of the subscription or in all; the error names the limit.
    pub fn add(&mut self, bytes: u64) -> Result<(), Problem> {
        let mut held = self.shared.held.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, own) = held.with(self.who, bytes);
        for (count, most, limit) in [
            (own, self.shared.most_of_one, "subscription_received_bytes"),
            (all, self.shared.most, "received_bytes"),
        ] {
            if count > most {
                return Err(Problem::unavailable(format!(
                    "bodies of more than {most} bytes are being received (limit `{limit}`)"
                )));
            }
        }
        held.add(self.who, bytes);
        self.bytes += bytes;
        Ok(())
    }
}

impl Drop for Received {
    fn drop(&mut self) {
        let mut held = self.shared.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.remove(self.who, self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn bytes_are_bounded_for_one_and_for_all_and_given_back() {
        let limits = Limits { received_bytes: 10, subscription_received_bytes: 6, ..Limits::default() };
        let receiving = Receiving::new(&limits);
        let tenant = |number| SubscriptionId(Uuid::from_u128(number));
        let (mut a, mut b, mut c) =
            (receiving.begin(tenant(1)), receiving.begin(tenant(1)), receiving.begin(tenant(2)));
        a.add(4).unwrap();
        b.add(2).unwrap();
        let refused = b.add(1).unwrap_err();
        assert!(refused.cause().unwrap().contains("`subscription_received_bytes`"));
        c.add(4).unwrap();
        assert!(c.add(1).unwrap_err().cause().unwrap().contains("`received_bytes`"));
        drop(a);
        b.add(4).unwrap();
        drop((b, c));
        let held = receiving.0.held.lock().unwrap();
        assert_eq!(held.held(), (0, 0));
    }
}
