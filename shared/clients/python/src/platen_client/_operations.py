"""A method for each operation, for programs that wait and for `asyncio`. Generated from the OpenAPI document by `make openapi`."""

from __future__ import annotations

from typing import Any, Literal

from . import models
from ._http import Asking, AsyncAsking, File

VERSION = "0.1.0"


class Operations(Asking):
    """The operations of the service."""

    def get_templates(
        self,
        *,
        page_number: int,
        page_size: int,
        label: str | None = None,
        name: str | None = None,
    ) -> models.PagedTemplates:
        """List templates.

        The templates that you can generate documents from, sorted by name. Drafts, rejected and disabled templates are not listed.

        `page_number`: The page; 1 is the first. A page after the last is empty.
        `page_size`: Entries per page.
        `label`: Only templates with this label, ignoring case.
        `name`: Only templates with exactly this name.
        """
        answer: models.PagedTemplates = self._ask(
            "GET",
            "/api/getTemplates",
            query={"pageNumber": page_number, "pageSize": page_size, "label": label, "name": name},
        )
        return answer

    def generate_template_metadata(
        self,
        *,
        template_id: str,
        version: int | None = None,
    ) -> models.Metadata:
        """Discover a template's fields.

        Placeholders and content controls with their types and places, a JSON Schema (2020-12) of the data, and warnings for the template's author.

        `template_id`: The template's id.
        `version`: One of the template's versions; without it, the current one.
        """
        answer: models.Metadata = self._ask(
            "GET",
            "/api/generateTemplateMetadata",
            query={"templateId": template_id, "version": version},
        )
        return answer

    def get_template_schema(
        self,
        *,
        template_id: str,
        version: int | None = None,
    ) -> models.TemplateSchema:
        """Read a template's fields for a designer.

        The JSON Schema of the data in the form that designers of flows read: each field has one type, and nothing refers to other places. generateTemplateMetadata has the whole schema.

        `template_id`: The template's id.
        `version`: One of the template's versions; without it, the current one.
        """
        answer: models.TemplateSchema = self._ask(
            "GET",
            "/api/getTemplateSchema",
            query={"templateId": template_id, "version": version},
        )
        return answer

    def generate_model(
        self,
        *,
        template_id: str,
        version: int | None = None,
    ) -> models.Model:
        """Make a starter payload.

        A `data` object with typed sample values, which generateDocument accepts unchanged.

        `template_id`: The template's id.
        `version`: One of the template's versions; without it, the current one.
        """
        answer: models.Model = self._ask(
            "POST",
            "/api/generateModel",
            query={"templateId": template_id, "version": version},
        )
        return answer

    def generate_document(
        self,
        body: models.GenerateDocumentDto,
        *,
        idempotency_key: str | None = None,
    ) -> File:
        """Make one document.

        Returns the file. The template is a registered one (`templateId`) or a file in the request (`template`). The same request always produces the same bytes. With `preview` the document has a watermark and is not counted. With the format `.png` the file is a picture of the `page`, with `dpi` pixels to the inch. The `Platen-Warnings` header gives the number of warnings: what the document lacks, or shows differently from Word. With `Prefer: respond-async` the answer is 202 with a job; when its `status` is `Completed`, `zipUrl` links to the file itself. With `Accept: multipart/mixed` the answer has two parts, the file and `{"warnings": [{code, detail, hint, part, text, count}]}`.

        `idempotency_key`: A key of your own: 1 to 255 printable ASCII characters. The same key with the same request, sent again within 24 hours, gets the same answer and makes nothing twice.
        """
        answer: File = self._ask(
            "POST",
            "/api/generateDocument",
            header={"Idempotency-Key": idempotency_key},
            body=body,
            media_type="application/json",
        )
        return answer

    def generate_document_later(
        self,
        body: models.GenerateDocumentDto,
        *,
        idempotency_key: str | None = None,
    ) -> models.Started:
        """Make one document in the background.

        Returns the file. The template is a registered one (`templateId`) or a file in the request (`template`). The same request always produces the same bytes. With `preview` the document has a watermark and is not counted. With the format `.png` the file is a picture of the `page`, with `dpi` pixels to the inch. The `Platen-Warnings` header gives the number of warnings: what the document lacks, or shows differently from Word. With `Prefer: respond-async` the answer is 202 with a job; when its `status` is `Completed`, `zipUrl` links to the file itself. With `Accept: multipart/mixed` the answer has two parts, the file and `{"warnings": [{code, detail, hint, part, text, count}]}`.

        `idempotency_key`: A key of your own: 1 to 255 printable ASCII characters. The same key with the same request, sent again within 24 hours, gets the same answer and makes nothing twice.
        """
        answer: models.Started = self._ask(
            "POST",
            "/api/generateDocument",
            header={"Idempotency-Key": idempotency_key, "Prefer": "respond-async"},
            body=body,
            media_type="application/json",
        )
        return answer

    def convert(
        self,
        body: models.ConvertDto,
        *,
        idempotency_key: str | None = None,
        format: str | None = None,
        page: int | None = None,
        dpi: int | None = None,
        file_name: str | None = None,
        update_fields: bool | None = None,
        conformance: Literal["none", "a-2b", "ua-1"] | None = None,
        watermark: str | None = None,
    ) -> File:
        """Convert a Word document.

        Makes a PDF of a .docx file, or a picture of one of its pages, as it is: no tags are filled. The result counts as a document. Needs a key with the scope `compose`. The `Platen-Warnings` header gives the number of warnings; `Accept: multipart/mixed` returns them with the file, as for generateDocument. A file can be sent alone, as its bytes; the query then has what a body would have. A password needs a form or JSON.

        `idempotency_key`: A key of your own: 1 to 255 printable ASCII characters. The same key with the same request, sent again within 24 hours, gets the same answer and makes nothing twice.
        `format`: Of a file that is sent as its bytes, required then: a PDF, or a picture of one page.
        `page`: Of such a file: the page that a picture shows; the first without it.
        `dpi`: Of such a file: pixels to the inch of a picture; 96 without it.
        `file_name`: For such a file: the name of the result.
        `update_fields`: Of such a file: whether Word's fields are computed first.
        `conformance`: Of such a file: the standard that the PDF keeps to.
        `watermark`: Of such a file: a text across every page.
        """
        answer: File = self._ask(
            "POST",
            "/api/convert",
            query={"format": format, "page": page, "dpi": dpi, "fileName": file_name, "updateFields": update_fields, "conformance": conformance, "watermark": watermark},
            header={"Idempotency-Key": idempotency_key},
            body=body,
            media_type="application/json",
        )
        return answer

    def generate_documents_bulk(
        self,
        body: models.GenerateDocumentsBulkDto,
        *,
        idempotency_key: str | None = None,
    ) -> models.Started:
        """Start a bulk job.

        One document per item, packed into a ZIP archive or, with `merge`, joined into one PDF. With `documents` each document may have a template and a format of its own. Returns at once; poll the job at `Location` until its `status` is `Completed` and `zipUrl` links to the archive. An item whose data does not fit the template fails on its own and is listed with the reason. Warnings of the documents are listed with the index of their item.

        `idempotency_key`: A key of your own: 1 to 255 printable ASCII characters. The same key with the same request, sent again within 24 hours, gets the same answer and makes nothing twice.
        """
        answer: models.Started = self._ask(
            "POST",
            "/api/generateDocumentsBulk",
            header={"Idempotency-Key": idempotency_key},
            body=body,
            media_type="application/json",
        )
        return answer

    def get_bulk_generation_job(
        self,
        job_id: str,
    ) -> models.Job:
        """Read a job.

        The state of a job. `zipUrl` is signed again for each request and is valid for an hour; the archive is kept for a day.

        `job_id`: The job's id.
        """
        answer: models.Job = self._ask(
            "GET",
            "/api/bulkGenerationJobs/{jobId}",
            path={"jobId": job_id},
        )
        return answer

    def list_bulk_generation_jobs(
        self,
        template_id: str,
        *,
        page_number: int | None = None,
        page_size: int | None = None,
    ) -> models.Jobs:
        """List a template's jobs.

        The jobs of a template, newest first: all of them, or one page if `pageNumber` and `pageSize` are given. The `Link` header lists the other pages.

        `template_id`: The template's id.
        `page_number`: The page; 1 is the first. A page after the last is empty.
        `page_size`: Entries per page.
        """
        answer: models.Jobs = self._ask(
            "GET",
            "/api/bulkGenerationJobs/byTemplate/{templateId}",
            path={"templateId": template_id},
            query={"pageNumber": page_number, "pageSize": page_size},
        )
        return answer

    def list_all_bulk_generation_jobs(
        self,
        *,
        page_number: int,
        page_size: int,
    ) -> models.Jobs:
        """List all jobs.

        The subscription's jobs for all templates, newest first. The `Link` header lists the other pages.

        `page_number`: The page; 1 is the first. A page after the last is empty.
        `page_size`: Entries per page.
        """
        answer: models.Jobs = self._ask(
            "GET",
            "/api/bulkGenerationJobs",
            query={"pageNumber": page_number, "pageSize": page_size},
        )
        return answer

    def cancel_bulk_generation_job(
        self,
        job_id: str,
        *,
        archive: bool | None = None,
    ) -> models.Job:
        """Cancel a job.

        Cancels a job that is still running; a finished job stays as it is. Returns the job.

        `job_id`: The job's id.
        `archive`: `true` keeps the finished documents: no more are made, and the job completes with an archive of those. The other items are listed as failed. A job without a finished document is canceled.
        """
        answer: models.Job = self._ask(
            "POST",
            "/api/bulkGenerationJobs/{jobId}/cancel",
            path={"jobId": job_id},
            query={"archive": archive},
        )
        return answer

    def get_archive(
        self,
        job_id: str,
        *,
        expires: str,
        signature: str,
    ) -> File:
        """Fetch an archive.

        The archive that a job's `zipUrl` links to. The signature authorizes the request: do not build such links, request the job.

        `job_id`: The job's id.
        `expires`: When the link expires, as given in the link.
        `signature`: The link's signature.
        """
        answer: File = self._ask(
            "GET",
            "/api/archives/{jobId}",
            path={"jobId": job_id},
            query={"expires": expires, "signature": signature},
            needs_key=False,
        )
        return answer

    def create_bulk_upload(
        self,
    ) -> models.UploadTicket:
        """Get a ticket for an upload.

        A link to upload items with PUT when they are too many for one request: a JSON array of objects, JSON Lines, CSV, or an Excel workbook whose first row contains the column names; plain or gzip. Then start the job with `itemsUploadId` instead of `items`.
        """
        answer: models.UploadTicket = self._ask(
            "POST",
            "/api/bulkUploads",
        )
        return answer

    def put_bulk_upload(
        self,
        upload_id: str,
        body: list[dict[str, Any]],
        *,
        expires: str,
        signature: str,
    ) -> None:
        """Upload items.

        The address that a ticket's `uploadUrl` links to. The signature authorizes the request: do not build such links, request a ticket.

        `upload_id`: The upload's id.
        `expires`: When the link expires, as given in the link.
        `signature`: The link's signature.
        """
        self._ask(
            "PUT",
            "/api/uploads/{uploadId}",
            path={"uploadId": upload_id},
            query={"expires": expires, "signature": signature},
            body=body,
            media_type="application/json",
            needs_key=False,
        )

    def list_webhooks(
        self,
        *,
        page_number: int,
        page_size: int,
    ) -> models.PagedWebhooks:
        """List webhooks.

        The webhooks of the subscription, newest first, without their full addresses.

        `page_number`: The page; 1 is the first. A page after the last is empty.
        `page_size`: Entries per page.
        """
        answer: models.PagedWebhooks = self._ask(
            "GET",
            "/api/webhooks",
            query={"pageNumber": page_number, "pageSize": page_size},
        )
        return answer

    def create_webhook(
        self,
        body: models.CreateWebhook,
    ) -> models.Webhook:
        """Make a webhook.

        Makes a webhook: from now on the end of each new job of the subscription, or of each from one template, is sent to `url` as a signed message (Standard Webhooks), and sent again when it fails. A single document made with `Prefer: respond-async` is a job too. A receiver that answers 410 deletes its webhook. At most 20 webhooks.
        """
        answer: models.Webhook = self._ask(
            "POST",
            "/api/webhooks",
            body=body,
            media_type="application/json",
        )
        return answer

    def delete_webhook(
        self,
        webhook_id: str,
    ) -> None:
        """Delete a webhook.

        Nothing more is sent to the webhook's address, not even for jobs that are running. The request may be repeated within a day.

        `webhook_id`: The webhook's id.
        """
        self._ask(
            "DELETE",
            "/api/webhooks/{webhookId}",
            path={"webhookId": webhook_id},
        )

    def list_templates(
        self,
        *,
        page_number: int,
        page_size: int,
        search: str | None = None,
        label: str | None = None,
        name: str | None = None,
    ) -> models.PagedManagedTemplates:
        """List all templates.

        All templates sorted by name, including drafts, disabled ones and rejected ones with their errors.

        `page_number`: The page; 1 is the first. A page after the last is empty.
        `page_size`: Entries per page.
        `search`: Only templates whose name or file name contains this text; case is ignored.
        `label`: Only templates with this label, ignoring case.
        `name`: Only templates with exactly this name.
        """
        answer: models.PagedManagedTemplates = self._ask(
            "GET",
            "/api/templates",
            query={"pageNumber": page_number, "pageSize": page_size, "search": search, "label": label, "name": name},
        )
        return answer

    def register_template(
        self,
        body: bytes,
        *,
        file_name: str | None = None,
        name: str | None = None,
        description: str | None = None,
        draft: bool | None = None,
        if_match: str | None = None,
        media_type: str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ) -> models.ManagedTemplate:
        """Register a template.

        Registers a file as a template. The id depends on the file name: the same file name again adds a version to the same template, and the same file again changes nothing. A file with errors returns `template-error` with all of them and is listed as rejected; the current version stays current. On AWS a request can carry a file of at most 4.4 MB, which is the platform's limit; larger ones go to the bucket's `incoming/` or through `platen template add --aws`.

        `file_name`: The file's name, or its path such as `letters/welcome.docx`. A form can send it as a field or with its file instead.
        `name`: The template's display name. The default is the file's name without extension. A form can send it as a field instead.
        `description`: What the template is for. A form can send it as a field instead.
        `draft`: `true` registers a draft: the current version stays current until the draft is published. A newer draft replaces it. A form sends it in the query, too.
        `if_match`: The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.
        """
        answer: models.ManagedTemplate = self._ask(
            "POST",
            "/api/templates",
            query={"fileName": file_name, "name": name, "description": description, "draft": draft},
            header={"If-Match": if_match},
            body=body,
            media_type=media_type,
        )
        return answer

    def check_template(
        self,
        body: bytes,
        *,
        media_type: str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ) -> models.TemplateCheck:
        """Check a template.

        The fields that a file needs, or all its errors. Nothing is stored.
        """
        answer: models.TemplateCheck = self._ask(
            "POST",
            "/api/templates/check",
            body=body,
            media_type=media_type,
        )
        return answer

    def mark_template(
        self,
        body: bytes,
        *,
        media_type: str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ) -> models.MarkedTemplate:
        """Show the errors of a template.

        Pictures of the first pages on which a file has errors, and where they are. Each mark names its error by its place in the `errors` that `POST /api/templates/check` returns for the file. Errors in text that no page shows have no mark. Nothing is stored.
        """
        answer: models.MarkedTemplate = self._ask(
            "POST",
            "/api/templates/mark",
            body=body,
            media_type=media_type,
        )
        return answer

    def migrate_template(
        self,
        body: bytes,
        *,
        media_type: str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ) -> models.TemplateMigration:
        """Convert a template of another product.

        Rewrites the marks of other products (Carbone, Docmosis, Handlebars and others) as tags, and says what became of each. Fields of a mail merge stay: templates fill them as they are. Nothing is recorded; register `file` to use it.
        """
        answer: models.TemplateMigration = self._ask(
            "POST",
            "/api/templates/migrate",
            body=body,
            media_type=media_type,
        )
        return answer

    def make_starter(
        self,
        body: models.StarterDto,
    ) -> File:
        """Start a template from data.

        A Word document with a tag for each field of `data`, to be laid out in Word and registered. At most 500 fields.
        """
        answer: File = self._ask(
            "POST",
            "/api/templates/starter",
            body=body,
            media_type="application/json",
        )
        return answer

    def list_samples(
        self,
    ) -> models.Samples:
        """List samples.

        The templates that come with the service, as a starting point for your own.
        """
        answer: models.Samples = self._ask(
            "GET",
            "/api/samples",
        )
        return answer

    def get_sample(
        self,
        *,
        file_name: str,
    ) -> File:
        """Download a sample.

        The file of a sample. Change it in Word, and register it.

        `file_name`: The sample's file, as the list of samples names it.
        """
        answer: File = self._ask(
            "GET",
            "/api/samples/file",
            query={"fileName": file_name},
        )
        return answer

    def get_sample_picture(
        self,
        *,
        file_name: str,
    ) -> File:
        """See a sample.

        A small picture of a sample's first page.

        `file_name`: The sample's file, as the list of samples names it.
        """
        answer: File = self._ask(
            "GET",
            "/api/samples/picture",
            query={"fileName": file_name},
        )
        return answer

    def get_template(
        self,
        template_id: str,
    ) -> models.TemplateDetails:
        """Read a template.

        A template with up to a hundred of its versions, newest first, who added each and the remarks on it. The `ETag` names the state of the template, for `If-Match`.

        `template_id`: The template's id.
        """
        answer: models.TemplateDetails = self._ask(
            "GET",
            "/api/templates/{templateId}",
            path={"templateId": template_id},
        )
        return answer

    def replace_template(
        self,
        template_id: str,
        body: bytes,
        *,
        file_name: str | None = None,
        name: str | None = None,
        description: str | None = None,
        draft: bool | None = None,
        if_match: str | None = None,
        media_type: str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ) -> models.ManagedTemplate:
        """Register a new version.

        Adds a file as the next version of a template, whatever its name. Members that are left out (`name`, `description`, `fileName`) stay. Running jobs continue with the version that they started with.

        `template_id`: The template's id.
        `file_name`: The file's name, or its path such as `letters/welcome.docx`. A form can send it as a field or with its file instead.
        `name`: The template's display name. The default is the file's name without extension. A form can send it as a field instead.
        `description`: What the template is for. A form can send it as a field instead.
        `draft`: `true` registers a draft: the current version stays current until the draft is published. A newer draft replaces it. A form sends it in the query, too.
        `if_match`: The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.
        """
        answer: models.ManagedTemplate = self._ask(
            "PUT",
            "/api/templates/{templateId}",
            path={"templateId": template_id},
            query={"fileName": file_name, "name": name, "description": description, "draft": draft},
            header={"If-Match": if_match},
            body=body,
            media_type=media_type,
        )
        return answer

    def describe_template(
        self,
        template_id: str,
        body: models.DescribeTemplateDto,
        *,
        if_match: str | None = None,
    ) -> models.ManagedTemplate:
        """Rename or label a template.

        Changes the name, the description or the labels of a template without a new version. Members that are left out stay.

        `template_id`: The template's id.
        `if_match`: The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.
        """
        answer: models.ManagedTemplate = self._ask(
            "PATCH",
            "/api/templates/{templateId}",
            path={"templateId": template_id},
            header={"If-Match": if_match},
            body=body,
            media_type="application/json",
        )
        return answer

    def delete_template(
        self,
        template_id: str,
        *,
        if_match: str | None = None,
    ) -> None:
        """Remove a template.

        Deletes a template with all its versions. Running jobs continue with their own copy of it.

        `template_id`: The template's id.
        `if_match`: The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.
        """
        self._ask(
            "DELETE",
            "/api/templates/{templateId}",
            path={"templateId": template_id},
            header={"If-Match": if_match},
        )

    def get_template_file(
        self,
        template_id: str,
        *,
        version: int | None = None,
    ) -> File:
        """Download a template.

        The registered file, of the current version or of the requested one. Files of rejected versions are not kept.

        `template_id`: The template's id.
        `version`: One of the template's versions; without it, the current one.
        """
        answer: File = self._ask(
            "GET",
            "/api/templates/{templateId}/file",
            path={"templateId": template_id},
            query={"version": version},
        )
        return answer

    def get_template_thumbnail(
        self,
        template_id: str,
        *,
        version: int | None = None,
    ) -> File:
        """See a template.

        A small picture of the first page of the current version or of the requested one, with its fields as they are in the file. It waits in the queue of PDFs as a preview does, and is not counted.

        `template_id`: The template's id.
        `version`: One of the template's versions; without it, the current one.
        """
        answer: File = self._ask(
            "GET",
            "/api/templates/{templateId}/thumbnail",
            path={"templateId": template_id},
            query={"version": version},
        )
        return answer

    def get_template_changes(
        self,
        template_id: str,
        *,
        version: int,
        since: int | None = None,
    ) -> models.TemplateChanges:
        """Compare versions.

        The fields that a version has and an earlier one does not, those that are gone, and those that changed their type or became required or optional.

        `template_id`: The template's id.
        `version`: One of the template's versions.
        `since`: The version to compare with; without it, the version before that has no errors.
        """
        answer: models.TemplateChanges = self._ask(
            "GET",
            "/api/templates/{templateId}/changes",
            path={"templateId": template_id},
            query={"version": version, "since": since},
        )
        return answer

    def publish_template(
        self,
        template_id: str,
        *,
        version: int | None = None,
        if_match: str | None = None,
    ) -> models.ManagedTemplate:
        """Publish a version.

        Makes a version the current one: the draft, or with `version` any version without errors, also one that was current before.

        `template_id`: The template's id.
        `version`: The version to publish; without it, the draft.
        `if_match`: The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.
        """
        answer: models.ManagedTemplate = self._ask(
            "POST",
            "/api/templates/{templateId}/publish",
            path={"templateId": template_id},
            query={"version": version},
            header={"If-Match": if_match},
        )
        return answer

    def disable_template(
        self,
        template_id: str,
        *,
        if_match: str | None = None,
    ) -> models.ManagedTemplate:
        """Disable a template.

        Hides a template from generation until it is enabled again. New versions stay hidden, too.

        `template_id`: The template's id.
        `if_match`: The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.
        """
        answer: models.ManagedTemplate = self._ask(
            "POST",
            "/api/templates/{templateId}/disable",
            path={"templateId": template_id},
            header={"If-Match": if_match},
        )
        return answer

    def enable_template(
        self,
        template_id: str,
        *,
        if_match: str | None = None,
    ) -> models.ManagedTemplate:
        """Enable a template.

        Makes a disabled template available for generation again.

        `template_id`: The template's id.
        `if_match`: The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.
        """
        answer: models.ManagedTemplate = self._ask(
            "POST",
            "/api/templates/{templateId}/enable",
            path={"templateId": template_id},
            header={"If-Match": if_match},
        )
        return answer

    def get_subscription(
        self,
    ) -> models.Subscription:
        """Read limits and usage.

        The limits of the key's subscription and its usage this month.
        """
        answer: models.Subscription = self._ask(
            "GET",
            "/api/getSubscription",
        )
        return answer

    def list_keys(
        self,
        *,
        page_number: int,
        page_size: int,
    ) -> models.PagedKeys:
        """List keys.

        The keys of the subscription and the sessions of people who are signed in, newest first. The keys themselves are not known to the service.

        `page_number`: The page; 1 is the first. A page after the last is empty.
        `page_size`: Entries per page.
        """
        answer: models.PagedKeys = self._ask(
            "GET",
            "/api/keys",
            query={"pageNumber": page_number, "pageSize": page_size},
        )
        return answer

    def create_key(
        self,
        body: models.CreateKey,
    ) -> models.NewKey:
        """Make a key.

        The answer is the only one that shows the key.
        """
        answer: models.NewKey = self._ask(
            "POST",
            "/api/keys",
            body=body,
            media_type="application/json",
        )
        return answer

    def delete_key(
        self,
        key_id: str,
    ) -> None:
        """Remove a key.

        Requests with the key are refused from now on. The id of a session signs its person out.

        `key_id`: The key's id.
        """
        self._ask(
            "DELETE",
            "/api/keys/{keyId}",
            path={"keyId": key_id},
        )

    def list_events(
        self,
        *,
        page_size: int,
        before: str | None = None,
    ) -> models.Events:
        """Read who did what.

        Templates that came or went, jobs that were started or canceled, keys that were made or removed, people who signed in or out; newest first. They are kept for 400 days.

        `page_size`: Entries per page.
        `before`: The `next` of the answer before; without it the newest events.
        """
        answer: models.Events = self._ask(
            "GET",
            "/api/audit",
            query={"pageSize": page_size, "before": before},
        )
        return answer

    def get_session(
        self,
    ) -> models.Session:
        """Ask who is signed in.

        For the service's own pages: the person whose session the browser's cookie names, and the provider through whom people sign in.
        """
        answer: models.Session = self._ask(
            "GET",
            "/api/session",
            needs_key=False,
        )
        return answer

    def sign_out(
        self,
    ) -> models.SignedOut:
        """Sign out.

        For the service's own pages: ends the session that the browser's cookie names, and says where to sign out at the provider too.
        """
        answer: models.SignedOut = self._ask(
            "POST",
            "/api/sign-out",
            needs_key=False,
        )
        return answer

    def health(
        self,
    ) -> models.Health:
        """Check that the service responds.

        For load balancers and monitors.
        """
        answer: models.Health = self._ask(
            "GET",
            "/api/health",
            needs_key=False,
        )
        return answer

    def ready(
        self,
    ) -> models.Health:
        """Check whether the service is ready for requests.

        For load balancers: 503 with all reasons while the server starts or stops, its store does not respond, its disk is full, or PDFs cannot be made.
        """
        answer: models.Health = self._ask(
            "GET",
            "/api/health/ready",
            needs_key=False,
        )
        return answer

    def open_api(
        self,
    ) -> models.OpenApi:
        """Read this document.

        OpenAPI 3.1, as JSON.
        """
        answer: models.OpenApi = self._ask(
            "GET",
            "/api/openapi.json",
            needs_key=False,
        )
        return answer

    def swagger(
        self,
    ) -> models.OpenApi:
        """Read this document as Swagger 2.0.

        For Power Platform and other programs that do not read OpenAPI 3.1: with the address of this service, and with the extensions that show templates and their fields in designers.
        """
        answer: models.OpenApi = self._ask(
            "GET",
            "/api/swagger.json",
            needs_key=False,
        )
        return answer


