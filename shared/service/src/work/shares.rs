//! Who may begin what at a number of slots: shares by time. Plain state; the caller brings the time.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use crate::ids::SubscriptionId;

/// A request that takes longer is long. An ordinary document takes milliseconds. So long a neighbor may have to wait at most for
/// what turns out to be long.
pub const SHORT_REQUEST: Duration = Duration::from_millis(150);

/// Work of a job that takes longer is long. Some documents are made at a time, and they are stored.
const SHORT_WORK: Duration = Duration::from_millis(500);

/// How long a subscription counts as one of long work after some: so many times as long as that took. Half a minute of work
/// is remembered for ten minutes.
const REMEMBERED: u32 = 20;

/// Accounts with long work that nobody knows yet, beyond those that fill the slots, for which there is room: what they began in
/// slots kept for short work goes on beside what those are for.
const NEWCOMERS: usize = 4;

/// Accounts that are kept although nothing depends on them anymore.
const IDLE_ACCOUNTS: usize = 1_000;

/// A slot that was given out; its number.
pub type Slot = u64;

/// Slots, who holds them, and how much time each subscription had of them.
///
/// - A subscription holds at most its share, which is less than all slots.
/// - Long work holds at most the slots that are not kept for short work. Whether work is long is known only after a while, so
///   long work that began in a kept slot does not count there: another one may begin beside it, up to [`Shares::most`] in all.
///   One subscription holds one such slot, so that nobody takes all of them before it is known.
/// - The next slot goes to whoever had the least time. Time without work is not saved up: who comes back begins where the
///   others stand.
#[derive(Debug)]
pub struct Shares {
    slots: usize,
    /// Of these, the ones for short work only.
    kept: usize,
    /// Slots that one subscription may hold.
    share: usize,
    /// Work that takes longer is long.
    short: Duration,
    held: BTreeMap<Slot, Held>,
    accounts: HashMap<SubscriptionId, Account>,
    /// What whoever began last had had before.
    floor: Duration,
    next: Slot,
}

#[derive(Debug)]
struct Held {
    who: SubscriptionId,
    since: Duration,
}

#[derive(Debug, Default)]
struct Account {
    used: Duration,
    /// Its work counts as long until then.
    long_until: Duration,
}

impl Shares {
    /// Slots for requests. Half of them are for short work, and one subscription holds at most all but one.
    pub fn of_slots(slots: usize) -> Shares {
        let slots = slots.max(1);
        Shares::new(slots, slots / 2, (slots - 1).max(1), SHORT_REQUEST)
    }

    /// Slots that bound what is in memory: none is kept, so that there are never more of them in use.
    pub fn of_memory(slots: usize) -> Shares {
        let slots = slots.max(1);
        Shares::new(slots, 0, (slots - 1).max(1), SHORT_REQUEST)
    }

    /// Workers for so many cores: as many as cores for any work, of which one subscription may have all, and half as many
    /// (rounded up) for short work.
    pub fn of_workers(cores: usize) -> Shares {
        let cores = cores.max(1);
        let kept = cores.div_ceil(2);
        Shares::new(cores + kept, kept, cores, SHORT_WORK)
    }

    /// Slots without end.
    pub fn unbounded() -> Shares {
        let all = usize::MAX / 4;
        Shares::new(all, 0, all, SHORT_WORK)
    }

    fn new(slots: usize, kept: usize, share: usize, short: Duration) -> Shares {
        Shares {
            slots,
            kept,
            share,
            short,
            held: BTreeMap::new(),
            accounts: HashMap::new(),
            floor: Duration::ZERO,
            next: 0,
        }
    }

    /// Slots that may be in use at the same time, with those beside long work in slots kept for short work.
    pub fn most(&self) -> usize {
        if self.kept == 0 { self.slots } else { self.slots + NEWCOMERS }
    }

    /// Whether a subscription may begin something now.
    pub fn may_begin(&self, who: SubscriptionId, now: Duration) -> bool {
        let own = self.held_by(who);
        if own >= self.share || self.held.len() >= self.most() {
            return false;
        }
        let long = self.held.values().filter(|held| self.is_long_work(held, now)).count();
        let open = self.slots - self.kept;
        let taken = self.held.len() - long + long.min(open);
        taken < self.slots && (long < open || own == 0 && !self.is_long(who, now))
    }

