using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;

namespace Platen.Client
{
    /// <summary>A method for each operation. Generated from the OpenAPI document by <c>make openapi</c>.</summary>
    public abstract class Operations : Asking
    {
        /// <summary>The version of this package, which is the server's.</summary>
        public const string Version = "0.1.0";

        internal Operations(string baseUrl, string key, Settings settings) : base(baseUrl, key, settings) { }

        /// <summary>List templates.</summary>
        /// <remarks>The templates that you can generate documents from, sorted by name. Drafts, rejected and disabled templates are not listed.</remarks>
        /// <param name="pageNumber">The page; 1 is the first. A page after the last is empty.</param>
        /// <param name="pageSize">Entries per page.</param>
        /// <param name="label">Only templates with this label, ignoring case.</param>
        /// <param name="name">Only templates with exactly this name.</param>
        public Task<Models.PagedTemplates> GetTemplatesAsync(
            long pageNumber,
            int pageSize,
            string label = null,
            string name = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/getTemplates")
                .Query("pageNumber", pageNumber)
                .Query("pageSize", pageSize)
                .Query("label", label)
                .Query("name", name);
            return AskAsync<Models.PagedTemplates>(call, cancellationToken);
        }

        /// <summary>Discover a template's fields.</summary>
        /// <remarks>Placeholders and content controls with their types and places, a JSON Schema (2020-12) of the data, and warnings for the template's author.</remarks>
        /// <param name="templateId">The template's id.</param>
        /// <param name="version">One of the template's versions; without it, the current one.</param>
        public Task<Models.Metadata> GenerateTemplateMetadataAsync(
            string templateId,
            long? version = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/generateTemplateMetadata")
                .Query("templateId", templateId)
                .Query("version", version);
            return AskAsync<Models.Metadata>(call, cancellationToken);
        }

        /// <summary>Read a template's fields for a designer.</summary>
        /// <remarks>The JSON Schema of the data in the form that designers of flows read: each field has one type, and nothing refers to other places. generateTemplateMetadata has the whole schema.</remarks>
        /// <param name="templateId">The template's id.</param>
        /// <param name="version">One of the template's versions; without it, the current one.</param>
        public Task<Models.TemplateSchema> GetTemplateSchemaAsync(
            string templateId,
            long? version = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/getTemplateSchema")
                .Query("templateId", templateId)
                .Query("version", version);
            return AskAsync<Models.TemplateSchema>(call, cancellationToken);
        }

        /// <summary>Make a starter payload.</summary>
        /// <remarks>A `data` object with typed sample values, which generateDocument accepts unchanged.</remarks>
        /// <param name="templateId">The template's id.</param>
        /// <param name="version">One of the template's versions; without it, the current one.</param>
        public Task<JObject> GenerateModelAsync(
            string templateId,
            long? version = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("POST", "/api/generateModel")
                .Query("templateId", templateId)
                .Query("version", version);
            return AskAsync<JObject>(call, cancellationToken);
        }

        /// <summary>Make one document.</summary>
        /// <remarks>Returns the file. The template is a registered one (`templateId`) or a file in the request (`template`). The same request always produces the same bytes. With `preview` the document has a watermark and is not counted. With the format `.png` the file is a picture of the `page`, with `dpi` pixels to the inch. The `Platen-Warnings` header gives the number of warnings: what the document lacks, or shows differently from Word. With `Prefer: respond-async` the answer is 202 with a job; when its `status` is `Completed`, `zipUrl` links to the file itself. With `Accept: multipart/mixed` the answer has two parts, the file and `{"warnings": [{code, detail, hint, part, text, count}]}`.</remarks>
        /// <param name="idempotencyKey">A key of your own: 1 to 255 printable ASCII characters. The same key with the same request, sent again within 24 hours, gets the same answer and makes nothing twice.</param>
        public Task<PlatenFile> GenerateDocumentAsync(
            Models.GenerateDocumentDto body,
            string idempotencyKey = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("POST", "/api/generateDocument")
                .Header("Idempotency-Key", idempotencyKey)
                .Body("application/json", body);
            return AskFileAsync(call, cancellationToken);
        }

