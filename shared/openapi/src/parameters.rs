//! Parameters in the query, the path and the headers.

use serde_json::{Value, json};

/// A parameter of operations.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Parameter {
    PageNumber { required: bool },
    PageSize { required: bool },
    TemplateIdInQuery,
    TemplateIdInPath,
    Version,
    Since,
    ComparedVersion,
    PublishedVersion,
    Label,
    ExactName,
    Draft,
    IfMatch,
    SampleName,
    Search,
    FileName,
    Name,
    Description,
    JobIdInPath,
    Archive,
    KeyIdInPath,
    WebhookIdInPath,
    LinkIdInPath,
    BlockIdInPath,
    OfTemplate,
    BeforeEvent,
    BeforeMessage,
    MessageIdInPath,
    Code,
    State,
    Error,
    From,
    Remember,
    UploadIdInPath,
    IdempotencyKey,
    Prefer,
    LinkExpires,
    LinkSignature,
    Range,
    IfRange,
    Converting(Converting),
}

/// Of the query of a document that is sent as its bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Converting {
    Format,
    Page,
    Dpi,
    FileName,
    UpdateFields,
    Conformance,
    Watermark,
}

impl Converting {
    pub(crate) const ALL: [Converting; 7] = [
        Converting::Format,
        Converting::Page,
        Converting::Dpi,
        Converting::FileName,
        Converting::UpdateFields,
        Converting::Conformance,
        Converting::Watermark,
    ];

    fn describe(self) -> Value {
        let (name, description, schema) = match self {
            Converting::Format => (
                "format",
                "Of a file that is sent as its bytes, required then: a PDF, or a picture of one page.",
                json!({ "type": "string", "pattern": r"^\.?([pP][dD][fF]|[pP][nN][gG])$", "examples": [".pdf"] }),
            ),
            Converting::Page => (
                "page",
                "Of such a file: the page that a picture shows; the first without it.",
                json!({ "type": "integer", "format": "int64", "minimum": 1, "maximum": u32::MAX }),
            ),
            Converting::Dpi => (
                "dpi",
                "Of such a file: pixels to the inch of a picture; 96 without it.",
                json!({ "type": "integer", "format": "int32", "minimum": 10, "maximum": 200 }),
            ),
            Converting::FileName => (
                "fileName",
                "For such a file: the name of the result.",
                json!({ "type": "string", "maxLength": 255 }),
            ),
            Converting::UpdateFields => (
                "updateFields",
                "Of such a file: whether Word's fields are computed first.",
                json!({ "type": "boolean" }),
            ),
            Converting::Conformance => (
                "conformance",
                "Of such a file: the standard that the PDF keeps to.",
                json!({ "type": "string", "enum": ["none", "a-2b", "a-3b", "a-3u", "a-3a", "ua-1"] }),
            ),
            Converting::Watermark => {
                ("watermark", "Of such a file: a text across every page.", json!({ "type": "string" }))
            }
        };
        object(name, "query", false, description, schema)
    }
}

