//! Decides who is next at a number of slots, and who waits. Plain state, without time or threads.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::Duration;

use super::shares::{Shares, Slot};
use crate::ids::SubscriptionId;

/// A place in the line. Tickets count upwards, so that a subscription's own requests are served in order.
pub(super) type Ticket = u64;

/// The outcome of a request for a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// It has one.
    Granted(Slot),
    /// It waits.
    Waits(Ticket),
    /// The subscription has as many requests waiting as it may.
    Full,
}

/// Slots and the requests that wait for them. Next is a subscription that may begin and used the least time of the slots
/// ([`Shares`]); of equals, the one that was served longest ago. A tenant with a thousand requests waits as long as one with a
/// single one.
#[derive(Debug)]
pub(super) struct Line {
    shares: Shares,
    /// Requests of one subscription that may wait.
    places: usize,
    waiting: HashMap<SubscriptionId, VecDeque<Ticket>>,
    /// Every waiting request, by ticket.
    tickets: BTreeMap<Ticket, SubscriptionId>,
    /// Subscriptions with waiting requests, the one that was served last at the end.
    turns: VecDeque<SubscriptionId>,
    next: Ticket,
}

impl Line {
    pub(super) fn new(shares: Shares, places: usize) -> Line {
        Line {
            shares,
            places,
            waiting: HashMap::new(),
            tickets: BTreeMap::new(),
            turns: VecDeque::new(),
            next: 0,
        }
    }

    /// Asks for a slot.
    pub(super) fn ask(&mut self, who: SubscriptionId, now: Duration) -> Asked {
        // While a slot is free, nobody waits who may have it.
        if self.shares.may_begin(who, now) && self.chosen(now).is_none() {
            return Asked::Granted(self.shares.begin(who, now));
        }
        let waiting = self.waiting.entry(who).or_default();
        if waiting.len() >= self.places {
            if waiting.is_empty() {
                self.waiting.remove(&who);
            }
            return Asked::Full;
        }
        let ticket = self.next;
        self.next += 1;
        if waiting.is_empty() {
            self.turns.push_back(who);
        }
        waiting.push_back(ticket);
        self.tickets.insert(ticket, who);
        Asked::Waits(ticket)
    }

    /// Takes a waiting request out of the line. `false` when it has got its slot meanwhile.
    pub(super) fn leave(&mut self, ticket: Ticket) -> bool {
        let Some(who) = self.tickets.remove(&ticket) else { return false };
        if let Some(waiting) = self.waiting.get_mut(&who) {
            // Tickets stand in order.
            if let Ok(at) = waiting.binary_search(&ticket) {
                waiting.remove(at);
            }
            if waiting.is_empty() {
                self.waiting.remove(&who);
                self.turns.retain(|waiting| *waiting != who);
            }
        }
        true
    }

    /// Gives a slot back.
    pub(super) fn give_back(&mut self, slot: Slot, now: Duration) {
        self.shares.end(slot, now);
    }

    /// Whether somebody waits.
    pub(super) fn has_waiting(&self) -> bool {
        !self.tickets.is_empty()
    }

    /// When a slot may come free although none is given back.
    pub(super) fn next_change(&self, now: Duration) -> Option<Duration> {
        self.shares.next_change(now)
    }

    /// Gives out what is free, and tells to whom: after each slot that was given back, and at [`Line::next_change`].
    pub(super) fn grant(&mut self, now: Duration) -> Vec<(Ticket, Slot)> {
        std::iter::from_fn(|| self.next_turn(now)).collect()
    }

    /// The place in `turns` of the next one. Of equals, it is the first.
    fn chosen(&self, now: Duration) -> Option<usize> {
        let may = self.turns.iter().enumerate().filter(|(_, who)| self.shares.may_begin(**who, now));
        may.min_by_key(|(_, who)| self.shares.used(**who, now)).map(|(at, _)| at)
    }