        /// <summary>Make one document in the background.</summary>
        /// <remarks>Returns the file. The template is a registered one (`templateId`) or a file in the request (`template`). The same request always produces the same bytes. With `preview` the document has a watermark and is not counted. With the format `.png` the file is a picture of the `page`, with `dpi` pixels to the inch. The `Platen-Warnings` header gives the number of warnings: what the document lacks, or shows differently from Word. With `Prefer: respond-async` the answer is 202 with a job; when its `status` is `Completed`, `zipUrl` links to the file itself. With `Accept: multipart/mixed` the answer has two parts, the file and `{"warnings": [{code, detail, hint, part, text, count}]}`.</remarks>
        /// <param name="idempotencyKey">A key of your own: 1 to 255 printable ASCII characters. The same key with the same request, sent again within 24 hours, gets the same answer and makes nothing twice.</param>
        public Task<Models.Started> GenerateDocumentLaterAsync(
            Models.GenerateDocumentDto body,
            string idempotencyKey = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("POST", "/api/generateDocument")
                .Header("Idempotency-Key", idempotencyKey)
                .Header("Prefer", "respond-async")
                .Body("application/json", body);
            return AskAsync<Models.Started>(call, cancellationToken);
        }

        /// <summary>Convert a Word document.</summary>
        /// <remarks>Makes a PDF of a .docx file, or a picture of one of its pages, as it is: no tags are filled. The result counts as a document. Needs a key with the scope `compose`. The `Platen-Warnings` header gives the number of warnings; `Accept: multipart/mixed` returns them with the file, as for generateDocument. A file can be sent alone, as its bytes; the query then has what a body would have. A password needs a form or JSON.</remarks>
        /// <param name="idempotencyKey">A key of your own: 1 to 255 printable ASCII characters. The same key with the same request, sent again within 24 hours, gets the same answer and makes nothing twice.</param>
        /// <param name="format">Of a file that is sent as its bytes, required then: a PDF, or a picture of one page.</param>
        /// <param name="page">Of such a file: the page that a picture shows; the first without it.</param>
        /// <param name="dpi">Of such a file: pixels to the inch of a picture; 96 without it.</param>
        /// <param name="fileName">For such a file: the name of the result.</param>
        /// <param name="updateFields">Of such a file: whether Word's fields are computed first.</param>
        /// <param name="conformance">Of such a file: the standard that the PDF keeps to.</param>
        /// <param name="watermark">Of such a file: a text across every page.</param>
        public Task<PlatenFile> ConvertAsync(
            Models.ConvertDto body,
            string idempotencyKey = null,
            string format = null,
            long? page = null,
            int? dpi = null,
            string fileName = null,
            bool? updateFields = null,
            string conformance = null,
            string watermark = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("POST", "/api/convert")
                .Header("Idempotency-Key", idempotencyKey)
                .Query("format", format)
                .Query("page", page)
                .Query("dpi", dpi)
                .Query("fileName", fileName)
                .Query("updateFields", updateFields)
                .Query("conformance", conformance)
                .Query("watermark", watermark)
                .Body("application/json", body);
            return AskFileAsync(call, cancellationToken);
        }

        /// <summary>Start a bulk job.</summary>
        /// <remarks>One document per item, packed into a ZIP archive or, with `merge`, joined into one PDF. With `documents` each document may have a template and a format of its own. Returns at once; poll the job at `Location` until its `status` is `Completed` and `zipUrl` links to the archive. An item whose data does not fit the template fails on its own and is listed with the reason. Warnings of the documents are listed with the index of their item.</remarks>
        /// <param name="idempotencyKey">A key of your own: 1 to 255 printable ASCII characters. The same key with the same request, sent again within 24 hours, gets the same answer and makes nothing twice.</param>
        public Task<Models.Started> GenerateDocumentsBulkAsync(
            Models.GenerateDocumentsBulkDto body,
            string idempotencyKey = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("POST", "/api/generateDocumentsBulk")
                .Header("Idempotency-Key", idempotencyKey)
                .Body("application/json", body);
            return AskAsync<Models.Started>(call, cancellationToken);
        }

        /// <summary>Read a job.</summary>
        /// <remarks>The state of a job. `zipUrl` is signed again for each request and is valid for an hour; the archive is kept for a day.</remarks>
        /// <param name="jobId">The job's id.</param>
        public Task<Models.Job> GetBulkGenerationJobAsync(
            string jobId,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/bulkGenerationJobs/{jobId}")
                .Path("jobId", jobId);
            return AskAsync<Models.Job>(call, cancellationToken);
        }

