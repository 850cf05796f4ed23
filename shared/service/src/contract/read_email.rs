//! `email`: an e-mail with a result, or a link to it.

use std::collections::BTreeMap;

use platen_docx::{Budget, RenderOptions};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::Fields;
use crate::Limits;
use crate::email::is_address;
use crate::http::outline::named;
use crate::ids::JobId;
use crate::jobs::{Email, EmailFault};
use crate::links::Link;

/// Bytes of the template of a subject.
const SUBJECT_BYTES: usize = 1_000;

/// Reads `email`.
pub(super) fn read(fields: &mut Fields, limits: &Limits) -> Option<Email> {
    let mut email = fields.open("email")?;
    if limits.recipients.is_empty() {
        fields.fault(
            "email",
            "this service sends no e-mail: its operator sets `PLATEN_SMTP_URL` and `PLATEN_SMTP_RECIPIENTS`",
        );
        return None;
    }
    if !email.has("to") {
        email.missing("to");
    }
    let [to, cc] = ["to", "cc"].map(|name| {
        let addresses = email.texts(name);
        for (index, address) in addresses.iter().flatten().take(limits.email_recipients).enumerate() {
            if !is_address(address) {
                let detail = "this must be an address such as `ada@example.com`, without a name; write an international \
                              domain in its ASCII form (`xn--`)";
                email.fault_at(name, index, detail.to_owned());
            } else if !limits.recipients.allow(address) {
                let detail = "this service sends no e-mail to this address: its operator lists the allowed domains in \
                              `PLATEN_SMTP_RECIPIENTS`";
                email.fault_at(name, index, detail.to_owned());
            }
        }
        addresses
    });
    let is_nobody = to.as_ref().is_some_and(Vec::is_empty);
    let (to, cc) = (to.unwrap_or_default(), cc.unwrap_or_default());
    let (count, most) = (to.len() + cc.len(), limits.email_recipients);
    if count > most || is_nobody {
        let detail =
            format!("`to` and `cc` must have 1 to {most} addresses (limit `email_recipients`), not {count}");
        email.fault("to", detail);
    }
    let (subject, text) = (email.required_string("subject"), email.required_string("text"));
    let lengths = [
        ("subject", &subject, SUBJECT_BYTES, ""),
        ("text", &text, limits.email_text_bytes, " (limit `email_text_bytes`)"),
    ];
    for (name, _, most, which) in
        lengths.into_iter().filter(|(_, text, most, _)| text.as_ref().is_some_and(|text| text.len() > *most))
    {
        email.fault(name, format!("`{name}` is longer than {most} bytes{which}"));
    }
    let attach = email.boolean("attach").unwrap_or(true);
    let is_right = fields.close(email);
    let (subject, text) = (subject?, text?);
    is_right.then(|| Email { to, cc, subject, text, attach, link_base: None, data: Map::new() })
}

/// The data that the templates of an e-mail know.
pub(super) enum Data<'a> {
    /// None: it is about many documents.
    Nothing,
    /// That of the only document.
    Value(&'a Value),
    /// That of a document of a job, the text of a JSON object.
    Text(&'a [u8]),
}

/// What is tried with the templates of e-mails, and within which bounds. One for all of a request.
pub(super) struct Trial<'a> {
    pub(super) options: &'a RenderOptions,
    pub(super) limits: &'a Limits,
    pub(super) budget: Budget,
}

impl Trial<'_> {
    /// Tries the templates with what they will know, so that their faults are found now, and keeps the data that they name.
    pub(super) fn complete(&self, email: &mut Email, data: Data<'_>) -> Result<(), Vec<EmailFault>> {
        let limits = &self.limits.docx;
        // A document of a job has neither figures nor a link of its own.
        let has_figures = !matches!(data, Data::Text(_));
        let names = email.fields(limits, &self.budget)?;
        email.data =
            kept(data, &names, self.limits.email_data_bytes).map_err(|fault| vec![("text", fault)])?;
        let link = Link { url: "https://example.com/".to_owned(), expires_at: jiff::Timestamp::now() };
        let link = Some(&link).filter(|_| has_figures);
        for failed in 0..2 {
            let documents = has_figures.then_some((2, failed));
            let result = Email::result(JobId(Uuid::nil()), "document", documents, link);
            email.write_within(result, self.options, limits, &self.budget)?;
        }
        Ok(())
    }
}

/// Notes faults of a request's own e-mail.
pub(super) fn fault_email(fields: &mut Fields, faults: Vec<EmailFault>) {
    for (member, detail) in faults {
        fields.fault_below("email", &format!("/{member}"), detail);
    }
}

/// The members of the data with these names.
fn kept(data: Data<'_>, names: &[String], most: usize) -> Result<Map<String, Value>, String> {
    let too_long = || {
        format!(
            "the data that `subject` and `text` name has more than {most} bytes (limit `email_data_bytes`)"
        )
    };
    match data {
        Data::Nothing => Ok(Map::new()),
        Data::Value(data) => {
            let found = names.iter().filter_map(|name| Some((name.clone(), data.get(name)?.clone())));
            let found: Map<String, Value> = found.collect();
            let bytes: usize = found.values().map(|value| value.to_string().len()).sum();
            if bytes > most { Err(too_long()) } else { Ok(found) }
        }
        Data::Text(text) => {
            let found: BTreeMap<String, &RawValue> = named(text, names).map_err(|error| error.to_string())?;
            if found.values().map(|value| value.get().len()).sum::<usize>() > most {
                return Err(too_long());
            }
            let read = found.into_iter().map(|(name, value)| Ok((name, serde_json::from_str(value.get())?)));
            read.collect::<Result<_, serde_json::Error>>().map_err(|error| error.to_string())
        }
    }
}
