//! Counts the programs that use a template, for people who are about to replace it.

use jiff::Timestamp;

use super::Templates;
use crate::ids::{SubscriptionId, TemplateId};
use crate::problem::Problem;
use crate::store::USES_KEPT;
use crate::subscriptions::Caller;

impl Templates<'_> {
    /// Notes that a caller's key asks for documents of a template. People see what they get; programs send it on.
    pub(crate) fn note_use(self, caller: &Caller, template: TemplateId) {
        if caller.person.is_none() {
            let (store, now) = (&self.0.stores.subscriptions, Timestamp::now());
            store.note_template_use(caller.subscription_id(), template, caller.key_id, now);
        }
    }

    /// How many keys asked for documents of a template lately.
    pub(super) async fn users(self, who: SubscriptionId, template: TemplateId) -> Result<u64, Problem> {
        let since = Timestamp::now() - USES_KEPT;
        Ok(self.0.stores.subscriptions.template_users(who, template, since).await?)
    }
}