        /// <summary>List a template's jobs.</summary>
        /// <remarks>The jobs of a template, newest first: all of them, or one page if `pageNumber` and `pageSize` are given. The `Link` header lists the other pages.</remarks>
        /// <param name="templateId">The template's id.</param>
        /// <param name="pageNumber">The page; 1 is the first. A page after the last is empty.</param>
        /// <param name="pageSize">Entries per page.</param>
        public Task<List<Models.Job>> ListBulkGenerationJobsAsync(
            string templateId,
            long? pageNumber = null,
            int? pageSize = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/bulkGenerationJobs/byTemplate/{templateId}")
                .Path("templateId", templateId)
                .Query("pageNumber", pageNumber)
                .Query("pageSize", pageSize);
            return AskAsync<List<Models.Job>>(call, cancellationToken);
        }

        /// <summary>List all jobs.</summary>
        /// <remarks>The subscription's jobs for all templates, newest first. The `Link` header lists the other pages.</remarks>
        /// <param name="pageNumber">The page; 1 is the first. A page after the last is empty.</param>
        /// <param name="pageSize">Entries per page.</param>
        public Task<List<Models.Job>> ListAllBulkGenerationJobsAsync(
            long pageNumber,
            int pageSize,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/bulkGenerationJobs")
                .Query("pageNumber", pageNumber)
                .Query("pageSize", pageSize);
            return AskAsync<List<Models.Job>>(call, cancellationToken);
        }

        /// <summary>Cancel a job.</summary>
        /// <remarks>Cancels a job that is still running; a finished job stays as it is. Returns the job.</remarks>
        /// <param name="jobId">The job's id.</param>
        /// <param name="archive">`true` keeps the finished documents: no more are made, and the job completes with an archive of those. The other items are listed as failed. A job without a finished document is canceled.</param>
        public Task<Models.Job> CancelBulkGenerationJobAsync(
            string jobId,
            bool? archive = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("POST", "/api/bulkGenerationJobs/{jobId}/cancel")
                .Path("jobId", jobId)
                .Query("archive", archive);
            return AskAsync<Models.Job>(call, cancellationToken);
        }

        /// <summary>Fetch an archive.</summary>
        /// <remarks>The archive that a job's `zipUrl` links to. The signature authorizes the request: do not build such links, request the job.</remarks>
        /// <param name="jobId">The job's id.</param>
        /// <param name="expires">When the link expires, as given in the link.</param>
        /// <param name="signature">The link's signature.</param>
        public Task<PlatenFile> GetArchiveAsync(
            string jobId,
            string expires,
            string signature,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/archives/{jobId}")
                .Path("jobId", jobId)
                .Query("expires", expires)
                .Query("signature", signature)
                .WithoutKey();
            return AskFileAsync(call, cancellationToken);
        }

        /// <summary>Get a ticket for an upload.</summary>
        /// <remarks>A link to upload items with PUT when they are too many for one request: a JSON array of objects, JSON Lines, CSV, or an Excel workbook whose first row contains the column names; plain or gzip. Then start the job with `itemsUploadId` instead of `items`.</remarks>
        public Task<Models.UploadTicket> CreateBulkUploadAsync(
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("POST", "/api/bulkUploads");
            return AskAsync<Models.UploadTicket>(call, cancellationToken);
        }

        /// <summary>Upload items.</summary>
        /// <remarks>The address that a ticket's `uploadUrl` links to. The signature authorizes the request: do not build such links, request a ticket.</remarks>
        /// <param name="uploadId">The upload's id.</param>
        /// <param name="expires">When the link expires, as given in the link.</param>
        /// <param name="signature">The link's signature.</param>
        public Task PutBulkUploadAsync(
            string uploadId,
            IEnumerable<object> body,
            string expires,
            string signature,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("PUT", "/api/uploads/{uploadId}")
                .Path("uploadId", uploadId)
                .Query("expires", expires)
                .Query("signature", signature)
                .Body("application/json", body)
                .WithoutKey();
            return AskAsync<object>(call, cancellationToken);
        }

        /// <summary>List webhooks.</summary>
        /// <remarks>The webhooks of the subscription, newest first, without their full addresses.</remarks>
        /// <param name="pageNumber">The page; 1 is the first. A page after the last is empty.</param>
        /// <param name="pageSize">Entries per page.</param>
        public Task<Models.PagedWebhooks> ListWebhooksAsync(
            long pageNumber,
            int pageSize,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/webhooks")
                .Query("pageNumber", pageNumber)
                .Query("pageSize", pageSize);
            return AskAsync<Models.PagedWebhooks>(call, cancellationToken);
        }

