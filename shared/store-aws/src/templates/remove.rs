//! Removes a template. Its versions can be too many for a transaction, so the template is first marked as removed, and the rest follows.
//! If this process dies in between, the next removal or the next new version finishes it.

use platen_service::ids::{SubscriptionId, TemplateId};
use platen_service::store::StoreError;
use platen_service::templates::Revision;

use super::record::{Head, Version, head_key, version_key, version_prefix};
use crate::AwsStore;
use crate::item::{Condition, flag, text};
use crate::subscriptions::partition;
use crate::table::Written;

impl AwsStore {
    pub(super) async fn remove_template(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        seen: Option<Revision>,
    ) -> Result<bool, StoreError> {
        let Some(head) = self.head(subscription, template).await? else { return Ok(false) };
        let mark = match seen {
            Some(_) if !head.removing => {
                head.check_seen(seen)?;
                head.unchanged()
            }
            _ => Condition::when("generation = :generation AND removing = :no")
                .value(":generation", text(head.generation))
                .value(":no", flag(false)),
        };
        let mark = mark.value(":yes", flag(true));
        let marked =
            self.table.update(&head_key(subscription, template), "SET removing = :yes", mark).await?;
        if marked == Written::Refused && seen.is_some() && !head.removing {
            // Changed between reading and marking; an earlier try of this call has not left it as it was seen either.
            let still = self.head(subscription, template).await?;
            if still.is_some_and(|still| !still.removing) {
                return Err(StoreError::Stale);
            }
        }
        self.finish_removal(subscription, template, &head).await?;
        // Refused, though it was not marked when it was read: an earlier try of this call marked it, or another caller.
        Ok(marked == Written::Done || !head.removing)
    }

    /// Removes the versions of a marked template, then the template.
    pub(super) async fn finish_removal(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        head: &Head,
    ) -> Result<(), StoreError> {
        let versions: Vec<Version> =
            self.table.query(&partition(subscription), &version_prefix(template)).await?;
        for version in versions {
            self.remove_objects(subscription, template, &version).await?;
            // Another worker may have finished this removal, and the template may exist again.
            let key = version_key(subscription, template, version.version);
            let steps = vec![
                self.table.conditional_delete_step(&key, version.same())?,
                self.free_step(subscription, version.stored_bytes()).await?,
            ];
            self.table.transact(steps).await?;
        }
        let same = Condition::when("generation = :generation AND removing = :yes")
            .value(":generation", text(head.generation))
            .value(":yes", flag(true));
        self.table.delete(&head_key(subscription, template), same).await.map(|_| ())
    }

    /// Removes a version's bytes.
    pub(super) async fn remove_objects(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        version: &Version,
    ) -> Result<(), StoreError> {
        if version.ready {
            self.templates.delete(&version.package_key(subscription, template)).await?;
        }
        if version.diagnostics.is_none() {
            self.templates.delete(&version.diagnostics_key(subscription, template)).await?;
        }
        Ok(())
    }
}
