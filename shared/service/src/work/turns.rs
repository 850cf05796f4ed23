//! Turns at a scarce resource, shared fairly among subscriptions.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, oneshot};
use tokio::time::timeout;

use super::line::{Asked, Line, Ticket};
use super::shares::{Shares, Slot};
use crate::ids::SubscriptionId;
use crate::problem::Problem;

/// A number of slots, and the requests that wait for one. Clones share them.
#[derive(Debug, Clone)]
pub(crate) struct Turns(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// The limit that gives the number of slots.
    limit: &'static str,
    /// Time is counted from here.
    began: Instant,
    state: Mutex<State>,
    /// Somebody began.
    began_one: Notify,
}

#[derive(Debug)]
struct State {
    line: Line,
    /// The waiting requests, by ticket.
    callers: HashMap<Ticket, oneshot::Sender<Turn>>,
    /// A task looks for what comes free by time alone.
    is_watched: bool,
}

impl Turns {
    /// The slots of `shares`, whose number the limit named `limit` gives. Of each subscription `places` requests may wait.
    pub(crate) fn new(limit: &'static str, shares: Shares, places: usize) -> Turns {
        let line = Line::new(shares, places);
        let state = Mutex::new(State { line, callers: HashMap::new(), is_watched: false });
        Turns(Arc::new(Shared { limit, began: Instant::now(), state, began_one: Notify::new() }))
    }

    /// Waits for a turn for at most `wait`. A caller that stops waiting leaves the line.
    ///
    /// # Errors
    /// `unavailable` when no turn comes in time, or as many requests of the subscription wait already as may.
    pub(crate) async fn take(&self, who: SubscriptionId, wait: Duration) -> Result<Turn, Problem> {
        let limit = self.0.limit;
        let (ticket, called, is_watched) = {
            let mut state = self.0.locked();
            match state.line.ask(who, self.0.now()) {
                Asked::Granted(slot) => return Ok(self.0.turn(slot)),
                Asked::Full => {
                    return Err(Problem::unavailable(format!(
                        "too many requests of subscription {who} wait for a turn (limits `waiting_requests`, `{limit}`)"
                    )));
                }
                Asked::Waits(ticket) => {
                    let (caller, called) = oneshot::channel();
                    state.callers.insert(ticket, caller);
                    (ticket, called, std::mem::replace(&mut state.is_watched, true))
                }
            }
        };
        let waiting = Waiting { shared: &self.0, ticket };
        if !is_watched {
            tokio::spawn(self.0.clone().watch());
        }
        let called = timeout(wait, called).await;
        drop(waiting);
        match called {
            Ok(Ok(turn)) => Ok(turn),
            _ => Err(Problem::unavailable(format!(
                "all turns (limit `{limit}`) stayed busy for `render_wait`"
            ))),
        }
    }
}

impl Shared {
    /// No code panics while it holds the lock, and the state is whole at every step.
    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    fn turn(self: &Arc<Self>, slot: Slot) -> Turn {
        self.began_one.notify_one();
        Turn { shared: self.clone(), slot }
    }

    /// Gives out what is free.
    fn grant(self: &Arc<Self>) {
        let mut state = self.locked();
        let granted = state.line.grant(self.now());
        let turns: Vec<_> = granted
            .into_iter()
            .filter_map(|(ticket, slot)| Some((state.callers.remove(&ticket)?, self.turn(slot))))
            .collect();
        drop(state);
        for (caller, turn) in turns {
            // The turn of one that stops waiting at this moment is dropped here, and goes to the next.
            let _ = caller.send(turn);
        }
    }

    /// While somebody waits, gives out what comes free although nothing ended: a slot beside work that turns out to be long.
    async fn watch(self: Arc<Self>) {
        loop {
            self.grant();
            let now = self.now();
            let next = {
                let mut state = self.locked();
                state.is_watched = state.line.has_waiting();
                if !state.is_watched {
                    return;
                }
                state.line.next_change(now)
            };
            let began_one = self.began_one.notified();
            match next {
                // Whoever begins meanwhile may turn out to be the first.
                Some(next) => drop(timeout(next.saturating_sub(now), began_one).await),
                None => began_one.await,
            }
        }
    }
}