        /// <summary>Make a webhook.</summary>
        /// <remarks>Makes a webhook: from now on the end of each new job of the subscription, or of each from one template, is sent to `url` as a signed message (Standard Webhooks), and sent again when it fails. A single document made with `Prefer: respond-async` is a job too. A receiver that answers 410 deletes its webhook. At most 20 webhooks.</remarks>
        public Task<Models.Webhook> CreateWebhookAsync(
            Models.CreateWebhook body,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("POST", "/api/webhooks")
                .Body("application/json", body);
            return AskAsync<Models.Webhook>(call, cancellationToken);
        }

        /// <summary>Delete a webhook.</summary>
        /// <remarks>Nothing more is sent to the webhook's address, not even for jobs that are running. The request may be repeated within a day.</remarks>
        /// <param name="webhookId">The webhook's id.</param>
        public Task DeleteWebhookAsync(
            string webhookId,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("DELETE", "/api/webhooks/{webhookId}")
                .Path("webhookId", webhookId);
            return AskAsync<object>(call, cancellationToken);
        }

        /// <summary>List all templates.</summary>
        /// <remarks>All templates sorted by name, including drafts, disabled ones and rejected ones with their errors.</remarks>
        /// <param name="pageNumber">The page; 1 is the first. A page after the last is empty.</param>
        /// <param name="pageSize">Entries per page.</param>
        /// <param name="search">Only templates whose name or file name contains this text; case is ignored.</param>
        /// <param name="label">Only templates with this label, ignoring case.</param>
        /// <param name="name">Only templates with exactly this name.</param>
        public Task<Models.PagedManagedTemplates> ListTemplatesAsync(
            long pageNumber,
            int pageSize,
            string search = null,
            string label = null,
            string name = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/templates")
                .Query("pageNumber", pageNumber)
                .Query("pageSize", pageSize)
                .Query("search", search)
                .Query("label", label)
                .Query("name", name);
            return AskAsync<Models.PagedManagedTemplates>(call, cancellationToken);
        }

        /// <summary>Register a template.</summary>
        /// <remarks>Registers a file as a template. The id depends on the file name: the same file name again adds a version to the same template, and the same file again changes nothing. A file with errors returns `template-error` with all of them and is listed as rejected; the current version stays current. On AWS a request can carry a file of at most 4.4 MB, which is the platform's limit; larger ones go to the bucket's `incoming/` or through `platen template add --aws`.</remarks>
        /// <param name="fileName">The file's name, or its path such as `letters/welcome.docx`. A form can send it as a field or with its file instead.</param>
        /// <param name="name">The template's display name. The default is the file's name without extension. A form can send it as a field instead.</param>
        /// <param name="description">What the template is for. A form can send it as a field instead.</param>
        /// <param name="draft">`true` registers a draft: the current version stays current until the draft is published. A newer draft replaces it. A form sends it in the query, too.</param>
        /// <param name="ifMatch">The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.</param>
        public Task<Models.ManagedTemplate> RegisterTemplateAsync(
            byte[] body,
            string fileName = null,
            string name = null,
            string description = null,
            bool? draft = null,
            string ifMatch = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("POST", "/api/templates")
                .Query("fileName", fileName)
                .Query("name", name)
                .Query("description", description)
                .Query("draft", draft)
                .Header("If-Match", ifMatch)
                .Body("application/vnd.openxmlformats-officedocument.wordprocessingml.document", body);
            return AskAsync<Models.ManagedTemplate>(call, cancellationToken);
        }

        /// <summary>Check a template.</summary>
        /// <remarks>The fields that a file needs, or all its errors. Nothing is stored.</remarks>
        public Task<Models.TemplateCheck> CheckTemplateAsync(
            byte[] body,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("POST", "/api/templates/check")
                .Body("application/vnd.openxmlformats-officedocument.wordprocessingml.document", body);
            return AskAsync<Models.TemplateCheck>(call, cancellationToken);
        }

        /// <summary>Show the errors of a template.</summary>
        /// <remarks>Pictures of the first pages on which a file has errors, and where they are. Each mark names its error by its place in the `errors` that `POST /api/templates/check` returns for the file. Errors in text that no page shows have no mark. Nothing is stored.</remarks>
        public Task<Models.MarkedTemplate> MarkTemplateAsync(
            byte[] body,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("POST", "/api/templates/mark")
                .Body("application/vnd.openxmlformats-officedocument.wordprocessingml.document", body);
            return AskAsync<Models.MarkedTemplate>(call, cancellationToken);
        }

