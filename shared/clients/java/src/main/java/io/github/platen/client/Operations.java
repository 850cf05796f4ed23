package io.github.platen.client;

import com.fasterxml.jackson.core.type.TypeReference;
import java.util.List;
import java.util.Map;

/** A method for each operation. Generated from the OpenAPI document by {@code make openapi}. */
public abstract class Operations extends Asking {
    /** The version of this package, which is the server's. */
    public static final String VERSION = "0.1.0";

    Operations(String baseUrl, String key, Settings settings) {
        super(baseUrl, key, settings);
    }

    /** List templates. */
    public Models.PagedTemplates getTemplates(long pageNumber, int pageSize) {
        return getTemplates(pageNumber, pageSize, new Parameters.GetTemplates());
    }

    /**
     * List templates.
     *
     * <p>The templates that you can generate documents from, sorted by name. Drafts, rejected and disabled templates are not listed.
     *
     * @param pageNumber The page; 1 is the first. A page after the last is empty.
     * @param pageSize Entries per page.
     */
    public Models.PagedTemplates getTemplates(long pageNumber, int pageSize, Parameters.GetTemplates parameters) {
        Call call = new Call("GET", "/api/getTemplates")
                .query("pageNumber", pageNumber)
                .query("pageSize", pageSize)
                .query("label", parameters.label)
                .query("name", parameters.name);
        return ask(call, new TypeReference<>() {});
    }

    /** Discover a template's fields. */
    public Models.Metadata generateTemplateMetadata(String templateId) {
        return generateTemplateMetadata(templateId, new Parameters.GenerateTemplateMetadata());
    }

    /**
     * Discover a template's fields.
     *
     * <p>Placeholders and content controls with their types and places, a JSON Schema (2020-12) of the data, and warnings for the template's author.
     *
     * @param templateId The template's id.
     */
    public Models.Metadata generateTemplateMetadata(String templateId, Parameters.GenerateTemplateMetadata parameters) {
        Call call = new Call("GET", "/api/generateTemplateMetadata")
                .query("templateId", templateId)
                .query("version", parameters.version);
        return ask(call, new TypeReference<>() {});
    }

    /** Read a template's fields for a designer. */
    public Models.TemplateSchema getTemplateSchema(String templateId) {
        return getTemplateSchema(templateId, new Parameters.GetTemplateSchema());
    }

    /**
     * Read a template's fields for a designer.
     *
     * <p>The JSON Schema of the data in the form that designers of flows read: each field has one type, and nothing refers to other places. generateTemplateMetadata has the whole schema.
     *
     * @param templateId The template's id.
     */
    public Models.TemplateSchema getTemplateSchema(String templateId, Parameters.GetTemplateSchema parameters) {
        Call call = new Call("GET", "/api/getTemplateSchema")
                .query("templateId", templateId)
                .query("version", parameters.version);
        return ask(call, new TypeReference<>() {});
    }

    /** Make a starter payload. */
    public Map<String, Object> generateModel(String templateId) {
        return generateModel(templateId, new Parameters.GenerateModel());
    }

    /**
     * Make a starter payload.
     *
     * <p>A `data` object with typed sample values, which generateDocument accepts unchanged.
     *
     * @param templateId The template's id.
     */
    public Map<String, Object> generateModel(String templateId, Parameters.GenerateModel parameters) {
        Call call = new Call("POST", "/api/generateModel")
                .query("templateId", templateId)
                .query("version", parameters.version);
        return ask(call, new TypeReference<>() {});
    }

    /** Make one document. */
    public PlatenFile generateDocument(Models.GenerateDocumentDto body) {
        return generateDocument(body, new Parameters.GenerateDocument());
    }

    /**
     * Make one document.
     *
     * <p>Returns the file. The template is a registered one (`templateId`) or a file in the request (`template`). The same request always produces the same bytes. With `preview` the document has a watermark and is not counted. With the format `.png` the file is a picture of the `page`, with `dpi` pixels to the inch. The `Platen-Warnings` header gives the number of warnings: what the document lacks, or shows differently from Word. With `Prefer: respond-async` the answer is 202 with a job; when its `status` is `Completed`, `zipUrl` links to the file itself. With `Accept: multipart/mixed` the answer has two parts, the file and `{"warnings": [{code, detail, hint, part, text, count}]}`.
     */
    public PlatenFile generateDocument(Models.GenerateDocumentDto body, Parameters.GenerateDocument parameters) {
        Call call = new Call("POST", "/api/generateDocument")
                .header("Idempotency-Key", parameters.idempotencyKey)
                .body("application/json", body);
        return askFile(call);
    }

