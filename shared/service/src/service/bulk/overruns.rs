//! Counts documents in a row that exceeded their time, by job. Each of them costs a worker half a minute. A job that creates
//! nothing else has a template or data that cannot be rendered, and its owner should know before the thousandth of them.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::ids::JobId;

/// Jobs that are counted. Beyond, counting begins again: jobs that are canceled leave their count behind.
const JOBS: usize = 1_000;

/// Counts by job, in this process. A restart begins again.
#[derive(Debug, Default)]
pub(crate) struct Overruns(Mutex<HashMap<JobId, usize>>);

impl Overruns {
    /// Notes a result of a job; gives how many of the last ones in a row took too long.
    pub(super) fn note(&self, job: JobId, overran: bool) -> usize {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !overran {
            counts.remove(&job);
            return 0;
        }
        if counts.len() >= JOBS {
            counts.clear();
        }
        let count = counts.entry(job).or_default();
        *count += 1;
        *count
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_document_that_is_made_ends_the_row() {
        let (overruns, job, other) =
            (Overruns::default(), JobId(Uuid::from_u128(1)), JobId(Uuid::from_u128(2)));
        let noted = [(job, true), (job, true), (other, true), (job, false), (job, true)];
        assert_eq!(noted.map(|(job, overran)| overruns.note(job, overran)), [1, 2, 1, 0, 1]);
        (3..5_000).for_each(|id| assert_eq!(overruns.note(JobId(Uuid::from_u128(id)), true), 1));
        assert!(overruns.0.lock().unwrap().len() <= JOBS);
    }
}
