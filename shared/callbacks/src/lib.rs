//! Tells a caller's server that a job ended: one try, and what comes of it. When the next try is due is kept by the home: in
//! SQLite on one machine, in a queue in the cloud.

mod send;

use std::time::Duration;

use jiff::Timestamp;
use platen_service::Limits;
use platen_service::jobs::JobRecord;
use platen_service::jobs::callback::{Callback, CallbackSecrets, CallbackUrl};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls;

use crate::send::Failed;

/// Longest time between two tries. A queue of SQS hides a message for 12 hours at most.
const LONGEST_WAIT: Duration = Duration::from_secs(6 * 3600);

/// What came of a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// There is nothing left to do: the receiver has it, or it is given up.
    Over,
    /// It must be tried again after this time.
    Again(Duration),
}

/// Delivers callbacks. One per process: it holds whom TLS trusts.
pub struct Deliverer {
    tls: TlsConnector,
}

impl Deliverer {
    /// Reads whom the machine trusts.
    ///
    /// # Errors
    /// TLS cannot be had.
    pub fn new() -> Result<Deliverer, rustls::Error> {
        Ok(Deliverer { tls: send::trust()? })
    }

    /// Tries to tell the end of a job that asked for it, for the `attempt`th time (from 1). Takes some ten seconds at most.
    /// The outcome is logged.
    pub async fn deliver(
        &self,
        job: &JobRecord,
        secrets: &CallbackSecrets,
        attempt: u32,
        limits: &Limits,
    ) -> Told {
        let job_id = job.job_id;
        let Err(failed) = self.attempt(job, secrets, limits).await else {
            tracing::info!(%job_id, attempt, "callback delivered");
            return Told::Over;
        };
        if matches!(failed, Failed::Refused(_)) || attempt >= limits.callback_tries {
            tracing::warn!(%job_id, attempt, cause = %failed, "callback given up");
            return Told::Over;
        }
        let wait = wait_after(attempt, limits);
        let wait_s = wait.as_secs();
        tracing::warn!(%job_id, attempt, wait_s, cause = %failed, "callback failed and is tried again");
        Told::Again(wait)
    }

    async fn attempt(
        &self,
        job: &JobRecord,
        secrets: &CallbackSecrets,
        limits: &Limits,
    ) -> Result<(), Failed> {
        let text = job.settings.callback_url.as_deref().unwrap_or_default();
        // Checked again: what is allowed may have changed since the request.
        let url = CallbackUrl::parse(text, limits.callbacks)
            .map_err(|fault| Failed::Refused(format!("its address {fault}")))?;
        let now = Timestamp::now();
        let callback = Callback::of(job, secrets.signing(now, limits.callback_secret_overlap), now);
        send::send(&self.tls, &url, callback, limits.callbacks).await
    }
}

/// How long it is waited after a try that failed: doubled each time.
fn wait_after(attempt: u32, limits: &Limits) -> Duration {
    let doubled = 2u32.saturating_pow(attempt.saturating_sub(1));
    limits.callback_retry.saturating_mul(doubled).min(LONGEST_WAIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_what_a_queue_can_hide() {
        let limits = Limits::default();
        let waits: Vec<u64> = [1, 2, 3, 11].map(|attempt| wait_after(attempt, &limits).as_secs()).into();
        assert_eq!(waits, [10, 20, 40, 10_240]);
        for attempt in [12, 13, 40, u32::MAX] {
            assert!(wait_after(attempt, &limits) <= LONGEST_WAIT, "{attempt}");
        }
    }
}
