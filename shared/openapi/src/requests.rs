//! The schemas of request bodies. The service parses requests by hand (`platen_service::contract`) to report all errors at once; these
//! types describe the same to programs, and a test sends each of their members.

use std::collections::BTreeMap;

use platen_service::webhooks::EventKind;
use serde::Deserialize;
use utoipa::ToSchema;

/// One document to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(examples(json!({
    "templateId": "0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071", "format": ".pdf", "data": { "name": "Ada", "number": 17 },
})))]
pub struct GenerateDocumentDto {
    /// The template's id. Either this or `template`.
    #[schema(format = Uuid, examples("0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071"))]
    pub template_id: Option<String>,
    /// A template of your own, a .docx or .dotx file in base64. It is used for this document and not stored. Needs a key with
    /// the scope `compose`.
    #[schema(content_encoding = "base64")]
    pub template: Option<String>,
    /// One of the registered template's versions, a draft too; the current one without it.
    #[schema(minimum = 1, examples(3))]
    pub version: Option<u32>,
    /// What is made. A missing dot and upper case are accepted.
    #[schema(
        pattern = r"^\.?([dD][oO][cC][xX]|[pP][dD][fF]|[pP][nN][gG])$",
        examples(".docx", ".pdf", ".png")
    )]
    pub format: String,
    /// The page that a picture shows; the first without it. Only with the format `.png`.
    #[schema(minimum = 1)]
    pub page: Option<u32>,
    /// Pixels to the inch of a picture; 96 without it. Only with the format `.png`.
    #[schema(minimum = 10, maximum = 200)]
    pub dpi: Option<u32>,
    /// The file's name, a pattern with fields like `Invoice {{number}}`; the template's name without it. The name is made
    /// safe, and gets the format's extension.
    #[schema(max_length = 1000, examples("Invoice {{number}}"))]
    pub file_name: Option<String>,
    /// The values of the template's fields: an object that fits the template's `schema`.
    #[schema(value_type = Object)]
    pub data: serde_json::Value,
    /// With `Prefer: respond-async`: where to POST that the document is there, as for a bulk job.
    #[schema(
        max_length = 2000,
        pattern = "^[hH][tT][tT][pP][sS]?://",
        examples("https://example.com/platen/jobs")
    )]
    pub callback_url: Option<String>,
    /// Whether the callback holds a link to the document (`zipUrl`, `zipUrlExpiresAt`).
    pub callback_link: Option<bool>,
    /// With `Prefer: respond-async`: where to put the document.
    pub deliver: Option<Deliver>,
    /// With `Prefer: respond-async`: an e-mail with the document.
    pub email: Option<Email>,
    /// To look at only: `PREVIEW` stands across each page, in place of a `watermark`. It does not count, and is made also when
    /// the month's documents are used up. Only with the formats `.pdf` and `.png`.
    pub preview: Option<bool>,
    /// How it is made.
    pub options: Option<Options>,
}

/// A Word document to convert.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConvertDto {
    /// The document, a .docx file in base64.
    #[schema(content_encoding = "base64")]
    pub file: String,
    /// What is made: a PDF, or a picture of one page. A missing dot and upper case are accepted.
    #[schema(pattern = r"^\.?([pP][dD][fF]|[pP][nN][gG])$", examples(".pdf", ".png"))]
    pub format: String,
    /// The page that a picture shows; the first without it. Only with the format `.png`.
    #[schema(minimum = 1)]
    pub page: Option<u32>,
    /// Pixels to the inch of a picture; 96 without it. Only with the format `.png`.
    #[schema(minimum = 10, maximum = 200)]
    pub dpi: Option<u32>,
    /// The name of the result; without it, that of the document. The name is made safe, and gets the format's extension.
    #[schema(max_length = 255, examples("Contract 17"))]
    pub file_name: Option<String>,
    /// How it is made.
    pub options: Option<ConvertOptions>,
}

/// Choices of a conversion.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConvertOptions {
    /// Whether Word's fields (tables of contents, references, page counts) are computed first. Without it they show the values
    /// that are saved in the document.
    pub update_fields: Option<bool>,
    /// How a PDF is made; of these only `watermark` with the format `.png`.
    pub pdf: Option<PdfOptions>,
}

