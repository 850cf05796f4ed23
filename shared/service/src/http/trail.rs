//! The trail of a request, from which the audit log and the events are written.

use std::sync::{Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

use super::rates::Rate;
use super::routes::{Params, Route, RouteId};
use crate::format::Format;
use crate::ids::TemplateId;
use crate::problem::Code;
use crate::subscriptions::Caller;

/// What is known of a request, gathered on its way through the service.
#[derive(Debug, Default)]
pub struct Trail(Mutex<Known>);

/// What is known of a request.
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

    /// Who asks, once the key is known to be right.
    pub(crate) fn caller(&self, caller: &Caller) {
        self.known().caller = Some(caller.clone());
    }

    /// Who asked for which operation upon what, as far as it is known, and is one of those asked for.
    pub(crate) fn recorded(&self, is_asked: fn(RouteId) -> bool) -> Option<(Caller, RouteId, Option<Uuid>)> {
        let known = self.known();
        let operation = known.route.map(|route| route.id).filter(|operation| is_asked(*operation))?;
        Some((known.caller.clone()?, operation, known.target))
    }

    /// What the operation's target is called, for those who read of it when it is gone.
    pub fn target_named(&self, name: Option<String>) {
        self.known().target_name = name;
    }

    /// The template that is asked for.
    pub(crate) fn template(&self, template: TemplateId) {
        self.known().template = Some(template);
    }

    /// What a document is to be.
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

    /// What was asked for was done for an earlier request with the same `Idempotency-Key`.
    pub(crate) fn replayed(&self) {
        self.known().is_replayed = true;
    }

    /// All that is known so far.
    pub(crate) fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