    /** Make one document in the background. */
    public Models.Started generateDocumentLater(Models.GenerateDocumentDto body) {
        return generateDocumentLater(body, new Parameters.GenerateDocumentLater());
    }

    /**
     * Make one document in the background.
     *
     * <p>Returns the file. The template is a registered one (`templateId`) or a file in the request (`template`). The same request always produces the same bytes. With `preview` the document has a watermark and is not counted. With the format `.png` the file is a picture of the `page`, with `dpi` pixels to the inch. The `Platen-Warnings` header gives the number of warnings: what the document lacks, or shows differently from Word. With `Prefer: respond-async` the answer is 202 with a job; when its `status` is `Completed`, `zipUrl` links to the file itself. With `Accept: multipart/mixed` the answer has two parts, the file and `{"warnings": [{code, detail, hint, part, text, count}]}`.
     */
    public Models.Started generateDocumentLater(Models.GenerateDocumentDto body, Parameters.GenerateDocumentLater parameters) {
        Call call = new Call("POST", "/api/generateDocument")
                .header("Idempotency-Key", parameters.idempotencyKey)
                .header("Prefer", "respond-async")
                .body("application/json", body);
        return ask(call, new TypeReference<>() {});
    }

    /** Convert a Word document. */
    public PlatenFile convert(Models.ConvertDto body) {
        return convert(body, new Parameters.Convert());
    }

    /**
     * Convert a Word document.
     *
     * <p>Makes a PDF of a .docx file, or a picture of one of its pages, as it is: no tags are filled. The result counts as a document. Needs a key with the scope `compose`. The `Platen-Warnings` header gives the number of warnings; `Accept: multipart/mixed` returns them with the file, as for generateDocument. A file can be sent alone, as its bytes; the query then has what a body would have. A password needs a form or JSON.
     */
    public PlatenFile convert(Models.ConvertDto body, Parameters.Convert parameters) {
        Call call = new Call("POST", "/api/convert")
                .header("Idempotency-Key", parameters.idempotencyKey)
                .query("format", parameters.format)
                .query("page", parameters.page)
                .query("dpi", parameters.dpi)
                .query("fileName", parameters.fileName)
                .query("updateFields", parameters.updateFields)
                .query("conformance", parameters.conformance)
                .query("watermark", parameters.watermark)
                .body("application/json", body);
        return askFile(call);
    }

    /** Start a bulk job. */
    public Models.Started generateDocumentsBulk(Models.GenerateDocumentsBulkDto body) {
        return generateDocumentsBulk(body, new Parameters.GenerateDocumentsBulk());
    }

    /**
     * Start a bulk job.
     *
     * <p>One document per item, packed into a ZIP archive or, with `merge`, joined into one PDF. With `documents` each document may have a template and a format of its own. Returns at once; poll the job at `Location` until its `status` is `Completed` and `zipUrl` links to the archive. An item whose data does not fit the template fails on its own and is listed with the reason. Warnings of the documents are listed with the index of their item.
     */
    public Models.Started generateDocumentsBulk(Models.GenerateDocumentsBulkDto body, Parameters.GenerateDocumentsBulk parameters) {
        Call call = new Call("POST", "/api/generateDocumentsBulk")
                .header("Idempotency-Key", parameters.idempotencyKey)
                .body("application/json", body);
        return ask(call, new TypeReference<>() {});
    }

    /**
     * Read a job.
     *
     * <p>The state of a job. `zipUrl` is signed again for each request and is valid for an hour; the archive is kept for a day.
     *
     * @param jobId The job's id.
     */
    public Models.Job getBulkGenerationJob(String jobId) {
        Call call = new Call("GET", "/api/bulkGenerationJobs/{jobId}")
                .path("jobId", jobId);
        return ask(call, new TypeReference<>() {});
    }