        /// <summary>Convert a template of another product.</summary>
        /// <remarks>Rewrites the marks of other products (Carbone, Docmosis, Handlebars and others) as tags, and says what became of each. Fields of a mail merge stay: templates fill them as they are. Nothing is recorded; register `file` to use it.</remarks>
        public Task<Models.TemplateMigration> MigrateTemplateAsync(
            byte[] body,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("POST", "/api/templates/migrate")
                .Body("application/vnd.openxmlformats-officedocument.wordprocessingml.document", body);
            return AskAsync<Models.TemplateMigration>(call, cancellationToken);
        }

        /// <summary>Start a template from data.</summary>
        /// <remarks>A Word document with a tag for each field of `data`, to be laid out in Word and registered. At most 500 fields.</remarks>
        public Task<PlatenFile> MakeStarterAsync(
            Models.StarterDto body,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("POST", "/api/templates/starter")
                .Body("application/json", body);
            return AskFileAsync(call, cancellationToken);
        }

        /// <summary>List samples.</summary>
        /// <remarks>The templates that come with the service, as a starting point for your own.</remarks>
        public Task<List<Models.SampleSummary>> ListSamplesAsync(
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/samples");
            return AskAsync<List<Models.SampleSummary>>(call, cancellationToken);
        }

        /// <summary>Download a sample.</summary>
        /// <remarks>The file of a sample. Change it in Word, and register it.</remarks>
        /// <param name="fileName">The sample's file, as the list of samples names it.</param>
        public Task<PlatenFile> GetSampleAsync(
            string fileName,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/samples/file")
                .Query("fileName", fileName);
            return AskFileAsync(call, cancellationToken);
        }

        /// <summary>See a sample.</summary>
        /// <remarks>A small picture of a sample's first page.</remarks>
        /// <param name="fileName">The sample's file, as the list of samples names it.</param>
        public Task<PlatenFile> GetSamplePictureAsync(
            string fileName,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/samples/picture")
                .Query("fileName", fileName);
            return AskFileAsync(call, cancellationToken);
        }

        /// <summary>Read a template.</summary>
        /// <remarks>A template with up to a hundred of its versions, newest first, who added each and the remarks on it. The `ETag` names the state of the template, for `If-Match`.</remarks>
        /// <param name="templateId">The template's id.</param>
        public Task<Models.TemplateDetails> GetTemplateAsync(
            string templateId,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/templates/{templateId}")
                .Path("templateId", templateId);
            return AskAsync<Models.TemplateDetails>(call, cancellationToken);
        }

        /// <summary>Register a new version.</summary>
        /// <remarks>Adds a file as the next version of a template, whatever its name. Members that are left out (`name`, `description`, `fileName`) stay. Running jobs continue with the version that they started with.</remarks>
        /// <param name="templateId">The template's id.</param>
        /// <param name="fileName">The file's name, or its path such as `letters/welcome.docx`. A form can send it as a field or with its file instead.</param>
        /// <param name="name">The template's display name. The default is the file's name without extension. A form can send it as a field instead.</param>
        /// <param name="description">What the template is for. A form can send it as a field instead.</param>
        /// <param name="draft">`true` registers a draft: the current version stays current until the draft is published. A newer draft replaces it. A form sends it in the query, too.</param>
        /// <param name="ifMatch">The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.</param>
        public Task<Models.ManagedTemplate> ReplaceTemplateAsync(
            string templateId,
            byte[] body,
            string fileName = null,
            string name = null,
            string description = null,
            bool? draft = null,
            string ifMatch = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("PUT", "/api/templates/{templateId}")
                .Path("templateId", templateId)
                .Query("fileName", fileName)
                .Query("name", name)
                .Query("description", description)
                .Query("draft", draft)
                .Header("If-Match", ifMatch)
                .Body("application/vnd.openxmlformats-officedocument.wordprocessingml.document", body);
            return AskAsync<Models.ManagedTemplate>(call, cancellationToken);
        }

