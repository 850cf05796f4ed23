// A method for each operation. Generated from the OpenAPI document by `make openapi`.

import { Asking, type Bytes, type CallOptions, type File } from "./http.js";
import type * as models from "./models.js";

export const VERSION = "0.1.0";

/** The operations of the service. */
export class Operations extends Asking {
  /**
   * List templates.
   *
   * The templates that you can generate documents from, sorted by name. Drafts, rejected and disabled templates are not listed.
   */
  getTemplates(
    parameters: {
      /** The page; 1 is the first. A page after the last is empty. */
      pageNumber: number;
      /** Entries per page. */
      pageSize: number;
      /** Only templates with this label, ignoring case. */
      label?: string | undefined;
      /** Only templates with exactly this name. */
      name?: string | undefined;
    },
    options: CallOptions = {},
  ): Promise<models.PagedTemplates> {
    return this.ask(
      {
        method: "GET",
        path: "/api/getTemplates",
        query: { "pageNumber": parameters.pageNumber, "pageSize": parameters.pageSize, "label": parameters.label, "name": parameters.name },
      },
      options,
    );
  }

  /**
   * Discover a template's fields.
   *
   * Placeholders and content controls with their types and places, a JSON Schema (2020-12) of the data, and warnings for the template's author.
   */
  generateTemplateMetadata(
    parameters: {
      /** The template's id. */
      templateId: string;
      /** One of the template's versions; without it, the current one. */
      version?: number | undefined;
    },
    options: CallOptions = {},
  ): Promise<models.Metadata> {
    return this.ask(
      {
        method: "GET",
        path: "/api/generateTemplateMetadata",
        query: { "templateId": parameters.templateId, "version": parameters.version },
      },
      options,
    );
  }

  /**
   * Read a template's fields for a designer.
   *
   * The JSON Schema of the data in the form that designers of flows read: each field has one type, and nothing refers to other places. generateTemplateMetadata has the whole schema.
   */
  getTemplateSchema(
    parameters: {
      /** The template's id. */
      templateId: string;
      /** One of the template's versions; without it, the current one. */
      version?: number | undefined;
    },
    options: CallOptions = {},
  ): Promise<models.TemplateSchema> {
    return this.ask(
      {
        method: "GET",
        path: "/api/getTemplateSchema",
        query: { "templateId": parameters.templateId, "version": parameters.version },
      },
      options,
    );
  }

  /**
   * Make a starter payload.
   *
   * A `data` object with typed sample values, which generateDocument accepts unchanged.
   */
  generateModel(
    parameters: {
      /** The template's id. */
      templateId: string;
      /** One of the template's versions; without it, the current one. */
      version?: number | undefined;
    },
    options: CallOptions = {},
  ): Promise<models.Model> {
    return this.ask(
      {
        method: "POST",
        path: "/api/generateModel",
        query: { "templateId": parameters.templateId, "version": parameters.version },
      },
      options,
    );
  }

  /**
   * Make one document.
   *
   * Returns the file. The template is a registered one (`templateId`) or a file in the request (`template`). The same request always produces the same bytes. With `preview` the document has a watermark and is not counted. With the format `.png` the file is a picture of the `page`, with `dpi` pixels to the inch. The `Platen-Warnings` header gives the number of warnings: what the document lacks, or shows differently from Word. With `Prefer: respond-async` the answer is 202 with a job; when its `status` is `Completed`, `zipUrl` links to the file itself. With `Accept: multipart/mixed` the answer has two parts, the file and `{"warnings": [{code, detail, hint, part, text, count}]}`.
   */
  generateDocument(
    body: models.GenerateDocumentDto,
    parameters: {
      /** A key of your own: 1 to 255 printable ASCII characters. The same key with the same request, sent again within 24 hours, gets the same answer and makes nothing twice. */
      idempotencyKey?: string | undefined;
    } = {},
    options: CallOptions = {},
  ): Promise<File> {
    return this.ask(
      {
        method: "POST",
        path: "/api/generateDocument",
        header: { "Idempotency-Key": parameters.idempotencyKey },
        body,
        mediaType: "application/json",
      },
      options,
    );
  }

