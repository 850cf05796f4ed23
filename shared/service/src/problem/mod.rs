//! Problems: the answers to requests that cannot be fulfilled, as `application/problem+json` (RFC 9457).

mod code;
mod docx;

pub use code::Code;
pub(crate) use docx::{diagnostics_of, listed, on_the_file};

use std::fmt;

use http::header::{self, HeaderName};
use platen_docx::Diagnostic;
use serde::Serialize;
use utoipa::ToSchema;

use crate::keys::KEY_HEADER;
use crate::store::StoreError;

/// Seconds after which a service without disk space is asked again.
const DISK_RETRY_S: u64 = 60;

/// A request that is not fulfilled. `detail` and `errors` go to the caller; `cause` goes to the log and nowhere else.
#[derive(Debug)]
pub struct Problem {
    code: Code,
    detail: String,
    errors: Vec<FieldError>,
    retry_after_s: Option<u64>,
    headers: Vec<(HeaderName, Box<str>)>,
    cause: Option<Box<str>>,
    lacks_space: bool,
}

/// One fault of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// JSON Pointer (RFC 6901) into the body; for a query parameter or header `/` and its name; empty when the fault is
    /// the template's.
    pub pointer: String,
    /// The name of the query parameter or header, where the fault is there and not in the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameter: Option<String>,
    /// What is wrong, and what belongs there.
    pub detail: String,
    /// The value of the data there as JSON, its first 200 bytes if it is longer; only with `options.errorData`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The place in the template.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = TemplatePlace)]
    pub place: Option<TemplatePlace>,
}

/// Where in a template a fault is. Absent, all of it, where the fault is the request's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TemplatePlace {
    /// The place in words: `body, table 3, row 2`.
    #[schema(required = false)]
    pub place: String,
    /// The package's part: `word/document.xml`.
    #[schema(required = false)]
    pub part: String,
    /// The text around the tag.
    #[schema(required = false)]
    pub excerpt: String,
    /// Where the fault begins in the excerpt, in characters.
    #[schema(required = false)]
    pub caret: usize,
    /// How to fix it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

impl FieldError {
    /// A fault at a place of the request.
    pub fn new(pointer: impl Into<String>, detail: impl Into<String>) -> FieldError {
        FieldError {
            pointer: pointer.into(),
            parameter: None,
            detail: detail.into(),
            value: None,
            place: None,
        }
    }

    /// A fault of a query parameter or a header.
    pub(crate) fn of_parameter(name: &str, detail: impl Into<String>) -> FieldError {
        FieldError { parameter: Some(name.to_owned()), ..FieldError::new(format!("/{name}"), detail) }
    }
}

impl From<&Diagnostic> for FieldError {
    fn from(diagnostic: &Diagnostic) -> Self {
        // A remark on the file as a whole has no place in it.
        if diagnostic.part.is_empty() {
            return FieldError::new("", diagnostic.message.clone());
        }
        FieldError {
            pointer: String::new(),
            parameter: None,
            detail: format!("{}: {}", diagnostic.place, diagnostic.message),
            value: None,
            place: Some(TemplatePlace {
                place: diagnostic.place.clone(),
                part: diagnostic.part.clone(),
                excerpt: diagnostic.excerpt.clone(),
                caret: diagnostic.caret,
                hint: diagnostic.hint.clone(),
            }),
        }
    }
}

/// What is told where no more is known.
const NO_TEMPLATE: &str = "This subscription has no such template. GET /api/getTemplates lists those it has.";

impl Problem {
    /// A problem with one sentence that says what to do.
    pub fn new(code: Code, detail: impl Into<String>) -> Problem {
        Problem {
            code,
            detail: detail.into(),
            errors: Vec::new(),
            retry_after_s: None,
            headers: Vec::new(),
            cause: None,
            lacks_space: false,
        }
    }

    /// A problem with all its single faults.
    pub fn with_errors(code: Code, detail: impl Into<String>, errors: Vec<FieldError>) -> Problem {
        Problem { errors, ..Problem::new(code, detail) }
    }

    /// A fault of ours. The caller learns that there was one; `cause` is logged.
    pub fn internal(cause: impl fmt::Display) -> Problem {
        let detail = "Something failed on our side. If it happens again, report the requestId.";
        Problem { cause: Some(cause.to_string().into()), ..Problem::new(Code::Internal, detail) }
    }

