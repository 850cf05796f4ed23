//! Responses of operations that succeed.

use platen_service::format::Format;
use platen_service::http::BYTES;
use platen_service::jobs::ArchiveKind;
use platen_service::service::registry::TemplateFile;
use serde_json::{Map, Value, json};

/// A good answer.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Answer {
    /// 200 with JSON of the named schema.
    Json(&'static str),
    /// 200 with JSON of the named schema, one page of a list; the header `Link` names the others.
    Linked(&'static str),
    /// 200 with JSON of the named schema; the header `ETag` names the state of the template.
    Tagged(&'static str),
    /// 202 with JSON of the named schema and the place to ask for the outcome.
    Accepted(&'static str),
    /// The same where `Prefer` asked for it.
    Preferred(&'static str),
    /// 201 with JSON of the named schema.
    Made(&'static str),
    /// 201 with JSON of the named schema and its place.
    Created(&'static str),
    /// 201 with JSON of the named schema, its place, and the state of the template.
    Registered(&'static str),
    /// 204: done, and nothing to say.
    Done,
    /// 200 with a document to save, or 202 with the job that makes it.
    Document,
    /// 200 with a document to save, or 202 with the job that keeps it.
    Filled,
    /// 200 with a document that was converted.
    Converted,
    /// 200 with a template's file to save.
    TemplateFile,
    /// 200 with a picture.
    Picture,
    /// 204: what was sent is kept.
    Stored,
    /// 200 with an archive to save, or 206 with a part of it.
    Archive,
    /// That part.
    Part,
    /// 200 with a page for people.
    Page,
    /// 200 with a script of a page.
    Script,
    /// 303: a browser is led on.
    Onward,
}

impl Answer {
    /// Its status.
    pub(crate) fn status(self) -> u16 {
        match self {
            Answer::Accepted(_) | Answer::Preferred(_) => 202,
            Answer::Made(_) | Answer::Created(_) | Answer::Registered(_) => 201,
            Answer::Done | Answer::Stored => 204,
            Answer::Part => 206,
            Answer::Onward => 303,
            _ => 200,
        }
    }

    /// The others, where there are several.
    pub(crate) fn others(self) -> &'static [Answer] {
        match self {
            Answer::Document => &[Answer::Preferred("Started")],
            Answer::Filled => &[Answer::Accepted("Started")],
            Answer::Archive => &[Answer::Part],
            _ => &[],
        }
    }

    /// As an OpenAPI response object (OpenAPI 3.1, 4.8.17).
    pub(crate) fn describe(self) -> Value {
        match self {
            Answer::Json(schema) => response("As asked.", [json_content(schema)], []),
            Answer::Linked(schema) => response(
                "As asked.",
                [json_content(schema)],
                [(
                    "Link",
                    header(
                        "The pages `first`, `prev`, `next` and `last`, where a page was asked for (RFC 8288).",
                        "string",
                    ),
                )],
            ),
            Answer::Tagged(schema) => response("As asked.", [json_content(schema)], [etag()]),
            Answer::Accepted(schema) => {
                let accepted = response(ACCEPTED, [json_content(schema)], [outcome(), wait()]);
                leading(accepted, "getBulkGenerationJob", "jobId")
            }
            Answer::Preferred(schema) => {
                let applied = header("`respond-async` (RFC 7240).", "string");
                let headers = [outcome(), wait(), ("Preference-Applied", applied)];
                let accepted = response(ACCEPTED, [json_content(schema)], headers);
                leading(accepted, "getBulkGenerationJob", "jobId")
            }
            Answer::Made(schema) => response("Made.", [json_content(schema)], []),
            Answer::Created(schema) => response("Made.", [json_content(schema)], [place()]),
            Answer::Registered(schema) => {
                let registered = response("Registered.", [json_content(schema)], [place(), etag()]);
                leading(registered, "getTemplate", "templateId")
            }
            Answer::Done => response("Done.", [], []),
            Answer::Document => document([Format::Docx, Format::Pdf, Format::Png]),
            Answer::Filled => document([Format::Docx, Format::Pdf]),
            Answer::Converted => document([Format::Pdf, Format::Png]),
            Answer::TemplateFile => {
                response("The file.", files([TemplateFile::DOCX, TemplateFile::DOTX]), [disposition()])
            }
            Answer::Picture => response("The picture.", files([Format::Png.media_type()]), [disposition()]),
            Answer::Onward => response("Led on.", [], [("Location", header("Where to.", "string"))]),
            Answer::Stored => response("Kept.", [], []),
            Answer::Archive => response("The archive.", archive(), archive_headers()),
            Answer::Part => {
                let [name, ranges, tag] = archive_headers();
                response("The bytes that were asked for.", archive(), [name, ranges, tag, content_range()])
            }
            Answer::Script => response("The script.", [text("text/javascript")], []),
            Answer::Page => response("The page.", [text("text/html")], []),
        }
    }
}

const ACCEPTED: &str = "Accepted; the work continues in the background.";

/// A document in one of these formats.
fn document<const F: usize>(formats: [Format; F]) -> Value {
    let both = json!({ "schema": {
        "type": "string",
        "format": "binary",
        "description": "Where `Accept` names this type: the file, and its warnings as `application/json`.",
    } });
    let kinds = files(formats.map(Format::media_type))
        .into_iter()
        .chain([("multipart/mixed".to_owned(), both), json_content("InlineDocument")]);
    response(
        "The file.",
        kinds,
        [
            disposition(),
            ("Platen-Warnings", header("How many warnings the document has; 0 for none.", "integer")),
            ("Platen-Pages", header("With a picture: how many pages the document has.", "integer")),
        ],
    )
}

fn json_content(schema: &str) -> (String, Value) {
    ("application/json".to_owned(), json!({ "schema": { "$ref": format!("#/components/schemas/{schema}") } }))
}

fn text(media_type: &str) -> (String, Value) {
    (media_type.to_owned(), json!({ "schema": { "type": "string" } }))
}

/// OpenAPI 3.1 says of raw bytes no more than their media type; generators of clients still read `format: binary`.
fn binary(media_type: &str) -> (String, Value) {
    (media_type.to_owned(), json!({ "schema": { "type": "string", "format": "binary" } }))
}

/// Files of these media types, and the one that they have for a client that accepts bytes alone: generators that know no
/// others read a file's bytes then.
fn files<const N: usize>(media_types: [&str; N]) -> Vec<(String, Value)> {
    media_types.into_iter().chain([BYTES]).map(binary).collect()
}

/// The header of an answer to a request that came before.
pub(crate) fn replayed() -> Value {
    header(
        "`true` where a request with the same `Idempotency-Key` was answered before: nothing was counted again.",
        "boolean",
    )
}

fn header(description: &str, kind: &str) -> Value {
    json!({ "description": description, "schema": { "type": kind } })
}

/// The same with the operation that reads what it made (OpenAPI 3.1, 4.8.20).
fn leading(mut response: Value, operation: &str, id: &str) -> Value {
    let parameters = json!({ id: format!("$response.body#/{id}") });
    response["links"] = json!({ operation: { "operationId": operation, "parameters": parameters } });
    response
}

fn archive() -> impl Iterator<Item = (String, Value)> {
    let kinds = [ArchiveKind::Zip, ArchiveKind::Merged(Format::Pdf), ArchiveKind::Single(Format::Docx)];
    files(kinds.map(ArchiveKind::media_type)).into_iter()
}

fn archive_headers() -> [(&'static str, Value); 3] {
    let ranges = header("`bytes`: one range of them can be asked for with `Range`.", "string");
    let tag = header("Names these bytes, for `If-Range`.", "string");
    [disposition(), ("Accept-Ranges", ranges), ("ETag", tag)]
}

fn content_range() -> (&'static str, Value) {
    ("Content-Range", header("Which bytes these are, and how many there are (RFC 9110, 14.4).", "string"))
}

fn place() -> (&'static str, Value) {
    ("Location", header("Where it is.", "string"))
}

fn outcome() -> (&'static str, Value) {
    ("Location", header("Where to ask for the outcome.", "string"))
}

fn wait() -> (&'static str, Value) {
    ("Retry-After", header("Seconds to wait before the first status request.", "integer"))
}

fn etag() -> (&'static str, Value) {
    ("ETag", header("The state of the template, for `If-Match` (RFC 9110, 8.8.3).", "string"))
}

fn disposition() -> (&'static str, Value) {
    ("Content-Disposition", header("`attachment`, with the file's name (RFC 6266 and RFC 8187).", "string"))
}

fn response<const H: usize>(
    description: &str,
    content: impl IntoIterator<Item = (String, Value)>,
    headers: [(&'static str, Value); H],
) -> Value {
    let mut headers: Map<String, Value> =
        headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    headers.insert("x-request-id".to_owned(), json!({ "$ref": "#/components/headers/RequestId" }));
    json!({ "description": description, "headers": headers, "content": Map::from_iter(content) })
}