  /**
   * Make one document in the background.
   *
   * Returns the file. The template is a registered one (`templateId`) or a file in the request (`template`). The same request always produces the same bytes. With `preview` the document has a watermark and is not counted. With the format `.png` the file is a picture of the `page`, with `dpi` pixels to the inch. The `Platen-Warnings` header gives the number of warnings: what the document lacks, or shows differently from Word. With `Prefer: respond-async` the answer is 202 with a job; when its `status` is `Completed`, `zipUrl` links to the file itself. With `Accept: multipart/mixed` the answer has two parts, the file and `{"warnings": [{code, detail, hint, part, text, count}]}`.
   */
  generateDocumentLater(
    body: models.GenerateDocumentDto,
    parameters: {
      /** A key of your own: 1 to 255 printable ASCII characters. The same key with the same request, sent again within 24 hours, gets the same answer and makes nothing twice. */
      idempotencyKey?: string | undefined;
    } = {},
    options: CallOptions = {},
  ): Promise<models.Started> {
    return this.ask(
      {
        method: "POST",
        path: "/api/generateDocument",
        header: { "Idempotency-Key": parameters.idempotencyKey, "Prefer": "respond-async" },
        body,
        mediaType: "application/json",
      },
      options,
    );
  }

  /**
   * Convert a Word document.
   *
   * Makes a PDF of a .docx file, or a picture of one of its pages, as it is: no tags are filled. The result counts as a document. Needs a key with the scope `compose`. The `Platen-Warnings` header gives the number of warnings; `Accept: multipart/mixed` returns them with the file, as for generateDocument. A file can be sent alone, as its bytes; the query then has what a body would have. A password needs a form or JSON.
   */
  convert(
    body: models.ConvertDto,
    parameters: {
      /** A key of your own: 1 to 255 printable ASCII characters. The same key with the same request, sent again within 24 hours, gets the same answer and makes nothing twice. */
      idempotencyKey?: string | undefined;
      /** Of a file that is sent as its bytes, required then: a PDF, or a picture of one page. */
      format?: string | undefined;
      /** Of such a file: the page that a picture shows; the first without it. */
      page?: number | undefined;
      /** Of such a file: pixels to the inch of a picture; 96 without it. */
      dpi?: number | undefined;
      /** For such a file: the name of the result. */
      fileName?: string | undefined;
      /** Of such a file: whether Word's fields are computed first. */
      updateFields?: boolean | undefined;
      /** Of such a file: the standard that the PDF keeps to. */
      conformance?: "none" | "a-2b" | "ua-1" | undefined;
      /** Of such a file: a text across every page. */
      watermark?: string | undefined;
    } = {},
    options: CallOptions = {},
  ): Promise<File> {
    return this.ask(
      {
        method: "POST",
        path: "/api/convert",
        query: { "format": parameters.format, "page": parameters.page, "dpi": parameters.dpi, "fileName": parameters.fileName, "updateFields": parameters.updateFields, "conformance": parameters.conformance, "watermark": parameters.watermark },
        header: { "Idempotency-Key": parameters.idempotencyKey },
        body,
        mediaType: "application/json",
      },
      options,
    );
  }

  /**
   * Start a bulk job.
   *
   * One document per item, packed into a ZIP archive or, with `merge`, joined into one PDF. With `documents` each document may have a template and a format of its own. Returns at once; poll the job at `Location` until its `status` is `Completed` and `zipUrl` links to the archive. An item whose data does not fit the template fails on its own and is listed with the reason. Warnings of the documents are listed with the index of their item.
   */
  generateDocumentsBulk(
    body: models.GenerateDocumentsBulkDto,
    parameters: {
      /** A key of your own: 1 to 255 printable ASCII characters. The same key with the same request, sent again within 24 hours, gets the same answer and makes nothing twice. */
      idempotencyKey?: string | undefined;
    } = {},
    options: CallOptions = {},
  ): Promise<models.Started> {
    return this.ask(
      {
        method: "POST",
        path: "/api/generateDocumentsBulk",
        header: { "Idempotency-Key": parameters.idempotencyKey },
        body,
        mediaType: "application/json",
      },
      options,
    );
  }