        /// <summary>Rename or label a template.</summary>
        /// <remarks>Changes the name, the description or the labels of a template without a new version. Members that are left out stay.</remarks>
        /// <param name="templateId">The template's id.</param>
        /// <param name="ifMatch">The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.</param>
        public Task<Models.ManagedTemplate> DescribeTemplateAsync(
            string templateId,
            Models.DescribeTemplateDto body,
            string ifMatch = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("PATCH", "/api/templates/{templateId}")
                .Path("templateId", templateId)
                .Header("If-Match", ifMatch)
                .Body("application/json", body);
            return AskAsync<Models.ManagedTemplate>(call, cancellationToken);
        }

        /// <summary>Remove a template.</summary>
        /// <remarks>Deletes a template with all its versions. Running jobs continue with their own copy of it.</remarks>
        /// <param name="templateId">The template's id.</param>
        /// <param name="ifMatch">The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.</param>
        public Task DeleteTemplateAsync(
            string templateId,
            string ifMatch = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("DELETE", "/api/templates/{templateId}")
                .Path("templateId", templateId)
                .Header("If-Match", ifMatch);
            return AskAsync<object>(call, cancellationToken);
        }

        /// <summary>Download a template.</summary>
        /// <remarks>The registered file, of the current version or of the requested one. Files of rejected versions are not kept.</remarks>
        /// <param name="templateId">The template's id.</param>
        /// <param name="version">One of the template's versions; without it, the current one.</param>
        public Task<PlatenFile> GetTemplateFileAsync(
            string templateId,
            long? version = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/templates/{templateId}/file")
                .Path("templateId", templateId)
                .Query("version", version);
            return AskFileAsync(call, cancellationToken);
        }

        /// <summary>See a template.</summary>
        /// <remarks>A small picture of the first page of the current version or of the requested one, with its fields as they are in the file. It waits in the queue of PDFs as a preview does, and is not counted.</remarks>
        /// <param name="templateId">The template's id.</param>
        /// <param name="version">One of the template's versions; without it, the current one.</param>
        public Task<PlatenFile> GetTemplateThumbnailAsync(
            string templateId,
            long? version = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/templates/{templateId}/thumbnail")
                .Path("templateId", templateId)
                .Query("version", version);
            return AskFileAsync(call, cancellationToken);
        }

        /// <summary>Compare versions.</summary>
        /// <remarks>The fields that a version has and an earlier one does not, those that are gone, and those that changed their type or became required or optional.</remarks>
        /// <param name="templateId">The template's id.</param>
        /// <param name="version">One of the template's versions.</param>
        /// <param name="since">The version to compare with; without it, the version before that has no errors.</param>
        public Task<Models.TemplateChanges> GetTemplateChangesAsync(
            string templateId,
            long version,
            long? since = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/templates/{templateId}/changes")
                .Path("templateId", templateId)
                .Query("version", version)
                .Query("since", since);
            return AskAsync<Models.TemplateChanges>(call, cancellationToken);
        }

        /// <summary>Publish a version.</summary>
        /// <remarks>Makes a version the current one: the draft, or with `version` any version without errors, also one that was current before.</remarks>
        /// <param name="templateId">The template's id.</param>
        /// <param name="version">The version to publish; without it, the draft.</param>
        /// <param name="ifMatch">The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.</param>
        public Task<Models.ManagedTemplate> PublishTemplateAsync(
            string templateId,
            long? version = null,
            string ifMatch = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("POST", "/api/templates/{templateId}/publish")
                .Path("templateId", templateId)
                .Query("version", version)
                .Header("If-Match", ifMatch);
            return AskAsync<Models.ManagedTemplate>(call, cancellationToken);
        }

        /// <summary>Disable a template.</summary>
        /// <remarks>Hides a template from generation until it is enabled again. New versions stay hidden, too.</remarks>
        /// <param name="templateId">The template's id.</param>
        /// <param name="ifMatch">The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.</param>
        public Task<Models.ManagedTemplate> DisableTemplateAsync(
            string templateId,
            string ifMatch = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("POST", "/api/templates/{templateId}/disable")
                .Path("templateId", templateId)
                .Header("If-Match", ifMatch);
            return AskAsync<Models.ManagedTemplate>(call, cancellationToken);
        }

        /// <summary>Enable a template.</summary>
        /// <remarks>Makes a disabled template available for generation again.</remarks>
        /// <param name="templateId">The template's id.</param>
        /// <param name="ifMatch">The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.</param>
        public Task<Models.ManagedTemplate> EnableTemplateAsync(
            string templateId,
            string ifMatch = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("POST", "/api/templates/{templateId}/enable")
                .Path("templateId", templateId)
                .Header("If-Match", ifMatch);
            return AskAsync<Models.ManagedTemplate>(call, cancellationToken);
        }

