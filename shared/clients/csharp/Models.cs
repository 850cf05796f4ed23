using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

// The shapes of requests and answers. Generated from the OpenAPI document by `make openapi`.
namespace Platen.Client.Models
{
    /// <summary>A document of a job.</summary>
    public class BulkDocument
    {
        /// <summary>Its template; that of the job without it.</summary>
        [JsonProperty("templateId", NullValueHandling = NullValueHandling.Ignore)]
        public string TemplateId { get; set; }
        /// <summary>One of the template's versions, a draft too; the current one without it.</summary>
        [JsonProperty("version", NullValueHandling = NullValueHandling.Ignore)]
        public int? Version { get; set; }
        /// <summary>What is made; as the job says without it.</summary>
        [JsonProperty("format", NullValueHandling = NullValueHandling.Ignore)]
        public string Format { get; set; }
        /// <summary>The values of the template's fields.</summary>
        [JsonProperty("data")]
        public object Data { get; set; }
        /// <summary>Where to POST `{jobId, index, status, fileName, error, delivery}` when the job is over, as with the job's `callbackUrl`; 500
        /// documents of a job may have this or `deliver`.</summary>
        [JsonProperty("callbackUrl", NullValueHandling = NullValueHandling.Ignore)]
        public string CallbackUrl { get; set; }
        /// <summary>Where to put this document when the job is over; not with `merge`.</summary>
        [JsonProperty("deliver", NullValueHandling = NullValueHandling.Ignore)]
        public Deliver Deliver { get; set; }
    }

    /// <summary>A field that two versions have, in different shapes.</summary>
    public class ChangedField
    {
        /// <summary>As it was.</summary>
        [JsonProperty("before")]
        public FieldShape Before { get; set; }
        /// <summary>As it is.</summary>
        [JsonProperty("after")]
        public FieldShape After { get; set; }
    }

    /// <summary>A standard that a PDF keeps to.</summary>
    public static class Conformance
    {
        public const string None = "none";
        public const string A2b = "a-2b";
        public const string Ua1 = "ua-1";
    }

    /// <summary>A content control (ECMA-376 part 1, 17.5.2) that data can fill.</summary>
    public class ContentControl
    {
        /// <summary>Name under which data is looked up, with the repeating sections around it (`items[].price`).</summary>
        [JsonProperty("path")]
        public string Path { get; set; }
        /// <summary>`w:tag`.</summary>
        [JsonProperty("tag", NullValueHandling = NullValueHandling.Ignore)]
        public string Tag { get; set; }
        /// <summary>`w:alias`, which Word shows as the title.</summary>
        [JsonProperty("title", NullValueHandling = NullValueHandling.Ignore)]
        public string Title { get; set; }
        /// <summary>The control's kind.</summary>
        [JsonProperty("type")]
        public string Type { get; set; }
        /// <summary>The entries of a list.</summary>
        [JsonProperty("options", NullValueHandling = NullValueHandling.Ignore)]
        public List<ListItem> Options { get; set; }
        /// <summary>A date control's format (`d MMMM yyyy`).</summary>
        [JsonProperty("dateFormat", NullValueHandling = NullValueHandling.Ignore)]
        public string DateFormat { get; set; }
        /// <summary>It stands inside a repeating section or a loop.</summary>
        [JsonProperty("repeats")]
        public bool Repeats { get; set; }
        /// <summary>Its content cannot be edited in Word (`w:lock`).</summary>
        [JsonProperty("locked")]
        public bool Locked { get; set; }
        /// <summary>Every place where it stands.</summary>
        [JsonProperty("locations")]
        public List<Location> Locations { get; set; }
    }

    /// <summary>Kinds of content controls.</summary>
    public static class ControlKind
    {
        public const string PlainText = "plainText";
        public const string RichText = "richText";
        public const string CheckBox = "checkBox";
        public const string DropDownList = "dropDownList";
        public const string ComboBox = "comboBox";
        public const string Date = "date";
        public const string Picture = "picture";
        public const string RepeatingSection = "repeatingSection";
    }

    /// <summary>What becomes of content controls once they are filled.</summary>
    public static class Controls
    {
        public const string Keep = "keep";
        public const string Remove = "remove";
        public const string Lock = "lock";
    }

    /// <summary>A Word document to convert.</summary>
    public class ConvertDto
    {
        /// <summary>The document, a .docx file in base64.</summary>
        [JsonProperty("file")]
        public string File { get; set; }
        /// <summary>What is made: a PDF, or a picture of one page. A missing dot and upper case are accepted.</summary>
        [JsonProperty("format")]
        public string Format { get; set; }
        /// <summary>The page that a picture shows; the first without it. Only with the format `.png`.</summary>
        [JsonProperty("page", NullValueHandling = NullValueHandling.Ignore)]
        public int? Page { get; set; }
        /// <summary>Pixels to the inch of a picture; 96 without it. Only with the format `.png`.</summary>
        [JsonProperty("dpi", NullValueHandling = NullValueHandling.Ignore)]
        public int? Dpi { get; set; }
        /// <summary>The name of the result; without it, that of the document. The name is made safe, and gets the format's extension.</summary>
        [JsonProperty("fileName", NullValueHandling = NullValueHandling.Ignore)]
        public string FileName { get; set; }
        /// <summary>How it is made.</summary>
        [JsonProperty("options", NullValueHandling = NullValueHandling.Ignore)]
        public ConvertOptions Options { get; set; }
    }

    /// <summary>Choices of a conversion.</summary>
    public class ConvertOptions
    {
        /// <summary>Whether Word's fields (tables of contents, references, page counts) are computed first. Without it they show the values
        /// that are saved in the document.</summary>
        [JsonProperty("updateFields", NullValueHandling = NullValueHandling.Ignore)]
        public bool? UpdateFields { get; set; }
        /// <summary>How a PDF is made; of these only `watermark` with the format `.png`.</summary>
        [JsonProperty("pdf", NullValueHandling = NullValueHandling.Ignore)]
        public PdfOptions Pdf { get; set; }
    }

    /// <summary>A key to make.</summary>
    public class CreateKey
    {
        /// <summary>What people call it.</summary>
        [JsonProperty("name")]
        public string Name { get; set; }
        /// <summary>What it may do: make documents from registered templates; send templates and documents of its own too; administer
        /// templates too; administer keys as well.</summary>
        [JsonProperty("scope")]
        public string Scope { get; set; }
        /// <summary>From when on it is refused; never without it.</summary>
        [JsonProperty("expiresAt", NullValueHandling = NullValueHandling.Ignore)]
        public string ExpiresAt { get; set; }
        /// <summary>Requests per minute that may be sent with it; without it, those that the subscription allows.</summary>
        [JsonProperty("requestsPerMinute", NullValueHandling = NullValueHandling.Ignore)]
        public int? RequestsPerMinute { get; set; }
    }

    /// <summary>A webhook to make.</summary>
    public class CreateWebhook
    {
        /// <summary>Where to POST that a job has ended. It must be public and begin with `https://`, unless the operator allows others.</summary>
        [JsonProperty("url")]
        public string Url { get; set; }
        /// <summary>The template whose jobs it is told of; without it, all jobs.</summary>
        [JsonProperty("templateId", NullValueHandling = NullValueHandling.Ignore)]
        public string TemplateId { get; set; }
    }

