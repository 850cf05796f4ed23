//! People who may not sign in, whatever the identity provider says about them: somebody who leaves today is out today.
//!
//! Platen keeps no list of people. A block is a session that has ended for good, found by the person instead of its secret;
//! the sign-in looks for it.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Service;
use crate::contract::BlockPerson;
use crate::http::{Request, guid};
use crate::ids::SubscriptionId;
use crate::keys::{KeyHash, KeyRecord, Person};
use crate::page::{Page, Paged};
use crate::problem::{Code, Problem};
use crate::subscriptions::Caller;

/// Somebody who may not sign in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockedPerson {
    /// What the entry is deleted by.
    pub block_id: Uuid,
    /// Who it is, as the identity provider names them.
    pub person: Person,
    /// Since when they may not.
    #[serde(serialize_with = "crate::time::write")]
    pub blocked_at: Timestamp,
}

impl BlockedPerson {
    /// Where it is.
    pub fn path(&self) -> String {
        format!("/api/blockedPeople/{}", self.block_id)
    }

    fn of(record: KeyRecord) -> Option<BlockedPerson> {
        let person = record.person.filter(|_| record.expires_at.is_none())?;
        Some(BlockedPerson { block_id: record.id, person, blocked_at: record.created_at })
    }
}

impl Service {
    /// Whether somebody may not sign in.
    pub(super) async fn is_blocked(
        &self,
        subscription: SubscriptionId,
        subject: &str,
    ) -> Result<bool, Problem> {
        let hash = KeyHash::of_blocked(subscription, subject);
        Ok(self.stores.subscriptions.key(&hash).await?.is_some())
    }
}

/// What the service does with people who may not sign in: [`Service::blocked_people`].
#[derive(Clone, Copy)]
pub struct BlockedPeople<'a>(pub(super) &'a Service);

impl BlockedPeople<'_> {
    /// A page of them, the latest first.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn list(self, caller: &Caller, page: Page) -> Result<Paged<BlockedPerson>, Problem> {
        Ok(Paged::of_all(page, self.all(caller).await?))
    }

    /// Ends all sessions of somebody, who may not sign in from now on. Whoever is blocked already stays so.
    ///
    /// # Errors
    /// `invalid-body`, `limit-exceeded` when the subscription has blocked as many as it may, `unavailable`.
    pub async fn block(self, request: &Request) -> Result<BlockedPerson, Problem> {
        let BlockPerson { person } = BlockPerson::read(request, &self.0.limits)?;
        let (caller, trail) = (request.caller()?, request.head().trail());
        trail.target_named(Some(person.name.clone()));
        let is_theirs = |known: &BlockedPerson| known.person.subject == person.subject;
        let blocked = self.all(caller).await?;
        let blocked = match blocked.iter().find(|known| is_theirs(known)) {
            Some(known) => known.clone(),
            None if blocked.len() >= self.0.limits.keys => {
                let detail = format!(
                    "The subscription has blocked {} people (limit `keys`: {}). Allow some of them first: who has no role needs no \
                     block.",
                    blocked.len(),
                    self.0.limits.keys
                );
                return Err(Problem::new(Code::LimitExceeded, detail));
            }
            None => {
                let record = KeyRecord::blocked(caller.subscription_id(), person.clone());
                match self.0.stores.subscriptions.put_key(&record).await {
                    Ok(()) => BlockedPerson::of(record)
                        .ok_or_else(|| Problem::internal("a blocked person is nobody"))?,
                    // Another request may have blocked them at the same moment: a person has one place.
                    Err(error) => self.all(caller).await?.into_iter().find(is_theirs).ok_or(error)?,
                }
            }
        };
        // After the record: a sign-in at the same time finds it, or its session is found here.
        for session in self.0.stores.subscriptions.keys(caller.subscription_id()).await? {
            let is_theirs = session.person.as_ref().is_some_and(|known| known.subject == person.subject);
            if is_theirs && session.expires_at.is_some() {
                self.0.stores.subscriptions.delete_key(caller.subscription_id(), session.id).await?;
            }
        }
        Ok(blocked)
    }

    /// Lets somebody sign in again.
    ///
    /// # Errors
    /// `unknown-person`, `unavailable`.
    pub async fn allow(self, request: &Request, block: &str) -> Result<(), Problem> {
        let caller = request.caller()?;
        let known = self.all(caller).await?.into_iter().find(|known| guid(block) == Some(known.block_id));
        let known = known.ok_or_else(unknown_person)?;
        request.head().trail().target_named(Some(known.person.name));
        let deleted =
            self.0.stores.subscriptions.delete_key(caller.subscription_id(), known.block_id).await?;
        deleted.then_some(()).ok_or_else(unknown_person)
    }

    async fn all(self, caller: &Caller) -> Result<Vec<BlockedPerson>, Problem> {
        let keys = self.0.stores.subscriptions.keys(caller.subscription_id()).await?;
        Ok(keys.into_iter().rev().filter_map(BlockedPerson::of).collect())
    }
}

fn unknown_person() -> Problem {
    Problem::new(
        Code::UnknownPerson,
        "This subscription has blocked no such person. GET /api/blockedPeople lists whom it has blocked.",
    )
}