        /// <summary>Read limits and usage.</summary>
        /// <remarks>The limits of the key's subscription and its usage this month.</remarks>
        public Task<Models.Subscription> GetSubscriptionAsync(
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/getSubscription");
            return AskAsync<Models.Subscription>(call, cancellationToken);
        }

        /// <summary>List keys.</summary>
        /// <remarks>The keys of the subscription and the sessions of people who are signed in, newest first. The keys themselves are not known to the service.</remarks>
        /// <param name="pageNumber">The page; 1 is the first. A page after the last is empty.</param>
        /// <param name="pageSize">Entries per page.</param>
        public Task<Models.PagedKeys> ListKeysAsync(
            long pageNumber,
            int pageSize,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/keys")
                .Query("pageNumber", pageNumber)
                .Query("pageSize", pageSize);
            return AskAsync<Models.PagedKeys>(call, cancellationToken);
        }

        /// <summary>Make a key.</summary>
        /// <remarks>The answer is the only one that shows the key.</remarks>
        public Task<Models.NewKey> CreateKeyAsync(
            Models.CreateKey body,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("POST", "/api/keys")
                .Body("application/json", body);
            return AskAsync<Models.NewKey>(call, cancellationToken);
        }

        /// <summary>Remove a key.</summary>
        /// <remarks>Requests with the key are refused from now on. The id of a session signs its person out.</remarks>
        /// <param name="keyId">The key's id.</param>
        public Task DeleteKeyAsync(
            string keyId,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("DELETE", "/api/keys/{keyId}")
                .Path("keyId", keyId);
            return AskAsync<object>(call, cancellationToken);
        }

        /// <summary>Read who did what.</summary>
        /// <remarks>Templates that came or went, jobs that were started or canceled, keys that were made or removed, people who signed in or out; newest first. They are kept for 400 days.</remarks>
        /// <param name="pageSize">Entries per page.</param>
        /// <param name="before">The `next` of the answer before; without it the newest events.</param>
        public Task<Models.Events> ListEventsAsync(
            int pageSize,
            string before = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/audit")
                .Query("pageSize", pageSize)
                .Query("before", before);
            return AskAsync<Models.Events>(call, cancellationToken);
        }

        /// <summary>Ask who is signed in.</summary>
        /// <remarks>For the service's own pages: the person whose session the browser's cookie names, and the provider through whom people sign in.</remarks>
        public Task<Models.Session> GetSessionAsync(
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/session")
                .WithoutKey();
            return AskAsync<Models.Session>(call, cancellationToken);
        }

        /// <summary>Sign out.</summary>
        /// <remarks>For the service's own pages: ends the session that the browser's cookie names, and says where to sign out at the provider too.</remarks>
        public Task<Models.SignedOut> SignOutAsync(
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("POST", "/api/sign-out")
                .WithoutKey();
            return AskAsync<Models.SignedOut>(call, cancellationToken);
        }

        /// <summary>Check that the service responds.</summary>
        /// <remarks>For load balancers and monitors.</remarks>
        public Task<Models.Health> HealthAsync(
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/health")
                .WithoutKey();
            return AskAsync<Models.Health>(call, cancellationToken);
        }

        /// <summary>Check whether the service is ready for requests.</summary>
        /// <remarks>For load balancers: 503 with all reasons while the server starts or stops, its store does not respond, its disk is full, or PDFs cannot be made.</remarks>
        public Task<Models.Health> ReadyAsync(
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/health/ready")
                .WithoutKey();
            return AskAsync<Models.Health>(call, cancellationToken);
        }

        /// <summary>Read this document.</summary>
        /// <remarks>OpenAPI 3.1, as JSON.</remarks>
        public Task<JObject> OpenApiAsync(
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/openapi.json")
                .WithoutKey();
            return AskAsync<JObject>(call, cancellationToken);
        }

        /// <summary>Read this document as Swagger 2.0.</summary>
        /// <remarks>For Power Platform and other programs that do not read OpenAPI 3.1: with the address of this service, and with the extensions that show templates and their fields in designers.</remarks>
        public Task<JObject> SwaggerAsync(
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var call = new Call("GET", "/api/swagger.json")
                .WithoutKey();
            return AskAsync<JObject>(call, cancellationToken);
        }
    }
}
