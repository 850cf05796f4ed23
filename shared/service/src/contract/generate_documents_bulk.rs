//! The body of `POST /api/generateDocumentsBulk`. The items stay text: a hundred thousand of them as JSON values would take
//! ten times their size in memory.

use std::collections::BTreeMap;

use bytes::Bytes;
use platen_docx::{Budget, Missing, RenderOptions};
use platen_pdf::finish::Finish;
use platen_tables::{Choices, Plan};
use serde_json::Value;
use serde_json::value::RawValue;

use super::documents::{self, DocumentItem, FORMATS, NAMED_ITEMS, Usual};
use super::elements::elements;
use super::generate_document::{read_file_name, read_format, read_options};
use super::pdf_files::{Files, NOT_JOINED, Purpose, files_of, kept_files};
use super::pdf_options::{NO_FORMS, NO_INVOICE, NOT_IN_A2};
use super::read_email::{Data, Trial, fault_email};
use super::template_source::{read_template_id, read_version};
use super::{AtEnd, Fields, Options, TemplateSource, at_end};
use crate::Limits;
use crate::format::Format;
use crate::http::body::parse_json;
use crate::http::guid;
use crate::http::outline::{Outline, is_object, parse_outline};
use crate::ids::UploadId;
use crate::jobs::{Addresses, JobTemplate, Settings};
use crate::problem::Problem;
use crate::trace::Parent;
use crate::uploads::refused;

/// The members that stay texts. Each of their elements is weighed when its turn comes.
pub(crate) const LISTS: &[&str] = &["items", "documents"];

/// The source of a job's items.
#[derive(Debug, Clone)]
pub enum Items {
    /// In the request, each the text of a JSON object.
    Inline(Vec<Bytes>),
    /// In the request, each with its own template and format.
    Documents(Vec<DocumentItem>),
    /// Uploaded before.
    Uploaded(UploadId),
}

/// The packaging of a job's documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bundle {
    /// They are packed into a ZIP.
    Zip,
    /// They are joined into one file of their format.
    Merged,
    /// There is only one, and it stays as it is, under this name; under the template's without one.
    Single(Option<String>),
}

/// The documents to create.
#[derive(Debug, Clone)]
pub struct GenerateDocumentsBulk {
    /// The template.
    pub source: TemplateSource,
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
    /// The packaging of the documents.
    pub bundle: Bundle,
    /// The orders for the job's end.
    pub at_end: AtEnd,
}

