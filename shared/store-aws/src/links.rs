//! How long a signed link holds.

use std::time::Duration;

use aws_sdk_s3::config::ProvideCredentials;
use jiff::{SignedDuration, Timestamp};
use platen_service::store::StoreError;

use crate::AwsStore;
use crate::error::unbuilt;

/// The longest life of a link that S3 knows (SigV4).
const LONGEST: SignedDuration = SignedDuration::from_hours(7 * 24);

/// A link's life from now on.
pub(crate) struct Life {
    pub(crate) duration: Duration,
    pub(crate) end: Timestamp,
}

impl AwsStore {
    /// The life of a link that must hold until `until`. A link dies with the session of the credentials that signed it: where
    /// they say when that is, it is promised no longer.
    pub(crate) async fn link_life(&self, until: Timestamp) -> Result<Life, StoreError> {
        let now = Timestamp::now();
        let mut wanted = until.duration_since(now);
        if let Some(session) = self.session_end().await? {
            wanted = wanted.min(session.duration_since(now));
        }
        // SigV4 counts whole seconds, at least one.
        let seconds = wanted.min(LONGEST).as_secs().max(1);
        let end = now.checked_add(SignedDuration::from_secs(seconds)).map_err(unbuilt)?;
        Ok(Life { duration: Duration::from_secs(seconds.unsigned_abs()), end })
    }

    async fn session_end(&self) -> Result<Option<Timestamp>, StoreError> {
        let Some(provider) = &self.credentials else { return Ok(None) };
        let credentials = provider
            .provide_credentials()
            .await
            .map_err(|failed| StoreError::Unavailable(format!("credentials: {failed}")))?;
        credentials.expiry().map(Timestamp::try_from).transpose().map_err(unbuilt)
    }
}
