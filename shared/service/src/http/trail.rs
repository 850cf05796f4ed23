//! The trail of a request, from which the audit log and the events are written.

use std::sync::{Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

use super::rates::Rate;
use super::routes::{Params, Route, RouteId};
use crate::format::Format;
use crate::ids::TemplateId;
use crate::problem::Code;
use crate::subscriptions::Caller;

/// The facts about a request, collected on its way through the service.
#[derive(Debug, Default)]
pub struct Trail(Mutex<Known>);

/// The facts about a request.
#[derive(Debug, Default, Clone)]
pub(crate) struct Known {
    pub(crate) route: Option<&'static Route>,
    pub(crate) caller: Option<Caller>,
    pub(crate) target: Option<Uuid>,
    pub(crate) target_name: Option<String>,
    pub(crate) template: Option<TemplateId>,
    pub(crate) format: Option<Format>,
    pub(crate) bytes_in: u64,
    pub(crate) refused: Option<Code>,
    pub(crate) rates: Vec<Rate>,
    pub(crate) is_replayed: bool,
}

impl Trail {
    /// The operation, and what its path names.
    pub(crate) fn route(&self, route: &'static Route, params: &Params) {
        let mut known = self.known();
        (known.route, known.target) = (Some(route), params.id());
    }

    /// The operation's path, with `{name}` where a segment varies; `None` until it is known that there is one.
    pub fn route_path(&self) -> Option<&'static str> {
        self.known().route.map(|route| route.path)
    }

    /// Notes the caller, once its key is known to be right.
    pub(crate) fn caller(&self, caller: &Caller) {
        self.known().caller = Some(caller.clone());
    }

    /// The caller, operation and target of a request, as far as they are known, if the operation is one of those asked for.
    pub(crate) fn recorded(&self, is_asked: fn(RouteId) -> bool) -> Option<(Caller, RouteId, Option<Uuid>)> {
        let known = self.known();
        let operation = known.route.map(|route| route.id).filter(|operation| is_asked(*operation))?;
        Some((known.caller.clone()?, operation, known.target))
    }

    /// Notes the name of the operation's target, for readers after the target is gone.
    pub fn target_named(&self, name: Option<String>) {
        self.known().target_name = name;
    }

    /// The template that is asked for.
    pub(crate) fn template(&self, template: TemplateId) {
        self.known().template = Some(template);
    }

    /// Notes the format of a document.
    pub(crate) fn format(&self, format: Format) {
        self.known().format = Some(format);
    }

    /// Bytes of the body that came, as they were sent.
    pub fn received(&self, bytes: u64) {
        self.known().bytes_in += bytes;
    }

    /// The request was refused.
    pub(crate) fn refused(&self, code: Code) {
        self.known().refused = Some(code);
    }

    /// A bound of the caller's requests.
    pub(crate) fn rate(&self, rate: Rate) {
        self.known().rates.push(rate);
    }

    /// Notes that the work was done for an earlier request with the same `Idempotency-Key`.
    pub(crate) fn replayed(&self) {
        self.known().is_replayed = true;
    }

    /// All that is known so far.
    pub(crate) fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
