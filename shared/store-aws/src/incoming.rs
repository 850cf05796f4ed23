//! The area that receives templates: objects `incoming/{subscription}/{path}` in the templates bucket. Their metadata `template-id` names
//! the template if the path does not.

use async_trait::async_trait;
use platen_service::ids::{SubscriptionId, TemplateId};
use platen_service::store::{Incoming, IncomingStore, StoreError};
use uuid::Uuid;

use crate::AwsStore;
use crate::bucket::Found;

#[async_trait]
impl IncomingStore for AwsStore {
    async fn incoming(
        &self,
        subscription: SubscriptionId,
        path: &str,
        max_bytes: u64,
    ) -> Result<Incoming, StoreError> {
        // To S3 `../other-tenant/secret.docx` is a name like any; to a proxy on the way it may be another tenant's.
        if path.split('/').any(|part| matches!(part, "" | "." | "..")) {
            return Ok(Incoming::Absent);
        }
        let key = format!("incoming/{subscription}/{path}");
        Ok(match self.templates.get_bounded(&key, max_bytes).await? {
            None => Incoming::Absent,
            Some(Found::TooLarge(bytes)) => Incoming::TooLarge { bytes },
            Some(Found::Read { bytes, template_id }) => {
                // One that is no GUID names nothing: the path does.
                let given = template_id.and_then(|text| Uuid::try_parse(&text).ok());
                Incoming::Found { bytes, template_id: given.map(TemplateId) }
            }
        })
    }
}
