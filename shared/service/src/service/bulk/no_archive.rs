//! Why a job gets no archive.

use crate::problem::Problem;

/// Why there is no archive.
pub(super) enum Refused {
    /// It would be no better when it is tried again: the job fails with these words.
    Job(String),
    /// Something failed.
    Problem(Problem),
}

impl<E: Into<Problem>> From<E> for Refused {
    fn from(error: E) -> Self {
        Refused::Problem(error.into())
    }
}