/// A key to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = CreateKey)]
pub struct KeyDto {
    /// What people call it.
    #[schema(min_length = 1, max_length = 100, examples("Invoices of the web shop"))]
    pub name: String,
    /// What it may do: make documents from registered templates; send templates and documents of its own too; administer
    /// templates too; administer keys as well.
    #[schema(pattern = "^(generate|compose|manage|administer)$")]
    pub scope: String,
    /// The key reaches only templates with one of these labels, with their jobs, links to forms and webhooks; without it all. It goes
    /// with every scope but `administer`. Templates that it registers get the first of them.
    #[schema(min_items = 1, max_items = 20, examples(json!(["HR"])))]
    pub template_labels: Option<Vec<String>>,
    /// From when on it is refused; never without it.
    #[schema(format = DateTime, examples("2027-12-31T00:00:00Z"))]
    pub expires_at: Option<String>,
    /// Requests per minute that may be sent with it; without it, those that the subscription allows.
    #[schema(minimum = 1, maximum = 1_000_000)]
    pub requests_per_minute: Option<u32>,
}

/// Somebody who may not sign in anymore.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = BlockPerson)]
pub struct BlockPersonDto {
    /// The identity provider's id of the person (`sub`), as `person.subject` of a session has it.
    #[schema(min_length = 1, max_length = 255, examples("248289761001"))]
    pub subject: String,
    /// What people call them; the id without it.
    #[schema(min_length = 1, max_length = 100, examples("Ada Lovelace"))]
    pub name: Option<String>,
}

/// A link to a form to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = CreateFormLink)]
pub struct FormLinkDto {
    /// What people call it.
    #[schema(min_length = 1, max_length = 100, examples("Visitors of June"))]
    pub name: String,
    /// The template whose form it opens, always in its current version.
    #[schema(format = Uuid, examples("0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071"))]
    pub template_id: String,
    /// What is made. A missing dot and upper case are accepted.
    #[schema(pattern = r"^\.?([dD][oO][cC][xX]|[pP][dD][fF])$", examples(".docx", ".pdf"))]
    pub format: String,
    /// What becomes of the document: `download` gives it to the person who filled in the form, and keeps nothing; `keep` keeps it
    /// as a job of the subscription, which webhooks are told of, and gives the person nothing.
    #[schema(pattern = "^(download|keep)$")]
    pub result: String,
    /// From when on it is refused: within a year.
    #[schema(format = DateTime, examples("2027-06-30T00:00:00Z"))]
    pub expires_at: String,
    /// Whether it is over after the first document; it may be used many times without it.
    pub once: Option<bool>,
}

/// What somebody filled in.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = FilledForm)]
pub struct FilledFormDto {
    /// The values of the fields, as the form's schema says.
    #[schema(value_type = Object)]
    pub data: serde_json::Value,
}

/// A webhook to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = CreateWebhook)]
pub struct WebhookDto {
    /// Where to POST that a job has ended. It must be public and begin with `https://`, unless the operator allows others.
    #[schema(
        max_length = 2000,
        pattern = "^[hH][tT][tT][pP][sS]?://",
        examples("https://flows.example.com/hooks/7?sig=x")
    )]
    pub url: String,
    /// The template whose jobs it is told of; without it, or where it is empty, all jobs.
    #[schema(format = Uuid)]
    pub template_id: Option<String>,
    /// What it is told of; without it, the ends of jobs (`job.ended`).
    #[schema(inline, min_items = 1)]
    pub events: Option<Vec<EventKind>>,
}

/// Messages to send again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = Redeliver)]
pub struct RedeliverDto {
    /// Those that were made from then on.
    #[schema(format = DateTime, examples("2026-11-26T08:00:00Z"))]
    pub since: String,
}

