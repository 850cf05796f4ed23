//! The codes of problems: stable words that programs branch on. The contract's table of errors, as a type.

use http::StatusCode;

/// The kind of a problem. Each has a section of the reference page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Code {
    /// A query parameter or header is missing or wrong.
    InvalidQuery,
    /// The body is not the JSON that the operation takes.
    InvalidBody,
    /// The data does not fit the template.
    InvalidData,
    /// No key was sent.
    MissingKey,
    /// The key is unknown or disabled.
    InvalidKey,
    /// The session of a person is over.
    SessionEnded,
    /// A page of another site made the browser send the request.
    CrossSiteRequest,
    /// A signed link was changed or has run out.
    InvalidLink,
    /// The subscription is not active.
    SubscriptionInactive,
    /// The key's scope does not include the operation.
    MissingScope,
    /// The subscription's plan does not include the operation.
    PlanLimit,
    /// Job not found, for this subscription.
    UnknownJob,
    /// Template not found, for this subscription.
    UnknownTemplate,
    /// Key not found, for this subscription.
    UnknownKey,
    /// Link to a form not found, for this subscription.
    UnknownFormLink,
    /// Blocked person not found.
    UnknownPerson,
    /// Webhook not found, for this subscription.
    UnknownWebhook,
    /// Message to a webhook not found, or no longer kept.
    UnknownMessage,
    /// No operation has this path.
    UnknownRoute,
    /// The path has operations, but not with this method.
    MethodNotAllowed,
    /// A request with this `Idempotency-Key` is being worked on.
    RequestInProgress,
    /// The `Idempotency-Key` was used for another request.
    IdempotencyMismatch,
    /// The template is no longer as its caller has seen it.
    TemplateChanged,
    /// The body is over a bound.
    PayloadTooLarge,
    /// The body's media type or encoding is not one that the operation reads.
    UnsupportedMediaType,
    /// The file has none of the bytes that were asked for.
    RangeNotSatisfiable,
    /// The template itself cannot render.
    TemplateError,
    /// The document would cross a limit.
    LimitExceeded,
    /// Too many requests in a short time.
    RateLimited,
    /// The subscription's quota of this month is used up.
    QuotaExceeded,
    /// A fault of ours.
    Internal,
    /// Something that the service needs does not answer.
    Unavailable,
}

impl Code {
    /// All codes, in the contract's order.
    pub const ALL: [Code; 32] = [
        Code::InvalidQuery,
        Code::InvalidBody,
        Code::InvalidData,
        Code::MissingKey,
        Code::InvalidKey,
        Code::SessionEnded,
        Code::CrossSiteRequest,
        Code::InvalidLink,
        Code::SubscriptionInactive,
        Code::MissingScope,
        Code::PlanLimit,
        Code::UnknownJob,
        Code::UnknownTemplate,
        Code::UnknownKey,
        Code::UnknownFormLink,
        Code::UnknownPerson,
        Code::UnknownWebhook,
        Code::UnknownMessage,
        Code::UnknownRoute,
        Code::MethodNotAllowed,
        Code::RequestInProgress,
        Code::IdempotencyMismatch,
        Code::TemplateChanged,
        Code::PayloadTooLarge,
        Code::UnsupportedMediaType,
        Code::RangeNotSatisfiable,
        Code::TemplateError,
        Code::LimitExceeded,
        Code::RateLimited,
        Code::QuotaExceeded,
        Code::Internal,
        Code::Unavailable,
    ];

