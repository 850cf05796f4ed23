//! The body of `POST /api/webhooks`.

use std::collections::BTreeSet;

use secrecy::SecretString;

use super::Fields;
use super::template_source::read_template_id;
use crate::Limits;
use crate::callback::CallbackUrl;
use crate::http::Request;
use crate::http::body::parse_json;
use crate::ids::TemplateId;
use crate::problem::Problem;
use crate::webhooks::EventKind;

/// A webhook to make.
#[derive(Debug)]
pub struct CreateWebhook {
    /// The address to notify.
    pub url: SecretString,
    /// Its host.
    pub host: String,
    /// The template whose jobs it reports; `None` for all jobs.
    pub template: Option<TemplateId>,
    /// The events that it reports.
    pub events: BTreeSet<EventKind>,
}

impl CreateWebhook {
    /// Reads a request's body.
    ///
    /// # Errors
    /// `invalid-body` with every fault at once.
    pub fn read(request: &Request, limits: &Limits) -> Result<CreateWebhook, Problem> {
        let mut fields = Fields::of_body(parse_json(request.body(), limits)?)?;
        let url = fields.required_string("url");
        let host = url.as_deref().map(|text| CallbackUrl::parse(text, limits.callbacks));
        if let Some(Err(fault)) = &host {
            fields.fault("url", format!("`url` {fault}"));
        }
        let template = if fields.has("templateId") {
            read_template_id(&mut fields)
        } else {
            fields.know("templateId");
            None
        };
        let events = read_events(&mut fields);
        fields.finish()?;
        // It has left its fault, so that `finish` has failed already.
        let absent = || Problem::internal("`url` is absent without a fault");
        let (url, host) = url.zip(host.and_then(Result::ok)).ok_or_else(absent)?;
        Ok(CreateWebhook { host: host.host().to_owned(), url: SecretString::from(url), template, events })
    }
}

/// Reads the kinds of events.
fn read_events(fields: &mut Fields) -> BTreeSet<EventKind> {
    let Some(names) = fields.texts("events") else { return EventKind::usual() };
    let known: Vec<Option<EventKind>> = names.iter().map(|name| EventKind::parse(name)).collect();
    let all = EventKind::ALL.map(EventKind::as_str).join("`, `");
    if names.is_empty() {
        fields.fault("events", format!("`events` must name one of `{all}` at least, or be left out"));
    }
    for index in (0..known.len()).filter(|index| known[*index].is_none()) {
        fields.fault_at("events", index, format!("must be one of `{all}`"));
    }
    known.into_iter().flatten().collect()
}