/// Many documents to make, from one template or several.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(examples(json!({
    "templateId": "0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071",
    "format": ".pdf",
    "items": [{ "name": "Ada", "number": 17 }, { "name": "Grace", "number": 18 }],
})))]
pub struct GenerateDocumentsBulkDto {
    /// The template's id.
    #[schema(format = Uuid, examples("0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071"))]
    pub template_id: String,
    /// One of the template's versions, a draft too; the current one without it.
    #[schema(minimum = 1, examples(3))]
    pub version: Option<u32>,
    /// What is made. A missing dot and upper case are accepted.
    #[schema(pattern = r"^\.?([dD][oO][cC][xX]|[pP][dD][fF])$", examples(".docx", ".pdf"))]
    pub format: String,
    /// The files' names, a pattern with fields of the item. Names that come twice get ` (2)`, ` (3)` in the items' order.
    #[schema(max_length = 1000, examples("Invoice {{number}}"))]
    pub file_name: Option<String>,
    /// One data object per document. Either this, `documents` or `itemsUploadId`.
    #[schema(value_type = Option<Vec<Object>>, min_items = 1, max_items = 100_000)]
    pub items: Option<Vec<serde_json::Value>>,
    /// The documents, where they have templates or formats of their own. `templateId`, `version` and `format` of the job hold for
    /// those that name none. A job has at most 20 different templates.
    #[schema(min_items = 1, max_items = 100_000)]
    pub documents: Option<Vec<BulkDocument>>,
    /// The `uploadId` of a ticket whose items were uploaded.
    #[schema(format = Uuid)]
    pub items_upload_id: Option<String>,
    /// How the rows of an uploaded CSV file or Excel workbook become items. Only with `itemsUploadId`.
    pub rows: Option<Rows>,
    /// One file in place of a ZIP of them, without the items that fail: one PDF with a bookmark for each document, not with
    /// `password`, nor with `conformance` `ua-1`; or, with the format `.docx`, one Word document of at most 50 MB in which each
    /// document of the template is a section that begins on a new page.
    pub merge: Option<bool>,
    /// Where to POST `{jobId, templateId, status, totalCount, failedGenerationCount}` when the job is over, by https and not
    /// into private networks. Signed as Standard Webhooks says (`webhook-id`, `webhook-timestamp`, `webhook-signature`;
    /// `platen key webhook` prints the secret), and repeated for hours until it is answered with a 2xx. Redirects are not
    /// followed.
    #[schema(
        max_length = 2000,
        pattern = "^[hH][tT][tT][pP][sS]?://",
        examples("https://example.com/platen/jobs")
    )]
    pub callback_url: Option<String>,
    /// Whether the callback holds a link to the result too (`zipUrl`, `zipUrlExpiresAt`).
    pub callback_link: Option<bool>,
    /// Where to put the result.
    pub deliver: Option<Deliver>,
    /// An e-mail with the result, or with a link to it.
    pub email: Option<Email>,
    /// How they are made.
    pub options: Option<Options>,
}

/// Where the result of a job is put, with one PUT: an address that a store signed for it (S3, Azure, Google Cloud). By https and
/// not into private networks. A try that fails is repeated as callbacks are; the job's `delivery` says what became of it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Deliver {
    /// The address.
    #[schema(
        min_length = 1,
        max_length = 8000,
        examples("https://bucket.s3.amazonaws.com/letters.zip?X-Amz-Signature=...")
    )]
    pub url: String,
    /// Headers that it wants, ten at most: `content-type`, `content-disposition`, `cache-control`, and names that begin with `x-`.
    #[schema(examples(json!({ "x-ms-blob-type": "BlockBlob" })))]
    pub headers: Option<BTreeMap<String, String>>,
}

/// An e-mail that is sent when the job is over and has a result, if the operator has set a mail server. A try that fails is repeated
/// as callbacks are; `email` of the job, or of the document, says what became of it. It can arrive twice, with the same
/// `Message-ID`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Email {
    /// Whom it goes to: addresses without names, of domains that the operator allows; 20 together with `cc`.
    #[schema(min_items = 1, max_items = 20, examples(json!(["ada@example.com"])))]
    pub to: Vec<String>,
    /// Who gets a copy.
    #[schema(max_items = 20)]
    pub cc: Option<Vec<String>>,
    /// The template of the subject. Templates know the data of a single document, and `result`: `jobId`, `fileName`, and for a job
    /// `totalCount`, `failedGenerationCount`, `zipUrl` and `zipUrlExpiresAt`. The subject is one line, whatever the data is.
    #[schema(min_length = 1, max_length = 1000, examples("Invoice {{number}}"))]
    pub subject: String,
    /// The template of the text.
    #[schema(
        min_length = 1,
        max_length = 8000,
        examples("Dear {{name}},\n\nplease find {{result.fileName}} attached.\n")
    )]
    pub text: String,
    /// Whether the result is attached; true without it. Without, `result.zipUrl` is the way to it; a document of a job has none.
    pub attach: Option<bool>,
}