/// A place in the line, until it is given up or a turn came.
struct Waiting<'a> {
    shared: &'a Shared,
    ticket: Ticket,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut state = self.shared.locked();
        state.callers.remove(&self.ticket);
        state.line.leave(self.ticket);
    }
}

/// A slot, until it is dropped.
#[derive(Debug)]
pub struct Turn {
    shared: Arc<Shared>,
    slot: Slot,
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.shared.locked().line.give_back(self.slot, self.shared.now());
        self.shared.grant();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use uuid::Uuid;

    use super::super::shares::SHORT_REQUEST;
    use super::*;
    use crate::problem::Code;

    const LONG: Duration = Duration::from_secs(600);

    fn tenant(number: u128) -> SubscriptionId {
        SubscriptionId(Uuid::from_u128(number))
    }

    #[tokio::test]
    async fn a_turn_that_is_dropped_goes_to_the_next() {
        let turns = Turns::new("slots", Shares::of_slots(1), 10);
        let first = turns.take(tenant(1), LONG).await.unwrap();
        let mut second = Box::pin(turns.take(tenant(2), LONG));
        assert!(second.as_mut().now_or_never().is_none());
        drop(first);
        drop(second.await.unwrap());
        assert!(turns.take(tenant(3), LONG).now_or_never().is_some());
    }

    #[tokio::test]
    async fn who_stops_waiting_holds_up_nobody() {
        let turns = Turns::new("slots", Shares::of_slots(1), 10);
        let first = turns.take(tenant(1), LONG).await.unwrap();
        // One leaves before its turn comes, one when it has come and was not taken up.
        let (mut gone, mut late) =
            (Box::pin(turns.take(tenant(2), LONG)), Box::pin(turns.take(tenant(3), LONG)));
        assert!(gone.as_mut().now_or_never().is_none() && late.as_mut().now_or_never().is_none());
        drop(gone);
        drop(first);
        drop(late);
        assert!(turns.take(tenant(4), LONG).now_or_never().is_some());
    }

    #[tokio::test]
    async fn a_slot_beside_long_work_comes_free_although_nothing_ends() {
        let turns = Turns::new("slots", Shares::of_slots(2), 10);
        let first = turns.take(tenant(1), LONG).await.unwrap();
        let _second = turns.take(tenant(2), LONG).await.unwrap();
        let (third, fourth) = (turns.take(tenant(3), LONG), turns.take(tenant(4), LONG));
        let began = Instant::now();
        let (third, fourth) = tokio::join!(third, async {
            // The one that began while this waited is long in its turn.
            drop(first);
            fourth.await
        });
        drop((third.unwrap(), fourth.unwrap()));
        assert!((SHORT_REQUEST..2 * SHORT_REQUEST).contains(&began.elapsed()), "{:?}", began.elapsed());
    }

    #[tokio::test]
    async fn a_turn_that_does_not_come_and_a_full_line_are_told() {
        let turns = Turns::new("slots", Shares::of_slots(1), 1);
        let _first = turns.take(tenant(1), LONG).await.unwrap();
        let problem = turns.take(tenant(2), Duration::ZERO).await.unwrap_err();
        assert_eq!(problem.code(), Code::Unavailable);
        assert_eq!(problem.cause(), Some("all turns (limit `slots`) stayed busy for `render_wait`"));
        let mut waits = Box::pin(turns.take(tenant(2), LONG));
        assert!(waits.as_mut().now_or_never().is_none());
        let full = turns.take(tenant(2), LONG).now_or_never().unwrap().unwrap_err();
        assert!(full.cause().unwrap().contains("waiting_requests"));
        assert!(turns.take(tenant(3), LONG).now_or_never().is_none(), "another one may wait");
    }
}