    /** List a template's jobs. */
    public List<Models.Job> listBulkGenerationJobs(String templateId) {
        return listBulkGenerationJobs(templateId, new Parameters.ListBulkGenerationJobs());
    }

    /**
     * List a template's jobs.
     *
     * <p>The jobs of a template, newest first: all of them, or one page if `pageNumber` and `pageSize` are given. The `Link` header lists the other pages.
     *
     * @param templateId The template's id.
     */
    public List<Models.Job> listBulkGenerationJobs(String templateId, Parameters.ListBulkGenerationJobs parameters) {
        Call call = new Call("GET", "/api/bulkGenerationJobs/byTemplate/{templateId}")
                .path("templateId", templateId)
                .query("pageNumber", parameters.pageNumber)
                .query("pageSize", parameters.pageSize);
        return ask(call, new TypeReference<>() {});
    }

    /**
     * List all jobs.
     *
     * <p>The subscription's jobs for all templates, newest first. The `Link` header lists the other pages.
     *
     * @param pageNumber The page; 1 is the first. A page after the last is empty.
     * @param pageSize Entries per page.
     */
    public List<Models.Job> listAllBulkGenerationJobs(long pageNumber, int pageSize) {
        Call call = new Call("GET", "/api/bulkGenerationJobs")
                .query("pageNumber", pageNumber)
                .query("pageSize", pageSize);
        return ask(call, new TypeReference<>() {});
    }

    /** Cancel a job. */
    public Models.Job cancelBulkGenerationJob(String jobId) {
        return cancelBulkGenerationJob(jobId, new Parameters.CancelBulkGenerationJob());
    }

    /**
     * Cancel a job.
     *
     * <p>Cancels a job that is still running; a finished job stays as it is. Returns the job.
     *
     * @param jobId The job's id.
     */
    public Models.Job cancelBulkGenerationJob(String jobId, Parameters.CancelBulkGenerationJob parameters) {
        Call call = new Call("POST", "/api/bulkGenerationJobs/{jobId}/cancel")
                .path("jobId", jobId)
                .query("archive", parameters.archive);
        return ask(call, new TypeReference<>() {});
    }

    /**
     * Fetch an archive.
     *
     * <p>The archive that a job's `zipUrl` links to. The signature authorizes the request: do not build such links, request the job.
     *
     * @param jobId The job's id.
     * @param expires When the link expires, as given in the link.
     * @param signature The link's signature.
     */
    public PlatenFile getArchive(String jobId, String expires, String signature) {
        Call call = new Call("GET", "/api/archives/{jobId}")
                .path("jobId", jobId)
                .query("expires", expires)
                .query("signature", signature)
                .withoutKey();
        return askFile(call);
    }

    /**
     * Get a ticket for an upload.
     *
     * <p>A link to upload items with PUT when they are too many for one request: a JSON array of objects, JSON Lines, CSV, or an Excel workbook whose first row contains the column names; plain or gzip. Then start the job with `itemsUploadId` instead of `items`.
     */
    public Models.UploadTicket createBulkUpload() {
        Call call = new Call("POST", "/api/bulkUploads");
        return ask(call, new TypeReference<>() {});
    }

    /**
     * Upload items.
     *
     * <p>The address that a ticket's `uploadUrl` links to. The signature authorizes the request: do not build such links, request a ticket.
     *
     * @param uploadId The upload's id.
     * @param expires When the link expires, as given in the link.
     * @param signature The link's signature.
     */
    public void putBulkUpload(String uploadId, List<?> body, String expires, String signature) {
        Call call = new Call("PUT", "/api/uploads/{uploadId}")
                .path("uploadId", uploadId)
                .query("expires", expires)
                .query("signature", signature)
                .body("application/json", body)
                .withoutKey();
        ask(call, null);
    }

    /**
     * List webhooks.
     *
     * <p>The webhooks of the subscription, newest first, without their full addresses.
     *
     * @param pageNumber The page; 1 is the first. A page after the last is empty.
     * @param pageSize Entries per page.
     */
    public Models.PagedWebhooks listWebhooks(long pageNumber, int pageSize) {
        Call call = new Call("GET", "/api/webhooks")
                .query("pageNumber", pageNumber)
                .query("pageSize", pageSize);
        return ask(call, new TypeReference<>() {});
    }

