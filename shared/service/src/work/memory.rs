//! Memory for the values of requests and of items of jobs: the limits for all of them, and for those of one subscription.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

use super::tally::Tally;
use crate::Limits;
use crate::ids::SubscriptionId;
use crate::problem::{Code, Problem};

/// Requests up to this size find room while larger ones fill the rest: a letter does not wait for those.
const FEW: u64 = 1 << 20;

/// The memory that values may take. Clones share it.
///
/// A request is small as it is sent, and large as it is held: a few of them, or the items of one job, would end the process.
#[derive(Debug, Clone)]
pub(crate) struct Memory(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    all: u64,
    held: Mutex<Tally>,
    freed: Notify,
}

impl Memory {
    pub(crate) fn new(limits: &Limits) -> Memory {
        let shared =
            Shared { all: limits.all_json_memory_bytes, held: Mutex::default(), freed: Notify::new() };
        Memory(Arc::new(shared))
    }

    /// Takes memory, and waits for it for at most `wait`.
    ///
    /// # Errors
    /// `payload-too-large` for more than a subscription may ever take, `unavailable` when it does not come free in time.
    pub(crate) async fn take(
        &self,
        who: SubscriptionId,
        bytes: u64,
        wait: Duration,
    ) -> Result<HeldMemory, Problem> {
        self.check(bytes)?;
        let end = Instant::now() + wait;
        loop {
            // Listens before it looks: what comes free between the two is not missed.
            let mut freed = std::pin::pin!(self.0.freed.notified());
            freed.as_mut().enable();
            if let Some(taken) = self.try_now(who, bytes) {
                return Ok(taken);
            }
            timeout_at(end, freed).await.map_err(|_| busy())?;
        }
    }

    /// Takes memory that is free now.
    ///
    /// # Errors
    /// As [`Memory::take`].
    pub(crate) fn take_now(&self, who: SubscriptionId, bytes: u64) -> Result<HeldMemory, Problem> {
        self.check(bytes)?;
        self.try_now(who, bytes).ok_or_else(busy)
    }

    fn check(&self, bytes: u64) -> Result<(), Problem> {
        let most = self.0.most_of_one();
        if bytes <= most {
            return Ok(());
        }
        Err(Problem::new(
            Code::PayloadTooLarge,
            format!(
                "The JSON values of this request take {bytes} bytes of memory. One subscription can take {most} bytes at a \
                 time (three quarters of the limit `all_json_memory_bytes`). Send less in one request."
            ),
        ))
    }

    fn try_now(&self, who: SubscriptionId, bytes: u64) -> Option<HeldMemory> {
        let mut held = self.0.held.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, own) = held.with(who, bytes);
        let room = if bytes > FEW { self.0.all - self.0.all / 8 } else { self.0.all };
        if all > room || own > self.0.most_of_one() {
            return None;
        }
        held.add(who, bytes);
        Some(HeldMemory { shared: self.0.clone(), who, bytes })
    }
}

impl Shared {
    /// The limit of one subscription: a part stays for the others.
    fn most_of_one(&self) -> u64 {
        self.all / 4 * 3
    }
}

fn busy() -> Problem {
    Problem::unavailable("the values of other requests take all memory (limit `all_json_memory_bytes`)")
}

/// Memory, until this is dropped.
#[derive(Debug)]
pub struct HeldMemory {
    shared: Arc<Shared>,
    who: SubscriptionId,
    bytes: u64,
}

impl Drop for HeldMemory {
    fn drop(&mut self) {
        let mut held = self.shared.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.remove(self.who, self.bytes);
        drop(held);
        self.shared.freed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use uuid::Uuid;

    use super::*;

    const LONG: Duration = Duration::from_secs(600);
    const MIB: u64 = 1 << 20;

    fn memory(mib: u64) -> Memory {
        Memory::new(&Limits { all_json_memory_bytes: mib * MIB, ..Limits::default() })
    }

    fn tenant(number: u128) -> SubscriptionId {
        SubscriptionId(Uuid::from_u128(number))
    }

    #[tokio::test]
    async fn what_does_not_fit_waits_until_memory_comes_free() {
        let memory = memory(16);
        let first = memory.take(tenant(1), 10 * MIB, LONG).await.unwrap();
        let mut second = Box::pin(memory.take(tenant(2), 10 * MIB, LONG));
        assert!(second.as_mut().now_or_never().is_none());
        let refused = memory.take(tenant(2), 10 * MIB, Duration::ZERO).await.unwrap_err();
        assert_eq!(refused.code(), Code::Unavailable);
        assert!(refused.cause().unwrap().contains("`all_json_memory_bytes`"));
        drop(first);
        drop(second.await.unwrap());
        let held = memory.0.held.lock().unwrap();
        assert_eq!(held.held(), (0, 0));
    }

    #[test]
    fn a_part_is_left_for_others_and_for_letters() {
        let memory = memory(16);
        let one = memory.take_now(tenant(1), 12 * MIB).unwrap();
        assert!(memory.take_now(tenant(1), 1).is_err(), "three quarters are one's share");
        let two = memory.take_now(tenant(2), 2 * MIB).unwrap();
        assert!(memory.take_now(tenant(3), 2 * MIB).is_err(), "an eighth is for what takes little");
        let three = memory.take_now(tenant(3), MIB).unwrap();
        drop((one, two, three));
        assert_eq!(memory.take_now(tenant(1), 12 * MIB + 1).unwrap_err().code(), Code::PayloadTooLarge);
    }
}