    /// Gives a slot out.
    pub fn begin(&mut self, who: SubscriptionId, now: Duration) -> Slot {
        let account = self.accounts.entry(who).or_default();
        account.used = account.used.max(self.floor);
        self.floor = account.used;
        let slot = self.next;
        self.next += 1;
        self.held.insert(slot, Held { who, since: now });
        slot
    }

    /// Takes a slot back. One that was taken back before changes nothing.
    pub fn end(&mut self, slot: Slot, now: Duration) {
        let Some(Held { who, since }) = self.held.remove(&slot) else { return };
        let took = now.saturating_sub(since);
        let account = self.accounts.entry(who).or_default();
        account.used += took;
        if took >= self.short {
            account.long_until = account.long_until.max(now + took.saturating_mul(REMEMBERED));
        }
        if self.accounts.len() > IDLE_ACCOUNTS + self.held.len() {
            let (held, floor) = (&self.held, self.floor);
            self.accounts.retain(|who, account| {
                account.used > floor || account.long_until > now || held.values().any(|held| held.who == *who)
            });
        }
    }

    /// What a subscription had so far, with what it has at the moment: whoever had least is next.
    pub fn used(&self, who: SubscriptionId, now: Duration) -> Duration {
        let before = self.accounts.get(&who).map_or(Duration::ZERO, |account| account.used);
        let running = self.held.values().filter(|held| held.who == who);
        before.max(self.floor) + running.map(|held| now.saturating_sub(held.since)).sum::<Duration>()
    }

    /// When next somebody may begin although nothing ended: work turns out to be long, or long work is forgotten.
    pub fn next_change(&self, now: Duration) -> Option<Duration> {
        let long = self.held.values().map(|held| held.since + self.short);
        let forgotten = self.accounts.values().map(|account| account.long_until);
        long.chain(forgotten).filter(|at| *at > now).min()
    }

    fn held_by(&self, who: SubscriptionId) -> usize {
        self.held.values().filter(|held| held.who == who).count()
    }

    fn is_long_work(&self, held: &Held, now: Duration) -> bool {
        now.saturating_sub(held.since) >= self.short || self.is_long(held.who, now)
    }