class AsyncOperations(AsyncAsking):
    """The operations of the service."""

    async def get_templates(
        self,
        *,
        page_number: int,
        page_size: int,
        label: str | None = None,
        name: str | None = None,
    ) -> models.PagedTemplates:
        """List templates.

        The templates that you can generate documents from, sorted by name. Drafts, rejected and disabled templates are not listed.

        `page_number`: The page; 1 is the first. A page after the last is empty.
        `page_size`: Entries per page.
        `label`: Only templates with this label, ignoring case.
        `name`: Only templates with exactly this name.
        """
        answer: models.PagedTemplates = await self._ask(
            "GET",
            "/api/getTemplates",
            query={"pageNumber": page_number, "pageSize": page_size, "label": label, "name": name},
        )
        return answer

    async def generate_template_metadata(
        self,
        *,
        template_id: str,
        version: int | None = None,
    ) -> models.Metadata:
        """Discover a template's fields.

        Placeholders and content controls with their types and places, a JSON Schema (2020-12) of the data, and warnings for the template's author.

        `template_id`: The template's id.
        `version`: One of the template's versions; without it, the current one.
        """
        answer: models.Metadata = await self._ask(
            "GET",
            "/api/generateTemplateMetadata",
            query={"templateId": template_id, "version": version},
        )
        return answer

    async def get_template_schema(
        self,
        *,
        template_id: str,
        version: int | None = None,
    ) -> models.TemplateSchema:
        """Read a template's fields for a designer.

        The JSON Schema of the data in the form that designers of flows read: each field has one type, and nothing refers to other places. generateTemplateMetadata has the whole schema.

        `template_id`: The template's id.
        `version`: One of the template's versions; without it, the current one.
        """
        answer: models.TemplateSchema = await self._ask(
            "GET",
            "/api/getTemplateSchema",
            query={"templateId": template_id, "version": version},
        )
        return answer

    async def generate_model(
        self,
        *,
        template_id: str,
        version: int | None = None,
    ) -> models.Model:
        """Make a starter payload.

        A `data` object with typed sample values, which generateDocument accepts unchanged.

        `template_id`: The template's id.
        `version`: One of the template's versions; without it, the current one.
        """
        answer: models.Model = await self._ask(
            "POST",
            "/api/generateModel",
            query={"templateId": template_id, "version": version},
        )
        return answer

    async def generate_document(
        self,
        body: models.GenerateDocumentDto,
        *,
        idempotency_key: str | None = None,
    ) -> File:
        """Make one document.

        Returns the file. The template is a registered one (`templateId`) or a file in the request (`template`). The same request always produces the same bytes. With `preview` the document has a watermark and is not counted. With the format `.png` the file is a picture of the `page`, with `dpi` pixels to the inch. The `Platen-Warnings` header gives the number of warnings: what the document lacks, or shows differently from Word. With `Prefer: respond-async` the answer is 202 with a job; when its `status` is `Completed`, `zipUrl` links to the file itself. With `Accept: multipart/mixed` the answer has two parts, the file and `{"warnings": [{code, detail, hint, part, text, count}]}`.

        `idempotency_key`: A key of your own: 1 to 255 printable ASCII characters. The same key with the same request, sent again within 24 hours, gets the same answer and makes nothing twice.
        """
        answer: File = await self._ask(
            "POST",
            "/api/generateDocument",
            header={"Idempotency-Key": idempotency_key},
            body=body,
            media_type="application/json",
        )
        return answer

    async def generate_document_later(
        self,
        body: models.GenerateDocumentDto,
        *,
        idempotency_key: str | None = None,
    ) -> models.Started:
        """Make one document in the background.

        Returns the file. The template is a registered one (`templateId`) or a file in the request (`template`). The same request always produces the same bytes. With `preview` the document has a watermark and is not counted. With the format `.png` the file is a picture of the `page`, with `dpi` pixels to the inch. The `Platen-Warnings` header gives the number of warnings: what the document lacks, or shows differently from Word. With `Prefer: respond-async` the answer is 202 with a job; when its `status` is `Completed`, `zipUrl` links to the file itself. With `Accept: multipart/mixed` the answer has two parts, the file and `{"warnings": [{code, detail, hint, part, text, count}]}`.

        `idempotency_key`: A key of your own: 1 to 255 printable ASCII characters. The same key with the same request, sent again within 24 hours, gets the same answer and makes nothing twice.
        """
        answer: models.Started = await self._ask(
            "POST",
            "/api/generateDocument",
            header={"Idempotency-Key": idempotency_key, "Prefer": "respond-async"},
            body=body,
            media_type="application/json",
        )
        return answer

    async def convert(
        self,
        body: models.ConvertDto,
        *,
        idempotency_key: str | None = None,
        format: str | None = None,
        page: int | None = None,
        dpi: int | None = None,
        file_name: str | None = None,
        update_fields: bool | None = None,
        conformance: Literal["none", "a-2b", "ua-1"] | None = None,
        watermark: str | None = None,
    ) -> File:
        """Convert a Word document.

        Makes a PDF of a .docx file, or a picture of one of its pages, as it is: no tags are filled. The result counts as a document. Needs a key with the scope `compose`. The `Platen-Warnings` header gives the number of warnings; `Accept: multipart/mixed` returns them with the file, as for generateDocument. A file can be sent alone, as its bytes; the query then has what a body would have. A password needs a form or JSON.

        `idempotency_key`: A key of your own: 1 to 255 printable ASCII characters. The same key with the same request, sent again within 24 hours, gets the same answer and makes nothing twice.
        `format`: Of a file that is sent as its bytes, required then: a PDF, or a picture of one page.
        `page`: Of such a file: the page that a picture shows; the first without it.
        `dpi`: Of such a file: pixels to the inch of a picture; 96 without it.
        `file_name`: For such a file: the name of the result.
        `update_fields`: Of such a file: whether Word's fields are computed first.
        `conformance`: Of such a file: the standard that the PDF keeps to.
        `watermark`: Of such a file: a text across every page.
        """
        answer: File = await self._ask(
            "POST",
            "/api/convert",
            query={"format": format, "page": page, "dpi": dpi, "fileName": file_name, "updateFields": update_fields, "conformance": conformance, "watermark": watermark},
            header={"Idempotency-Key": idempotency_key},
            body=body,
            media_type="application/json",
        )
        return answer

    async def generate_documents_bulk(
        self,
        body: models.GenerateDocumentsBulkDto,
        *,
        idempotency_key: str | None = None,
    ) -> models.Started:
        """Start a bulk job.

        One document per item, packed into a ZIP archive or, with `merge`, joined into one PDF. With `documents` each document may have a template and a format of its own. Returns at once; poll the job at `Location` until its `status` is `Completed` and `zipUrl` links to the archive. An item whose data does not fit the template fails on its own and is listed with the reason. Warnings of the documents are listed with the index of their item.

        `idempotency_key`: A key of your own: 1 to 255 printable ASCII characters. The same key with the same request, sent again within 24 hours, gets the same answer and makes nothing twice.
        """
        answer: models.Started = await self._ask(
            "POST",
            "/api/generateDocumentsBulk",
            header={"Idempotency-Key": idempotency_key},
            body=body,
            media_type="application/json",
        )
        return answer

    async def get_bulk_generation_job(
        self,
        job_id: str,
    ) -> models.Job:
        """Read a job.

        The state of a job. `zipUrl` is signed again for each request and is valid for an hour; the archive is kept for a day.

        `job_id`: The job's id.
        """
        answer: models.Job = await self._ask(
            "GET",
            "/api/bulkGenerationJobs/{jobId}",
            path={"jobId": job_id},
        )
        return answer

    async def list_bulk_generation_jobs(
        self,
        template_id: str,
        *,
        page_number: int | None = None,
        page_size: int | None = None,
    ) -> models.Jobs:
        """List a template's jobs.

        The jobs of a template, newest first: all of them, or one page if `pageNumber` and `pageSize` are given. The `Link` header lists the other pages.

        `template_id`: The template's id.
        `page_number`: The page; 1 is the first. A page after the last is empty.
        `page_size`: Entries per page.
        """
        answer: models.Jobs = await self._ask(
            "GET",
            "/api/bulkGenerationJobs/byTemplate/{templateId}",
            path={"templateId": template_id},
            query={"pageNumber": page_number, "pageSize": page_size},
        )
        return answer

    async def list_all_bulk_generation_jobs(
        self,
        *,
        page_number: int,
        page_size: int,
    ) -> models.Jobs:
        """List all jobs.

        The subscription's jobs for all templates, newest first. The `Link` header lists the other pages.

        `page_number`: The page; 1 is the first. A page after the last is empty.
        `page_size`: Entries per page.
        """
        answer: models.Jobs = await self._ask(
            "GET",
            "/api/bulkGenerationJobs",
            query={"pageNumber": page_number, "pageSize": page_size},
        )
        return answer

    async def cancel_bulk_generation_job(
        self,
        job_id: str,
        *,
        archive: bool | None = None,
    ) -> models.Job:
        """Cancel a job.

        Cancels a job that is still running; a finished job stays as it is. Returns the job.

        `job_id`: The job's id.
        `archive`: `true` keeps the finished documents: no more are made, and the job completes with an archive of those. The other items are listed as failed. A job without a finished document is canceled.
        """
        answer: models.Job = await self._ask(
            "POST",
            "/api/bulkGenerationJobs/{jobId}/cancel",
            path={"jobId": job_id},
            query={"archive": archive},
        )
        return answer

    async def get_archive(
        self,
        job_id: str,
        *,
        expires: str,
        signature: str,
    ) -> File:
        """Fetch an archive.

        The archive that a job's `zipUrl` links to. The signature authorizes the request: do not build such links, request the job.

        `job_id`: The job's id.
        `expires`: When the link expires, as given in the link.
        `signature`: The link's signature.
        """
        answer: File = await self._ask(
            "GET",
            "/api/archives/{jobId}",
            path={"jobId": job_id},
            query={"expires": expires, "signature": signature},
            needs_key=False,
        )
        return answer

    async def create_bulk_upload(
        self,
    ) -> models.UploadTicket:
        """Get a ticket for an upload.

        A link to upload items with PUT when they are too many for one request: a JSON array of objects, JSON Lines, CSV, or an Excel workbook whose first row contains the column names; plain or gzip. Then start the job with `itemsUploadId` instead of `items`.
        """
        answer: models.UploadTicket = await self._ask(
            "POST",
            "/api/bulkUploads",
        )
        return answer

    async def put_bulk_upload(
        self,
        upload_id: str,
        body: list[dict[str, Any]],
        *,
        expires: str,
        signature: str,
    ) -> None:
        """Upload items.

        The address that a ticket's `uploadUrl` links to. The signature authorizes the request: do not build such links, request a ticket.

        `upload_id`: The upload's id.
        `expires`: When the link expires, as given in the link.
        `signature`: The link's signature.
        """
        await self._ask(
            "PUT",
            "/api/uploads/{uploadId}",
            path={"uploadId": upload_id},
            query={"expires": expires, "signature": signature},
            body=body,
            media_type="application/json",
            needs_key=False,
        )

    async def list_webhooks(
        self,
        *,
        page_number: int,
        page_size: int,
    ) -> models.PagedWebhooks:
        """List webhooks.

        The webhooks of the subscription, newest first, without their full addresses.

        `page_number`: The page; 1 is the first. A page after the last is empty.
        `page_size`: Entries per page.
        """
        answer: models.PagedWebhooks = await self._ask(
            "GET",
            "/api/webhooks",
            query={"pageNumber": page_number, "pageSize": page_size},
        )
        return answer

    async def create_webhook(
        self,
        body: models.CreateWebhook,
    ) -> models.Webhook:
        """Make a webhook.

        Makes a webhook: from now on the end of each new job of the subscription, or of each from one template, is sent to `url` as a signed message (Standard Webhooks), and sent again when it fails. A single document made with `Prefer: respond-async` is a job too. A receiver that answers 410 deletes its webhook. At most 20 webhooks.
        """
        answer: models.Webhook = await self._ask(
            "POST",
            "/api/webhooks",
            body=body,
            media_type="application/json",
        )
        return answer

    async def delete_webhook(
        self,
        webhook_id: str,
    ) -> None:
        """Delete a webhook.

        Nothing more is sent to the webhook's address, not even for jobs that are running. The request may be repeated within a day.

        `webhook_id`: The webhook's id.
        """
        await self._ask(
            "DELETE",
            "/api/webhooks/{webhookId}",
            path={"webhookId": webhook_id},
        )

    async def list_templates(
        self,
        *,
        page_number: int,
        page_size: int,
        search: str | None = None,
        label: str | None = None,
        name: str | None = None,
    ) -> models.PagedManagedTemplates:
        """List all templates.

        All templates sorted by name, including drafts, disabled ones and rejected ones with their errors.

        `page_number`: The page; 1 is the first. A page after the last is empty.
        `page_size`: Entries per page.
        `search`: Only templates whose name or file name contains this text; case is ignored.
        `label`: Only templates with this label, ignoring case.
        `name`: Only templates with exactly this name.
        """
        answer: models.PagedManagedTemplates = await self._ask(
            "GET",
            "/api/templates",
            query={"pageNumber": page_number, "pageSize": page_size, "search": search, "label": label, "name": name},
        )
        return answer

    async def register_template(
        self,
        body: bytes,
        *,
        file_name: str | None = None,
        name: str | None = None,
        description: str | None = None,
        draft: bool | None = None,
        if_match: str | None = None,
        media_type: str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ) -> models.ManagedTemplate:
        """Register a template.

        Registers a file as a template. The id depends on the file name: the same file name again adds a version to the same template, and the same file again changes nothing. A file with errors returns `template-error` with all of them and is listed as rejected; the current version stays current. On AWS a request can carry a file of at most 4.4 MB, which is the platform's limit; larger ones go to the bucket's `incoming/` or through `platen template add --aws`.

        `file_name`: The file's name, or its path such as `letters/welcome.docx`. A form can send it as a field or with its file instead.
        `name`: The template's display name. The default is the file's name without extension. A form can send it as a field instead.
        `description`: What the template is for. A form can send it as a field instead.
        `draft`: `true` registers a draft: the current version stays current until the draft is published. A newer draft replaces it. A form sends it in the query, too.
        `if_match`: The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.
        """
        answer: models.ManagedTemplate = await self._ask(
            "POST",
            "/api/templates",
            query={"fileName": file_name, "name": name, "description": description, "draft": draft},
            header={"If-Match": if_match},
            body=body,
            media_type=media_type,
        )
        return answer

    async def check_template(
        self,
        body: bytes,
        *,
        media_type: str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ) -> models.TemplateCheck:
        """Check a template.

        The fields that a file needs, or all its errors. Nothing is stored.
        """
        answer: models.TemplateCheck = await self._ask(
            "POST",
            "/api/templates/check",
            body=body,
            media_type=media_type,
        )
        return answer

    async def mark_template(
        self,
        body: bytes,
        *,
        media_type: str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ) -> models.MarkedTemplate:
        """Show the errors of a template.

        Pictures of the first pages on which a file has errors, and where they are. Each mark names its error by its place in the `errors` that `POST /api/templates/check` returns for the file. Errors in text that no page shows have no mark. Nothing is stored.
        """
        answer: models.MarkedTemplate = await self._ask(
            "POST",
            "/api/templates/mark",
            body=body,
            media_type=media_type,
        )
        return answer

    async def migrate_template(
        self,
        body: bytes,
        *,
        media_type: str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ) -> models.TemplateMigration:
        """Convert a template of another product.

        Rewrites the marks of other products (Carbone, Docmosis, Handlebars and others) as tags, and says what became of each. Fields of a mail merge stay: templates fill them as they are. Nothing is recorded; register `file` to use it.
        """
        answer: models.TemplateMigration = await self._ask(
            "POST",
            "/api/templates/migrate",
            body=body,
            media_type=media_type,
        )
        return answer

    async def make_starter(
        self,
        body: models.StarterDto,
    ) -> File:
        """Start a template from data.

        A Word document with a tag for each field of `data`, to be laid out in Word and registered. At most 500 fields.
        """
        answer: File = await self._ask(
            "POST",
            "/api/templates/starter",
            body=body,
            media_type="application/json",
        )
        return answer

    async def list_samples(
        self,
    ) -> models.Samples:
        """List samples.

        The templates that come with the service, as a starting point for your own.
        """
        answer: models.Samples = await self._ask(
            "GET",
            "/api/samples",
        )
        return answer

    async def get_sample(
        self,
        *,
        file_name: str,
    ) -> File:
        """Download a sample.

        The file of a sample. Change it in Word, and register it.

        `file_name`: The sample's file, as the list of samples names it.
        """
        answer: File = await self._ask(
            "GET",
            "/api/samples/file",
            query={"fileName": file_name},
        )
        return answer

    async def get_sample_picture(
        self,
        *,
        file_name: str,
    ) -> File:
        """See a sample.

        A small picture of a sample's first page.

        `file_name`: The sample's file, as the list of samples names it.
        """
        answer: File = await self._ask(
            "GET",
            "/api/samples/picture",
            query={"fileName": file_name},
        )
        return answer

    async def get_template(
        self,
        template_id: str,
    ) -> models.TemplateDetails:
        """Read a template.

        A template with up to a hundred of its versions, newest first, who added each and the remarks on it. The `ETag` names the state of the template, for `If-Match`.

        `template_id`: The template's id.
        """
        answer: models.TemplateDetails = await self._ask(
            "GET",
            "/api/templates/{templateId}",
            path={"templateId": template_id},
        )
        return answer

    async def replace_template(
        self,
        template_id: str,
        body: bytes,
        *,
        file_name: str | None = None,
        name: str | None = None,
        description: str | None = None,
        draft: bool | None = None,
        if_match: str | None = None,
        media_type: str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ) -> models.ManagedTemplate:
        """Register a new version.

        Adds a file as the next version of a template, whatever its name. Members that are left out (`name`, `description`, `fileName`) stay. Running jobs continue with the version that they started with.

        `template_id`: The template's id.
        `file_name`: The file's name, or its path such as `letters/welcome.docx`. A form can send it as a field or with its file instead.
        `name`: The template's display name. The default is the file's name without extension. A form can send it as a field instead.
        `description`: What the template is for. A form can send it as a field instead.
        `draft`: `true` registers a draft: the current version stays current until the draft is published. A newer draft replaces it. A form sends it in the query, too.
        `if_match`: The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.
        """
        answer: models.ManagedTemplate = await self._ask(
            "PUT",
            "/api/templates/{templateId}",
            path={"templateId": template_id},
            query={"fileName": file_name, "name": name, "description": description, "draft": draft},
            header={"If-Match": if_match},
            body=body,
            media_type=media_type,
        )
        return answer

    async def describe_template(
        self,
        template_id: str,
        body: models.DescribeTemplateDto,
        *,
        if_match: str | None = None,
    ) -> models.ManagedTemplate:
        """Rename or label a template.

        Changes the name, the description or the labels of a template without a new version. Members that are left out stay.

        `template_id`: The template's id.
        `if_match`: The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.
        """
        answer: models.ManagedTemplate = await self._ask(
            "PATCH",
            "/api/templates/{templateId}",
            path={"templateId": template_id},
            header={"If-Match": if_match},
            body=body,
            media_type="application/json",
        )
        return answer

    async def delete_template(
        self,
        template_id: str,
        *,
        if_match: str | None = None,
    ) -> None:
        """Remove a template.

        Deletes a template with all its versions. Running jobs continue with their own copy of it.

        `template_id`: The template's id.
        `if_match`: The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.
        """
        await self._ask(
            "DELETE",
            "/api/templates/{templateId}",
            path={"templateId": template_id},
            header={"If-Match": if_match},
        )

    async def get_template_file(
        self,
        template_id: str,
        *,
        version: int | None = None,
    ) -> File:
        """Download a template.

        The registered file, of the current version or of the requested one. Files of rejected versions are not kept.

        `template_id`: The template's id.
        `version`: One of the template's versions; without it, the current one.
        """
        answer: File = await self._ask(
            "GET",
            "/api/templates/{templateId}/file",
            path={"templateId": template_id},
            query={"version": version},
        )
        return answer

    async def get_template_thumbnail(
        self,
        template_id: str,
        *,
        version: int | None = None,
    ) -> File:
        """See a template.

        A small picture of the first page of the current version or of the requested one, with its fields as they are in the file. It waits in the queue of PDFs as a preview does, and is not counted.

        `template_id`: The template's id.
        `version`: One of the template's versions; without it, the current one.
        """
        answer: File = await self._ask(
            "GET",
            "/api/templates/{templateId}/thumbnail",
            path={"templateId": template_id},
            query={"version": version},
        )
        return answer

    async def get_template_changes(
        self,
        template_id: str,
        *,
        version: int,
        since: int | None = None,
    ) -> models.TemplateChanges:
        """Compare versions.

        The fields that a version has and an earlier one does not, those that are gone, and those that changed their type or became required or optional.

        `template_id`: The template's id.
        `version`: One of the template's versions.
        `since`: The version to compare with; without it, the version before that has no errors.
        """
        answer: models.TemplateChanges = await self._ask(
            "GET",
            "/api/templates/{templateId}/changes",
            path={"templateId": template_id},
            query={"version": version, "since": since},
        )
        return answer

    async def publish_template(
        self,
        template_id: str,
        *,
        version: int | None = None,
        if_match: str | None = None,
    ) -> models.ManagedTemplate:
        """Publish a version.

        Makes a version the current one: the draft, or with `version` any version without errors, also one that was current before.

        `template_id`: The template's id.
        `version`: The version to publish; without it, the draft.
        `if_match`: The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.
        """
        answer: models.ManagedTemplate = await self._ask(
            "POST",
            "/api/templates/{templateId}/publish",
            path={"templateId": template_id},
            query={"version": version},
            header={"If-Match": if_match},
        )
        return answer

    async def disable_template(
        self,
        template_id: str,
        *,
        if_match: str | None = None,
    ) -> models.ManagedTemplate:
        """Disable a template.

        Hides a template from generation until it is enabled again. New versions stay hidden, too.

        `template_id`: The template's id.
        `if_match`: The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.
        """
        answer: models.ManagedTemplate = await self._ask(
            "POST",
            "/api/templates/{templateId}/disable",
            path={"templateId": template_id},
            header={"If-Match": if_match},
        )
        return answer

    async def enable_template(
        self,
        template_id: str,
        *,
        if_match: str | None = None,
    ) -> models.ManagedTemplate:
        """Enable a template.

        Makes a disabled template available for generation again.

        `template_id`: The template's id.
        `if_match`: The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`.
        """
        answer: models.ManagedTemplate = await self._ask(
            "POST",
            "/api/templates/{templateId}/enable",
            path={"templateId": template_id},
            header={"If-Match": if_match},
        )
        return answer

    async def get_subscription(
        self,
    ) -> models.Subscription:
        """Read limits and usage.

        The limits of the key's subscription and its usage this month.
        """
        answer: models.Subscription = await self._ask(
            "GET",
            "/api/getSubscription",
        )
        return answer

    async def list_keys(
        self,
        *,
        page_number: int,
        page_size: int,
    ) -> models.PagedKeys:
        """List keys.

        The keys of the subscription and the sessions of people who are signed in, newest first. The keys themselves are not known to the service.

        `page_number`: The page; 1 is the first. A page after the last is empty.
        `page_size`: Entries per page.
        """
        answer: models.PagedKeys = await self._ask(
            "GET",
            "/api/keys",
            query={"pageNumber": page_number, "pageSize": page_size},
        )
        return answer

    async def create_key(
        self,
        body: models.CreateKey,
    ) -> models.NewKey:
        """Make a key.

        The answer is the only one that shows the key.
        """
        answer: models.NewKey = await self._ask(
            "POST",
            "/api/keys",
            body=body,
            media_type="application/json",
        )
        return answer

    async def delete_key(
        self,
        key_id: str,
    ) -> None:
        """Remove a key.

        Requests with the key are refused from now on. The id of a session signs its person out.

        `key_id`: The key's id.
        """
        await self._ask(
            "DELETE",
            "/api/keys/{keyId}",
            path={"keyId": key_id},
        )

    async def list_events(
        self,
        *,
        page_size: int,
        before: str | None = None,
    ) -> models.Events:
        """Read who did what.

        Templates that came or went, jobs that were started or canceled, keys that were made or removed, people who signed in or out; newest first. They are kept for 400 days.

        `page_size`: Entries per page.
        `before`: The `next` of the answer before; without it the newest events.
        """
        answer: models.Events = await self._ask(
            "GET",
            "/api/audit",
            query={"pageSize": page_size, "before": before},
        )
        return answer

    async def get_session(
        self,
    ) -> models.Session:
        """Ask who is signed in.

        For the service's own pages: the person whose session the browser's cookie names, and the provider through whom people sign in.
        """
        answer: models.Session = await self._ask(
            "GET",
            "/api/session",
            needs_key=False,
        )
        return answer

    async def sign_out(
        self,
    ) -> models.SignedOut:
        """Sign out.

        For the service's own pages: ends the session that the browser's cookie names, and says where to sign out at the provider too.
        """
        answer: models.SignedOut = await self._ask(
            "POST",
            "/api/sign-out",
            needs_key=False,
        )
        return answer

    async def health(
        self,
    ) -> models.Health:
        """Check that the service responds.

        For load balancers and monitors.
        """
        answer: models.Health = await self._ask(
            "GET",
            "/api/health",
            needs_key=False,
        )
        return answer

    async def ready(
        self,
    ) -> models.Health:
        """Check whether the service is ready for requests.

        For load balancers: 503 with all reasons while the server starts or stops, its store does not respond, its disk is full, or PDFs cannot be made.
        """
        answer: models.Health = await self._ask(
            "GET",
            "/api/health/ready",
            needs_key=False,
        )
        return answer

    async def open_api(
        self,
    ) -> models.OpenApi:
        """Read this document.

        OpenAPI 3.1, as JSON.
        """
        answer: models.OpenApi = await self._ask(
            "GET",
            "/api/openapi.json",
            needs_key=False,
        )
        return answer

    async def swagger(
        self,
    ) -> models.OpenApi:
        """Read this document as Swagger 2.0.

        For Power Platform and other programs that do not read OpenAPI 3.1: with the address of this service, and with the extensions that show templates and their fields in designers.
        """
        answer: models.OpenApi = await self._ask(
            "GET",
            "/api/swagger.json",
            needs_key=False,
        )
        return answer