  /**
   * Read a job.
   *
   * The state of a job. `zipUrl` is signed again for each request and is valid for an hour; the archive is kept for a day.
   */
  getBulkGenerationJob(
    parameters: {
      /** The job's id. */
      jobId: string;
    },
    options: CallOptions = {},
  ): Promise<models.Job> {
    return this.ask(
      {
        method: "GET",
        path: "/api/bulkGenerationJobs/{jobId}",
        values: { "jobId": parameters.jobId },
      },
      options,
    );
  }

  /**
   * List a template's jobs.
   *
   * The jobs of a template, newest first: all of them, or one page if `pageNumber` and `pageSize` are given. The `Link` header lists the other pages.
   */
  listBulkGenerationJobs(
    parameters: {
      /** The template's id. */
      templateId: string;
      /** The page; 1 is the first. A page after the last is empty. */
      pageNumber?: number | undefined;
      /** Entries per page. */
      pageSize?: number | undefined;
    },
    options: CallOptions = {},
  ): Promise<models.Jobs> {
    return this.ask(
      {
        method: "GET",
        path: "/api/bulkGenerationJobs/byTemplate/{templateId}",
        values: { "templateId": parameters.templateId },
        query: { "pageNumber": parameters.pageNumber, "pageSize": parameters.pageSize },
      },
      options,
    );
  }

  /**
   * List all jobs.
   *
   * The subscription's jobs for all templates, newest first. The `Link` header lists the other pages.
   */
  listAllBulkGenerationJobs(
    parameters: {
      /** The page; 1 is the first. A page after the last is empty. */
      pageNumber: number;
      /** Entries per page. */
      pageSize: number;
    },
    options: CallOptions = {},
  ): Promise<models.Jobs> {
    return this.ask(
      {
        method: "GET",
        path: "/api/bulkGenerationJobs",
        query: { "pageNumber": parameters.pageNumber, "pageSize": parameters.pageSize },
      },
      options,
    );
  }

  /**
   * Cancel a job.
   *
   * Cancels a job that is still running; a finished job stays as it is. Returns the job.
   */
  cancelBulkGenerationJob(
    parameters: {
      /** The job's id. */
      jobId: string;
      /** `true` keeps the finished documents: no more are made, and the job completes with an archive of those. The other items are listed as failed. A job without a finished document is canceled. */
      archive?: boolean | undefined;
    },
    options: CallOptions = {},
  ): Promise<models.Job> {
    return this.ask(
      {
        method: "POST",
        path: "/api/bulkGenerationJobs/{jobId}/cancel",
        values: { "jobId": parameters.jobId },
        query: { "archive": parameters.archive },
      },
      options,
    );
  }

  /**
   * Fetch an archive.
   *
   * The archive that a job's `zipUrl` links to. The signature authorizes the request: do not build such links, request the job.
   */
  getArchive(
    parameters: {
      /** The job's id. */
      jobId: string;
      /** When the link expires, as given in the link. */
      expires: string;
      /** The link's signature. */
      signature: string;
    },
    options: CallOptions = {},
  ): Promise<File> {
    return this.ask(
      {
        method: "GET",
        path: "/api/archives/{jobId}",
        values: { "jobId": parameters.jobId },
        query: { "expires": parameters.expires, "signature": parameters.signature },
        needsKey: false,
      },
      options,
    );
  }

  /**
   * Get a ticket for an upload.
   *
   * A link to upload items with PUT when they are too many for one request: a JSON array of objects, JSON Lines, CSV, or an Excel workbook whose first row contains the column names; plain or gzip. Then start the job with `itemsUploadId` instead of `items`.
   */
  createBulkUpload(
    options: CallOptions = {},
  ): Promise<models.UploadTicket> {
    return this.ask(
      {
        method: "POST",
        path: "/api/bulkUploads",
      },
      options,
    );
  }