    /// Whether a subscription's work was long lately, or is at the moment.
    fn is_long(&self, who: SubscriptionId, now: Duration) -> bool {
        self.accounts.get(&who).is_some_and(|account| account.long_until > now)
            || self.held.values().any(|held| held.who == who && now.saturating_sub(held.since) >= self.short)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn tenant(number: u128) -> SubscriptionId {
        SubscriptionId(Uuid::from_u128(number))
    }

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// Subscriptions with work without end, each piece of which takes a time of its own. Gives the time that each had.
    fn run(mut shares: Shares, tenants: &[(SubscriptionId, Duration)], until: Duration) -> Vec<Duration> {
        let mut running: Vec<(Slot, usize, Duration)> = Vec::new();
        let mut had = vec![Duration::ZERO; tenants.len()];
        let mut now = Duration::ZERO;
        while now < until {
            running.retain(|(slot, at, end)| {
                let goes_on = *end > now;
                if !goes_on {
                    had[*at] += tenants[*at].1;
                    shares.end(*slot, now);
                }
                goes_on
            });
            loop {
                let eligible = (0..tenants.len()).filter(|at| shares.may_begin(tenants[*at].0, now));
                let Some(at) = eligible.min_by_key(|at| shares.used(tenants[*at].0, now)) else { break };
                running.push((shares.begin(tenants[at].0, now), at, now + tenants[at].1));
            }
            assert!(running.len() <= shares.most());
            now += ms(10);
        }
        had
    }

    #[test]
    fn time_is_shared_and_not_turns() {
        // A single slot: chunks of ten seconds beside chunks of half of one.
        let had = run(Shares::of_slots(1), &[(tenant(1), ms(10_000)), (tenant(2), ms(490))], ms(600_000));
        let [long, short] = [had[0], had[1]].map(|had| had.as_secs());
        assert!(long.abs_diff(short) <= 10, "{long} s and {short} s of 600 s");
    }

    #[test]
    fn nobody_holds_everything_and_one_alone_has_a_worker_for_each_core() {
        for cores in 1..9 {
            let mut shares = Shares::of_workers(cores);
            let mut begun = 0;
            while shares.may_begin(tenant(1), ms(0)) {
                shares.begin(tenant(1), ms(0));
                begun += 1;
            }
            assert_eq!(begun, cores);
            assert!(shares.may_begin(tenant(2), ms(0)));
            // However long that takes.
            assert!(shares.may_begin(tenant(2), ms(600_000)));
        }
    }

    #[test]
    fn long_work_of_however_many_leaves_room_for_short_work() {
        for slots in 3..9 {
            for attackers in [1, 2, 5] {
                let mut shares = Shares::of_slots(slots);
                let mut begun = Vec::new();
                // All of them ask all the time, for work of half a minute. Nobody knows them yet.
                for at in (0..30_000).step_by(100).map(ms) {
                    for who in (1..=attackers).map(tenant) {
                        while shares.may_begin(who, at) {
                            begun.push(shares.begin(who, at));
                        }
                    }
                }
                assert!(begun.len() <= shares.most());
                for slot in begun {
                    shares.end(slot, ms(30_000));
                }
                // From now on they are known, and a letter finds a slot at any time.
                for at in (30_000..90_000).step_by(100).map(ms) {
                    for who in (1..=attackers).map(tenant) {
                        while shares.may_begin(who, at) {
                            shares.begin(who, at);
                        }
                    }
                    assert!(shares.may_begin(tenant(99), at), "{slots} slots, {attackers} attackers, {at:?}");
                }
            }
        }
    }

    #[test]
    fn five_newcomers_with_long_work_hold_up_a_letter_for_a_moment_only() {
        for slots in [3, 4] {
            let mut shares = Shares::of_slots(slots);
            let mut waited = ms(0);
            for at in (0..30_000).step_by(50).map(ms) {
                for who in (1..=5).map(tenant) {
                    while shares.may_begin(who, at) {
                        shares.begin(who, at);
                    }
                }
                if !shares.may_begin(tenant(99), at) {
                    waited += ms(50);
                }
            }
            // Each of them holds it up once, but for those that begin together.
            assert!(waited <= SHORT_REQUEST * 4, "{slots} slots: {waited:?} in half a minute");
        }
    }

    #[test]
    fn a_small_job_beside_large_ones_of_slow_documents_is_done_at_once() {
        // On two cores: jobs whose documents take half a minute each, of one and of five subscriptions, and a job of twenty PDFs,
        // in four chunks and an archive, one after the other, beside a single document.
        for others in [1, 5] {
            let mut shares = Shares::of_workers(2);
            let mut running: Vec<(Slot, SubscriptionId, Duration)> = Vec::new();
            let mut left = [5, 1];
            let small = tenant(99);
            let arrives = ms(100_000);
            let mut done = None;
            for now in (0..200_000).step_by(50).map(ms) {
                running.retain(|(slot, _, end)| {
                    *end > now || {
                        shares.end(*slot, now);
                        false
                    }
                });
                loop {
                    let waiting = (1..=others).map(tenant).map(|who| (who, ms(30_000)));
                    let letters = left.iter().sum::<i32>() > 0 && now >= arrives;
                    let waiting = waiting.chain(letters.then_some((small, ms(300))));
                    let next = waiting.filter(|(who, _)| shares.may_begin(*who, now));
                    let Some((who, time)) = next.min_by_key(|(who, _)| shares.used(*who, now)) else { break };
                    if who == small {
                        let at = usize::from(left[0] == 0 || running.iter().any(|(_, who, _)| *who == small));
                        if left[at] == 0 {
                            break;
                        }
                        left[at] -= 1;
                    }
                    running.push((shares.begin(who, now), who, now + time));
                }
                if left == [0, 0] && running.iter().all(|(_, who, _)| *who != small) {
                    done = Some(now - arrives);
                    break;
                }
            }
            assert!(done.is_some_and(|took| took < ms(3_000)), "{others} others: {done:?}");
        }
    }

    #[test]
    fn who_comes_back_begins_where_the_others_stand() {
        let mut shares = Shares::of_slots(1);
        for at in 0..100 {
            let slot = shares.begin(tenant(1), ms(at * 1_000));
            shares.end(slot, ms((at + 1) * 1_000));
        }
        let now = ms(100_000);
        // Its hundred seconds are not held against it for longer than its last piece of work, and rest is no credit.
        assert_eq!(shares.used(tenant(1), now) - shares.used(tenant(2), now), ms(1_000));
    }

    #[test]
    fn accounts_that_say_nothing_anymore_go() {
        let mut shares = Shares::of_slots(4);
        for who in 0..10_000 {
            let now = ms(u64::try_from(who).unwrap_or_default());
            let slot = shares.begin(tenant(who), now);
            shares.end(slot, now);
        }
        assert!(shares.accounts.len() <= IDLE_ACCOUNTS + 1, "{}", shares.accounts.len());
    }
}