impl Parameter {
    /// As an OpenAPI parameter object (OpenAPI 3.1, 4.8.12).
    #[expect(clippy::too_many_lines, reason = "a table")]
    pub(crate) fn describe(self) -> Value {
        let uuid = || json!({ "type": "string", "format": "uuid" });
        match self {
            Parameter::Converting(parameter) => parameter.describe(),
            Parameter::PageNumber { required } => {
                let schema = json!({ "type": "integer", "format": "int64", "minimum": 1, "maximum": u32::MAX, "examples": [1] });
                let description = match required {
                    true => "The page; 1 is the first. A page after the last is empty.",
                    false => {
                        "The page; without it the first. With neither it nor `pageSize`, all entries come at once."
                    }
                };
                object("pageNumber", "query", required, description, schema)
            }
            Parameter::PageSize { required } => {
                let schema = json!({ "type": "integer", "format": "int32", "minimum": 1, "maximum": 100, "examples": [20] });
                let description = if required {
                    "Entries per page."
                } else {
                    "Entries per page; 20 without it, where there is a `pageNumber`."
                };
                object("pageSize", "query", required, description, schema)
            }
            Parameter::TemplateIdInQuery => object("templateId", "query", true, "The template's id.", uuid()),
            Parameter::TemplateIdInPath => object("templateId", "path", true, "The template's id.", uuid()),
            Parameter::Version => object(
                "version",
                "query",
                false,
                "One of the template's versions; without it, the current one.",
                version(),
            ),
            Parameter::Since => object(
                "since",
                "query",
                false,
                "The version to compare with; without it, the version before that has no errors.",
                version(),
            ),
            Parameter::ComparedVersion => {
                object("version", "query", true, "One of the template's versions.", version())
            }
            Parameter::PublishedVersion => {
                object("version", "query", false, "The version to publish; without it, the draft.", version())
            }
            Parameter::Label => object(
                "label",
                "query",
                false,
                "Only templates with this label, ignoring case.",
                json!({ "type": "string" }),
            ),
            Parameter::ExactName => object(
                "name",
                "query",
                false,
                "Only templates with exactly this name.",
                json!({ "type": "string" }),
            ),
            Parameter::Prefer => object(
                "Prefer",
                "header",
                false,
                "`respond-async` returns at once with a job that makes the document (RFC 7240). Previews and pictures are made at once in any case.",
                json!({ "type": "string", "examples": ["respond-async"] }),
            ),
            Parameter::Draft => object(
                "draft",
                "query",
                false,
                "`true` registers a draft: the current version stays current until the draft is published. A newer draft replaces it. A form sends it in the query, too.",
                json!({ "type": "boolean", "default": false }),
            ),
            Parameter::Archive => object(
                "archive",
                "query",
                false,
                "`true` keeps the finished documents: no more are made, and the job completes with an archive of those. The other items are listed as failed. A job without a finished document is canceled.",
                json!({ "type": "boolean", "default": false }),
            ),
            Parameter::IfMatch => object(
                "If-Match",
                "header",
                false,
                "The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.",
                json!({ "type": "string" }),
            ),
            Parameter::SampleName => object(
                "fileName",
                "query",
                true,
                "The sample's file, as the list of samples names it.",
                json!({ "type": "string", "minLength": 1, "examples": ["letter.docx"] }),
            ),
            Parameter::BlockIdInPath => object("blockId", "path", true, "The entry's id.", uuid()),
            Parameter::LinkIdInPath => object("linkId", "path", true, "The link's id.", uuid()),
            Parameter::OfTemplate => {
                object("templateId", "query", false, "The template; without it, all of them.", uuid())
            }
            Parameter::WebhookIdInPath => object("webhookId", "path", true, "The webhook's id.", uuid()),
            Parameter::KeyIdInPath => object("keyId", "path", true, "The key's id.", uuid()),
            Parameter::BeforeEvent => before("events"),
            Parameter::BeforeMessage => before("messages"),
            Parameter::MessageIdInPath => object("messageId", "path", true, "The message's id.", event_id()),
            Parameter::Code => word("code", "What the provider gives for an ID token."),
            Parameter::State => word("state", "What the browser was sent with."),
            Parameter::Error => word("error", "Why sign-in failed; sent in place of a code."),
            Parameter::From => object(
                "from",
                "query",
                false,
                "`word` leads back to the add-in, with the session's secret behind the `#` of its address; without it back to the console.",
                json!({ "type": "string", "enum": ["word"] }),
            ),
            Parameter::Remember => object(
                "remember",
                "query",
                false,
                "`true` has the browser keep the request's key for 30 days, in a cookie that no script can read. Whatever ends the key ends that.",
                json!({ "type": "boolean", "default": false }),
            ),
            Parameter::Search => object(
                "search",
                "query",
                false,
                "Only templates whose name or file name contains this text; case is ignored.",
                json!({ "type": "string" }),
            ),
            Parameter::FileName => object(
                "fileName",
                "query",
                false,
                "The file's name, or its path such as `letters/welcome.docx`. A form can send it as a field or with its file instead.",
                json!({ "type": "string", "minLength": 1, "maxLength": 255 }),
            ),
            Parameter::Name => object(
                "name",
                "query",
                false,
                "The template's display name. The default is the file's name without extension. A form can send it as a field instead.",
                json!({ "type": "string", "minLength": 1, "maxLength": 255 }),
            ),
            Parameter::Description => object(
                "description",
                "query",
                false,
                "What the template is for. A form can send it as a field instead.",
                json!({ "type": "string", "minLength": 1, "maxLength": 2000 }),
            ),
            Parameter::JobIdInPath => object("jobId", "path", true, "The job's id.", uuid()),
            Parameter::UploadIdInPath => object("uploadId", "path", true, "The upload's id.", uuid()),
            Parameter::IdempotencyKey => object(
                "Idempotency-Key",
                "header",
                false,
                "A key of your own: 1 to 255 printable ASCII characters. The same key with the same request, sent again within 24 hours, gets the same answer and makes nothing twice.",
                // Spaces and tabs around a header's value are none of it (RFC 9110, 5.5).
                json!({ "type": "string", "pattern": r"^[\t ]*[!-~]([ -~]{0,253}[!-~])?[\t ]*$" }),
            ),
            Parameter::LinkExpires => object(
                "expires",
                "query",
                true,
                "When the link expires, as given in the link.",
                json!({ "type": "string" }),
            ),
            Parameter::LinkSignature => {
                object("signature", "query", true, "The link's signature.", json!({ "type": "string" }))
            }
            Parameter::Range => object(
                "Range",
                "header",
                false,
                "The bytes to send, such as `bytes=1000-`; several ranges are answered with the whole.",
                json!({ "type": "string" }),
            ),
            Parameter::IfRange => object(
                "If-Range",
                "header",
                false,
                "The `ETag` of the bytes that the rest is for; for other ones the answer is the whole.",
                json!({ "type": "string" }),
            ),
        }
    }
}

fn version() -> Value {
    json!({ "type": "integer", "format": "int64", "minimum": 1, "maximum": u32::MAX, "examples": [1] })
}

/// A text in the query, at will.
fn word(name: &str, description: &str) -> Value {
    object(name, "query", false, description, json!({ "type": "string" }))
}

/// Where a list that is read backwards goes on.
fn before(what: &str) -> Value {
    let description = format!("The `next` of the answer before; without it the newest {what}.");
    object("before", "query", false, &description, event_id())
}

fn event_id() -> Value {
    json!({ "type": "string", "pattern": "^[0-9a-f]{16}-[0-9a-f]{8}$" })
}

fn object(name: &str, place: &str, required: bool, description: &str, schema: Value) -> Value {
    json!({ "name": name, "in": place, "required": required, "description": description, "schema": schema })
}