    /// <summary>Where the result of a job is put, with one PUT: an address that a store signed for it (S3, Azure, Google Cloud). By https and
    /// not into private networks. A try that fails is repeated as callbacks are; the job's `delivery` says what became of it.</summary>
    public class Deliver
    {
        /// <summary>The address.</summary>
        [JsonProperty("url")]
        public string Url { get; set; }
        /// <summary>Headers that it wants, ten at most: `content-type`, `content-disposition`, `cache-control`, and names that begin with `x-`.</summary>
        [JsonProperty("headers", NullValueHandling = NullValueHandling.Ignore)]
        public IDictionary<string, string> Headers { get; set; }
    }

    /// <summary>What became of a delivery, or of a callback.</summary>
    public class Delivery
    {
        /// <summary>How far it is.</summary>
        [JsonProperty("status")]
        public string Status { get; set; }
        /// <summary>Tries so far.</summary>
        [JsonProperty("tries")]
        public int Tries { get; set; }
        /// <summary>Why the last try failed.</summary>
        [JsonProperty("error", NullValueHandling = NullValueHandling.Ignore)]
        public string Error { get; set; }
        /// <summary>When it is tried again.</summary>
        [JsonProperty("nextTryAt", NullValueHandling = NullValueHandling.Ignore)]
        public string NextTryAt { get; set; }
    }

    /// <summary>How far a delivery is, or a callback.</summary>
    public static class DeliveryStatus
    {
        public const string Pending = "Pending";
        public const string Delivered = "Delivered";
        public const string Failed = "Failed";
    }