    /// The code's word: its `code` in the answer, and the anchor of its section.
    pub fn as_str(self) -> &'static str {
        self.row().0
    }

    /// The status of the answer.
    pub fn status(self) -> StatusCode {
        self.row().1
    }

    /// The `title`, the same for every occurrence (RFC 9457, 3.1.3).
    pub fn title(self) -> &'static str {
        self.row().2
    }

    fn row(self) -> (&'static str, StatusCode, &'static str) {
        match self {
            Code::InvalidQuery => {
                ("invalid-query", StatusCode::BAD_REQUEST, "Invalid query parameter or header")
            }
            Code::InvalidBody => ("invalid-body", StatusCode::BAD_REQUEST, "Invalid request body"),
            Code::InvalidData => {
                ("invalid-data", StatusCode::BAD_REQUEST, "The data does not fit the template")
            }
            Code::MissingKey => ("missing-key", StatusCode::UNAUTHORIZED, "No key was sent"),
            Code::InvalidKey => ("invalid-key", StatusCode::UNAUTHORIZED, "Invalid key"),
            Code::SessionEnded => ("session-ended", StatusCode::UNAUTHORIZED, "The session has ended"),
            Code::CrossSiteRequest => {
                ("cross-site-request", StatusCode::FORBIDDEN, "The request comes from another site")
            }
            Code::InvalidLink => ("invalid-link", StatusCode::FORBIDDEN, "Invalid link"),
            Code::SubscriptionInactive => {
                ("subscription-inactive", StatusCode::FORBIDDEN, "The subscription is not active")
            }
            Code::MissingScope => {
                ("missing-scope", StatusCode::FORBIDDEN, "The key's scope does not include this")
            }
            Code::PlanLimit => ("plan-limit", StatusCode::FORBIDDEN, "The plan does not include this"),
            Code::UnknownJob => ("unknown-job", StatusCode::NOT_FOUND, "Job not found"),
            Code::UnknownTemplate => ("unknown-template", StatusCode::NOT_FOUND, "Template not found"),
            Code::UnknownKey => ("unknown-key", StatusCode::NOT_FOUND, "Key not found"),
            Code::UnknownPerson => ("unknown-person", StatusCode::NOT_FOUND, "Blocked person not found"),
            Code::UnknownFormLink => ("unknown-form-link", StatusCode::NOT_FOUND, "Link to a form not found"),
            Code::UnknownWebhook => ("unknown-webhook", StatusCode::NOT_FOUND, "Webhook not found"),
            Code::UnknownMessage => ("unknown-message", StatusCode::NOT_FOUND, "Message not found"),
            Code::UnknownRoute => ("unknown-route", StatusCode::NOT_FOUND, "Address not found"),
            Code::MethodNotAllowed => {
                ("method-not-allowed", StatusCode::METHOD_NOT_ALLOWED, "Method not allowed")
            }
            Code::RequestInProgress => {
                ("request-in-progress", StatusCode::CONFLICT, "The request is still in progress")
            }
            Code::IdempotencyMismatch => (
                "idempotency-mismatch",
                StatusCode::UNPROCESSABLE_ENTITY,
                "The Idempotency-Key was used for another request",
            ),
            Code::TemplateChanged => {
                ("template-changed", StatusCode::PRECONDITION_FAILED, "The template has changed")
            }
            Code::PayloadTooLarge => {
                ("payload-too-large", StatusCode::PAYLOAD_TOO_LARGE, "The request body is too large")
            }
            Code::UnsupportedMediaType => (
                "unsupported-media-type",
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "The request body has an unsupported format",
            ),
            Code::RangeNotSatisfiable => (
                "range-not-satisfiable",
                StatusCode::RANGE_NOT_SATISFIABLE,
                "The file has none of these bytes",
            ),
            Code::TemplateError => {
                ("template-error", StatusCode::UNPROCESSABLE_ENTITY, "The template cannot be rendered")
            }
            Code::LimitExceeded => ("limit-exceeded", StatusCode::UNPROCESSABLE_ENTITY, "Limit exceeded"),
            Code::RateLimited => ("rate-limited", StatusCode::TOO_MANY_REQUESTS, "Too many requests"),
            Code::QuotaExceeded => ("quota-exceeded", StatusCode::TOO_MANY_REQUESTS, "Quota exceeded"),
            Code::Internal => ("internal", StatusCode::INTERNAL_SERVER_ERROR, "Internal error"),
            Code::Unavailable => ("unavailable", StatusCode::SERVICE_UNAVAILABLE, "Temporarily unavailable"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page tells the cause and the cure of each.
    #[test]
    fn every_code_is_documented_with_its_status() {
        let page = include_str!("../../../../docs/problems.md");
        for code in Code::ALL {
            let row =
                page.lines().find(|line| line.split(" | ").next().is_some_and(|c| c.contains(code.as_str())));
            let row = row.unwrap_or_else(|| panic!("docs/problems.md does not have `{}`", code.as_str()));
            assert!(row.contains(&format!("| {} |", code.status().as_u16())), "{row}");
        }
    }
}
