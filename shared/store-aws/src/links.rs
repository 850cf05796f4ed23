//! How long a signed link is valid.

use std::time::Duration;

use aws_sdk_s3::config::{Credentials, ProvideCredentials, SharedCredentialsProvider};
use jiff::{SignedDuration, Timestamp};
use platen_service::links::BaseUrl;
use platen_service::store::StoreError;

use crate::AwsStore;
use crate::error::unbuilt;

/// The longest life of a link that S3 knows (SigV4).
const LONGEST: SignedDuration = SignedDuration::from_hours(7 * 24);

/// The longest life of a link whose credentials have a session, and do not say when it ends: those of a Lambda function. AWS
/// documents no time for them; a role's session is an hour where nobody chose another one (IAM User Guide, "Methods to assume a
/// role").
const UNTOLD: SignedDuration = SignedDuration::from_hours(1);

/// A link's life from now on, and what signs it.
pub(crate) struct Life {
    pub(crate) duration: Duration,
    pub(crate) end: Timestamp,
    credentials: Option<Credentials>,
    /// The address of S3 that callers know; without one the client's own.
    address: Option<BaseUrl>,
}

impl Life {
    /// What a link is signed with: the credentials whose session its life was measured by, and no others that the client may
    /// have kept; and the address, which is signed too.
    pub(crate) fn signing(&self) -> aws_sdk_s3::config::Builder {
        let mut config = aws_sdk_s3::config::Builder::new();
        config.set_credentials_provider(self.credentials.clone().map(SharedCredentialsProvider::new));
        // None would stand for AWS.
        if let Some(address) = &self.address {
            config.set_endpoint_url(Some(address.join("")));
        }
        config
    }

    /// The same for links that this process follows itself.
    pub(crate) fn for_this_process(self) -> Life {
        Life { address: None, ..self }
    }
}

impl AwsStore {
    /// The life of a link that must hold until `until`. A link dies with the session of the credentials that signed it: where
    /// they say when that is, it is promised no longer; where they do not, no longer than [`UNTOLD`].
    pub(crate) async fn link_life(&self, until: Timestamp) -> Result<Life, StoreError> {
        let now = Timestamp::now();
        let credentials = self.credentials_now().await?;
        let session = credentials.as_ref().map(|credentials| session_left(credentials, now)).transpose()?;
        let wanted = until.duration_since(now).min(session.flatten().unwrap_or(LONGEST));
        // SigV4 counts whole seconds, at least one.
        let seconds = wanted.min(LONGEST).as_secs().max(1);
        let end = now.checked_add(SignedDuration::from_secs(seconds)).map_err(unbuilt)?;
        let (duration, address) =
            (Duration::from_secs(seconds.unsigned_abs()), self.settings.s3_public_url.clone());
        Ok(Life { duration, end, credentials, address })
    }

    async fn credentials_now(&self) -> Result<Option<Credentials>, StoreError> {
        let Some(provider) = &self.credentials else { return Ok(None) };
        let credentials = provider.provide_credentials().await;
        credentials.map(Some).map_err(|failed| StoreError::Unavailable(format!("credentials: {failed}")))
    }
}

/// How long the session of credentials lasts; nothing for those that belong to a user and stay.
fn session_left(credentials: &Credentials, now: Timestamp) -> Result<Option<SignedDuration>, StoreError> {
    Ok(match credentials.expiry() {
        Some(end) => Some(Timestamp::try_from(end).map_err(unbuilt)?.duration_since(now)),
        None => credentials.session_token().map(|_| UNTOLD),
    })
}