    /**
     * Make a webhook.
     *
     * <p>Makes a webhook: from now on the end of each new job of the subscription, or of each from one template, is sent to `url` as a signed message (Standard Webhooks), and sent again when it fails. A single document made with `Prefer: respond-async` is a job too. A receiver that answers 410 deletes its webhook. At most 20 webhooks.
     */
    public Models.Webhook createWebhook(Models.CreateWebhook body) {
        Call call = new Call("POST", "/api/webhooks")
                .body("application/json", body);
        return ask(call, new TypeReference<>() {});
    }

    /**
     * Delete a webhook.
     *
     * <p>Nothing more is sent to the webhook's address, not even for jobs that are running. The request may be repeated within a day.
     *
     * @param webhookId The webhook's id.
     */
    public void deleteWebhook(String webhookId) {
        Call call = new Call("DELETE", "/api/webhooks/{webhookId}")
                .path("webhookId", webhookId);
        ask(call, null);
    }

    /** List all templates. */
    public Models.PagedManagedTemplates listTemplates(long pageNumber, int pageSize) {
        return listTemplates(pageNumber, pageSize, new Parameters.ListTemplates());
    }

    /**
     * List all templates.
     *
     * <p>All templates sorted by name, including drafts, disabled ones and rejected ones with their errors.
     *
     * @param pageNumber The page; 1 is the first. A page after the last is empty.
     * @param pageSize Entries per page.
     */
    public Models.PagedManagedTemplates listTemplates(long pageNumber, int pageSize, Parameters.ListTemplates parameters) {
        Call call = new Call("GET", "/api/templates")
                .query("pageNumber", pageNumber)
                .query("pageSize", pageSize)
                .query("search", parameters.search)
                .query("label", parameters.label)
                .query("name", parameters.name);
        return ask(call, new TypeReference<>() {});
    }

    /** Register a template. */
    public Models.ManagedTemplate registerTemplate(byte[] body) {
        return registerTemplate(body, new Parameters.RegisterTemplate());
    }

    /**
     * Register a template.
     *
     * <p>Registers a file as a template. The id depends on the file name: the same file name again adds a version to the same template, and the same file again changes nothing. A file with errors returns `template-error` with all of them and is listed as rejected; the current version stays current. On AWS a request can carry a file of at most 4.4 MB, which is the platform's limit; larger ones go to the bucket's `incoming/` or through `platen template add --aws`.
     */
    public Models.ManagedTemplate registerTemplate(byte[] body, Parameters.RegisterTemplate parameters) {
        Call call = new Call("POST", "/api/templates")
                .query("fileName", parameters.fileName)
                .query("name", parameters.name)
                .query("description", parameters.description)
                .query("draft", parameters.draft)
                .header("If-Match", parameters.ifMatch)
                .body("application/vnd.openxmlformats-officedocument.wordprocessingml.document", body);
        return ask(call, new TypeReference<>() {});
    }

    /**
     * Check a template.
     *
     * <p>The fields that a file needs, or all its errors. Nothing is stored.
     */
    public Models.TemplateCheck checkTemplate(byte[] body) {
        Call call = new Call("POST", "/api/templates/check")
                .body("application/vnd.openxmlformats-officedocument.wordprocessingml.document", body);
        return ask(call, new TypeReference<>() {});
    }

    /**
     * Show the errors of a template.
     *
     * <p>Pictures of the first pages on which a file has errors, and where they are. Each mark names its error by its place in the `errors` that `POST /api/templates/check` returns for the file. Errors in text that no page shows have no mark. Nothing is stored.
     */
    public Models.MarkedTemplate markTemplate(byte[] body) {
        Call call = new Call("POST", "/api/templates/mark")
                .body("application/vnd.openxmlformats-officedocument.wordprocessingml.document", body);
        return ask(call, new TypeReference<>() {});
    }

