//! The body of `POST /api/generateDocumentsBulk`. The items stay the text that they are: a hundred thousand of them as JSON
//! values would take ten times their size in memory.

use std::collections::BTreeMap;

use bytes::Bytes;
use platen_docx::{Missing, RenderOptions};
use platen_pdf::finish::Conformance;
use platen_tables::{Choices, Plan};
use secrecy::SecretString;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::generate_document::{read_file_name, read_format, read_options, read_template_id};
use super::{Fields, Format, Options, pdf_options};
use crate::Limits;
use crate::http::body::{invalid_json, parse_json};
use crate::jobs::Settings;
use crate::jobs::callback::{CallbackUrl, Callbacks};
use crate::problem::Problem;
use crate::templates::TemplateId;
use crate::uploads::{UploadId, refused};

/// Faulty items that are named in one answer.
const NAMED_ITEMS: usize = 100;

/// Where a job's items are.
#[derive(Debug, Clone)]
pub enum Items {
    /// In the request, each the text of a JSON object.
    Inline(Vec<Bytes>),
    /// Uploaded before.
    Uploaded(UploadId),
}

/// What is to be made.
#[derive(Debug, Clone)]
pub struct GenerateDocumentsBulk {
    /// The template.
    pub template_id: TemplateId,
    /// As what.
    pub format: Format,
    /// The file-name pattern, which compiles.
    pub file_name: Option<String>,
    /// The items.
    pub items: Items,
    /// How the rows of an upload become items.
    pub rows: Choices,
    /// How.
    pub options: Options,
    /// The watermark of the PDFs, which can be drawn.
    pub watermark: Option<String>,
    /// The passwords and permissions of the PDFs, as [`protection_of`](super::protection_of) reads them.
    pub protection: Option<SecretString>,
    /// Whether the PDFs become one.
    pub merge: bool,
    /// Where the job's end is told; an address that may be called.
    pub callback_url: Option<String>,
}

impl GenerateDocumentsBulk {
    /// Reads a body.
    ///
    /// # Errors
    /// `invalid-body` with every fault at once.
    pub fn parse(body: &Bytes, limits: &Limits) -> Result<GenerateDocumentsBulk, Problem> {
        // What is no object gets the words that every operation has for it.
        if body.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
            Fields::of_body(parse_json(body, limits.json_values)?)?;
        }
        let mut members: BTreeMap<String, &RawValue> =
            serde_json::from_slice(body).map_err(|error| invalid_json(&error))?;
        let items = members.remove("items");
        let mut rest = Map::new();
        for (name, text) in members {
            rest.insert(name, parse_json(text.get().as_bytes(), limits.json_values)?);
        }
        // Kept as the text that they are, beside what the options make of them: the job's workers read it again.
        let pdf = rest.get("options").and_then(|options| options.get("pdf"));
        let watermark = pdf.and_then(|pdf| pdf.get("watermark")?.as_str()).map(str::to_owned);
        let protection = pdf.and_then(pdf_options::kept_protection);
        let pattern = rest.get("fileName").and_then(Value::as_str).map(str::to_owned);
        let mut fields = Fields::of_body(Value::Object(rest))?;
        let template_id = read_template_id(&mut fields);
        let format = read_format(&mut fields, &[Format::Docx, Format::Pdf]);
        let compiled = read_file_name(&mut fields, limits);
        let items = read_items(&mut fields, items, body, limits);
        let mut rows = read_rows(&mut fields, items.as_ref());
        let options = read_options(&mut fields, format);
        rows.locale = rows.locale.or_else(|| options.render.locale.clone());
        let merge = read_merge(&mut fields, format, &options);
        let callback_url = read_callback_url(&mut fields, limits.callbacks);
        fields.finish()?;
        match (template_id, format, items) {
            (Some(template_id), Some(format), Some(items)) => {
                let file_name = compiled.and(pattern);
                Ok(GenerateDocumentsBulk {
                    template_id,
                    format,
                    file_name,
                    items,
                    rows,
                    options,
                    watermark,
                    protection,
                    merge,
                    callback_url,
                })
            }
            // Each `None` has left its fault, so that `finish` has failed already.
            _ => Err(Problem::internal("a required member is absent without a fault")),
        }
    }

    /// How the rows of an upload become items of a template with this JSON Schema.
    pub(crate) fn plan(&self, schema: &Value) -> Result<Plan, Problem> {
        let is_strict = self.options.render.missing == Missing::Error;
        Plan::new(schema, self.rows.clone(), is_strict).map_err(|fault| refused(vec![fault.to_string()]))
    }

    /// What a job keeps of the request's choices.
    pub(crate) fn settings(&self, template_name: String) -> Settings {
        let render = &self.options.render;
        Settings {
            template_name,
            format: self.format.extension().to_owned(),
            file_name: self.file_name.clone(),
            missing: match render.missing {
                Missing::Error => "error",
                Missing::Empty => "empty",
                Missing::Keep => "keep",
            }
            .to_owned(),
            locale: render.locale.clone(),
            today: render.today,
            controls: render.controls,
            error_data: render.error_data,
            watermark: self.watermark.clone(),
            conformance: self.options.pdf.conformance.map(|level| level.as_str().to_owned()),
            update_fields: self.options.update_fields,
            merge: self.merge,
            callback_url: self.callback_url.clone(),
        }
    }
}