/// A document of a job.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BulkDocument {
    /// Its template; that of the job without it.
    #[schema(format = Uuid)]
    pub template_id: Option<String>,
    /// One of the template's versions, a draft too; the current one without it.
    #[schema(minimum = 1)]
    pub version: Option<u32>,
    /// What is made; as the job says without it.
    #[schema(pattern = r"^\.?([dD][oO][cC][xX]|[pP][dD][fF])$", examples(".docx", ".pdf"))]
    pub format: Option<String>,
    /// The values of the template's fields.
    #[schema(value_type = Object)]
    pub data: serde_json::Value,
    /// What is asked of this document's PDF alone.
    pub options: Option<DocumentOptions>,
    /// Where to POST `{jobId, index, status, fileName, error, delivery}` when the job is over, as with the job's `callbackUrl`; 500
    /// documents of a job may have this or `deliver`.
    #[schema(
        max_length = 2000,
        pattern = "^[hH][tT][tT][pP][sS]?://",
        examples("https://example.com/platen/documents")
    )]
    pub callback_url: Option<String>,
    /// Where to put this document when the job is over; not with `merge`.
    pub deliver: Option<Deliver>,
    /// An e-mail with this document when the job is over; not with `merge`.
    pub email: Option<Email>,
}

/// Choices for one document of a job, beside those that hold for all.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DocumentOptions {
    /// How its PDF is made; only with the format `.pdf`.
    pub pdf: Option<DocumentPdfOptions>,
}

/// What is asked of one PDF of a job.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DocumentPdfOptions {
    /// Files that go along in the PDF; not with `merge`.
    #[schema(max_items = 20)]
    pub attachments: Option<Vec<Attachment>>,
    /// An e-invoice; not with `merge`.
    pub e_invoice: Option<EInvoice>,
    /// PDFs that are put before the document.
    #[schema(max_items = 20)]
    pub prepend: Option<Vec<JoinedPdf>>,
    /// PDFs that are put behind the document.
    #[schema(max_items = 20)]
    pub append: Option<Vec<JoinedPdf>>,
}

/// Other words for a template. What is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DescribeTemplateDto {
    /// The template's display name.
    #[schema(min_length = 1, max_length = 255, examples("Invoice"))]
    pub name: Option<String>,
    /// What the template is for; an empty text removes it.
    #[schema(max_length = 2000)]
    pub description: Option<String>,
    /// All labels of the template; an empty list removes them. Each has up to 60 bytes, and is kept once, whatever the case.
    #[schema(max_items = 20, examples(json!(["Sales", "2026"])))]
    pub labels: Option<Vec<String>>,
}

/// A template to begin with.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StarterDto {
    /// Its title and the name of its file; `Template` without it, or where it is empty.
    #[schema(max_length = 255, examples("Order confirmation"))]
    pub name: Option<String>,
    /// Data of the kind that the template is to be filled with.
    #[schema(value_type = Object)]
    pub data: serde_json::Value,
}

/// How rows become items. Columns fill the fields that their headings name: by path (`customer.name`, `items[].price`,
/// `items[0].price`) or title, whatever the case; cells become what the template's `schema` asks for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rows {
    /// Fields, by their paths, and the headings of the columns that fill them, where the headings do not tell.
    #[schema(examples(json!({ "customer.name": "Client" })))]
    pub map: Option<BTreeMap<String, String>>,
    /// The heading of the column whose value the rows of one item share. The columns of lists (`items[].name`) then have an
    /// element per row; the others must agree within the item. Without it each row is an item.
    #[schema(examples("Number"))]
    pub group_by: Option<String>,
    /// The workbook's sheet; the first one with rows without it.
    #[schema(examples("Orders"))]
    pub sheet: Option<String>,
    /// The language that numbers and dates are written in (BCP 47); `options.locale` without it. What two languages read in
    /// two ways (`1.234`, `01/02/2026`) is refused where neither is given.
    #[schema(max_length = 35, pattern = "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$", examples("de-CH"))]
    pub locale: Option<String>,
}

