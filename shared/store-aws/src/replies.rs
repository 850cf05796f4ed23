//! What functions need from AWS besides the stores.

use aws_sdk_sqs::types::MessageAttributeValue;
use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use platen_service::store::StoreError;
use uuid::Uuid;

use crate::AwsStore;
use crate::error::{unavailable, unbuilt};

/// How long a lent reply can be fetched. Its reader follows the link at once.
const LENT: SignedDuration = SignedDuration::from_mins(5);

/// Bytes of a reason that go along with a refused message.
const REASON_BYTES: usize = 1_000;

impl AwsStore {
    /// Puts a reply that is too large for the platform where its reader can fetch it, once told the link: five minutes,
    /// under a name that nobody guesses. `disposition` is the `Content-Disposition` to fetch it with.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn lend(
        &self,
        bytes: Bytes,
        content_type: &str,
        disposition: Option<&str>,
    ) -> Result<String, StoreError> {
        let key = format!("replies/{}", Uuid::new_v4());
        self.jobs.put(&key, content_type, bytes).await?;
        let life = self.link_life(Timestamp::now() + LENT).await?;
        self.jobs.link_to_get(&key, disposition, &life).await
    }

    /// Puts a message of the intake queue that is wrong for good where its operator finds it, with the reason as attribute
    /// `reason`. A deployment without such a queue has it in the log only.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn refuse_intake(&self, body: &str, reason: &str) -> Result<(), StoreError> {
        let Some(queue) = &self.settings.intake_dead_letters_url else { return Ok(()) };
        let reason = &reason[..reason.floor_char_boundary(REASON_BYTES)];
        let reason = MessageAttributeValue::builder().data_type("String").string_value(reason);
        let reason = reason.build().map_err(unbuilt)?;
        let message = self.sqs.send_message().queue_url(queue).message_body(body);
        let sent = message.message_attributes("reason", reason).send().await;
        sent.map(|_| ()).map_err(|e| unavailable("SendMessage", e))
    }
}
