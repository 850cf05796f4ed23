//! Turns at something scarce, shared fairly among subscriptions.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::timeout;

use super::line::{Asked, Line, Ticket};
use crate::ids::SubscriptionId;
use crate::problem::Problem;

/// A number of slots, and the requests that wait for one. Clones share them.
#[derive(Debug, Clone)]
pub(crate) struct Turns(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// The limit that gives the number of slots.
    limit: &'static str,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    line: Line,
    /// Who waits, by ticket.
    callers: HashMap<Ticket, oneshot::Sender<()>>,
}

impl Turns {
    /// `slots` of them, which the limit named `limit` gives. Of each subscription `places` requests may wait.
    pub(crate) fn new(limit: &'static str, slots: usize, places: usize) -> Turns {
        let state = State { line: Line::new(slots, places), callers: HashMap::new() };
        Turns(Arc::new(Shared { limit, state: Mutex::new(state) }))
    }

    /// Waits for a turn for at most `wait`. Whoever stops waiting leaves the line.
    ///
    /// # Errors
    /// `unavailable` when no turn comes in time, or as many requests of the subscription wait already as may.
    pub(crate) async fn take(&self, who: SubscriptionId, wait: Duration) -> Result<Turn, Problem> {
        let limit = self.0.limit;
        let (ticket, called) = {
            let mut state = self.0.locked();
            match state.line.ask(who) {
                Asked::Granted => return Ok(Turn { shared: self.0.clone(), who }),
                Asked::Full => {
                    return Err(Problem::unavailable(format!(
                        "too many requests of subscription {who} wait for a turn (limits `waiting_requests`, `{limit}`)"
                    )));
                }
                Asked::Waits(ticket) => {
                    let (caller, called) = oneshot::channel();
                    state.callers.insert(ticket, caller);
                    (ticket, called)
                }
            }
        };
        let waiting = Waiting { shared: &self.0, who, ticket };
        match timeout(wait, called).await {
            Ok(Ok(())) => Ok(waiting.turn()),
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

    fn give_back(&self, who: SubscriptionId) {
        let mut state = self.locked();
        for ticket in state.line.give_back(who) {
            if let Some(caller) = state.callers.remove(&ticket) {
                // One that stops waiting at this moment finds its turn granted, and gives it back.
                let _ = caller.send(());
            }
        }
    }
}

/// A place in the line, until it is given up or becomes a turn.
struct Waiting<'a> {
    shared: &'a Arc<Shared>,
    who: SubscriptionId,
    ticket: Ticket,
}

impl Waiting<'_> {
    fn turn(self) -> Turn {
        let turn = Turn { shared: self.shared.clone(), who: self.who };
        std::mem::forget(self);
        turn
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut state = self.shared.locked();
        state.callers.remove(&self.ticket);
        if !state.line.leave(self.ticket) {
            drop(state);
            self.shared.give_back(self.who);
        }
    }
}

/// A slot, until it is dropped.
#[derive(Debug)]
pub struct Turn {
    shared: Arc<Shared>,
    who: SubscriptionId,
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.shared.give_back(self.who);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use uuid::Uuid;

    use super::*;
    use crate::problem::Code;

    const LONG: Duration = Duration::from_secs(600);

    fn tenant(number: u128) -> SubscriptionId {
        SubscriptionId(Uuid::from_u128(number))
    }

    #[tokio::test]
    async fn a_turn_that_is_dropped_goes_to_the_next() {
        let turns = Turns::new("slots", 1, 10);
        let first = turns.take(tenant(1), LONG).await.unwrap();
        let mut second = Box::pin(turns.take(tenant(2), LONG));
        assert!(second.as_mut().now_or_never().is_none());
        drop(first);
        drop(second.await.unwrap());
        assert!(turns.take(tenant(3), LONG).now_or_never().is_some());
    }

    #[tokio::test]
    async fn who_stops_waiting_holds_up_nobody() {
        let turns = Turns::new("slots", 1, 10);
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
    async fn a_turn_that_does_not_come_and_a_full_line_are_told() {
        let turns = Turns::new("slots", 1, 1);
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
