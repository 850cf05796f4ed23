//! Who is next at a number of slots: shares and turns by subscription. Plain state, without time or threads.

use std::collections::{BTreeMap, HashMap, VecDeque};

use crate::ids::SubscriptionId;

/// A place in the line. Tickets count upwards, so that a subscription's own requests are served in order.
pub(super) type Ticket = u64;

/// What became of a request for a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// It has one.
    Granted,
    /// It waits.
    Waits(Ticket),
    /// The subscription has as many requests waiting as it may.
    Full,
}

/// Slots and who waits for them.
///
/// A subscription holds at most all slots but one, so that work of one tenant, however long, never takes the last slot.
/// Those that wait take turns by subscription: a tenant with a thousand requests waits as long as one with a single one.
#[derive(Debug)]
pub(super) struct Line {
    slots: usize,
    /// Requests of one subscription that may wait.
    places: usize,
    taken: usize,
    held: HashMap<SubscriptionId, usize>,
    waiting: HashMap<SubscriptionId, VecDeque<Ticket>>,
    /// Every waiting request, by ticket.
    tickets: BTreeMap<Ticket, SubscriptionId>,
    /// Subscriptions with waiting requests; the first one is next.
    turns: VecDeque<SubscriptionId>,
    next: Ticket,
}

impl Line {
    pub(super) fn new(slots: usize, places: usize) -> Line {
        Line {
            slots: slots.max(1),
            places,
            taken: 0,
            held: HashMap::new(),
            waiting: HashMap::new(),
            tickets: BTreeMap::new(),
            turns: VecDeque::new(),
            next: 0,
        }
    }

    /// Slots that one subscription may hold.
    fn share(&self) -> usize {
        (self.slots - 1).max(1)
    }

    fn may_hold_more(&self, who: SubscriptionId) -> bool {
        self.held.get(&who).copied().unwrap_or_default() < self.share()
    }

    /// Asks for a slot.
    pub(super) fn ask(&mut self, who: SubscriptionId) -> Asked {
        // While a slot is free, nobody waits who may have it.
        if self.taken < self.slots && self.may_hold_more(who) {
            self.grant(who);
            return Asked::Granted;
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

    /// Gives a slot back, and tells who has it now.
    pub(super) fn give_back(&mut self, who: SubscriptionId) -> Vec<Ticket> {
        self.taken -= 1;
        if let Some(held) = self.held.get_mut(&who) {
            *held -= 1;
            if *held == 0 {
                self.held.remove(&who);
            }
        }
        let mut granted = Vec::new();
        while self.taken < self.slots
            && let Some(ticket) = self.next_turn()
        {
            granted.push(ticket);
        }
        granted
    }

    /// The next request that may have a slot. At most a few subscriptions hold their whole share, so that few are skipped.
    fn next_turn(&mut self) -> Option<Ticket> {
        let at = self.turns.iter().position(|who| self.may_hold_more(*who))?;
        let who = self.turns.remove(at)?;
        let waiting = self.waiting.get_mut(&who)?;
        let ticket = waiting.pop_front()?;
        if waiting.is_empty() {
            self.waiting.remove(&who);
        } else {
            self.turns.push_back(who);
        }
        self.tickets.remove(&ticket);
        self.grant(who);
        Some(ticket)
    }

    fn grant(&mut self, who: SubscriptionId) {
        self.taken += 1;
        *self.held.entry(who).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn tenant(number: u8) -> SubscriptionId {
        SubscriptionId(Uuid::from_u128(number.into()))
    }

    #[test]
    fn the_last_slot_is_kept_for_somebody_else() {
        let mut line = Line::new(3, 10);
        let (greedy, other) = (tenant(1), tenant(2));
        assert_eq!([line.ask(greedy), line.ask(greedy)], [Asked::Granted; 2]);
        assert_eq!(line.ask(greedy), Asked::Waits(0));
        assert_eq!(line.ask(other), Asked::Granted);
        assert_eq!(line.give_back(other), [0; 0], "nobody else waits, and still the slot stays free");
        assert_eq!(line.give_back(greedy), [0]);
    }

    #[test]
    fn a_single_slot_is_for_everybody() {
        let mut line = Line::new(1, 10);
        assert_eq!(line.ask(tenant(1)), Asked::Granted);
        assert_eq!(line.ask(tenant(1)), Asked::Waits(0));
        assert_eq!(line.give_back(tenant(1)), [0]);
        assert_eq!(
            Line::new(0, 1).ask(tenant(1)),
            Asked::Granted,
            "no slot at all would be a service that waits"
        );
    }

    #[test]
    fn one_waiting_request_passes_by_a_thousand_of_another() {
        let mut line = Line::new(2, 1_000);
        let (many, one) = (tenant(1), tenant(2));
        assert_eq!([line.ask(many), line.ask(tenant(3))], [Asked::Granted; 2]);
        (0..1_000).for_each(|ticket| assert_eq!(line.ask(many), Asked::Waits(ticket)));
        assert_eq!(line.ask(many), Asked::Full);
        assert_eq!(line.ask(one), Asked::Waits(1_000), "another's full line is not this one's");
        assert_eq!(line.give_back(tenant(3)), [1_000]);
        assert_eq!(line.give_back(many), [0]);
    }

    #[derive(Debug, Clone, Copy)]
    enum Action {
        Ask(u8),
        /// Of those that wait, counted round.
        Leave(usize),
        /// Of those that hold a slot, counted round.
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
            let mut line = Line::new(slots, 4);
            let share = (slots - 1).max(1);
            let mut held: Vec<u8> = Vec::new();
            let mut waiting: Vec<(Ticket, u8)> = Vec::new();
            // How often others were served since a tenant began to wait, each.
            let mut passed: Vec<[u32; 5]> = vec![[0; 5]; 5];
            for action in actions {
                match action {
                    Action::Ask(who) => match line.ask(tenant(who)) {
                        Asked::Granted => held.push(who),
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
                        let who = held.remove(at % held.len());
                        for ticket in line.give_back(tenant(who)) {
                            let at = waiting.iter().position(|(waits, _)| *waits == ticket).unwrap();
                            let (_, served) = waiting.remove(at);
                            let first = waiting.iter().filter(|(_, who)| *who == served).all(|(later, _)| *later > ticket);
                            prop_assert!(first, "a subscription's own requests are served in order");
                            held.push(served);
                            for other in 0..5u8 {
                                let may = held.iter().filter(|who| **who == other).count() < share;
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
                let held_by = |who: u8| held.iter().filter(|holder| **holder == who).count();
                for who in 0..5 {
                    prop_assert!(held_by(who) <= share);
                }
                let eligible = waiting.iter().any(|(_, who)| held_by(*who) < share);
                prop_assert!(held.len() == slots || !eligible, "a slot is free and somebody waits for it");
            }
        }
    }
}