/// Choices of a request.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// What happens to a field without data.
    pub missing: Option<Missing>,
    /// The language of dates, numbers and lists (BCP 47).
    #[schema(max_length = 35, pattern = "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$", examples("de-CH"))]
    pub locale: Option<String>,
    /// The day that templates call `{{ today }}`, where the data has no member `today`. No clock is read, so that the same
    /// request makes the same document.
    #[schema(format = Date, examples("2026-01-31"))]
    pub today: Option<String>,
    /// What becomes of content controls; `remove` and `lock` only with the format `.docx`.
    pub controls: Option<Controls>,
    /// Whether errors of the data show the values that they are about (`value`, its first 200 bytes), in failed items of a job too.
    /// They may be personal, and whoever may see the job sees them. Without it no error quotes them in full.
    pub error_data: Option<bool>,
    /// Whether tables of contents, numbers of captions, references and the other fields of Word are computed and written
    /// into the document, so that Word shows them without an update. It costs the laying out of the document, as a PDF does.
    /// Without it: where the template's text has a table of contents, a caption, a reference to a page or a count of pages.
    pub update_fields: Option<bool>,
    /// How a PDF is made; only with the format `.pdf`, and `watermark` with `.png`.
    pub pdf: Option<PdfOptions>,
}

/// What becomes of content controls once they are filled.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Controls {
    /// They stay, and can be filled again. The default.
    Keep,
    /// They are removed; what they hold stays.
    Remove,
    /// They stay, and neither they nor what they hold can be changed in Word.
    Lock,
}

/// What happens to a field without data.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Missing {
    /// The request is refused; all missing fields are named. The default.
    Error,
    /// Nothing stands in its place.
    Empty,
    /// Its placeholder stays.
    Keep,
}

/// What is asked of a PDF.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PdfOptions {
    /// The standard that the file keeps to.
    pub conformance: Option<Conformance>,
    /// The password that opens the file (AES-256): 1 to 127 bytes of UTF-8 without control characters.
    #[schema(min_length = 1, max_length = 127)]
    pub password: Option<String>,
    /// The password that lifts what `permissions` forbid; another than `password`.
    #[schema(min_length = 1, max_length = 127)]
    pub owner_password: Option<String>,
    /// What a reader may do; what is not forbidden by a `false` is permitted.
    pub permissions: Option<Permissions>,
    /// A text across every page.
    pub watermark: Option<String>,
    /// Files that go along in the PDF, 20 at most, each under a name of its own (limits `attachments`, `attachment_bytes` and
    /// `all_attachment_bytes`); not in a PDF/A-2. A preview is made without them. Those of a job go along in each of its PDFs, beside the
    /// document's own.
    #[schema(max_items = 20)]
    pub attachments: Option<Vec<Attachment>>,
    /// An e-invoice: it makes the PDF a Factur-X (ZUGFeRD), which is a PDF/A-3b unless `conformance` asks for `a-3u` or `a-3a`. A
    /// preview is made without it.
    pub e_invoice: Option<EInvoice>,
    /// PDFs that are put before the document, 20 at most together with those behind it (limits `joined_pdfs`, `joined_bytes` and
    /// `all_joined_bytes`); not with a `conformance` or an `eInvoice`. Those of a job are put around each of its documents with the
    /// document's own.
    #[schema(max_items = 20)]
    pub prepend: Option<Vec<JoinedPdf>>,
    /// PDFs that are put behind the document.
    #[schema(max_items = 20)]
    pub append: Option<Vec<JoinedPdf>>,
    /// A line on each page, also on those that are joined.
    pub stamp: Option<Stamp>,
    /// Which pages the file has, of the document with what is joined: `1-3,5`, `4-` (to the end) or `-1` (the last). Pages that are
    /// not there are passed over; a choice without a page is refused.
    #[schema(max_length = 500, examples("1-3,-1"))]
    pub pages: Option<String>,
    /// Whether content controls become fields that can be filled in: texts, dates, lists, check boxes, signatures. Not with a
    /// `conformance` or an `eInvoice`.
    pub forms: Option<bool>,
    /// Signs the PDF with the key of the service (PAdES B-B), if it has one; `{}` signs without more words. Not with a password or
    /// `ua-1`, and not in a merged PDF. A preview is not signed.
    pub sign: Option<Sign>,
}

/// A PDF that is joined to a document. Its scripts, actions, files and tags are left out, and its form fields stay as they look; one with
/// a password is refused.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct JoinedPdf {
    /// The bookmark that its pages stand under; without it its own bookmarks stand beside the document's.
    #[schema(min_length = 1, max_length = 255, examples("Terms"))]
    pub name: Option<String>,
    /// The file in base64 (RFC 4648, 4).
    #[schema(content_encoding = "base64")]
    pub content: String,
    /// Which of its pages, as in `pages` of the PDF; all without it.
    #[schema(max_length = 500, examples("1-3,7"))]
    pub pages: Option<String>,
}

