//! Decides who may begin which work at a number of slots: shares by time. Plain state; the caller passes the time.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use crate::ids::SubscriptionId;

/// A request that takes longer is long. An ordinary document takes milliseconds. So long a neighbor may have to wait at most for
/// what turns out to be long.
pub const SHORT_REQUEST: Duration = Duration::from_millis(150);

/// Work of a job that takes longer is long. Some documents are created at a time, and they are stored.
const SHORT_WORK: Duration = Duration::from_millis(500);

/// How long a subscription counts as one of long work after some: so many times as long as that took. Half a minute of work
/// is remembered for ten minutes.
const REMEMBERED: u32 = 20;

/// Long work is of one length up to so many times of it, beginning with what is just not short. A letter that takes a second on
/// a busy machine is not short, and yet done long before what takes half a minute.
const LENGTHS: u32 = 4;

/// Work in slots kept for shorter work, beyond those that fill the slots, for which there is room: it goes on beside what those
/// slots are for.
const BESIDE: usize = 8;

/// Of these, those reserved for subscriptions without known long work.
const BESIDE_FOR_SHORT: usize = 2;

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
/// - While work of greater lengths (`LENGTHS`) holds all other slots, a subscription may take a kept one although its own work
///   is long, too: it has to wait for its like, and not for what takes many times as long.
/// - The next slot goes to whoever had the least time. Time without work is not saved up: who comes back begins where the
///   others stand.
#[derive(Debug)]
pub struct Shares {
    slots: usize,
    /// Of these, the ones only for short work.
    kept: usize,
    /// Slots that one subscription may hold.
    share: usize,
    /// Work that takes longer is long.
    short: Duration,
    held: BTreeMap<Slot, Held>,
    accounts: HashMap<SubscriptionId, Account>,
    /// The time that the last one to begin had used before.
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
    /// How long its longest work took of late; nothing, where all of it was short.
    longest: Duration,
    /// Its work counts as long until then.
    long_until: Duration,
}

impl Account {
    fn learn(&mut self, took: Duration, now: Duration) {
        let is_remembered = self.long_until > now;
        self.longest = if is_remembered { self.longest.max(took) } else { took };
        self.long_until = self.long_until.max(now + took.saturating_mul(REMEMBERED));
    }
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
        if self.kept == 0 { self.slots } else { self.slots + BESIDE }
    }

    /// Whether a subscription may begin something now.
    pub fn may_begin(&self, who: SubscriptionId, now: Duration) -> bool {
        let (own, length) = (self.held_by(who), self.length(self.longest(who, now)));
        let room = if length == 0 { self.most() } else { self.most().saturating_sub(BESIDE_FOR_SHORT) };
        if own >= self.share || self.held.len() >= room.max(self.slots) {
            return false;
        }
        let lengths = self.held.values().map(|held| self.length(self.longest_of(held, now)));
        let (long, longer) = lengths.fold((0, 0), |(long, longer), held| {
            (long + usize::from(held > 0), longer + usize::from(held > length))
        });
        let open = self.slots - self.kept;
        let taken = self.held.len() - longer + longer.min(open);
        taken < self.slots && (long < open || own == 0 && longer >= open)
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
            account.learn(took, now);
        }
        if self.accounts.len() > IDLE_ACCOUNTS + self.held.len() {
            let (held, floor) = (&self.held, self.floor);
            self.accounts.retain(|who, account| {
                account.used > floor || account.long_until > now || held.values().any(|held| held.who == *who)
            });
        }
    }

    /// The time that a subscription has used, including its work in progress: the one that used least is next.
    pub fn used(&self, who: SubscriptionId, now: Duration) -> Duration {
        let before = self.accounts.get(&who).map_or(Duration::ZERO, |account| account.used);
        let running = self.held.values().filter(|held| held.who == who);
        before.max(self.floor) + running.map(|held| now.saturating_sub(held.since)).sum::<Duration>()
    }

    /// When next somebody may begin although nothing ended: work turns out to be long or longer, or long work is forgotten.
    pub fn next_change(&self, now: Duration) -> Option<Duration> {
        let next = |held: &Held| {
            let length = self.length(now.saturating_sub(held.since));
            held.since + self.short.saturating_mul(LENGTHS.saturating_pow(length))
        };
        let forgotten = self.accounts.values().map(|account| account.long_until);
        self.held.values().map(next).chain(forgotten).filter(|at| *at > now).min()
    }

    fn held_by(&self, who: SubscriptionId) -> usize {
        self.held.values().filter(|held| held.who == who).count()
    }

    /// The length of work that takes so long: 0 is short.
    fn length(&self, took: Duration) -> u32 {
        let times = took.as_nanos() / self.short.as_nanos().max(1);
        times.checked_ilog(u128::from(LENGTHS)).map_or(0, |length| length + 1)
    }

    /// The time that work has taken so far, or that its subscription's work takes of late, if that is more.
    fn longest_of(&self, held: &Held, now: Duration) -> Duration {
        now.saturating_sub(held.since).max(self.longest(held.who, now))
    }

    /// How long a subscription's longest work took of late, or takes at the moment. Nothing, where all of it is short.
    fn longest(&self, who: SubscriptionId, now: Duration) -> Duration {
        let known = self.accounts.get(&who).filter(|account| account.long_until > now);
        let known = known.map_or(Duration::ZERO, |account| account.longest);
        let running = self.held.values().filter(|held| held.who == who);
        let running = running.map(|held| now.saturating_sub(held.since)).filter(|time| *time >= self.short);
        running.fold(known, Duration::max)
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
    fn a_letter_on_a_busy_machine_waits_for_its_like_alone() {
        // Its first one took a second, so it is not short. Nobody's tables are, and they take half a minute each.
        for slots in [3, 4] {
            for attackers in [1, 2, 5] {
                let mut shares = Shares::of_slots(slots);
                let mut tables: Vec<(Slot, Duration)> = Vec::new();
                let letter = tenant(99);
                let (mut running, mut asked, mut waited) = (None, ms(0), ms(0));
                for now in (0..240_000).step_by(50).map(ms) {
                    tables.retain(|(slot, end)| {
                        let goes_on = *end > now;
                        if !goes_on {
                            shares.end(*slot, now);
                        }
                        goes_on
                    });
                    if let Some((slot, _)) = running.take_if(|(_, end)| *end <= now) {
                        shares.end(slot, now);
                        asked = now + ms(250);
                    }
                    if running.is_none() && asked <= now && shares.may_begin(letter, now) {
                        waited = waited.max(now - asked);
                        running = Some((shares.begin(letter, now), now + ms(1_000)));
                    }
                    for who in (1..=attackers).map(tenant) {
                        while shares.may_begin(who, now) {
                            tables.push((shares.begin(who, now), now + ms(30_000)));
                        }
                    }
                }
                assert!(
                    running.is_some() || asked > ms(239_000),
                    "{slots} slots, {attackers} attackers: it waits still"
                );
                // Until newcomers have run for longer than work of its length does.
                let length = SHORT_REQUEST * LENGTHS.pow(2);
                assert!(waited <= length, "{slots} slots, {attackers} attackers: {waited:?}");
                // And whoever is short has room beside all of them.
                assert!(shares.may_begin(tenant(98), ms(240_000)), "{slots} slots, {attackers} attackers");
            }
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
