//! Messages of jobs: which try of its work a delivery is, and what becomes of the message.

use std::sync::Arc;

use platen_service::ids::JobId;
use platen_service::jobs::Step;
use platen_service::problem::Problem;
use platen_store_aws::Message as JobMessage;

use crate::{Home, Message, Next};

/// A delivery whose work begins. A worker that dies leaves it noted as a try of the work.
pub struct Try {
    home: Arc<Home>,
    job: JobId,
    message: String,
    received: u32,
    attempt: u32,
}

impl Try {
    /// Notes that the work of a message begins.
    ///
    /// # Errors
    /// The message is none of a job, or the store does not answer: nothing may begin.
    pub async fn begin(home: &Arc<Home>, message: &Message) -> Result<Try, Problem> {
        let JobMessage { job_id, .. } = serde_json::from_str(&message.body).map_err(Problem::internal)?;
        let attempt = home.begin_try(job_id, &message.id, message.attempt).await?;
        let (home, id, received) = (home.clone(), message.id.clone(), message.attempt);
        Ok(Try { home, job: job_id, message: id, received, attempt })
    }

    /// Which try of the work it is, counted from 1: how often the message was delivered is no measure of that.
    pub fn attempt(&self) -> u32 {
        self.attempt
    }

    /// Says what becomes of the message. What the worker lives to tell is no try of the work, but for work that hangs.
    ///
    /// # Errors
    /// Those of the work.
    pub async fn end(self, step: Result<Step, Problem>) -> Result<Next, Problem> {
        match step {
            Ok(Step::Done) => return Ok(Next::Done),
            Ok(Step::Hangs) => return Err(Problem::unavailable("no item finished in time")),
            Ok(Step::HandBack) | Err(_) => {}
        }
        if let Err(error) = self.home.take_try_back(self.job, &self.message, self.received).await {
            tracing::warn!(job_id = %self.job, %error, "this delivery counts as a try of its work");
        }
        step.map(Next::from)
    }
}