    /// What is stored is not what was written, which is nobody's fault but the operator's to repair. `cause` is logged.
    fn damaged(cause: StoreError) -> Problem {
        Problem::internal(cause).with_detail(
            "What the service has stored of this is damaged. Give the requestId to its operator, who finds in the log what to \
             restore."
                .to_owned(),
        )
    }

    /// Something that the service needs does not answer. `cause` is logged.
    pub fn unavailable(cause: impl fmt::Display) -> Problem {
        let detail = "The service cannot answer at the moment. Send the same request again in a few seconds.";
        let problem =
            Problem { cause: Some(cause.to_string().into()), ..Problem::new(Code::Unavailable, detail) };
        problem.retry_after(2)
    }

    /// The disk is almost full. `cause` is logged.
    pub fn disk_low(cause: impl fmt::Display) -> Problem {
        let detail = "The service is short of disk space and cannot accept templates, uploads or jobs at the moment. Documents \
            can still be made. Send the same request again later.";
        let problem = Problem::unavailable(cause).retry_after(DISK_RETRY_S);
        Problem { detail: detail.to_owned(), lacks_space: true, ..problem }
    }

    /// Whether there is no room on the disk: work that needs it goes on once there is, and nothing about it failed.
    pub fn lacks_space(&self) -> bool {
        self.lacks_space
    }

    /// A limit of the subscription that `limit` names: so many are in use, and so many more are needed.
    pub fn subscription_limit(limit: &'static str, used: u64, wanted: u64, allowed: u64) -> Problem {
        let detail = match limit {
            "open_uploads" => format!(
                "The subscription has {used} upload tickets that nothing was uploaded to (limit `{limit}`: {allowed}). Use \
                 those, or wait until they expire."
            ),
            _ => format!(
                "The subscription's storage is full (limit `{limit}`): {used} of {allowed} bytes are in use, and this needs \
                 {wanted} more. Delete templates, wait until uploads and archives expire, or ask the operator of the \
                 service for more."
            ),
        };
        Problem::new(Code::LimitExceeded, detail)
    }

    /// A body over a bound, which `limit` names.
    pub fn payload_too_large(limit: &'static str, bytes: u64) -> Problem {
        Problem::new(
            Code::PayloadTooLarge,
            format!("The body is larger than {bytes} bytes (limit `{limit}`). Send less in one request."),
        )
    }

    /// A part of a file of `bytes` bytes, which has none of it (RFC 9110, 15.5.17).
    pub fn no_such_range(bytes: u64) -> Problem {
        let detail = format!(
            "The file has {bytes} bytes, and none that `Range` asks for. Ask for others, or for the whole."
        );
        Problem::new(Code::RangeNotSatisfiable, detail)
            .header(header::CONTENT_RANGE, format!("bytes */{bytes}"))
    }

    /// A signed link that was changed or has run out.
    pub fn invalid_link() -> Problem {
        Problem::new(
            Code::InvalidLink,
            "This link is invalid or has expired. Request a new one with your key.",
        )
    }

    /// A request that does not tell the service's address, which stands in the answer.
    pub fn no_address() -> Problem {
        Problem::new(
            Code::InvalidQuery,
            "The request has no `Host` header, which links need. Send it (RFC 9110, 7.2).",
        )
    }

    /// A template that this subscription does not have. The same words whether or not another one has it.
    pub fn unknown_template() -> Problem {
        Problem::new(Code::UnknownTemplate, NO_TEMPLATE)
    }

    /// Whether it is that, and not a version which a template does not have.
    pub(crate) fn is_of_no_template(&self) -> bool {
        self.code == Code::UnknownTemplate && self.detail == NO_TEMPLATE
    }

    /// The same in other words.
    #[must_use]
    pub(crate) fn with_detail(self, detail: String) -> Problem {
        Problem { detail, ..self }
    }

    /// A job that this subscription does not have. The same words whether or not another one has it.
    pub fn unknown_job() -> Problem {
        Problem::new(
            Code::UnknownJob,
            "This subscription has no such job. POST /api/generateDocumentsBulk starts one.",
        )
    }

    /// A link to a form that this subscription does not have. The same words whether or not another one has it.
    pub fn unknown_form_link() -> Problem {
        Problem::new(
            Code::UnknownFormLink,
            "This subscription has no such link to a form. GET /api/formLinks lists its links.",
        )
    }

