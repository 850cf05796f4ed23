//! The body of `POST /api/keys`.

use jiff::Timestamp;

use super::Fields;
use crate::Limits;
use crate::http::Request;
use crate::http::body::parse_json;
use crate::keys::Scope;
use crate::plan::RequestRate;
use crate::problem::Problem;
use crate::reach::Labels;

/// Bytes of a key's name.
const NAME_BYTES: usize = 100;

/// A key to make.
#[derive(Debug, Clone, PartialEq)]
pub struct CreateKey {
    /// Its name for people.
    pub name: String,
    /// Its rights.
    pub scope: Scope,
    /// The labels that templates have one of that it reaches; `None` reaches all templates.
    pub template_labels: Option<Labels>,
    /// From when on it is refused; `None` never expires.
    pub expires_at: Option<Timestamp>,
    /// Requests that may be sent with it; `None` is without a bound of its own.
    pub requests: Option<RequestRate>,
}

impl CreateKey {
    /// Reads a request's body.
    ///
    /// # Errors
    /// `invalid-body` with every fault at once.
    pub fn read(request: &Request, limits: &Limits) -> Result<CreateKey, Problem> {
        let mut fields = Fields::of_body(parse_json(request.body(), limits)?)?;
        let name = read_name(&mut fields);
        let word = fields.required_string("scope");
        // What a link to a form may do is nothing for a key.
        let scope = word.as_deref().and_then(Scope::parse).filter(|scope| *scope > Scope::Fill);
        if word.is_some() && scope.is_none() {
            fields.fault("scope", "`scope` must be `generate`, `compose`, `manage` or `administer`");
        }
        let template_labels = read_labels(&mut fields, scope, limits);
        let expires_at = read_end(&mut fields);
        // As many at once as in a minute: a bound of its own keeps a program from running away, and shapes nothing.
        let per_minute = fields.whole("requestsPerMinute", 1..=RequestRate::MOST);
        let requests = per_minute.and_then(|number| RequestRate::new(number, number));
        fields.finish()?;
        // They have left their faults, so that `finish` has failed already.
        let absent = || Problem::internal("a required member is absent without a fault");
        let (name, scope) = name.zip(scope).ok_or_else(absent)?;
        Ok(CreateKey { name, scope, template_labels, expires_at, requests })
    }
}

/// Reads which templates it reaches. An empty list is not left out: who means some templates must not get all of them.
fn read_labels(fields: &mut Fields, scope: Option<Scope>, limits: &Limits) -> Option<Labels> {
    const NAME: &str = "templateLabels";
    let given = fields.texts(NAME)?;
    for (index, label) in given.iter().enumerate() {
        if let Some(detail) = Labels::fault(label, limits.template_label_bytes) {
            fields.fault_at(NAME, index, detail);
        }
    }
    let most = limits.template_labels;
    if given.is_empty() || given.len() > most {
        fields.fault(
            NAME,
            format!("`{NAME}` must hold 1 to {most} labels; leave it out for a key to all templates"),
        );
    }
    if scope == Some(Scope::Administer) {
        fields.fault(NAME, format!("`{NAME}` goes with the scopes `generate`, `compose` and `manage`: `administer` sees all keys and events"));
    }
    Labels::new(&given)
}

/// Reads what people call it.
pub(super) fn read_name(fields: &mut Fields) -> Option<String> {
    let name = fields.required_string("name").map(|name| name.trim().to_owned());
    if let Some(name) = &name
        && (name.len() > NAME_BYTES || name.is_empty() || name.chars().any(char::is_control))
    {
        fields.fault("name", format!("`name` must have 1 to {NAME_BYTES} bytes and no control characters"));
    }
    name
}

/// Reads from when on it is refused. An empty one is not left out: who means a key to end must not get one that never does.
pub(super) fn read_end(fields: &mut Fields) -> Option<Timestamp> {
    let text = fields.string_or_empty("expiresAt")?;
    let end = text.parse().ok().filter(|end: &Timestamp| *end > Timestamp::now());
    if end.is_none() {
        fields.fault("expiresAt", "`expiresAt` must be a time in the future, such as `2027-12-31T00:00:00Z`");
    }
    end
}