fn read_rows(fields: &mut Fields, items: Option<&Items>) -> Choices {
    let Some(mut rows) = fields.open("rows") else { return Choices::default() };
    let map = rows.strings("map").unwrap_or_default();
    let (group_by, sheet, locale) = (rows.string("groupBy"), rows.string("sheet"), rows.string("locale"));
    if locale.as_deref().is_some_and(|tag| !RenderOptions::is_locale(tag)) {
        rows.fault("locale", "`locale` must be a language tag such as `de` or `de-CH` (BCP 47)");
    }
    fields.close(rows);
    if matches!(items, Some(Items::Inline(_))) {
        fields.fault("rows", "`rows` applies to uploads of CSV or Excel; it needs `itemsUploadId`");
    }
    Choices { map, group_by, sheet, locale }
}

fn read_merge(fields: &mut Fields, format: Option<Format>, options: &Options) -> bool {
    if !fields.boolean("merge").unwrap_or(false) {
        return false;
    }
    if format.is_some_and(|format| format != Format::Pdf) {
        fields.fault("merge", "`merge` makes one PDF of many; it needs the `format` `.pdf`");
    }
    // Encrypting would take the whole file in memory, which has room for a document.
    if options.pdf.protection.is_some() {
        fields.fault(
            "merge",
            "a merged PDF cannot have a `password` or `permissions`; leave out one of the two",
        );
    }
    if options.pdf.conformance == Some(Conformance::Ua1) {
        fields.fault("merge", "a merged PDF has no tags, which `ua-1` demands; leave out one of the two");
    }
    true
}

fn read_callback_url(fields: &mut Fields, allowed: Callbacks) -> Option<String> {
    let text = fields.string("callbackUrl")?;
    if let Err(fault) = CallbackUrl::parse(&text, allowed) {
        fields.fault("callbackUrl", format!("`callbackUrl` {fault}"));
    }
    Some(text)
}

fn read_items(fields: &mut Fields, items: Option<&RawValue>, body: &Bytes, limits: &Limits) -> Option<Items> {
    fields.know("items");
    let items = items.filter(|items| items.get() != "null");
    let upload = fields.string("itemsUploadId");
    let items = match (items, upload) {
        (Some(items), None) => items,
        (None, Some(id)) => {
            let id = Uuid::try_parse(&id).ok().map(UploadId);
            if id.is_none() {
                fields.fault(
                    "itemsUploadId",
                    "`itemsUploadId` must be the `uploadId` of a ticket (POST /api/bulkUploads)",
                );
            }
            return id.map(Items::Uploaded);
        }
        (Some(_), Some(_)) => {
            fields
                .fault("itemsUploadId", "`items` and `itemsUploadId` are both given; send only one of them");
            return None;
        }
        (None, None) => {
            fields.missing("items");
            return None;
        }
    };
    let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(items.get()) else {
        fields.fault("items", "`items` must be an array of objects");
        return None;
    };
    if items.is_empty() {
        fields.fault("items", "`items` must hold at least one object");
        return None;
    }
    if items.len() > limits.job_items {
        let most = limits.job_items;
        let count = items.len();
        fields.fault(
            "items",
            format!("`items` holds {count} objects; at most {most} are taken (limit `job_items`)"),
        );
        return None;
    }
    let mut whole = true;
    for (index, _) in
        items.iter().enumerate().filter(|(_, item)| !item.get().starts_with('{')).take(NAMED_ITEMS)
    {
        whole = false;
        fields.fault_at("items", index, format!("item {index} must be an object"));
    }
    let slice = |item: &&RawValue| body.slice_ref(item.get().as_bytes());
    whole.then(|| Items::Inline(items.iter().map(slice).collect()))
}
