//! What S3 takes of one bucket. A new one is a single partition: 3,500 writes and 5,500 reads a second, and `503 SlowDown` for
//! what is more (Amazon S3 User Guide, "Best practices design patterns: optimizing Amazon S3 performance"). It splits under load,
//! in minutes to hours; here it never does.

use std::sync::Mutex;
use std::time::Duration;

use tokio::time::Instant;

use crate::meter::Call;

const WRITES: u32 = 3_500;
const READS: u32 = 5_500;
const SECOND: Duration = Duration::from_secs(1);

/// What was asked in the last second.
#[derive(Debug, Default)]
pub(super) struct S3Rate(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    began: Option<Instant>,
    writes: u32,
    reads: u32,
    refused: u64,
}

impl S3Rate {
    /// Whether S3 takes a call, and not too many were made in this second.
    pub(super) fn takes(&self, call: &Call) -> bool {
        let mut state = self.0.lock().unwrap();
        let now = Instant::now();
        if state.began.is_none_or(|began| now - began >= SECOND) {
            *state = State { began: Some(now), refused: state.refused, ..State::default() };
        }
        let (asked, most) = match call {
            Call::S3Write => (&mut state.writes, WRITES),
            Call::S3Read => (&mut state.reads, READS),
            Call::DynamoDb(_) | Call::Sqs(_) => return true,
        };
        *asked += 1;
        let takes = *asked <= most;
        if !takes {
            state.refused += 1;
        }
        takes
    }

    /// Calls that were refused.
    pub(super) fn refused(&self) -> u64 {
        self.0.lock().unwrap().refused
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn so_many_writes_are_taken_in_a_second() {
        let rate = S3Rate::default();
        let taken = |calls: u32| (0..calls).filter(|_| rate.takes(&Call::S3Write)).count();
        assert_eq!(taken(4_000), 3_500);
        assert!(rate.takes(&Call::S3Read), "reads count apart");
        tokio::time::sleep(SECOND).await;
        assert_eq!((taken(10), rate.refused()), (10, 500));
    }
}