    fn next_turn(&mut self, now: Duration) -> Option<(Ticket, Slot)> {
        let at = self.chosen(now)?;
        let who = self.turns.remove(at)?;
        let waiting = self.waiting.get_mut(&who)?;
        let ticket = waiting.pop_front()?;
        if waiting.is_empty() {
            self.waiting.remove(&who);
        } else {
            self.turns.push_back(who);
        }
        self.tickets.remove(&ticket);
        Some((ticket, self.shares.begin(who, now)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    /// All of it happens at once.
    const NOW: Duration = Duration::ZERO;

    impl Line {
        fn asks(&mut self, who: SubscriptionId) -> Asked {
            let asked = self.ask(who, NOW);
            assert_eq!(self.grant(NOW), [], "whoever may have a free slot has it");
            asked
        }

        fn gives_back(&mut self, slot: Slot) -> Vec<(Ticket, Slot)> {
            self.give_back(slot, NOW);
            self.grant(NOW)
        }
    }

    fn tenant(number: u8) -> SubscriptionId {
        SubscriptionId(Uuid::from_u128(number.into()))
    }

    #[test]
    fn the_last_slot_is_kept_for_somebody_else() {
        let mut line = Line::new(Shares::of_slots(3), 10);
        let (greedy, other) = (tenant(1), tenant(2));
        assert_eq!([line.asks(greedy), line.asks(greedy)], [Asked::Granted(0), Asked::Granted(1)]);
        assert_eq!(line.asks(greedy), Asked::Waits(0));
        assert_eq!(line.asks(other), Asked::Granted(2));
        assert_eq!(line.gives_back(2), [], "nobody else waits, and still the slot stays free");
        assert_eq!(line.gives_back(0), [(0, 3)]);
    }

    #[test]
    fn a_single_slot_is_for_everybody() {
        let mut line = Line::new(Shares::of_slots(1), 10);
        assert_eq!(line.asks(tenant(1)), Asked::Granted(0));
        assert_eq!(line.asks(tenant(1)), Asked::Waits(0));
        assert_eq!(line.gives_back(0), [(0, 1)]);
        assert_eq!(
            Line::new(Shares::of_slots(0), 1).asks(tenant(1)),
            Asked::Granted(0),
            "no slot at all would be a service that waits"
        );
    }

    #[test]
    fn one_waiting_request_passes_by_a_thousand_of_another() {
        let mut line = Line::new(Shares::of_slots(2), 1_000);
        let (many, one) = (tenant(1), tenant(2));
        assert_eq!([line.asks(many), line.asks(tenant(3))], [Asked::Granted(0), Asked::Granted(1)]);
        (0..1_000).for_each(|ticket| assert_eq!(line.asks(many), Asked::Waits(ticket)));
        assert_eq!(line.asks(many), Asked::Full);
        assert_eq!(line.asks(one), Asked::Waits(1_000), "another's full line is not this one's");
        assert_eq!(line.gives_back(1), [(1_000, 2)]);
        assert_eq!(line.gives_back(0), [(0, 3)]);
    }

    #[test]
    fn a_letter_is_next_whatever_others_wait_for() {
        let mut line = Line::new(Shares::of_slots(2), 10);
        let (long, other, letter) = (tenant(1), tenant(2), tenant(3));
        let at = Duration::from_secs;
        assert_eq!([line.ask(long, at(0)), line.ask(other, at(0))], [Asked::Granted(0), Asked::Granted(1)]);
        // Both have run for long: a slot beside them is for whoever had little.
        assert_eq!([line.ask(other, at(1)), line.ask(letter, at(1))], [Asked::Waits(0), Asked::Granted(2)]);
        assert_eq!(line.grant(at(1)), []);
        line.give_back(2, at(2));
        assert_eq!(line.grant(at(2)), [], "one that is known for long work waits for the slots of such work");
        line.give_back(0, at(10));
        assert_eq!(line.grant(at(10)), []);
        line.give_back(1, at(10));
        assert_eq!(line.grant(at(10)), [(0, 3)]);
    }

    #[derive(Debug, Clone, Copy)]
    enum Action {
        Ask(u8),
        /// One of those that wait, counted round.
        Leave(usize),
        /// One of those that hold a slot, counted round.
        GiveBack(usize),
    }

    fn action() -> impl Strategy<Value = Action> {
        prop_oneof![
            4 => (0u8..5).prop_map(Action::Ask),
            1 => (0usize..64).prop_map(Action::Leave),
            3 => (0usize..64).prop_map(Action::GiveBack),
        ]
    }

    proptest! {
        /// Beside a naive model: slots and shares are kept, no slot stays free while somebody waits who may have it, and
        /// nobody is served twice while another one that may have a slot waits.
        #[test]
        fn slots_are_shared(slots in 1usize..5, actions in prop::collection::vec(action(), 1..200)) {
            let mut line = Line::new(Shares::of_slots(slots), 4);
            let share = (slots - 1).max(1);
            let mut held: Vec<(Slot, u8)> = Vec::new();
            let mut waiting: Vec<(Ticket, u8)> = Vec::new();
            // How often others were served since a tenant began to wait, each.
            let mut passed: Vec<[u32; 5]> = vec![[0; 5]; 5];
            for action in actions {
                match action {
                    Action::Ask(who) => match line.asks(tenant(who)) {
                        Asked::Granted(slot) => held.push((slot, who)),
                        Asked::Waits(ticket) => {
                            if waiting.iter().all(|(_, waits)| *waits != who) {
                                passed[usize::from(who)] = [0; 5];
                            }
                            waiting.push((ticket, who));
                        }
                        Asked::Full => prop_assert_eq!(waiting.iter().filter(|(_, waits)| *waits == who).count(), 4),
                    },
                    Action::Leave(at) if !waiting.is_empty() => {
                        let (ticket, _) = waiting.remove(at % waiting.len());
                        prop_assert!(line.leave(ticket));
                        prop_assert!(!line.leave(ticket));
                    }
                    Action::GiveBack(at) if !held.is_empty() => {
                        let (slot, _) = held.remove(at % held.len());
                        for (ticket, slot) in line.gives_back(slot) {
                            let at = waiting.iter().position(|(waits, _)| *waits == ticket).unwrap();
                            let (_, served) = waiting.remove(at);
                            let first = waiting.iter().filter(|(_, who)| *who == served).all(|(later, _)| *later > ticket);
                            prop_assert!(first, "a subscription's own requests are served in order");
                            held.push((slot, served));
                            for other in 0..5u8 {
                                let may = held.iter().filter(|(_, who)| *who == other).count() < share;
                                if other != served && may && waiting.iter().any(|(_, waits)| *waits == other) {
                                    passed[usize::from(other)][usize::from(served)] += 1;
                                    prop_assert!(passed[usize::from(other)][usize::from(served)] <= 1);
                                }
                            }
                            passed[usize::from(served)] = [0; 5];
                        }
                    }
                    _ => {}
                }
                prop_assert!(held.len() <= slots);
                let held_by = |who: u8| held.iter().filter(|(_, holder)| *holder == who).count();
                for who in 0..5 {
                    prop_assert!(held_by(who) <= share);
                }
                let eligible = waiting.iter().any(|(_, who)| held_by(*who) < share);
                prop_assert!(held.len() == slots || !eligible, "a slot is free and somebody waits for it");
            }
        }
    }
}
