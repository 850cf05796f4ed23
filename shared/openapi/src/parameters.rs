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
    SampleName,
    Search,
    FileName,
    Name,
    Description,
    JobIdInPath,
    UploadIdInPath,
    IdempotencyKey,
    LinkExpires,
    LinkSignature,
}

impl Parameter {
    /// As an OpenAPI parameter object (OpenAPI 3.1, 4.8.12).
    pub(crate) fn describe(self) -> Value {
        let uuid = || json!({ "type": "string", "format": "uuid" });
        match self {
            Parameter::PageNumber { required } => {
                let schema = json!({ "type": "integer", "format": "int64", "minimum": 1, "maximum": u32::MAX, "examples": [1] });
                object(
                    "pageNumber",
                    "query",
                    required,
                    "The page; 1 is the first. A page after the last is empty.",
                    schema,
                )
            }
            Parameter::PageSize { required } => {
                let schema = json!({ "type": "integer", "format": "int32", "minimum": 1, "maximum": 100, "examples": [20] });
                object("pageSize", "query", required, "Entries per page.", schema)
            }
            Parameter::TemplateIdInQuery => object("templateId", "query", true, "The template's id.", uuid()),
            Parameter::TemplateIdInPath => object("templateId", "path", true, "The template's id.", uuid()),
            Parameter::Version => object(
                "version",
                "query",
                false,
                "One of the template's versions; without it the one in force.",
                json!({ "type": "integer", "format": "int64", "minimum": 1, "maximum": u32::MAX, "examples": [1] }),
            ),
            Parameter::SampleName => object(
                "fileName",
                "query",
                true,
                "The sample's file, as the list of samples names it.",
                json!({ "type": "string", "minLength": 1, "examples": ["letter.docx"] }),
            ),
            Parameter::Search => object(
                "search",
                "query",
                false,
                "Only templates whose name or file name holds this text, in either case of letters.",
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
                "A word of the caller's own, of 1 to 255 printable ASCII characters. The same word with the same request, sent again within 24 hours, gets the same answer and makes nothing twice.",
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
        }
    }
}

fn object(name: &str, place: &str, required: bool, description: &str, schema: Value) -> Value {
    json!({ "name": name, "in": place, "required": required, "description": description, "schema": schema })
}