    /// <summary>Other words for a template. What is left out stays.</summary>
    public class DescribeTemplateDto
    {
        /// <summary>The template's display name.</summary>
        [JsonProperty("name", NullValueHandling = NullValueHandling.Ignore)]
        public string Name { get; set; }
        /// <summary>What the template is for; an empty text removes it.</summary>
        [JsonProperty("description", NullValueHandling = NullValueHandling.Ignore)]
        public string Description { get; set; }
        /// <summary>All labels of the template; an empty list removes them. Each has up to 60 bytes, and is kept once, whatever the case.</summary>
        [JsonProperty("labels", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Labels { get; set; }
    }

    /// <summary>One remark on a template, in words for its author.</summary>
    public class Diagnostic
    {
        /// <summary>Error or warning.</summary>
        [JsonProperty("severity")]
        public string Severity { get; set; }
        /// <summary>Where in words: `body, table 3, row 2`, `header 2`.</summary>
        [JsonProperty("place")]
        public string Place { get; set; }
        /// <summary>The package's part, such as `word/document.xml`.</summary>
        [JsonProperty("part")]
        public string Part { get; set; }
        /// <summary>The text around the tag, on one line; empty when the remark concerns no text.</summary>
        [JsonProperty("excerpt")]
        public string Excerpt { get; set; }
        /// <summary>Where the caret stands below the excerpt, in characters from its start.</summary>
        [JsonProperty("caret")]
        public int Caret { get; set; }
        /// <summary>How many characters the caret marks; at least 1.</summary>
        [JsonProperty("width")]
        public int Width { get; set; }
        /// <summary>What is wrong.</summary>
        [JsonProperty("message")]
        public string Message { get; set; }
        /// <summary>How to fix it.</summary>
        [JsonProperty("hint", NullValueHandling = NullValueHandling.Ignore)]
        public string Hint { get; set; }
    }

    /// <summary>The room on the disk.</summary>
    public class DiskHealth
    {
        /// <summary>Bytes that are free.</summary>
        [JsonProperty("freeBytes")]
        public long FreeBytes { get; set; }
        /// <summary>Bytes that must stay free.</summary>
        [JsonProperty("reserveBytes")]
        public long ReserveBytes { get; set; }
        /// <summary>Whether fewer are: templates, uploads and jobs are refused.</summary>
        [JsonProperty("isLow")]
        public bool IsLow { get; set; }
    }

    /// <summary>What became of what a document asked for.</summary>
    public class DocumentDelivery
    {
        /// <summary>How far its delivery is.</summary>
        [JsonProperty("delivery", NullValueHandling = NullValueHandling.Ignore)]
        public Delivery Delivery { get; set; }
        /// <summary>How far its callback is.</summary>
        [JsonProperty("callback", NullValueHandling = NullValueHandling.Ignore)]
        public Delivery Callback { get; set; }
    }

    /// <summary>A rectangle around an error, or around one of its lines. Lengths are shares of the page's, from 0 to 1.</summary>
    public class ErrorMark
    {
        /// <summary>The error: its place among the `errors` that checking the file answers with, from 0.</summary>
        [JsonProperty("error")]
        public int Error { get; set; }
        /// <summary>The left edge, from the left edge of the page.</summary>
        [JsonProperty("left")]
        public double Left { get; set; }
        /// <summary>The upper edge, from the top of the page.</summary>
        [JsonProperty("top")]
        public double Top { get; set; }
        /// <summary>The width.</summary>
        [JsonProperty("width")]
        public double Width { get; set; }
        /// <summary>The height.</summary>
        [JsonProperty("height")]
        public double Height { get; set; }
    }

    /// <summary>Something that was done, or tried.</summary>
    public class Event
    {
        /// <summary>Its id.</summary>
        [JsonProperty("eventId")]
        public string EventId { get; set; }
        /// <summary>When it was.</summary>
        [JsonProperty("time")]
        public string Time { get; set; }
        /// <summary>What was done: the `operationId` in the OpenAPI document, such as `deleteTemplate`.</summary>
        [JsonProperty("action")]
        public string Action { get; set; }
        /// <summary>Who did it: the name of a person or of a key.</summary>
        [JsonProperty("who")]
        public string Who { get; set; }
        /// <summary>The person's e-mail address, where they signed in and the provider told it.</summary>
        [JsonProperty("email", NullValueHandling = NullValueHandling.Ignore)]
        public string Email { get; set; }
        /// <summary>The key or the session.</summary>
        [JsonProperty("keyId")]
        public string KeyId { get; set; }
        /// <summary>The template, job or key that it was done to.</summary>
        [JsonProperty("targetId", NullValueHandling = NullValueHandling.Ignore)]
        public string TargetId { get; set; }
        /// <summary>`ok`, or the code of the problem.</summary>
        [JsonProperty("outcome")]
        public string Outcome { get; set; }
        /// <summary>The address that the request came from.</summary>
        [JsonProperty("client", NullValueHandling = NullValueHandling.Ignore)]
        public string Client { get; set; }
        /// <summary>The id of the request; it finds the line in the service's log.</summary>
        [JsonProperty("requestId")]
        public string RequestId { get; set; }
    }

    /// <summary>Some events, newest first.</summary>
    public class Events
    {
        /// <summary>The events.</summary>
        [JsonProperty("items")]
        public List<Event> Items { get; set; }
        /// <summary>What `before` must be to get the next ones; `null` when there are none.</summary>
        [JsonProperty("next", NullValueHandling = NullValueHandling.Ignore)]
        public string Next { get; set; }
    }

    /// <summary>An item that failed.</summary>
    public class FailedGeneration
    {
        /// <summary>The item's index in the request, as text.</summary>
        [JsonProperty("globalIndex")]
        public string GlobalIndex { get; set; }
        /// <summary>The name that its document would have had.</summary>
        [JsonProperty("fileName", NullValueHandling = NullValueHandling.Ignore)]
        public string FileName { get; set; }
        /// <summary>Why.</summary>
        [JsonProperty("error")]
        public string Error { get; set; }
    }

    /// <summary>A field, as far as a version's data must follow it.</summary>
    public class FieldShape
    {
        /// <summary>`order.items[].price`: members by dots, elements of an array by `[]`.</summary>
        [JsonProperty("path")]
        public string Path { get; set; }
        /// <summary>The JSON type of a placeholder, or the kind of a content control.</summary>
        [JsonProperty("type")]
        public string Type { get; set; }
        /// <summary>The version cannot be rendered without it.</summary>
        [JsonProperty("required")]
        public bool Required { get; set; }
    }

    /// <summary>One document to make.</summary>
    public class GenerateDocumentDto
    {
        /// <summary>The template's id. Either this or `template`.</summary>
        [JsonProperty("templateId", NullValueHandling = NullValueHandling.Ignore)]
        public string TemplateId { get; set; }
        /// <summary>A template of your own, a .docx or .dotx file in base64. It is used for this document and not stored. Needs a key with
        /// the scope `compose`.</summary>
        [JsonProperty("template", NullValueHandling = NullValueHandling.Ignore)]
        public string Template { get; set; }
        /// <summary>One of the registered template's versions, a draft too; the current one without it.</summary>
        [JsonProperty("version", NullValueHandling = NullValueHandling.Ignore)]
        public int? Version { get; set; }
        /// <summary>What is made. A missing dot and upper case are accepted.</summary>
        [JsonProperty("format")]
        public string Format { get; set; }
        /// <summary>The page that a picture shows; the first without it. Only with the format `.png`.</summary>
        [JsonProperty("page", NullValueHandling = NullValueHandling.Ignore)]
        public int? Page { get; set; }
        /// <summary>Pixels to the inch of a picture; 96 without it. Only with the format `.png`.</summary>
        [JsonProperty("dpi", NullValueHandling = NullValueHandling.Ignore)]
        public int? Dpi { get; set; }
        /// <summary>The file's name, a pattern with fields like `Invoice {{number}}`; the template's name without it. The name is made
        /// safe, and gets the format's extension.</summary>
        [JsonProperty("fileName", NullValueHandling = NullValueHandling.Ignore)]
        public string FileName { get; set; }
        /// <summary>The values of the template's fields: an object that fits the template's `schema`.</summary>
        [JsonProperty("data")]
        public object Data { get; set; }
        /// <summary>With `Prefer: respond-async`: where to POST that the document is there, as for a bulk job.</summary>
        [JsonProperty("callbackUrl", NullValueHandling = NullValueHandling.Ignore)]
        public string CallbackUrl { get; set; }
        /// <summary>Whether the callback holds a link to the document (`zipUrl`, `zipUrlExpiresAt`).</summary>
        [JsonProperty("callbackLink", NullValueHandling = NullValueHandling.Ignore)]
        public bool? CallbackLink { get; set; }
        /// <summary>With `Prefer: respond-async`: where to put the document.</summary>
        [JsonProperty("deliver", NullValueHandling = NullValueHandling.Ignore)]
        public Deliver Deliver { get; set; }
        /// <summary>To look at only: `PREVIEW` stands across each page, in place of a `watermark`. It does not count, and is made also when
        /// the month's documents are used up. Only with the formats `.pdf` and `.png`.</summary>
        [JsonProperty("preview", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Preview { get; set; }
        /// <summary>How it is made.</summary>
        [JsonProperty("options", NullValueHandling = NullValueHandling.Ignore)]
        public Options Options { get; set; }
    }

    /// <summary>Many documents to make, from one template or several.</summary>
    public class GenerateDocumentsBulkDto
    {
        /// <summary>The template's id.</summary>
        [JsonProperty("templateId")]
        public string TemplateId { get; set; }
        /// <summary>One of the template's versions, a draft too; the current one without it.</summary>
        [JsonProperty("version", NullValueHandling = NullValueHandling.Ignore)]
        public int? Version { get; set; }
        /// <summary>What is made. A missing dot and upper case are accepted.</summary>
        [JsonProperty("format")]
        public string Format { get; set; }
        /// <summary>The files' names, a pattern with fields of the item. Names that come twice get ` (2)`, ` (3)` in the items' order.</summary>
        [JsonProperty("fileName", NullValueHandling = NullValueHandling.Ignore)]
        public string FileName { get; set; }
        /// <summary>One data object per document. Either this, `documents` or `itemsUploadId`.</summary>
        [JsonProperty("items", NullValueHandling = NullValueHandling.Ignore)]
        public IEnumerable<object> Items { get; set; }
        /// <summary>The documents, where they have templates or formats of their own. `templateId`, `version` and `format` of the job hold for
        /// those that name none. A job has at most 20 different templates.</summary>
        [JsonProperty("documents", NullValueHandling = NullValueHandling.Ignore)]
        public List<BulkDocument> Documents { get; set; }
        /// <summary>The `uploadId` of a ticket whose items were uploaded.</summary>
        [JsonProperty("itemsUploadId", NullValueHandling = NullValueHandling.Ignore)]
        public string ItemsUploadId { get; set; }
        /// <summary>How the rows of an uploaded CSV file or Excel workbook become items. Only with `itemsUploadId`.</summary>
        [JsonProperty("rows", NullValueHandling = NullValueHandling.Ignore)]
        public Rows Rows { get; set; }
        /// <summary>One PDF with a bookmark for each document, in place of a ZIP of them. Only with the format `.pdf`; not with
        /// `password`, nor with `conformance` `ua-1`. Items that fail are not in it.</summary>
        [JsonProperty("merge", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Merge { get; set; }
        /// <summary>Where to POST `{jobId, templateId, status, totalCount, failedGenerationCount}` when the job is over, by https and not
        /// into private networks. Signed as Standard Webhooks says (`webhook-id`, `webhook-timestamp`, `webhook-signature`;
        /// `platen key webhook` prints the secret), and repeated for hours until it is answered with a 2xx. Redirects are not
        /// followed.</summary>
        [JsonProperty("callbackUrl", NullValueHandling = NullValueHandling.Ignore)]
        public string CallbackUrl { get; set; }
        /// <summary>Whether the callback holds a link to the result too (`zipUrl`, `zipUrlExpiresAt`).</summary>
        [JsonProperty("callbackLink", NullValueHandling = NullValueHandling.Ignore)]
        public bool? CallbackLink { get; set; }
        /// <summary>Where to put the result.</summary>
        [JsonProperty("deliver", NullValueHandling = NullValueHandling.Ignore)]
        public Deliver Deliver { get; set; }
        /// <summary>How they are made.</summary>
        [JsonProperty("options", NullValueHandling = NullValueHandling.Ignore)]
        public Options Options { get; set; }
    }

    /// <summary>That the service answers.</summary>
    public class Health
    {
        /// <summary>Always `ok`: a service that cannot reach its storage answers with a problem.</summary>
        [JsonProperty("status")]
        public string Status { get; set; }
        /// <summary>The version that runs.</summary>
        [JsonProperty("version")]
        public string Version { get; set; }
        /// <summary>The room on the disk of a service that has one; for keys that may manage.</summary>
        [JsonProperty("disk", NullValueHandling = NullValueHandling.Ignore)]
        public DiskHealth Disk { get; set; }
        /// <summary>What confines the processes that read documents, once the first of them has started; for keys that may manage.</summary>
        [JsonProperty("sandbox", NullValueHandling = NullValueHandling.Ignore)]
        public JObject Sandbox { get; set; }
    }

    /// <summary>A job.</summary>
    public class Job
    {
        /// <summary>The job.</summary>
        [JsonProperty("jobId")]
        public string JobId { get; set; }
        /// <summary>The template that it makes documents from, in the version that was in force when it began.</summary>
        [JsonProperty("templateId")]
        public string TemplateId { get; set; }
        /// <summary>`Pending`, `Running`, then one of `Completed` (the archive is there), `Failed` (`errorMessage` says why) and
        /// `Canceled`.</summary>
        [JsonProperty("status")]
        public string Status { get; set; }
        /// <summary>What it makes.</summary>
        [JsonProperty("format")]
        public string Format { get; set; }
        /// <summary>When it was accepted.</summary>
        [JsonProperty("startedAt")]
        public string StartedAt { get; set; }
        /// <summary>When it was over.</summary>
        [JsonProperty("endTime", NullValueHandling = NullValueHandling.Ignore)]
        public string EndTime { get; set; }
        /// <summary>Its items; 0 until a large upload is read.</summary>
        [JsonProperty("totalCount")]
        public int TotalCount { get; set; }
        /// <summary>Items whose document is there.</summary>
        [JsonProperty("completedCount")]
        public int CompletedCount { get; set; }
        /// <summary>Items that failed.</summary>
        [JsonProperty("failedGenerationCount")]
        public int FailedGenerationCount { get; set; }
        /// <summary>The first thousand of them; in a list of jobs, the first thousand of all its jobs. `errors.json` in a ZIP archive
        /// lists all.</summary>
        [JsonProperty("failedGenerations")]
        public List<FailedGeneration> FailedGenerations { get; set; }
        /// <summary>Items whose document has warnings.</summary>
        [JsonProperty("warnedCount")]
        public int WarnedCount { get; set; }
        /// <summary>The first thousand of those warnings; in a list of jobs, the first thousand of all its jobs.</summary>
        [JsonProperty("warnings")]
        public List<JobWarning> Warnings { get; set; }
        /// <summary>A link to the archive, signed now; it needs no key. The archive is a ZIP of the documents; of a job with `merge`, one PDF;
        /// of a single document that was asked for with `Prefer: respond-async`, the document itself.</summary>
        [JsonProperty("zipUrl", NullValueHandling = NullValueHandling.Ignore)]
        public string ZipUrl { get; set; }
        /// <summary>When the link ends.</summary>
        [JsonProperty("zipUrlExpiresAt", NullValueHandling = NullValueHandling.Ignore)]
        public string ZipUrlExpiresAt { get; set; }
        /// <summary>The archive's size.</summary>
        [JsonProperty("zipSizeBytes", NullValueHandling = NullValueHandling.Ignore)]
        public long? ZipSizeBytes { get; set; }
        /// <summary>Why there is no archive.</summary>
        [JsonProperty("errorMessage", NullValueHandling = NullValueHandling.Ignore)]
        public string ErrorMessage { get; set; }
        /// <summary>How far the delivery is that the request asked for with `deliver`.</summary>
        [JsonProperty("delivery", NullValueHandling = NullValueHandling.Ignore)]
        public Delivery Delivery { get; set; }
        /// <summary>How far the callback is that the request asked for with `callbackUrl`.</summary>
        [JsonProperty("callback", NullValueHandling = NullValueHandling.Ignore)]
        public Delivery Callback { get; set; }
        /// <summary>The same for documents that asked for one of the two; not in a list of jobs.</summary>
        [JsonProperty("documentDeliveries", NullValueHandling = NullValueHandling.Ignore)]
        public List<DocumentDelivered> DocumentDeliveries { get; set; }
        /// <summary>How far the subscription's webhooks are told; not in a list of jobs.</summary>
        [JsonProperty("webhooks", NullValueHandling = NullValueHandling.Ignore)]
        public List<WebhookDelivered> Webhooks { get; set; }
    }

    /// <summary>What is told of a job that ended.</summary>
    public class JobNotice
    {
        /// <summary>The job.</summary>
        [JsonProperty("jobId")]
        public string JobId { get; set; }
        /// <summary>The template that it made documents from.</summary>
        [JsonProperty("templateId")]
        public string TemplateId { get; set; }
        /// <summary>How it ended: `Completed`, `Failed` or `Canceled`.</summary>
        [JsonProperty("status")]
        public string Status { get; set; }
        /// <summary>Its items.</summary>
        [JsonProperty("totalCount")]
        public int TotalCount { get; set; }
        /// <summary>Items that failed.</summary>
        [JsonProperty("failedGenerationCount")]
        public int FailedGenerationCount { get; set; }
        /// <summary>A link to the archive, where the job asked for one with `callbackLink`.</summary>
        [JsonProperty("zipUrl", NullValueHandling = NullValueHandling.Ignore)]
        public string ZipUrl { get; set; }
        /// <summary>When the link ends.</summary>
        [JsonProperty("zipUrlExpiresAt", NullValueHandling = NullValueHandling.Ignore)]
        public string ZipUrlExpiresAt { get; set; }
        /// <summary>What became of the delivery of the result, where the job asked for one.</summary>
        [JsonProperty("delivery", NullValueHandling = NullValueHandling.Ignore)]
        public string Delivery { get; set; }
    }

    /// <summary>The key of a request, without the key.</summary>
    public class Key
    {
        /// <summary>Its id, as in logs.</summary>
        [JsonProperty("keyId")]
        public string KeyId { get; set; }
        /// <summary>What people call it.</summary>
        [JsonProperty("name")]
        public string Name { get; set; }
        /// <summary>What it may do.</summary>
        [JsonProperty("scope")]
        public string Scope { get; set; }
        /// <summary>The person whose session it is; `null` for a key.</summary>
        [JsonProperty("person", NullValueHandling = NullValueHandling.Ignore)]
        public Person Person { get; set; }
    }

    /// <summary>Bounds, as far as a caller meets them.</summary>
    public class Limits
    {
        /// <summary>Documents per calendar month (UTC); `null` is without bound.</summary>
        [JsonProperty("monthlyDocuments", NullValueHandling = NullValueHandling.Ignore)]
        public long? MonthlyDocuments { get; set; }
        /// <summary>Bytes that may be stored: templates of all versions, uploads, jobs; `null` is without bound.</summary>
        [JsonProperty("storageBytes", NullValueHandling = NullValueHandling.Ignore)]
        public long? StorageBytes { get; set; }
        /// <summary>Requests per minute in the long run; `null` is without bound.</summary>
        [JsonProperty("requestsPerMinute", NullValueHandling = NullValueHandling.Ignore)]
        public int? RequestsPerMinute { get; set; }
        /// <summary>Requests that may come at once; `null` is without bound.</summary>
        [JsonProperty("requestBurst", NullValueHandling = NullValueHandling.Ignore)]
        public int? RequestBurst { get; set; }
        /// <summary>Bytes of a request body as it is sent.</summary>
        [JsonProperty("requestBytes")]
        public long RequestBytes { get; set; }
        /// <summary>Bytes of a request body after gzip is undone.</summary>
        [JsonProperty("requestExpandedBytes")]
        public long RequestExpandedBytes { get; set; }
        /// <summary>Bytes of a template's file.</summary>
        [JsonProperty("templateBytes")]
        public long TemplateBytes { get; set; }
        /// <summary>Bytes of a finished document.</summary>
        [JsonProperty("documentBytes")]
        public long DocumentBytes { get; set; }
        /// <summary>Milliseconds that one render may take.</summary>
        [JsonProperty("renderTimeMs")]
        public long RenderTimeMs { get; set; }
        /// <summary>Entries of one page of a list.</summary>
        [JsonProperty("pageSize")]
        public int PageSize { get; set; }
    }

    /// <summary>An entry of a drop-down list or combo box.</summary>
    public class ListItem
    {
        /// <summary>What a reader sees.</summary>
        [JsonProperty("displayText")]
        public string DisplayText { get; set; }
        /// <summary>What is stored.</summary>
        [JsonProperty("value")]
        public string Value { get; set; }
    }

    /// <summary>A place in the template.</summary>
    public class Location
    {
        /// <summary>The package's part in words: `body`, `header 1`, `footnotes`.</summary>
        [JsonProperty("part")]
        public string Part { get; set; }
        /// <summary>The text around the field.</summary>
        [JsonProperty("text")]
        public string Text { get; set; }
    }

    /// <summary>A key or a session, without its secret.</summary>
    public class ManagedKey
    {
        /// <summary>Its id, as in logs.</summary>
        [JsonProperty("keyId")]
        public string KeyId { get; set; }
        /// <summary>What people call it.</summary>
        [JsonProperty("name")]
        public string Name { get; set; }
        /// <summary>What it may do.</summary>
        [JsonProperty("scope")]
        public string Scope { get; set; }
        /// <summary>When it was made.</summary>
        [JsonProperty("createdAt")]
        public string CreatedAt { get; set; }
        /// <summary>From when on it is refused; `null` never expires.</summary>
        [JsonProperty("expiresAt", NullValueHandling = NullValueHandling.Ignore)]
        public string ExpiresAt { get; set; }
        /// <summary>Since when it is refused, because an operator disabled it.</summary>
        [JsonProperty("disabledAt", NullValueHandling = NullValueHandling.Ignore)]
        public string DisabledAt { get; set; }
        /// <summary>When it was last used, to within some minutes.</summary>
        [JsonProperty("lastUsedAt", NullValueHandling = NullValueHandling.Ignore)]
        public string LastUsedAt { get; set; }
        /// <summary>Requests per minute that may be sent with it; `null` is without a bound of its own.</summary>
        [JsonProperty("requestsPerMinute", NullValueHandling = NullValueHandling.Ignore)]
        public int? RequestsPerMinute { get; set; }
        /// <summary>The person whose session it is; `null` for a key.</summary>
        [JsonProperty("person", NullValueHandling = NullValueHandling.Ignore)]
        public Person Person { get; set; }
    }

    /// <summary>A page of the file as it is, with its tags.</summary>
    public class MarkedPage
    {
        /// <summary>Its number, from 1.</summary>
        [JsonProperty("page")]
        public int Page { get; set; }
        /// <summary>The page as a PNG, in base64 (RFC 4648, 4).</summary>
        [JsonProperty("picture")]
        public string Picture { get; set; }
        /// <summary>Where its errors stand.</summary>
        [JsonProperty("marks")]
        public List<ErrorMark> Marks { get; set; }
    }

    /// <summary>Pages with their marks.</summary>
    public class MarkedTemplate
    {
        /// <summary>The first pages on which an error can be shown, at most three; empty for a file without errors.</summary>
        [JsonProperty("pages")]
        public List<MarkedPage> Pages { get; set; }
    }

    /// <summary>The contract's **Metadata**.</summary>
    public class Metadata
    {
        [JsonProperty("templateId")]
        public string TemplateId { get; set; }
        [JsonProperty("name")]
        public string Name { get; set; }
        [JsonProperty("version")]
        public int Version { get; set; }
        [JsonProperty("placeholders")]
        public List<Placeholder> Placeholders { get; set; }
        [JsonProperty("contentControls")]
        public List<ContentControl> ContentControls { get; set; }
        [JsonProperty("schema")]
        public JToken Schema { get; set; }
        [JsonProperty("warnings")]
        public List<Diagnostic> Warnings { get; set; }
    }

    /// <summary>A document whose marks were rewritten.</summary>
    public class Migration
    {
        /// <summary>Marks that became tags, in document order, each text once; the first 1,000.</summary>
        [JsonProperty("rewritten")]
        public List<Rewritten> Rewritten { get; set; }
        /// <summary>Marks that stay as they are, likewise.</summary>
        [JsonProperty("untouched")]
        public List<Untouched> Untouched { get; set; }
        /// <summary>Marks that were rewritten, all of them.</summary>
        [JsonProperty("rewrittenCount")]
        public int RewrittenCount { get; set; }
        /// <summary>Marks that stay, all of them.</summary>
        [JsonProperty("untouchedCount")]
        public int UntouchedCount { get; set; }
    }

    /// <summary>What happens to a field without data.</summary>
    public static class Missing
    {
        public const string Error = "error";
        public const string Empty = "empty";
        public const string Keep = "keep";
    }

    /// <summary>Choices of a request.</summary>
    public class Options
    {
        /// <summary>What happens to a field without data.</summary>
        [JsonProperty("missing", NullValueHandling = NullValueHandling.Ignore)]
        public string Missing { get; set; }
        /// <summary>The language of dates, numbers and lists (BCP 47).</summary>
        [JsonProperty("locale", NullValueHandling = NullValueHandling.Ignore)]
        public string Locale { get; set; }
        /// <summary>The day that templates call `{{ today }}`, where the data has no member `today`. No clock is read, so that the same
        /// request makes the same document.</summary>
        [JsonProperty("today", NullValueHandling = NullValueHandling.Ignore)]
        public string Today { get; set; }
        /// <summary>What becomes of content controls; `remove` and `lock` only with the format `.docx`.</summary>
        [JsonProperty("controls", NullValueHandling = NullValueHandling.Ignore)]
        public string Controls { get; set; }
        /// <summary>Whether errors of the data show the values that they are about (`value`, its first 200 bytes), in failed items of a job too.
        /// They may be personal, and whoever may see the job sees them. Without it no error quotes them in full.</summary>
        [JsonProperty("errorData", NullValueHandling = NullValueHandling.Ignore)]
        public bool? ErrorData { get; set; }
        /// <summary>Whether tables of contents, numbers of captions, references and the other fields of Word are computed and written
        /// into the document, so that Word shows them without an update. It costs the laying out of the document, as a PDF does.
        /// Without it: where the template's text has a table of contents, a caption, a reference to a page or a count of pages.</summary>
        [JsonProperty("updateFields", NullValueHandling = NullValueHandling.Ignore)]
        public bool? UpdateFields { get; set; }
        /// <summary>How a PDF is made; only with the format `.pdf`, and `watermark` with `.png`.</summary>
        [JsonProperty("pdf", NullValueHandling = NullValueHandling.Ignore)]
        public PdfOptions Pdf { get; set; }
    }

    /// <summary>A page as it is answered. A page after the last is empty.</summary>
    public class PagedKeys
    {
        [JsonProperty("items")]
        public List<ManagedKey> Items { get; set; }
        [JsonProperty("pageNumber")]
        public int PageNumber { get; set; }
        [JsonProperty("pageSize")]
        public int PageSize { get; set; }
        [JsonProperty("totalCount")]
        public long TotalCount { get; set; }
        [JsonProperty("totalPages")]
        public long TotalPages { get; set; }
    }

    /// <summary>A page as it is answered. A page after the last is empty.</summary>
    public class PagedManagedTemplates
    {
        [JsonProperty("items")]
        public List<ManagedTemplate> Items { get; set; }
        [JsonProperty("pageNumber")]
        public int PageNumber { get; set; }
        [JsonProperty("pageSize")]
        public int PageSize { get; set; }
        [JsonProperty("totalCount")]
        public long TotalCount { get; set; }
        [JsonProperty("totalPages")]
        public long TotalPages { get; set; }
    }

    /// <summary>A page as it is answered. A page after the last is empty.</summary>
    public class PagedTemplates
    {
        [JsonProperty("items")]
        public List<Template> Items { get; set; }
        [JsonProperty("pageNumber")]
        public int PageNumber { get; set; }
        [JsonProperty("pageSize")]
        public int PageSize { get; set; }
        [JsonProperty("totalCount")]
        public long TotalCount { get; set; }
        [JsonProperty("totalPages")]
        public long TotalPages { get; set; }
    }

    /// <summary>A page as it is answered. A page after the last is empty.</summary>
    public class PagedWebhooks
    {
        [JsonProperty("items")]
        public List<Webhook> Items { get; set; }
        [JsonProperty("pageNumber")]
        public int PageNumber { get; set; }
        [JsonProperty("pageSize")]
        public int PageSize { get; set; }
        [JsonProperty("totalCount")]
        public long TotalCount { get; set; }
        [JsonProperty("totalPages")]
        public long TotalPages { get; set; }
    }

    /// <summary>What is asked of a PDF.</summary>
    public class PdfOptions
    {
        /// <summary>The standard that the file keeps to.</summary>
        [JsonProperty("conformance", NullValueHandling = NullValueHandling.Ignore)]
        public string Conformance { get; set; }
        /// <summary>The password that opens the file (AES-256): 1 to 127 bytes of UTF-8 without control characters.</summary>
        [JsonProperty("password", NullValueHandling = NullValueHandling.Ignore)]
        public string Password { get; set; }
        /// <summary>The password that lifts what `permissions` forbid; another than `password`.</summary>
        [JsonProperty("ownerPassword", NullValueHandling = NullValueHandling.Ignore)]
        public string OwnerPassword { get; set; }
        /// <summary>What a reader may do; what is not forbidden by a `false` is permitted.</summary>
        [JsonProperty("permissions", NullValueHandling = NullValueHandling.Ignore)]
        public Permissions Permissions { get; set; }
        /// <summary>A text across every page.</summary>
        [JsonProperty("watermark", NullValueHandling = NullValueHandling.Ignore)]
        public string Watermark { get; set; }
    }

    /// <summary>What a reader of a PDF may do.</summary>
    public class Permissions
    {
        /// <summary>Print it.</summary>
        [JsonProperty("print", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Print { get; set; }
        /// <summary>Copy text and pictures.</summary>
        [JsonProperty("copy", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Copy { get; set; }
        /// <summary>Change its content.</summary>
        [JsonProperty("edit", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Edit { get; set; }
        /// <summary>Add remarks and fill fields.</summary>
        [JsonProperty("annotate", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Annotate { get; set; }
    }

    /// <summary>A person who signed in, as the identity provider names them.</summary>
    public class Person
    {
        /// <summary>The provider's id of the person, which never changes (`sub`, OpenID Connect Core 1.0, 2).</summary>
        [JsonProperty("subject")]
        public string Subject { get; set; }
        /// <summary>What people call them.</summary>
        [JsonProperty("name")]
        public string Name { get; set; }
        /// <summary>Their e-mail address, where the provider tells it.</summary>
        [JsonProperty("email", NullValueHandling = NullValueHandling.Ignore)]
        public string Email { get; set; }
    }

    /// <summary>A field that a placeholder or a condition names.</summary>
    public class Placeholder
    {
        /// <summary>`order.items[].price`: members by dots, elements of an array by `[]`.</summary>
        [JsonProperty("path")]
        public string Path { get; set; }
        /// <summary>`value`, `condition` or `loop`: how the template uses it first.</summary>
        [JsonProperty("kind")]
        public string Kind { get; set; }
        /// <summary>JSON type implied by its use: `string`, `number`, `boolean`, `array`, `object`, or `any`.</summary>
        [JsonProperty("type")]
        public string Type { get; set; }
        /// <summary>The template cannot be rendered without it (with `missing: error`).</summary>
        [JsonProperty("required")]
        public bool Required { get; set; }
        /// <summary>It stands inside a loop.</summary>
        [JsonProperty("repeats")]
        public bool Repeats { get; set; }
        /// <summary>The tag as the author wrote it, first occurrence.</summary>
        [JsonProperty("expression")]
        public string Expression { get; set; }
        /// <summary>Every place where it is used.</summary>
        [JsonProperty("locations")]
        public List<Location> Locations { get; set; }
        /// <summary>Names of the filters applied to it anywhere.</summary>
        [JsonProperty("filters")]
        public List<string> Filters { get; set; }
    }

    /// <summary>A request that is not fulfilled (RFC 9457, 3.1).</summary>
    public class Problem
    {
        /// <summary>The reference page's section on this kind of problem.</summary>
        [JsonProperty("type")]
        public string Type { get; set; }
        /// <summary>What kind of problem it is, in words; always the same for a `code`.</summary>
        [JsonProperty("title")]
        public string Title { get; set; }
        /// <summary>The answer's status.</summary>
        [JsonProperty("status")]
        public int Status { get; set; }
        /// <summary>What went wrong this time, and how to fix it.</summary>
        [JsonProperty("detail")]
        public string Detail { get; set; }
        /// <summary>The path of the request.</summary>
        [JsonProperty("instance")]
        public string Instance { get; set; }
        /// <summary>A stable word to branch on.</summary>
        [JsonProperty("code")]
        public string Code { get; set; }
        /// <summary>The id of the request; it finds the line in the service's log.</summary>
        [JsonProperty("requestId")]
        public string RequestId { get; set; }
        /// <summary>Every single fault of the request.</summary>
        [JsonProperty("errors", NullValueHandling = NullValueHandling.Ignore)]
        public List<FieldError> Errors { get; set; }
    }

    /// <summary>A mark that became a tag.</summary>
    public class Rewritten
    {
        /// <summary>The mark: `{#items}`.</summary>
        [JsonProperty("from")]
        public string From { get; set; }
        /// <summary>The tag: `{% for item in items %}`.</summary>
        [JsonProperty("to")]
        public string To { get; set; }
        /// <summary>How often; at least 1.</summary>
        [JsonProperty("count")]
        public int Count { get; set; }
        /// <summary>Where first: `body, table 3, row 2`.</summary>
        [JsonProperty("place")]
        public string Place { get; set; }
        /// <summary>What was assumed, for the author to look at.</summary>
        [JsonProperty("note", NullValueHandling = NullValueHandling.Ignore)]
        public string Note { get; set; }
    }

    /// <summary>How rows become items. Columns fill the fields that their headings name: by path (`customer.name`, `items[].price`,
    /// `items[0].price`) or title, whatever the case; cells become what the template's `schema` asks for.</summary>
    public class Rows
    {
        /// <summary>Fields, by their paths, and the headings of the columns that fill them, where the headings do not tell.</summary>
        [JsonProperty("map", NullValueHandling = NullValueHandling.Ignore)]
        public IDictionary<string, string> Map { get; set; }
        /// <summary>The heading of the column whose value the rows of one item share. The columns of lists (`items[].name`) then have an
        /// element per row; the others must agree within the item. Without it each row is an item.</summary>
        [JsonProperty("groupBy", NullValueHandling = NullValueHandling.Ignore)]
        public string GroupBy { get; set; }
        /// <summary>The workbook's sheet; the first one with rows without it.</summary>
        [JsonProperty("sheet", NullValueHandling = NullValueHandling.Ignore)]
        public string Sheet { get; set; }
        /// <summary>The language that numbers and dates are written in (BCP 47); `options.locale` without it. What two languages read in
        /// two ways (`1.234`, `01/02/2026`) is refused where neither is given.</summary>
        [JsonProperty("locale", NullValueHandling = NullValueHandling.Ignore)]
        public string Locale { get; set; }
    }

    /// <summary>A template that comes with the product, as a starting point for your own.</summary>
    public class SampleSummary
    {
        /// <summary>Name of its file, by which it is asked for.</summary>
        [JsonProperty("fileName")]
        public string FileName { get; set; }
        /// <summary>Its name for people.</summary>
        [JsonProperty("name")]
        public string Name { get; set; }
        /// <summary>One sentence on what it shows.</summary>
        [JsonProperty("description")]
        public string Description { get; set; }
    }

    /// <summary>What a key may do. Each scope includes the ones before it.</summary>
    public static class Scope
    {
        public const string Generate = "generate";
        public const string Compose = "compose";
        public const string Manage = "manage";
        public const string Administer = "administer";
    }

    /// <summary>Who is signed in.</summary>
    public class Session
    {
        /// <summary>What people call the provider through whom they sign in; `null` where they cannot.</summary>
        [JsonProperty("provider", NullValueHandling = NullValueHandling.Ignore)]
        public string Provider { get; set; }
        /// <summary>The person; `null` when nobody is signed in.</summary>
        [JsonProperty("person", NullValueHandling = NullValueHandling.Ignore)]
        public Person Person { get; set; }
    }

    /// <summary>How much a [`Diagnostic`] weighs.</summary>
    public static class Severity
    {
        public const string Error = "error";
        public const string Warning = "warning";
    }

    /// <summary>A session has ended.</summary>
    public class SignedOut
    {
        /// <summary>Where the browser can go to sign out at the provider, too; `null` where the provider does not offer that. Until then whoever has
        /// the browser may sign in again without a password.</summary>
        [JsonProperty("providerUrl", NullValueHandling = NullValueHandling.Ignore)]
        public string ProviderUrl { get; set; }
    }

    /// <summary>The answer.</summary>
    public class Started
    {
        /// <summary>The job.</summary>
        [JsonProperty("jobId")]
        public string JobId { get; set; }
        /// <summary>When it was accepted.</summary>
        [JsonProperty("startedAt")]
        public string StartedAt { get; set; }
        /// <summary>What the sender of uploaded rows should know of them, such as columns that fill no field; only in the answer to the
        /// request that started the job.</summary>
        [JsonProperty("warnings", NullValueHandling = NullValueHandling.Ignore)]
        public List<Warning> Warnings { get; set; }
    }

    /// <summary>A template to begin with.</summary>
    public class StarterDto
    {
        /// <summary>Its title and the name of its file; `Template` without it.</summary>
        [JsonProperty("name", NullValueHandling = NullValueHandling.Ignore)]
        public string Name { get; set; }
        /// <summary>Data of the kind that the template is to be filled with.</summary>
        [JsonProperty("data")]
        public object Data { get; set; }
    }

    /// <summary>The answer.</summary>
    public class Subscription
    {
        /// <summary>The tenant.</summary>
        [JsonProperty("subscriptionId")]
        public string SubscriptionId { get; set; }
        /// <summary>What people call it.</summary>
        [JsonProperty("name")]
        public string Name { get; set; }
        /// <summary>`active`: no other one gets an answer.</summary>
        [JsonProperty("status")]
        public string Status { get; set; }
        /// <summary>The key of the request.</summary>
        [JsonProperty("key")]
        public Key Key { get; set; }
        /// <summary>Bounds on its requests.</summary>
        [JsonProperty("limits")]
        public Limits Limits { get; set; }
        /// <summary>What it used so far.</summary>
        [JsonProperty("usage")]
        public Usage Usage { get; set; }
    }

    /// <summary>The contract's **Template**.</summary>
    public class Template
    {
        [JsonProperty("templateId")]
        public string TemplateId { get; set; }
        [JsonProperty("name")]
        public string Name { get; set; }
        [JsonProperty("description", NullValueHandling = NullValueHandling.Ignore)]
        public string Description { get; set; }
        [JsonProperty("labels", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Labels { get; set; }
        [JsonProperty("fileName")]
        public string FileName { get; set; }
        [JsonProperty("version")]
        public int Version { get; set; }
        [JsonProperty("sizeBytes")]
        public long SizeBytes { get; set; }
        [JsonProperty("placeholderCount")]
        public int PlaceholderCount { get; set; }
        [JsonProperty("contentControlCount")]
        public int ContentControlCount { get; set; }
        [JsonProperty("createdAt")]
        public string CreatedAt { get; set; }
        [JsonProperty("updatedAt")]
        public string UpdatedAt { get; set; }
    }

    /// <summary>The difference of two versions, each list by path.</summary>
    public class TemplateChanges
    {
        /// <summary>The version.</summary>
        [JsonProperty("version")]
        public int Version { get; set; }
        /// <summary>The version that it is compared with; none when it is the first without errors.</summary>
        [JsonProperty("since", NullValueHandling = NullValueHandling.Ignore)]
        public int? Since { get; set; }
        /// <summary>Fields that came.</summary>
        [JsonProperty("added")]
        public List<FieldShape> Added { get; set; }
        /// <summary>Fields that went.</summary>
        [JsonProperty("removed")]
        public List<FieldShape> Removed { get; set; }
        /// <summary>Fields with another type, or that became required or optional.</summary>
        [JsonProperty("changed")]
        public List<ChangedField> Changed { get; set; }
    }

    /// <summary>What a file asks for.</summary>
    public class TemplateCheck
    {
        [JsonProperty("placeholders")]
        public List<Placeholder> Placeholders { get; set; }
        [JsonProperty("contentControls")]
        public List<ContentControl> ContentControls { get; set; }
        [JsonProperty("schema")]
        public JToken Schema { get; set; }
        /// <summary>A starter payload, as `generateModel` makes it.</summary>
        [JsonProperty("model")]
        public JObject Model { get; set; }
        [JsonProperty("warnings")]
        public List<Diagnostic> Warnings { get; set; }
    }

    /// <summary>Where in a template a fault is. Absent, all of it, where the fault is the request's.</summary>
    public class TemplatePlace
    {
        /// <summary>The place in words: `body, table 3, row 2`.</summary>
        [JsonProperty("place", NullValueHandling = NullValueHandling.Ignore)]
        public string Place { get; set; }
        /// <summary>The package's part: `word/document.xml`.</summary>
        [JsonProperty("part", NullValueHandling = NullValueHandling.Ignore)]
        public string Part { get; set; }
        /// <summary>The text around the tag.</summary>
        [JsonProperty("excerpt", NullValueHandling = NullValueHandling.Ignore)]
        public string Excerpt { get; set; }
        /// <summary>Where the fault begins in the excerpt, in characters.</summary>
        [JsonProperty("caret", NullValueHandling = NullValueHandling.Ignore)]
        public int? Caret { get; set; }
        /// <summary>How to fix it.</summary>
        [JsonProperty("hint", NullValueHandling = NullValueHandling.Ignore)]
        public string Hint { get; set; }
    }

    /// <summary>What designers of flows ask of a template.</summary>
    public class TemplateSchema
    {
        /// <summary>The JSON Schema of the data, with one type for each field and none of what Swagger 2.0 does not know.</summary>
        [JsonProperty("schema")]
        public JObject Schema { get; set; }
    }

    /// <summary>Whether documents can be made from a version.</summary>
    public static class TemplateStatus
    {
        public const string Ready = "ready";
        public const string Draft = "draft";
        public const string Rejected = "rejected";
        public const string Disabled = "disabled";
    }

    /// <summary>A mark that stays as it is.</summary>
    public class Untouched
    {
        /// <summary>The mark.</summary>
        [JsonProperty("mark")]
        public string Mark { get; set; }
        /// <summary>Why.</summary>
        [JsonProperty("reason")]
        public string Reason { get; set; }
        /// <summary>How often; at least 1.</summary>
        [JsonProperty("count")]
        public int Count { get; set; }
        /// <summary>Where first.</summary>
        [JsonProperty("place")]
        public string Place { get; set; }
    }

    /// <summary>The answer: where to PUT items, once or again until `expires_at`.</summary>
    public class UploadTicket
    {
        [JsonProperty("uploadId")]
        public string UploadId { get; set; }
        [JsonProperty("uploadUrl")]
        public string UploadUrl { get; set; }
        [JsonProperty("expiresAt")]
        public string ExpiresAt { get; set; }
    }

    /// <summary>What was used.</summary>
    public class Usage
    {
        /// <summary>The calendar month (UTC), such as `2026-11`.</summary>
        [JsonProperty("month")]
        public string Month { get; set; }
        /// <summary>Documents made in it.</summary>
        [JsonProperty("documents")]
        public long Documents { get; set; }
        /// <summary>Templates that documents can be made from.</summary>
        [JsonProperty("templates")]
        public long Templates { get; set; }
        /// <summary>Bytes that are stored: templates of all versions, uploads, jobs.</summary>
        [JsonProperty("storageBytes")]
        public long StorageBytes { get; set; }
        /// <summary>Requests that may follow this one at once; `null` is without bound.</summary>
        [JsonProperty("requestsLeft", NullValueHandling = NullValueHandling.Ignore)]
        public int? RequestsLeft { get; set; }
    }

    /// <summary>Something that a document lacks, or shows otherwise than its author meant.</summary>
    public class Warning
    {
        /// <summary>A stable word for programs, such as `missing-glyph`, `not-drawn` or `external-removed`.</summary>
        [JsonProperty("code")]
        public string Code { get; set; }
        /// <summary>What is lacking, and what stands in its place. It does not quote the document, but for characters that no font has.</summary>
        [JsonProperty("detail")]
        public string Detail { get; set; }
        /// <summary>What helps.</summary>
        [JsonProperty("hint", NullValueHandling = NullValueHandling.Ignore)]
        public string Hint { get; set; }
        /// <summary>The part of the package that it stands in, such as `word/document.xml`.</summary>
        [JsonProperty("part", NullValueHandling = NullValueHandling.Ignore)]
        public string Part { get; set; }
        /// <summary>The beginning of the document's text at that place, or the address of what was removed. It is for whoever may read
        /// the document, and never for a log.</summary>
        [JsonProperty("text", NullValueHandling = NullValueHandling.Ignore)]
        public string Text { get; set; }
        /// <summary>How often it was met; at least 1.</summary>
        [JsonProperty("count")]
        public long Count { get; set; }
    }

    /// <summary>A webhook, without its full address.</summary>
    public class Webhook
    {
        /// <summary>Its id.</summary>
        [JsonProperty("webhookId")]
        public string WebhookId { get; set; }
        /// <summary>The host of its address. The rest is not shown: it is a secret of the receiver.</summary>
        [JsonProperty("host")]
        public string Host { get; set; }
        /// <summary>The template whose jobs it is told of; `null` is told of all jobs.</summary>
        [JsonProperty("templateId", NullValueHandling = NullValueHandling.Ignore)]
        public string TemplateId { get; set; }
        /// <summary>When it was made.</summary>
        [JsonProperty("createdAt")]
        public string CreatedAt { get; set; }
    }

    /// <summary>What became of what a document of a job asked for.</summary>
    public class DocumentDelivered : DocumentDelivery
    {
        /// <summary>The document's index in the request.</summary>
        [JsonProperty("index")]
        public int Index { get; set; }
    }

    /// <summary>One fault of a request.</summary>
    public class FieldError : TemplatePlace
    {
        /// <summary>JSON Pointer (RFC 6901) into the body; for a query parameter or header `/` and its name; empty when the fault is
        /// the template's.</summary>
        [JsonProperty("pointer")]
        public string Pointer { get; set; }
        /// <summary>What is wrong, and what belongs there.</summary>
        [JsonProperty("detail")]
        public string Detail { get; set; }
        /// <summary>The value of the data there as JSON, its first 200 bytes if it is longer; only with `options.errorData`.</summary>
        [JsonProperty("value", NullValueHandling = NullValueHandling.Ignore)]
        public string Value { get; set; }
    }

    /// <summary>What the document of an item lacks, or shows otherwise than its author meant.</summary>
    public class JobWarning : Warning
    {
        /// <summary>The item's index in the request.</summary>
        [JsonProperty("index")]
        public int Index { get; set; }
    }

    /// <summary>A template as its administrator sees it: also one that is rejected or disabled.</summary>
    public class ManagedTemplate : Template
    {
        /// <summary>Whether documents can be made from it.</summary>
        [JsonProperty("status")]
        public string Status { get; set; }
        /// <summary>The newest version, where it waits to be published.</summary>
        [JsonProperty("draftVersion", NullValueHandling = NullValueHandling.Ignore)]
        public int? DraftVersion { get; set; }
        /// <summary>The name of the key that registered this version.</summary>
        [JsonProperty("addedBy", NullValueHandling = NullValueHandling.Ignore)]
        public string AddedBy { get; set; }
        /// <summary>Why not, when it is rejected.</summary>
        [JsonProperty("errors")]
        public List<Diagnostic> Errors { get; set; }
        /// <summary>What its author should know.</summary>
        [JsonProperty("warnings")]
        public List<Diagnostic> Warnings { get; set; }
    }

    /// <summary>A key that was just made.</summary>
    public class NewKey : ManagedKey
    {
        /// <summary>The key itself, shown only in this answer.</summary>
        [JsonProperty("key")]
        public string Key { get; set; }
    }

    /// <summary>What became of another product's marks.</summary>
    public class TemplateMigration : Migration
    {
        /// <summary>What the new template's author should know, errors and warnings.</summary>
        [JsonProperty("remarks")]
        public List<Diagnostic> Remarks { get; set; }
        /// <summary>The new template, in base64 (RFC 4648, 4); the file itself where nothing was rewritten.</summary>
        [JsonProperty("file")]
        public string File { get; set; }
    }

    /// <summary>How far a webhook is told.</summary>
    public class WebhookDelivered : Delivery
    {
        /// <summary>The webhook.</summary>
        [JsonProperty("webhookId")]
        public string WebhookId { get; set; }
    }

    /// <summary>A template with its history.</summary>
    public class TemplateDetails : ManagedTemplate
    {
        /// <summary>Its newest hundred versions, newest first.</summary>
        [JsonProperty("versions")]
        public List<ManagedTemplate> Versions { get; set; }
    }
}
