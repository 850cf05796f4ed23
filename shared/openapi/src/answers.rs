//! What operations answer when all is well.

use platen_service::contract::Format;
use platen_service::jobs::ArchiveKind;
use platen_service::templates::TemplateFile;
use serde_json::{Map, Value, json};

/// A good answer.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Answer {
    /// 200 with JSON of the named schema.
    Json(&'static str),
    /// 200 with JSON of the named schema, one page of a list; the header `Link` names the others.
    Linked(&'static str),
    /// 202 with JSON of the named schema and the place to ask for the outcome.
    Accepted(&'static str),
    /// 201 with JSON of the named schema and its place.
    Created(&'static str),
    /// 204: done, and nothing to say.
    Done,
    /// 200 with a document to save.
    Document,
    /// 200 with a template's file to save.
    TemplateFile,
    /// 200 with a picture.
    Picture,
    /// 204: what was sent is kept.
    Stored,
    /// 200 with an archive to save.
    Archive,
    /// 200 with a page for people.
    Page,
}

impl Answer {
    /// Its status.
    pub(crate) fn status(self) -> u16 {
        match self {
            Answer::Accepted(_) => 202,
            Answer::Created(_) => 201,
            Answer::Done | Answer::Stored => 204,
            _ => 200,
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
            Answer::Accepted(schema) => response(
                "Accepted; the work continues in the background.",
                [json_content(schema)],
                [
                    ("Location", header("Where to ask for the outcome.", "string")),
                    ("Retry-After", header("Seconds until a first look is worth while.", "integer")),
                ],
            ),
            Answer::Created(schema) => response(
                "Registered.",
                [json_content(schema)],
                [("Location", header("Where it is.", "string"))],
            ),
            Answer::Done => response("Done.", [], []),
            Answer::Document => response(
                "The file.",
                [Format::Docx, Format::Pdf, Format::Png].map(|format| binary(format.media_type())),
                [
                    disposition(),
                    ("Platen-Warnings", header("How many warnings the document has; 0 for none.", "integer")),
                    ("Platen-Pages", header("With a picture: how many pages the document has.", "integer")),
                ],
            ),
            Answer::TemplateFile => {
                response("The file.", [TemplateFile::DOCX, TemplateFile::DOTX].map(binary), [disposition()])
            }
            Answer::Picture => response("The picture.", [binary(Format::Png.media_type())], [disposition()]),
            Answer::Stored => response("Kept.", [], []),
            Answer::Archive => response(
                "The archive.",
                [ArchiveKind::Zip, ArchiveKind::Pdf].map(|kind| binary(kind.media_type())),
                [disposition()],
            ),
            Answer::Page => response(
                "The page.",
                [("text/html".to_owned(), json!({ "schema": { "type": "string" } }))],
                [],
            ),
        }
    }
}

fn json_content(schema: &str) -> (String, Value) {
    ("application/json".to_owned(), json!({ "schema": { "$ref": format!("#/components/schemas/{schema}") } }))
}

/// OpenAPI 3.1 says of raw bytes no more than their media type; generators of clients still read `format: binary`.
fn binary(media_type: &str) -> (String, Value) {
    (media_type.to_owned(), json!({ "schema": { "type": "string", "format": "binary" } }))
}

fn header(description: &str, kind: &str) -> Value {
    json!({ "description": description, "schema": { "type": kind } })
}

fn disposition() -> (&'static str, Value) {
    ("Content-Disposition", header("`attachment`, with the file's name (RFC 6266 and RFC 8187).", "string"))
}

fn response<const C: usize, const H: usize>(
    description: &str,
    content: [(String, Value); C],
    headers: [(&'static str, Value); H],
) -> Value {
    let mut headers: Map<String, Value> =
        headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    headers.insert("x-request-id".to_owned(), json!({ "$ref": "#/components/headers/RequestId" }));
    json!({ "description": description, "headers": headers, "content": Map::from_iter(content) })
}
