//! Changes in a subscription: noted after each request, and listed for administrators (`GET /api/audit`).

use std::net::IpAddr;

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Service;
use crate::events::Event;
use crate::http::routes::RouteId;
use crate::http::{Head, Request, Response, Stretch};
use crate::ids::{EventId, SubscriptionId, TemplateId};
use crate::problem::Problem;
use crate::reach::Reach;
use crate::subscriptions::Caller;

/// Some events, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Events {
    /// The events.
    pub items: Vec<Event>,
    /// What `before` must be to get the next ones; `null` when there are none.
    pub next: Option<EventId>,
}

/// Whether an operation leaves an event.
fn is_recorded(operation: RouteId) -> bool {
    use RouteId::*;
    matches!(
        operation,
        GenerateDocumentsBulk
            | CancelBulkGenerationJob
            | RegisterTemplate
            | ReplaceTemplate
            | DescribeTemplate
            | PublishTemplate
            | DeleteTemplate
            | DisableTemplate
            | EnableTemplate
            | CreateKey
            | DeleteKey
            | BlockPerson
            | AllowPerson
            | CreateFormLink
            | DeleteFormLink
            | CreateWebhook
            | DeleteWebhook
            | RotateWebhook
    )
}

/// What the service does with events: [`Service::events`].
#[derive(Clone, Copy)]
pub struct EventLog<'a>(pub(super) &'a Service);

impl EventLog<'_> {
    /// Records what came of a request, if its operation leaves an event and somebody is known to have sent it. One that
    /// cannot be recorded is logged, and does not undo what was done.
    pub async fn record(self, head: &Head, result: &Result<Response, Problem>) {
        let Some((caller, operation, target)) = head.trail().recorded(is_recorded) else { return };
        let outcome = result.as_ref().map_or_else(|problem| problem.code().as_str(), |_| "ok");
        let target = target.or_else(|| result.as_ref().ok().and_then(created));
        let told = head.trail().known().target_name.clone();
        let name = match (told, target) {
            (None, Some(target)) => self.template_name(caller.subscription_id(), target).await,
            (told, _) => told,
        };
        self.note(head, &caller, operation, (target, name), outcome).await;
    }

    /// What a template is called; nothing for a target that is no template.
    async fn template_name(self, subscription: SubscriptionId, target: Uuid) -> Option<String> {
        let found = self.0.within(&Reach::whole(subscription)).template(TemplateId(target)).await;
        found.ok().flatten().map(|record| record.name)
    }

    /// Records what a command of the operator's did, who needs no key: `who` is what people call them.
    pub async fn note_operator(
        self,
        subscription: SubscriptionId,
        who: &str,
        action: &str,
        target: Uuid,
        target_name: Option<String>,
    ) {
        let time = Timestamp::now();
        let event = Event {
            event_id: EventId::new(time),
            time,
            action: action.to_owned(),
            who: who.to_owned(),
            email: None,
            key_id: Uuid::nil(),
            target_id: Some(target),
            target_name,
            outcome: "ok".to_owned(),
            client: None,
            request_id: String::new(),
        };
        self.keep(subscription, &event).await;
    }

    /// Records that `caller` did something.
    pub(crate) async fn note(
        self,
        head: &Head,
        caller: &Caller,
        operation: RouteId,
        (target_id, target_name): (Option<Uuid>, Option<String>),
        outcome: &str,
    ) {
        let time = Timestamp::now();
        let event = Event {
            event_id: EventId::new(time),
            time,
            action: operation.operation(),
            who: caller.key_name.clone(),
            email: caller.person.as_ref().and_then(|person| person.email.clone()),
            key_id: caller.key_id,
            target_id,
            target_name,
            outcome: outcome.to_owned(),
            client: head.client().as_ref().map(IpAddr::to_string),
            request_id: head.request_id().to_owned(),
        };
        self.keep(caller.subscription_id(), &event).await;
    }

    async fn keep(self, subscription: SubscriptionId, event: &Event) {
        let kept = self.0.limits.audit_life;
        if let Err(error) = self.0.stores.events.record_event(subscription, event, kept).await {
            tracing::error!(%error, action = event.action, key_id = %event.key_id, "an event is not recorded");
        }
    }

    /// Events of the caller's subscription, newest first: `pageSize` of them, those before the one that `before` names.
    ///
    /// # Errors
    /// `invalid-query`, `unavailable`.
    pub async fn list(self, request: &Request) -> Result<Events, Problem> {
        let asked = Stretch::from_query(request, &self.0.limits)?;
        let subscription = request.caller()?.subscription_id();
        let mut items = self.0.stores.events.events(subscription, asked.before(), asked.to_read()).await?;
        let next = asked.cut(&mut items, |event| &event.event_id);
        Ok(Events { items, next })
    }
}

/// The id of what an answer says was made: the end of its `Location`.
fn created(response: &Response) -> Option<Uuid> {
    let location = response.headers().get(http::header::LOCATION)?.to_str().ok()?;
    Uuid::parse_str(location.rsplit('/').next()?).ok()
}