    /**
     * Convert a template of another product.
     *
     * <p>Rewrites the marks of other products (Carbone, Docmosis, Handlebars and others) as tags, and says what became of each. Fields of a mail merge stay: templates fill them as they are. Nothing is recorded; register `file` to use it.
     */
    public Models.TemplateMigration migrateTemplate(byte[] body) {
        Call call = new Call("POST", "/api/templates/migrate")
                .body("application/vnd.openxmlformats-officedocument.wordprocessingml.document", body);
        return ask(call, new TypeReference<>() {});
    }

    /**
     * Start a template from data.
     *
     * <p>A Word document with a tag for each field of `data`, to be laid out in Word and registered. At most 500 fields.
     */
    public PlatenFile makeStarter(Models.StarterDto body) {
        Call call = new Call("POST", "/api/templates/starter")
                .body("application/json", body);
        return askFile(call);
    }

    /**
     * List samples.
     *
     * <p>The templates that come with the service, as a starting point for your own.
     */
    public List<Models.SampleSummary> listSamples() {
        Call call = new Call("GET", "/api/samples");
        return ask(call, new TypeReference<>() {});
    }

    /**
     * Download a sample.
     *
     * <p>The file of a sample. Change it in Word, and register it.
     *
     * @param fileName The sample's file, as the list of samples names it.
     */
    public PlatenFile getSample(String fileName) {
        Call call = new Call("GET", "/api/samples/file")
                .query("fileName", fileName);
        return askFile(call);
    }

    /**
     * See a sample.
     *
     * <p>A small picture of a sample's first page.
     *
     * @param fileName The sample's file, as the list of samples names it.
     */
    public PlatenFile getSamplePicture(String fileName) {
        Call call = new Call("GET", "/api/samples/picture")
                .query("fileName", fileName);
        return askFile(call);
    }

    /**
     * Read a template.
     *
     * <p>A template with up to a hundred of its versions, newest first, who added each and the remarks on it. The `ETag` names the state of the template, for `If-Match`.
     *
     * @param templateId The template's id.
     */
    public Models.TemplateDetails getTemplate(String templateId) {
        Call call = new Call("GET", "/api/templates/{templateId}")
                .path("templateId", templateId);
        return ask(call, new TypeReference<>() {});
    }

    /** Register a new version. */
    public Models.ManagedTemplate replaceTemplate(String templateId, byte[] body) {
        return replaceTemplate(templateId, body, new Parameters.ReplaceTemplate());
    }

    /**
     * Register a new version.
     *
     * <p>Adds a file as the next version of a template, whatever its name. Members that are left out (`name`, `description`, `fileName`) stay. Running jobs continue with the version that they started with.
     *
     * @param templateId The template's id.
     */
    public Models.ManagedTemplate replaceTemplate(String templateId, byte[] body, Parameters.ReplaceTemplate parameters) {
        Call call = new Call("PUT", "/api/templates/{templateId}")
                .path("templateId", templateId)
                .query("fileName", parameters.fileName)
                .query("name", parameters.name)
                .query("description", parameters.description)
                .query("draft", parameters.draft)
                .header("If-Match", parameters.ifMatch)
                .body("application/vnd.openxmlformats-officedocument.wordprocessingml.document", body);
        return ask(call, new TypeReference<>() {});
    }

    /** Rename or label a template. */
    public Models.ManagedTemplate describeTemplate(String templateId, Models.DescribeTemplateDto body) {
        return describeTemplate(templateId, body, new Parameters.DescribeTemplate());
    }

    /**
     * Rename or label a template.
     *
     * <p>Changes the name, the description or the labels of a template without a new version. Members that are left out stay.
     *
     * @param templateId The template's id.
     */
    public Models.ManagedTemplate describeTemplate(String templateId, Models.DescribeTemplateDto body, Parameters.DescribeTemplate parameters) {
        Call call = new Call("PATCH", "/api/templates/{templateId}")
                .path("templateId", templateId)
                .header("If-Match", parameters.ifMatch)
                .body("application/json", body);
        return ask(call, new TypeReference<>() {});
    }

    /** Remove a template. */
    public void deleteTemplate(String templateId) {
        deleteTemplate(templateId, new Parameters.DeleteTemplate());
    }