impl GenerateDocumentsBulk {
    /// Reads a body.
    ///
    /// # Errors
    /// `invalid-body` with every fault at once.
    pub fn parse(body: &Bytes, limits: &Limits) -> Result<GenerateDocumentsBulk, Problem> {
        // What is no object gets the words that every operation has for it.
        if !is_object(body) {
            Fields::of_body(parse_json(body, limits)?)?;
        }
        let Outline { mut texts, members: rest } = parse_outline(body, LISTS, limits)?;
        let given = Given { items: texts.remove("items"), documents: texts.remove("documents") };
        // Kept as the text that it is: the job's workers read it again.
        let pattern = rest.get("fileName").and_then(Value::as_str).map(str::to_owned);
        let mut fields = Fields::of_body(Value::Object(rest))?;
        let template = read_template_id(&mut fields);
        let version = read_version(&mut fields);
        let format = read_format(&mut fields, &FORMATS);
        let compiled = read_file_name(&mut fields, limits);
        let usual = Usual { template, version, format };
        // Documents with formats of their own have options for each of them.
        let shared = format.filter(|_| given.documents.is_none());
        let mut items = read_items(&mut fields, given, usual, body, limits);
        let mut rows = read_rows(&mut fields, items.as_ref());
        let options = read_options(&mut fields, shared, limits, Purpose::Job);
        rows.locale = rows.locale.or_else(|| options.render.locale.clone());
        let merge = read_merge(&mut fields, format, items.as_ref(), &options);
        check_files(&mut fields, items.as_ref(), &options, merge);
        check_all_files(&mut fields, items.as_ref(), &options, merge, limits);
        let mut at_end = at_end::read(&mut fields, limits);
        let trial = Trial { options: &options.render, limits, budget: Budget::of(&limits.docx) };
        if let Some(email) = &mut at_end.email {
            trial.complete(email, Data::Nothing).unwrap_or_else(|faults| fault_email(&mut fields, faults));
        }
        if let Some(Items::Documents(documents)) = &mut items {
            documents::try_emails(&mut fields, documents, &trial);
        }
        fields.finish()?;
        match (template, format, items) {
            (Some(template), Some(format), Some(items)) => {
                let file_name = compiled.and(pattern);
                Ok(GenerateDocumentsBulk {
                    source: TemplateSource::Registered { template, version },
                    format,
                    file_name,
                    items,
                    rows,
                    options,
                    bundle: if merge { Bundle::Merged } else { Bundle::Zip },
                    at_end,
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

    /// The choices of the request that a job keeps.
    pub(crate) fn settings(&self, template_name: String, templates: Vec<JobTemplate>) -> Settings {
        let render = &self.options.render;
        let name = match &self.bundle {
            Bundle::Single(Some(name)) => name.clone(),
            _ => template_name,
        };
        Settings {
            template_name: name,
            format: self.format,
            file_name: self.file_name.clone(),
            missing: render.missing,
            locale: render.locale.clone(),
            today: render.today,
            controls: render.controls,
            error_data: render.error_data,
            watermark: self.options.pdf.watermark.as_ref().map(|text| text.as_str().to_owned()),
            conformance: self.options.pdf.conformance,
            signature: self.options.pdf.signature.clone(),
            stamp: self.options.pdf.stamp.clone(),
            pages: self.options.pdf.pages.clone(),
            forms: self.options.pdf.forms,
            update_fields: self.options.update_fields,
            // That of a single document stands at its data.
            e_invoice: self.options.invoice.is_some() && !self.wraps(),
            wraps: self.wraps(),
            merge: self.bundle == Bundle::Merged,
            single: matches!(self.bundle, Bundle::Single(_)),
            templates,
            files_bytes: None,
            labels: None,
            callback_url: None,
            tells: self.at_end.callback_url.is_some(),
            callback_base: self.at_end.link_base.as_ref().map(|base| base.join("")),
            delivers: self.at_end.deliver.is_some(),
            emails: self.at_end.email.is_some(),
            trace: Parent::current(),
        }
    }

    /// The files that all PDFs of the job take along, as text for [`files_of`]; those of a single document stand at its data.
    pub(crate) fn files(&self) -> Option<String> {
        let is_single = matches!(self.bundle, Bundle::Single(_));
        kept_files(&self.options.pdf, None).filter(|_| !is_single)
    }

    /// Whether the only item has options of its own around its data.
    fn wraps(&self) -> bool {
        let pdf = &self.options.pdf;
        let has_files = pdf.has_files() || !pdf.joined.is_empty() || self.options.invoice.is_some();
        matches!(self.bundle, Bundle::Single(_)) && has_files
    }

    /// The addresses of the results.
    pub(crate) fn addresses(&self) -> Addresses {
        let mut documents = BTreeMap::new();
        if let Items::Documents(all) = &self.items {
            let asking = (0..).zip(all).filter(|(_, document)| !document.at_end.is_empty());
            documents.extend(asking.map(|(index, document)| (index, document.at_end.clone())));
        }
        let AtEnd { callback_url, deliver, email, .. } = self.at_end.clone();
        Addresses { deliver, callback_url, email, documents }
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
    if matches!(items, Some(Items::Inline(_) | Items::Documents(_))) {
        fields.fault("rows", "`rows` applies to uploads of CSV or Excel; it needs `itemsUploadId`");
    }
    Choices { map, group_by, sheet, locale }
}

fn read_merge(fields: &mut Fields, format: Option<Format>, items: Option<&Items>, options: &Options) -> bool {
    if !fields.boolean("merge").unwrap_or(false) {
        return false;
    }
    let documents = match items {
        Some(Items::Documents(all)) => all.as_slice(),
        _ => &[],
    };
    if documents.iter().any(|each| Some(each.format) != format) {
        fields.fault("merge", "`merge` makes one file of many; all documents need the `format` of the job");
    }
    let template = |document: &DocumentItem| (document.template, document.version);
    let has_others = documents.windows(2).any(|two| template(&two[0]) != template(&two[1]));
    if format == Some(Format::Docx) && has_others {
        fields.fault(
            "merge",
            "a merged Word document has the styles and settings of one template; use one `templateId` and `version` for all \
             documents, or the `format` `.pdf`",
        );
    }
    let is_put =
        |document: &DocumentItem| document.at_end.deliver.is_some() || document.at_end.email.is_some();
    if matches!(items, Some(Items::Documents(all)) if all.iter().any(is_put)) {
        fields.fault(
            "merge",
            "a merged file leaves no single documents to `deliver` or to `email`; leave out one of the two",
        );
    }
    // Encrypting would take the whole file in memory, which has room for a document.
    if options.pdf.protection.is_some() {
        fields.fault(
            "merge",
            "a merged PDF cannot have a `password` or `permissions`; leave out one of the two",
        );
    }
    if options.pdf.signature.is_some() {
        fields.fault(
            "merge",
            "a merged PDF does not keep the signatures of its documents; leave out one of the two",
        );
    }
    if options.pdf.forms {
        fields.fault("merge", "a merged PDF keeps no fields to fill in (`forms`); leave out one of the two");
    }
    if let Some(standard) = options.pdf.conformance.filter(|standard| standard.needs_tags()) {
        let name = standard.as_str();
        fields.fault(
            "merge",
            format!("a merged PDF has no tags, which `{name}` requires; leave out one of the two"),
        );
    }
    true
}

/// Refuses options that cannot be combined with files of single documents.
fn check_files(fields: &mut Fields, items: Option<&Items>, options: &Options, merge: bool) {
    if merge && options.invoice.is_some() {
        fields.fault(
            "merge",
            "a merged PDF cannot hold the e-invoices of its documents; leave out one of the two",
        );
    }
    let Some(Items::Documents(documents)) = items else { return };
    if documents.iter().all(|document| document.options.is_none()) {
        return;
    }
    let only_files = documents.iter().any(|document| document.is_attached && !document.is_invoice);
    if only_files && options.pdf.conformance.is_some_and(|standard| !standard.takes_attachments()) {
        fields.fault("documents", NOT_IN_A2);
    }
    if documents.iter().any(|document| document.is_invoice) {
        let standard = options.pdf.conformance;
        if standard.is_some_and(|standard| !standard.suits_invoices()) || options.pdf.protection.is_some() {
            fields.fault("documents", NO_INVOICE);
        }
    }
    let is_archive = options.pdf.conformance.is_some() || options.invoice.is_some();
    if is_archive && documents.iter().any(|document| document.is_joined) {
        fields.fault("documents", NOT_JOINED);
    }
    if options.pdf.forms && documents.iter().any(|document| document.is_invoice) {
        fields.fault("documents", NO_FORMS);
    }
    if merge && documents.iter().any(|document| document.is_attached || document.is_invoice) {
        fields.fault("merge", "a merged PDF keeps no attachments of its documents; leave out one of the two");
    }
}

/// Refuses files of all documents where a document cannot have them beside its own.
fn check_all_files(
    fields: &mut Fields,
    items: Option<&Items>,
    options: &Options,
    merge: bool,
    limits: &Limits,
) {
    let Finish { attachments, joined, .. } = &options.pdf;
    if merge && !attachments.is_empty() {
        fields.fault("merge", "a merged PDF keeps no attachments of its documents; leave out one of the two");
    }
    let all = Files { attachments: attachments.clone(), invoice: None, joined: joined.clone() };
    let Some(Items::Documents(documents)) = items.filter(|_| !all.is_empty()) else { return };
    for (index, document) in documents.iter().enumerate() {
        let Some(text) = &document.options else { continue };
        // What is wrong with its own is told where it stands.
        let Ok(own) = files_of(text, limits) else { continue };
        if let Err(detail) = all.with(own, limits) {
            return fields.fault_at("documents", index, detail);
        }
    }
}

/// The texts of [`LISTS`].
struct Given<'a> {
    items: Option<&'a RawValue>,
    documents: Option<&'a RawValue>,
}

fn read_items(
    fields: &mut Fields,
    given: Given<'_>,
    usual: Usual,
    body: &Bytes,
    limits: &Limits,
) -> Option<Items> {
    fields.know("items");
    fields.know("documents");
    let is_there = |array: &&RawValue| !matches!(array.get(), "null" | "\"\"");
    let (items, documents) = (given.items.filter(is_there), given.documents.filter(is_there));
    if let Some(documents) = documents {
        if items.is_some() || fields.has("itemsUploadId") {
            let detail =
                "`documents` stands in the place of `items` and `itemsUploadId`; send only one of them";
            fields.fault("documents", detail);
        }
        fields.know("itemsUploadId");
        return documents::read(fields, documents, usual, body, limits).map(Items::Documents);
    }
    let upload = fields.string("itemsUploadId");
    let items = match (items, upload) {
        (Some(items), None) => items,
        (None, Some(id)) => {
            let id = guid(&id).map(UploadId);
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
    let Ok((items, count)) = elements(items, limits.job_items) else {
        fields.fault("items", "`items` must be an array of objects");
        return None;
    };
    if count == 0 {
        fields.fault("items", "`items` must contain at least one object");
        return None;
    }
    if count > limits.job_items {
        let most = limits.job_items;
        fields.fault(
            "items",
            format!("`items` contains {count} objects; at most {most} are allowed (limit `job_items`)"),
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