  /**
   * Upload items.
   *
   * The address that a ticket's `uploadUrl` links to. The signature authorizes the request: do not build such links, request a ticket.
   */
  putBulkUpload(
    body: ({ [name: string]: unknown })[],
    parameters: {
      /** The upload's id. */
      uploadId: string;
      /** When the link expires, as given in the link. */
      expires: string;
      /** The link's signature. */
      signature: string;
    },
    options: CallOptions = {},
  ): Promise<void> {
    return this.ask(
      {
        method: "PUT",
        path: "/api/uploads/{uploadId}",
        values: { "uploadId": parameters.uploadId },
        query: { "expires": parameters.expires, "signature": parameters.signature },
        body,
        mediaType: "application/json",
        needsKey: false,
      },
      options,
    );
  }

  /**
   * List webhooks.
   *
   * The webhooks of the subscription, newest first, without their full addresses.
   */
  listWebhooks(
    parameters: {
      /** The page; 1 is the first. A page after the last is empty. */
      pageNumber: number;
      /** Entries per page. */
      pageSize: number;
    },
    options: CallOptions = {},
  ): Promise<models.PagedWebhooks> {
    return this.ask(
      {
        method: "GET",
        path: "/api/webhooks",
        query: { "pageNumber": parameters.pageNumber, "pageSize": parameters.pageSize },
      },
      options,
    );
  }

  /**
   * Make a webhook.
   *
   * Makes a webhook: from now on the end of each new job of the subscription, or of each from one template, is sent to `url` as a signed message (Standard Webhooks), and sent again when it fails. A single document made with `Prefer: respond-async` is a job too. A receiver that answers 410 deletes its webhook. At most 20 webhooks.
   */
  createWebhook(
    body: models.CreateWebhook,
    options: CallOptions = {},
  ): Promise<models.Webhook> {
    return this.ask(
      {
        method: "POST",
        path: "/api/webhooks",
        body,
        mediaType: "application/json",
      },
      options,
    );
  }

  /**
   * Delete a webhook.
   *
   * Nothing more is sent to the webhook's address, not even for jobs that are running. The request may be repeated within a day.
   */
  deleteWebhook(
    parameters: {
      /** The webhook's id. */
      webhookId: string;
    },
    options: CallOptions = {},
  ): Promise<void> {
    return this.ask(
      {
        method: "DELETE",
        path: "/api/webhooks/{webhookId}",
        values: { "webhookId": parameters.webhookId },
      },
      options,
    );
  }

  /**
   * List all templates.
   *
   * All templates sorted by name, including drafts, disabled ones and rejected ones with their errors.
   */
  listTemplates(
    parameters: {
      /** The page; 1 is the first. A page after the last is empty. */
      pageNumber: number;
      /** Entries per page. */
      pageSize: number;
      /** Only templates whose name or file name contains this text; case is ignored. */
      search?: string | undefined;
      /** Only templates with this label, ignoring case. */
      label?: string | undefined;
      /** Only templates with exactly this name. */
      name?: string | undefined;
    },
    options: CallOptions = {},
  ): Promise<models.PagedManagedTemplates> {
    return this.ask(
      {
        method: "GET",
        path: "/api/templates",
        query: { "pageNumber": parameters.pageNumber, "pageSize": parameters.pageSize, "search": parameters.search, "label": parameters.label, "name": parameters.name },
      },
      options,
    );
  }

