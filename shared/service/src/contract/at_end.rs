//! What a request wants when its job ends: a notification, and delivery of the result.

use http::{HeaderName, HeaderValue};

use super::{Fields, read_email};
use crate::Limits;
use crate::callback::{CallbackUrl, Callbacks};
use crate::jobs::{Deliver, DocumentAtEnd, Email};
use crate::links::BaseUrl;
use crate::problem::Problem;

/// Headers of one delivery.
const MOST_HEADERS: usize = 10;

/// Bytes of one header's value.
const HEADER_BYTES: usize = 1_000;

/// Headers beside those that begin with `x-`, which stores have for their own purposes (`x-ms-blob-type`, `x-amz-acl`).
const HEADERS: [&str; 3] = ["content-type", "content-disposition", "cache-control"];

/// The orders for a job's end.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AtEnd {
    /// The address to notify; it can be called.
    pub callback_url: Option<String>,
    /// Whether the message has a link to the result.
    pub callback_link: bool,
    /// The start of that link: the address of the service, as the request knows it.
    pub link_base: Option<BaseUrl>,
    /// Where to put the result.
    pub deliver: Option<Deliver>,
    /// The e-mail to send.
    pub email: Option<Email>,
}

impl AtEnd {
    /// The same, with what links begin with, if any are asked for.
    #[must_use]
    pub fn based(self, base: Option<BaseUrl>) -> AtEnd {
        let link_base = base.as_ref().map(|base| base.join(""));
        let email = self.email.map(|email| Email { link_base, ..email });
        AtEnd { link_base: base.filter(|_| self.callback_link), email, ..self }
    }

    /// Refuses a request for one document that is answered with the document: it ends no job.
    ///
    /// # Errors
    /// `invalid-body` that names each member.
    pub(crate) fn refuse(&self) -> Result<(), Problem> {
        let given = [
            ("callbackUrl", self.callback_url.is_some()),
            ("deliver", self.deliver.is_some()),
            ("email", self.email.is_some()),
        ];
        let mut fields = Fields::default();
        for (name, _) in given.into_iter().filter(|(_, is_given)| *is_given) {
            let detail = format!(
                "`{name}` is for a document that is made later: send the header `Prefer: respond-async`, and the `format` `.docx` or `.pdf`"
            );
            fields.fault(name, detail);
        }
        fields.finish()
    }
}

/// Reads `callbackUrl`, `callbackLink`, `deliver` and `email`. The templates of the e-mail are to be tried.
pub(super) fn read(fields: &mut Fields, limits: &Limits) -> AtEnd {
    let DocumentAtEnd { callback_url, deliver, email } = read_of_document(fields, limits);
    let callback_link = fields.boolean("callbackLink").unwrap_or(false);
    if callback_link && callback_url.is_none() {
        fields.fault("callbackLink", "`callbackLink` puts a link into the callback; it needs `callbackUrl`");
    }
    AtEnd { callback_url, callback_link, link_base: None, deliver, email }
}

/// Reads `callbackUrl`, `deliver` and `email`.
pub(super) fn read_of_document(fields: &mut Fields, limits: &Limits) -> DocumentAtEnd {
    let allowed = limits.callbacks;
    let callback_url = fields.string("callbackUrl");
    if let Some(Err(fault)) = callback_url.as_deref().map(|text| CallbackUrl::parse(text, allowed)) {
        fields.fault("callbackUrl", format!("`callbackUrl` {fault}"));
    }
    let (deliver, email) = (read_deliver(fields, allowed), read_email::read(fields, limits));
    DocumentAtEnd { callback_url, deliver, email }
}

fn read_deliver(fields: &mut Fields, allowed: Callbacks) -> Option<Deliver> {
    let mut deliver = fields.open("deliver")?;
    let url = deliver.required_string("url");
    if let Some(Err(fault)) = url.as_deref().map(|text| CallbackUrl::presigned(text, allowed)) {
        deliver.fault("url", format!("`url` {fault}"));
    }
    let headers = deliver.strings("headers").unwrap_or_default();
    if headers.len() > MOST_HEADERS {
        deliver.fault("headers", format!("`headers` has more than {MOST_HEADERS} headers"));
    }
    for (name, value) in headers.iter().take(MOST_HEADERS) {
        let is_known = name.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("x-"))
            || HEADERS.iter().any(|known| known.eq_ignore_ascii_case(name));
        let is_sound = HeaderName::try_from(name).is_ok() && HeaderValue::try_from(value).is_ok();
        if !is_known || !is_sound || value.len() > HEADER_BYTES {
            let detail = format!(
                "`headers` may hold {} and names that begin with `x-`, with values of at most {HEADER_BYTES} bytes",
                HEADERS.map(|name| format!("`{name}`")).join(", ")
            );
            deliver.fault("headers", detail);
            break;
        }
    }
    fields.close(deliver);
    url.map(|url| Deliver { url, headers })
}
