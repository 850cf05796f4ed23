//! Random orders that can be had again.

use uuid::Uuid;

/// A generator (splitmix64) with a seed that a failing test shows.
pub struct Random {
    state: u64,
}

impl Default for Random {
    fn default() -> Random {
        Random::new()
    }
}

impl Random {
    /// With a seed that is always the same.
    pub fn with_seed(seed: u64) -> Random {
        Random { state: seed }
    }

    /// From `PLATEN_SEED`, or from the clock. The seed is printed, which the test harness shows when the test fails.
    pub fn new() -> Random {
        #[expect(clippy::disallowed_methods, reason = "configuration of the test, not of the service")]
        let given = std::env::var("PLATEN_SEED").ok().map(|seed| seed.parse().unwrap());
        let seed = given.unwrap_or_else(|| Uuid::new_v4().as_u64_pair().0);
        #[expect(clippy::print_stderr, reason = "for whoever wants the same order again")]
        {
            eprintln!("PLATEN_SEED={seed}");
        }
        Random { state: seed }
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Puts a list into another order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at + 1));
        }
    }
}