  /**
   * Register a template.
   *
   * Registers a file as a template. The id depends on the file name: the same file name again adds a version to the same template, and the same file again changes nothing. A file with errors returns `template-error` with all of them and is listed as rejected; the current version stays current. On AWS a request can carry a file of at most 4.4 MB, which is the platform's limit; larger ones go to the bucket's `incoming/` or through `platen template add --aws`.
   */
  registerTemplate(
    body: Bytes,
    parameters: {
      /** The file's name, or its path such as `letters/welcome.docx`. A form can send it as a field or with its file instead. */
      fileName?: string | undefined;
      /** The template's display name. The default is the file's name without extension. A form can send it as a field instead. */
      name?: string | undefined;
      /** What the template is for. A form can send it as a field instead. */
      description?: string | undefined;
      /** `true` registers a draft: the current version stays current until the draft is published. A newer draft replaces it. A form sends it in the query, too. */
      draft?: boolean | undefined;
      /** The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`. */
      ifMatch?: string | undefined;
      /** The media type of the body. */
      mediaType?: string | undefined;
    } = {},
    options: CallOptions = {},
  ): Promise<models.ManagedTemplate> {
    return this.ask(
      {
        method: "POST",
        path: "/api/templates",
        query: { "fileName": parameters.fileName, "name": parameters.name, "description": parameters.description, "draft": parameters.draft },
        header: { "If-Match": parameters.ifMatch },
        body,
        mediaType: parameters.mediaType ?? "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      },
      options,
    );
  }

  /**
   * Check a template.
   *
   * The fields that a file needs, or all its errors. Nothing is stored.
   */
  checkTemplate(
    body: Bytes,
    parameters: {
      /** The media type of the body. */
      mediaType?: string | undefined;
    } = {},
    options: CallOptions = {},
  ): Promise<models.TemplateCheck> {
    return this.ask(
      {
        method: "POST",
        path: "/api/templates/check",
        body,
        mediaType: parameters.mediaType ?? "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      },
      options,
    );
  }

  /**
   * Show the errors of a template.
   *
   * Pictures of the first pages on which a file has errors, and where they are. Each mark names its error by its place in the `errors` that `POST /api/templates/check` returns for the file. Errors in text that no page shows have no mark. Nothing is stored.
   */
  markTemplate(
    body: Bytes,
    parameters: {
      /** The media type of the body. */
      mediaType?: string | undefined;
    } = {},
    options: CallOptions = {},
  ): Promise<models.MarkedTemplate> {
    return this.ask(
      {
        method: "POST",
        path: "/api/templates/mark",
        body,
        mediaType: parameters.mediaType ?? "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      },
      options,
    );
  }

  /**
   * Convert a template of another product.
   *
   * Rewrites the marks of other products (Carbone, Docmosis, Handlebars and others) as tags, and says what became of each. Fields of a mail merge stay: templates fill them as they are. Nothing is recorded; register `file` to use it.
   */
  migrateTemplate(
    body: Bytes,
    parameters: {
      /** The media type of the body. */
      mediaType?: string | undefined;
    } = {},
    options: CallOptions = {},
  ): Promise<models.TemplateMigration> {
    return this.ask(
      {
        method: "POST",
        path: "/api/templates/migrate",
        body,
        mediaType: parameters.mediaType ?? "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      },
      options,
    );
  }

  /**
   * Start a template from data.
   *
   * A Word document with a tag for each field of `data`, to be laid out in Word and registered. At most 500 fields.
   */
  makeStarter(
    body: models.StarterDto,
    options: CallOptions = {},
  ): Promise<File> {
    return this.ask(
      {
        method: "POST",
        path: "/api/templates/starter",
        body,
        mediaType: "application/json",
      },
      options,
    );
  }

  /**
   * List samples.
   *
   * The templates that come with the service, as a starting point for your own.
   */
  listSamples(
    options: CallOptions = {},
  ): Promise<models.Samples> {
    return this.ask(
      {
        method: "GET",
        path: "/api/samples",
      },
      options,
    );
  }

  /**
   * Download a sample.
   *
   * The file of a sample. Change it in Word, and register it.
   */
  getSample(
    parameters: {
      /** The sample's file, as the list of samples names it. */
      fileName: string;
    },
    options: CallOptions = {},
  ): Promise<File> {
    return this.ask(
      {
        method: "GET",
        path: "/api/samples/file",
        query: { "fileName": parameters.fileName },
      },
      options,
    );
  }

  /**
   * See a sample.
   *
   * A small picture of a sample's first page.
   */
  getSamplePicture(
    parameters: {
      /** The sample's file, as the list of samples names it. */
      fileName: string;
    },
    options: CallOptions = {},
  ): Promise<File> {
    return this.ask(
      {
        method: "GET",
        path: "/api/samples/picture",
        query: { "fileName": parameters.fileName },
      },
      options,
    );
  }

  /**
   * Read a template.
   *
   * A template with up to a hundred of its versions, newest first, who added each and the remarks on it. The `ETag` names the state of the template, for `If-Match`.
   */
  getTemplate(
    parameters: {
      /** The template's id. */
      templateId: string;
    },
    options: CallOptions = {},
  ): Promise<models.TemplateDetails> {
    return this.ask(
      {
        method: "GET",
        path: "/api/templates/{templateId}",
        values: { "templateId": parameters.templateId },
      },
      options,
    );
  }

  /**
   * Register a new version.
   *
   * Adds a file as the next version of a template, whatever its name. Members that are left out (`name`, `description`, `fileName`) stay. Running jobs continue with the version that they started with.
   */
  replaceTemplate(
    body: Bytes,
    parameters: {
      /** The template's id. */
      templateId: string;
      /** The file's name, or its path such as `letters/welcome.docx`. A form can send it as a field or with its file instead. */
      fileName?: string | undefined;
      /** The template's display name. The default is the file's name without extension. A form can send it as a field instead. */
      name?: string | undefined;
      /** What the template is for. A form can send it as a field instead. */
      description?: string | undefined;
      /** `true` registers a draft: the current version stays current until the draft is published. A newer draft replaces it. A form sends it in the query, too. */
      draft?: boolean | undefined;
      /** The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`. */
      ifMatch?: string | undefined;
      /** The media type of the body. */
      mediaType?: string | undefined;
    },
    options: CallOptions = {},
  ): Promise<models.ManagedTemplate> {
    return this.ask(
      {
        method: "PUT",
        path: "/api/templates/{templateId}",
        values: { "templateId": parameters.templateId },
        query: { "fileName": parameters.fileName, "name": parameters.name, "description": parameters.description, "draft": parameters.draft },
        header: { "If-Match": parameters.ifMatch },
        body,
        mediaType: parameters.mediaType ?? "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      },
      options,
    );
  }

  /**
   * Rename or label a template.
   *
   * Changes the name, the description or the labels of a template without a new version. Members that are left out stay.
   */
  describeTemplate(
    body: models.DescribeTemplateDto,
    parameters: {
      /** The template's id. */
      templateId: string;
      /** The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`. */
      ifMatch?: string | undefined;
    },
    options: CallOptions = {},
  ): Promise<models.ManagedTemplate> {
    return this.ask(
      {
        method: "PATCH",
        path: "/api/templates/{templateId}",
        values: { "templateId": parameters.templateId },
        header: { "If-Match": parameters.ifMatch },
        body,
        mediaType: "application/json",
      },
      options,
    );
  }

  /**
   * Remove a template.
   *
   * Deletes a template with all its versions. Running jobs continue with their own copy of it.
   */
  deleteTemplate(
    parameters: {
      /** The template's id. */
      templateId: string;
      /** The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`. */
      ifMatch?: string | undefined;
    },
    options: CallOptions = {},
  ): Promise<void> {
    return this.ask(
      {
        method: "DELETE",
        path: "/api/templates/{templateId}",
        values: { "templateId": parameters.templateId },
        header: { "If-Match": parameters.ifMatch },
      },
      options,
    );
  }

  /**
   * Download a template.
   *
   * The registered file, of the current version or of the requested one. Files of rejected versions are not kept.
   */
  getTemplateFile(
    parameters: {
      /** The template's id. */
      templateId: string;
      /** One of the template's versions; without it, the current one. */
      version?: number | undefined;
    },
    options: CallOptions = {},
  ): Promise<File> {
    return this.ask(
      {
        method: "GET",
        path: "/api/templates/{templateId}/file",
        values: { "templateId": parameters.templateId },
        query: { "version": parameters.version },
      },
      options,
    );
  }

  /**
   * See a template.
   *
   * A small picture of the first page of the current version or of the requested one, with its fields as they are in the file. It waits in the queue of PDFs as a preview does, and is not counted.
   */
  getTemplateThumbnail(
    parameters: {
      /** The template's id. */
      templateId: string;
      /** One of the template's versions; without it, the current one. */
      version?: number | undefined;
    },
    options: CallOptions = {},
  ): Promise<File> {
    return this.ask(
      {
        method: "GET",
        path: "/api/templates/{templateId}/thumbnail",
        values: { "templateId": parameters.templateId },
        query: { "version": parameters.version },
      },
      options,
    );
  }

  /**
   * Compare versions.
   *
   * The fields that a version has and an earlier one does not, those that are gone, and those that changed their type or became required or optional.
   */
  getTemplateChanges(
    parameters: {
      /** The template's id. */
      templateId: string;
      /** One of the template's versions. */
      version: number;
      /** The version to compare with; without it, the version before that has no errors. */
      since?: number | undefined;
    },
    options: CallOptions = {},
  ): Promise<models.TemplateChanges> {
    return this.ask(
      {
        method: "GET",
        path: "/api/templates/{templateId}/changes",
        values: { "templateId": parameters.templateId },
        query: { "version": parameters.version, "since": parameters.since },
      },
      options,
    );
  }

  /**
   * Publish a version.
   *
   * Makes a version the current one: the draft, or with `version` any version without errors, also one that was current before.
   */
  publishTemplate(
    parameters: {
      /** The template's id. */
      templateId: string;
      /** The version to publish; without it, the draft. */
      version?: number | undefined;
      /** The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`. */
      ifMatch?: string | undefined;
    },
    options: CallOptions = {},
  ): Promise<models.ManagedTemplate> {
    return this.ask(
      {
        method: "POST",
        path: "/api/templates/{templateId}/publish",
        values: { "templateId": parameters.templateId },
        query: { "version": parameters.version },
        header: { "If-Match": parameters.ifMatch },
      },
      options,
    );
  }

  /**
   * Disable a template.
   *
   * Hides a template from generation until it is enabled again. New versions stay hidden, too.
   */
  disableTemplate(
    parameters: {
      /** The template's id. */
      templateId: string;
      /** The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`. */
      ifMatch?: string | undefined;
    },
    options: CallOptions = {},
  ): Promise<models.ManagedTemplate> {
    return this.ask(
      {
        method: "POST",
        path: "/api/templates/{templateId}/disable",
        values: { "templateId": parameters.templateId },
        header: { "If-Match": parameters.ifMatch },
      },
      options,
    );
  }

  /**
   * Enable a template.
   *
   * Makes a disabled template available for generation again.
   */
  enableTemplate(
    parameters: {
      /** The template's id. */
      templateId: string;
      /** The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`. */
      ifMatch?: string | undefined;
    },
    options: CallOptions = {},
  ): Promise<models.ManagedTemplate> {
    return this.ask(
      {
        method: "POST",
        path: "/api/templates/{templateId}/enable",
        values: { "templateId": parameters.templateId },
        header: { "If-Match": parameters.ifMatch },
      },
      options,
    );
  }

  /**
   * Read limits and usage.
   *
   * The limits of the key's subscription and its usage this month.
   */
  getSubscription(
    options: CallOptions = {},
  ): Promise<models.Subscription> {
    return this.ask(
      {
        method: "GET",
        path: "/api/getSubscription",
      },
      options,
    );
  }

  /**
   * List keys.
   *
   * The keys of the subscription and the sessions of people who are signed in, newest first. The keys themselves are not known to the service.
   */
  listKeys(
    parameters: {
      /** The page; 1 is the first. A page after the last is empty. */
      pageNumber: number;
      /** Entries per page. */
      pageSize: number;
    },
    options: CallOptions = {},
  ): Promise<models.PagedKeys> {
    return this.ask(
      {
        method: "GET",
        path: "/api/keys",
        query: { "pageNumber": parameters.pageNumber, "pageSize": parameters.pageSize },
      },
      options,
    );
  }

  /**
   * Make a key.
   *
   * The answer is the only one that shows the key.
   */
  createKey(
    body: models.CreateKey,
    options: CallOptions = {},
  ): Promise<models.NewKey> {
    return this.ask(
      {
        method: "POST",
        path: "/api/keys",
        body,
        mediaType: "application/json",
      },
      options,
    );
  }

  /**
   * Remove a key.
   *
   * Requests with the key are refused from now on. The id of a session signs its person out.
   */
  deleteKey(
    parameters: {
      /** The key's id. */
      keyId: string;
    },
    options: CallOptions = {},
  ): Promise<void> {
    return this.ask(
      {
        method: "DELETE",
        path: "/api/keys/{keyId}",
        values: { "keyId": parameters.keyId },
      },
      options,
    );
  }

  /**
   * Read who did what.
   *
   * Templates that came or went, jobs that were started or canceled, keys that were made or removed, people who signed in or out; newest first. They are kept for 400 days.
   */
  listEvents(
    parameters: {
      /** Entries per page. */
      pageSize: number;
      /** The `next` of the answer before; without it the newest events. */
      before?: string | undefined;
    },
    options: CallOptions = {},
  ): Promise<models.Events> {
    return this.ask(
      {
        method: "GET",
        path: "/api/audit",
        query: { "pageSize": parameters.pageSize, "before": parameters.before },
      },
      options,
    );
  }

  /**
   * Ask who is signed in.
   *
   * For the service's own pages: the person whose session the browser's cookie names, and the provider through whom people sign in.
   */
  getSession(
    options: CallOptions = {},
  ): Promise<models.Session> {
    return this.ask(
      {
        method: "GET",
        path: "/api/session",
        needsKey: false,
      },
      options,
    );
  }

  /**
   * Sign out.
   *
   * For the service's own pages: ends the session that the browser's cookie names, and says where to sign out at the provider too.
   */
  signOut(
    options: CallOptions = {},
  ): Promise<models.SignedOut> {
    return this.ask(
      {
        method: "POST",
        path: "/api/sign-out",
        needsKey: false,
      },
      options,
    );
  }

  /**
   * Check that the service responds.
   *
   * For load balancers and monitors.
   */
  health(
    options: CallOptions = {},
  ): Promise<models.Health> {
    return this.ask(
      {
        method: "GET",
        path: "/api/health",
        needsKey: false,
      },
      options,
    );
  }

  /**
   * Check whether the service is ready for requests.
   *
   * For load balancers: 503 with all reasons while the server starts or stops, its store does not respond, its disk is full, or PDFs cannot be made.
   */
  ready(
    options: CallOptions = {},
  ): Promise<models.Health> {
    return this.ask(
      {
        method: "GET",
        path: "/api/health/ready",
        needsKey: false,
      },
      options,
    );
  }

  /**
   * Read this document.
   *
   * OpenAPI 3.1, as JSON.
   */
  openApi(
    options: CallOptions = {},
  ): Promise<models.OpenApi> {
    return this.ask(
      {
        method: "GET",
        path: "/api/openapi.json",
        needsKey: false,
      },
      options,
    );
  }

  /**
   * Read this document as Swagger 2.0.
   *
   * For Power Platform and other programs that do not read OpenAPI 3.1: with the address of this service, and with the extensions that show templates and their fields in designers.
   */
  swagger(
    options: CallOptions = {},
  ): Promise<models.OpenApi> {
    return this.ask(
      {
        method: "GET",
        path: "/api/swagger.json",
        needsKey: false,
      },
      options,
    );
  }

}
