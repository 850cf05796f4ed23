//! Changes a template without a new version. Each change applies to the template as it was read, and is repeated if the template has
//! changed meanwhile, so simultaneous changes happen one after the other.

use aws_sdk_dynamodb::types::TransactWriteItem;
use platen_service::ids::{SubscriptionId, TemplateId};
use platen_service::store::StoreError;
use platen_service::templates::{Revision, TemplateChange};

use super::TRIES;
use super::record::{Head, Version, head_key, version_key};
use crate::AwsStore;
use crate::item::{Condition, flag, number, value};
use crate::table::Written;

impl AwsStore {
    pub(super) async fn change_template(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        change: &TemplateChange,
        seen: Option<Revision>,
    ) -> Result<bool, StoreError> {
        for _ in 0..TRIES {
            let Some(head) = self.live_head(subscription, template).await? else { return Ok(false) };
            head.check_seen(seen)?;
            let steps = match change {
                TemplateChange::Disabled(disabled) => {
                    let change = head.unchanged().value(":disabled", flag(*disabled));
                    vec![self.head_step(subscription, &head, "disabled = :disabled", change)?]
                }
                TemplateChange::About(about) => {
                    let change = head.unchanged().value(":about", value(about)?);
                    vec![self.head_step(subscription, &head, "about = :about", change)?]
                }
                TemplateChange::Publish(version) => {
                    let key = version_key(subscription, template, *version);
                    let found = self.table.get::<Version>(&key).await?.filter(|found| found.ready);
                    let Some(found) = found else { return Ok(false) };
                    self.publish_steps(subscription, &head, found)?
                }
                TemplateChange::Moved(state) => {
                    let key = version_key(subscription, template, state.in_force);
                    let Some(found) = self.table.get::<Version>(&key).await? else { return Ok(false) };
                    let change = head
                        .unchanged()
                        .value(":force", value(&found)?)
                        .value(":draft", value(&state.draft)?)
                        .value(":disabled", flag(state.disabled))
                        .value(":about", value(&state.about)?)
                        .value(":changes", number(state.changes))
                        .value(":created", number(state.created_at.as_microsecond()));
                    let set = "SET inForce = :force, draft = :draft, disabled = :disabled, about = :about, \
                        changes = :changes, createdAt = :created";
                    vec![self.table.update_step(&head_key(subscription, template), set, change)?]
                }
            };
            // A transaction even where it has one step: one whose answer was lost is not taken for another caller's change.
            let written = self.table.transact(steps).await?;
            if written == Written::Done {
                return Ok(true);
            }
        }
        Err(StoreError::Unavailable(format!("template {template} changes all the time")))
    }

    /// A step that changes a template, unless it has changed meanwhile.
    fn head_step(
        &self,
        subscription: SubscriptionId,
        head: &Head,
        set: &str,
        change: Condition,
    ) -> Result<TransactWriteItem, StoreError> {
        let change = change.value(":changes", number(head.changes + 1));
        let key = head_key(subscription, head.template_id);
        self.table.update_step(&key, &format!("SET {set}, changes = :changes"), change)
    }

    /// Steps that bring a version into force, unless the template or the version has changed meanwhile.
    fn publish_steps(
        &self,
        subscription: SubscriptionId,
        head: &Head,
        version: Version,
    ) -> Result<Vec<TransactWriteItem>, StoreError> {
        let mut published = version;
        published.draft = false;
        // Templates of before are called what their version in force is.
        let change = head
            .unchanged()
            .value(":force", value(&published)?)
            .value(":draft", value(&head.draft.filter(|draft| *draft > published.version))?)
            .value(":about", value(&head.about())?);
        let set = "inForce = :force, draft = :draft, about = :about";
        let of_version = published.same().value(":draft", flag(false));
        let key = version_key(subscription, head.template_id, published.version);
        Ok(vec![
            self.head_step(subscription, head, set, change)?,
            self.table.update_step(&key, "SET draft = :draft", of_version)?,
        ])
    }
}