    /**
     * Remove a template.
     *
     * <p>Deletes a template with all its versions. Running jobs continue with their own copy of it.
     *
     * @param templateId The template's id.
     */
    public void deleteTemplate(String templateId, Parameters.DeleteTemplate parameters) {
        Call call = new Call("DELETE", "/api/templates/{templateId}")
                .path("templateId", templateId)
                .header("If-Match", parameters.ifMatch);
        ask(call, null);
    }

    /** Download a template. */
    public PlatenFile getTemplateFile(String templateId) {
        return getTemplateFile(templateId, new Parameters.GetTemplateFile());
    }

    /**
     * Download a template.
     *
     * <p>The registered file, of the current version or of the requested one. Files of rejected versions are not kept.
     *
     * @param templateId The template's id.
     */
    public PlatenFile getTemplateFile(String templateId, Parameters.GetTemplateFile parameters) {
        Call call = new Call("GET", "/api/templates/{templateId}/file")
                .path("templateId", templateId)
                .query("version", parameters.version);
        return askFile(call);
    }

    /** See a template. */
    public PlatenFile getTemplateThumbnail(String templateId) {
        return getTemplateThumbnail(templateId, new Parameters.GetTemplateThumbnail());
    }

    /**
     * See a template.
     *
     * <p>A small picture of the first page of the current version or of the requested one, with its fields as they are in the file. It waits in the queue of PDFs as a preview does, and is not counted.
     *
     * @param templateId The template's id.
     */
    public PlatenFile getTemplateThumbnail(String templateId, Parameters.GetTemplateThumbnail parameters) {
        Call call = new Call("GET", "/api/templates/{templateId}/thumbnail")
                .path("templateId", templateId)
                .query("version", parameters.version);
        return askFile(call);
    }

    /** Compare versions. */
    public Models.TemplateChanges getTemplateChanges(String templateId, long version) {
        return getTemplateChanges(templateId, version, new Parameters.GetTemplateChanges());
    }

    /**
     * Compare versions.
     *
     * <p>The fields that a version has and an earlier one does not, those that are gone, and those that changed their type or became required or optional.
     *
     * @param templateId The template's id.
     * @param version One of the template's versions.
     */
    public Models.TemplateChanges getTemplateChanges(String templateId, long version, Parameters.GetTemplateChanges parameters) {
        Call call = new Call("GET", "/api/templates/{templateId}/changes")
                .path("templateId", templateId)
                .query("version", version)
                .query("since", parameters.since);
        return ask(call, new TypeReference<>() {});
    }

    /** Publish a version. */
    public Models.ManagedTemplate publishTemplate(String templateId) {
        return publishTemplate(templateId, new Parameters.PublishTemplate());
    }

    /**
     * Publish a version.
     *
     * <p>Makes a version the current one: the draft, or with `version` any version without errors, also one that was current before.
     *
     * @param templateId The template's id.
     */
    public Models.ManagedTemplate publishTemplate(String templateId, Parameters.PublishTemplate parameters) {
        Call call = new Call("POST", "/api/templates/{templateId}/publish")
                .path("templateId", templateId)
                .query("version", parameters.version)
                .header("If-Match", parameters.ifMatch);
        return ask(call, new TypeReference<>() {});
    }

    /** Disable a template. */
    public Models.ManagedTemplate disableTemplate(String templateId) {
        return disableTemplate(templateId, new Parameters.DisableTemplate());
    }

    /**
     * Disable a template.
     *
     * <p>Hides a template from generation until it is enabled again. New versions stay hidden, too.
     *
     * @param templateId The template's id.
     */
    public Models.ManagedTemplate disableTemplate(String templateId, Parameters.DisableTemplate parameters) {
        Call call = new Call("POST", "/api/templates/{templateId}/disable")
                .path("templateId", templateId)
                .header("If-Match", parameters.ifMatch);
        return ask(call, new TypeReference<>() {});
    }

    /** Enable a template. */
    public Models.ManagedTemplate enableTemplate(String templateId) {
        return enableTemplate(templateId, new Parameters.EnableTemplate());
    }

    /**
     * Enable a template.
     *
     * <p>Makes a disabled template available for generation again.
     *
     * @param templateId The template's id.
     */
    public Models.ManagedTemplate enableTemplate(String templateId, Parameters.EnableTemplate parameters) {
        Call call = new Call("POST", "/api/templates/{templateId}/enable")
                .path("templateId", templateId)
                .header("If-Match", parameters.ifMatch);
        return ask(call, new TypeReference<>() {});
    }