    /// A webhook that this subscription does not have. The same words whether or not another one has it.
    pub fn unknown_webhook() -> Problem {
        Problem::new(
            Code::UnknownWebhook,
            "This subscription has no such webhook. GET /api/webhooks lists its webhooks.",
        )
    }

    /// A message that a webhook never had, or that is no longer kept.
    pub fn unknown_message() -> Problem {
        Problem::new(
            Code::UnknownMessage,
            "This webhook has no such message. GET /api/webhooks/{webhookId}/messages lists its messages.",
        )
    }

    /// The answer to a request without a key.
    pub fn missing_key() -> Problem {
        Problem::new(Code::MissingKey, format!("Send your key in the header `{KEY_HEADER}`."))
    }

    /// Somebody else was faster.
    pub fn template_changed() -> Problem {
        Problem::new(
            Code::TemplateChanged,
            "The template has changed since it was read: its `ETag` is another one now. Read it again, then repeat the change.",
        )
    }

    /// Tells the caller when to come back.
    #[must_use]
    pub fn retry_after(self, seconds: u64) -> Problem {
        Problem { retry_after_s: Some(seconds), ..self }
    }

    /// Tells the caller which methods the path has.
    #[must_use]
    pub fn allow(self, methods: String) -> Problem {
        self.header(header::ALLOW, methods)
    }

    /// Tells the caller where the thing is that the problem is with.
    #[must_use]
    pub fn location(self, path: String) -> Problem {
        self.header(header::LOCATION, path)
    }

    /// Tells the caller how to be let in.
    #[must_use]
    pub(crate) fn challenge(self, challenge: String) -> Problem {
        self.header(header::WWW_AUTHENTICATE, challenge)
    }

    /// Adds what the answer says in a header.
    #[must_use]
    fn header(mut self, name: HeaderName, value: String) -> Problem {
        self.headers.push((name, value.into()));
        self
    }

    /// The code.
    pub fn code(&self) -> Code {
        self.code
    }

    /// The sentence for the caller.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// The single faults.
    pub fn errors(&self) -> &[FieldError] {
        &self.errors
    }

    /// What failed on our side, in words for the operator; never for a caller.
    pub fn cause(&self) -> Option<&str> {
        self.cause.as_deref()
    }

    /// Seconds after which the caller may come back.
    pub fn retry_after_s(&self) -> Option<u64> {
        self.retry_after_s
    }

    /// Headers of the answer.
    pub fn headers(&self) -> impl Iterator<Item = (&HeaderName, &str)> {
        self.headers.iter().map(|(name, value)| (name, value.as_ref()))
    }

    /// What the caller is told of a request to `instance`. `docs` is where the reference page is.
    pub fn document<'a>(&'a self, docs: &str, instance: &'a str, request_id: &'a str) -> ProblemDocument<'a> {
        ProblemDocument {
            r#type: format!("{docs}#{}", self.code.as_str()),
            title: self.code.title(),
            status: self.code.status().as_u16(),
            detail: &self.detail,
            instance,
            code: self.code.as_str(),
            request_id,
            errors: &self.errors,
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) => Problem::unavailable(error),
            StoreError::Damaged(_) | StoreError::Corrupt(_) => Problem::damaged(error),
            StoreError::Limit { limit, used, wanted, allowed } => {
                Problem::subscription_limit(limit, used, wanted, allowed)
            }
            StoreError::Stale => Problem::template_changed(),
            StoreError::DiskLow { .. } | StoreError::NoSpace(_) => Problem::disk_low(error),
        }
    }
}

/// A request that is not fulfilled (RFC 9457, 3.1).
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Problem)]
pub struct ProblemDocument<'a> {
    /// The reference page's section on this kind of problem.
    r#type: String,
    /// What kind of problem it is, in words; always the same for a `code`.
    title: &'static str,
    /// The answer's status.
    status: u16,
    /// What went wrong this time, and how to fix it.
    detail: &'a str,
    /// The path of the request.
    instance: &'a str,
    /// A stable word to branch on.
    code: &'static str,
    /// The id of the request; it finds the line in the service's log.
    request_id: &'a str,
    /// Every single fault of the request.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    errors: &'a [FieldError],
}