/// A line on each page of a PDF.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Stamp {
    /// What it says; `{page}` is the number of the page, `{pages}` how many pages the file has.
    #[schema(min_length = 1, max_length = 200, examples("Page {page} of {pages}"))]
    pub text: String,
    /// Where it stands; `bottom-center` without it.
    pub position: Option<Position>,
    /// Whether the first page goes without it.
    pub skip_first: Option<bool>,
}

/// A place at the edge of a page.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "they say what they are")]
pub enum Position {
    TopLeft,
    TopCenter,
    TopRight,
    BottomLeft,
    BottomCenter,
    BottomRight,
}

/// What a signature says of itself.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Sign {
    /// Why the document is signed, in one line.
    #[schema(min_length = 1, max_length = 200)]
    pub reason: Option<String>,
    /// Where.
    #[schema(min_length = 1, max_length = 200)]
    pub location: Option<String>,
}

/// The data of an invoice, which goes along in its PDF: ready, or made of the document's own data by a mapping. One of the three.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EInvoice {
    /// The invoice as XML, in the syntax CII (UN/CEFACT D16B) and in UTF-8. The profile that it names, from MINIMUM to EXTENDED or
    /// XRECHNUNG, decides what the file is called and what it is to the PDF. An invoice that breaks a rule is refused with the
    /// rule's name.
    #[schema(min_length = 1)]
    pub xml: Option<String>,
    /// Whether it is made of the document's data, by the mapping that the template carries. Totals are computed; where the data have
    /// them, too, they must be the same. A job can say so for all its documents.
    pub from_data: Option<bool>,
    /// It is made of the document's data by this mapping: business terms of EN 16931 to texts with fields (docs/e-invoices.md).
    #[schema(value_type = Option<Object>)]
    pub mapping: Option<serde_json::Value>,
}

/// A file that goes along in a PDF (ISO 32000-2, 7.11.4).
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Attachment {
    /// How it is called: 1 to 255 bytes without `/`, `\\`, `:` and control characters.
    #[schema(min_length = 1, max_length = 255, examples("terms.pdf"))]
    pub name: String,
    /// The file in base64 (RFC 4648, 4).
    #[schema(content_encoding = "base64")]
    pub content: String,
    /// What it is (RFC 6838); without it what the name ends with tells, and else it is `application/octet-stream`.
    #[schema(max_length = 255, examples("application/pdf"))]
    pub media_type: Option<String>,
    /// What it is to the document; `Unspecified` without it.
    pub relationship: Option<Relationship>,
    /// What readers show beside the name: at most 500 bytes without control characters.
    #[schema(max_length = 500)]
    pub description: Option<String>,
}

/// What a file is to the document that it goes along in (ISO 32000-2, `AFRelationship`).
#[derive(Debug, Deserialize, ToSchema)]
pub enum Relationship {
    /// The document was made from it.
    Source,
    /// It has the data of what the document shows.
    Data,
    /// It says the same in another form.
    Alternative,
    /// It says more.
    Supplement,
    /// None of these, or nobody knows.
    Unspecified,
}

/// What a reader of a PDF may do.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Permissions {
    /// Print it.
    pub print: Option<bool>,
    /// Copy text and pictures.
    pub copy: Option<bool>,
    /// Change its content.
    pub edit: Option<bool>,
    /// Add remarks and fill fields.
    pub annotate: Option<bool>,
}

/// A standard that a PDF keeps to.
#[derive(Debug, Deserialize, ToSchema)]
pub enum Conformance {
    /// None beyond PDF itself. The default.
    #[serde(rename = "none")]
    None,
    /// PDF/A-2b (ISO 19005-2), for archives.
    #[serde(rename = "a-2b")]
    A2b,
    /// PDF/A-3b (ISO 19005-3): the same, and files may be attached.
    #[serde(rename = "a-3b")]
    A3b,
    /// PDF/A-3u: PDF/A-3b whose text can be copied and searched.
    #[serde(rename = "a-3u")]
    A3u,
    /// PDF/A-3a: PDF/A-3u that screen readers can read.
    #[serde(rename = "a-3a")]
    A3a,
    /// PDF/UA-1 (ISO 14289-1), for screen readers.
    #[serde(rename = "ua-1")]
    Ua1,
}