    /**
     * Read limits and usage.
     *
     * <p>The limits of the key's subscription and its usage this month.
     */
    public Models.Subscription getSubscription() {
        Call call = new Call("GET", "/api/getSubscription");
        return ask(call, new TypeReference<>() {});
    }

    /**
     * List keys.
     *
     * <p>The keys of the subscription and the sessions of people who are signed in, newest first. The keys themselves are not known to the service.
     *
     * @param pageNumber The page; 1 is the first. A page after the last is empty.
     * @param pageSize Entries per page.
     */
    public Models.PagedKeys listKeys(long pageNumber, int pageSize) {
        Call call = new Call("GET", "/api/keys")
                .query("pageNumber", pageNumber)
                .query("pageSize", pageSize);
        return ask(call, new TypeReference<>() {});
    }

    /**
     * Make a key.
     *
     * <p>The answer is the only one that shows the key.
     */
    public Models.NewKey createKey(Models.CreateKey body) {
        Call call = new Call("POST", "/api/keys")
                .body("application/json", body);
        return ask(call, new TypeReference<>() {});
    }

    /**
     * Remove a key.
     *
     * <p>Requests with the key are refused from now on. The id of a session signs its person out.
     *
     * @param keyId The key's id.
     */
    public void deleteKey(String keyId) {
        Call call = new Call("DELETE", "/api/keys/{keyId}")
                .path("keyId", keyId);
        ask(call, null);
    }

    /** Read who did what. */
    public Models.Events listEvents(int pageSize) {
        return listEvents(pageSize, new Parameters.ListEvents());
    }

    /**
     * Read who did what.
     *
     * <p>Templates that came or went, jobs that were started or canceled, keys that were made or removed, people who signed in or out; newest first. They are kept for 400 days.
     *
     * @param pageSize Entries per page.
     */
    public Models.Events listEvents(int pageSize, Parameters.ListEvents parameters) {
        Call call = new Call("GET", "/api/audit")
                .query("pageSize", pageSize)
                .query("before", parameters.before);
        return ask(call, new TypeReference<>() {});
    }

    /**
     * Ask who is signed in.
     *
     * <p>For the service's own pages: the person whose session the browser's cookie names, and the provider through whom people sign in.
     */
    public Models.Session getSession() {
        Call call = new Call("GET", "/api/session")
                .withoutKey();
        return ask(call, new TypeReference<>() {});
    }

    /**
     * Sign out.
     *
     * <p>For the service's own pages: ends the session that the browser's cookie names, and says where to sign out at the provider too.
     */
    public Models.SignedOut signOut() {
        Call call = new Call("POST", "/api/sign-out")
                .withoutKey();
        return ask(call, new TypeReference<>() {});
    }

    /**
     * Check that the service responds.
     *
     * <p>For load balancers and monitors.
     */
    public Models.Health health() {
        Call call = new Call("GET", "/api/health")
                .withoutKey();
        return ask(call, new TypeReference<>() {});
    }

    /**
     * Check whether the service is ready for requests.
     *
     * <p>For load balancers: 503 with all reasons while the server starts or stops, its store does not respond, its disk is full, or PDFs cannot be made.
     */
    public Models.Health ready() {
        Call call = new Call("GET", "/api/health/ready")
                .withoutKey();
        return ask(call, new TypeReference<>() {});
    }

    /**
     * Read this document.
     *
     * <p>OpenAPI 3.1, as JSON.
     */
    public Map<String, Object> openApi() {
        Call call = new Call("GET", "/api/openapi.json")
                .withoutKey();
        return ask(call, new TypeReference<>() {});
    }

    /**
     * Read this document as Swagger 2.0.
     *
     * <p>For Power Platform and other programs that do not read OpenAPI 3.1: with the address of this service, and with the extensions that show templates and their fields in designers.
     */
    public Map<String, Object> swagger() {
        Call call = new Call("GET", "/api/swagger.json")
                .withoutKey();
        return ask(call, new TypeReference<>() {});
    }
}
