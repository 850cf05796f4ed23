"""The shapes of requests and answers: JSON, as it is sent. Generated from the OpenAPI document by `make openapi`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class BulkDocument(TypedDict):
    """A document of a job."""

    templateId: NotRequired[str | None]
    """Its template; that of the job without it."""
    version: NotRequired[int | None]
    """One of the template's versions, a draft too; the current one without it."""
    format: NotRequired[str | None]
    """What is made; as the job says without it."""
    data: dict[str, Any]
    """The values of the template's fields."""
    callbackUrl: NotRequired[str | None]
    """Where to POST `{jobId, index, status, fileName, error, delivery}` when the job is over, as with the job's `callbackUrl`; 500
    documents of a job may have this or `deliver`."""
    deliver: NotRequired[Deliver | None]
    """Where to put this document when the job is over; not with `merge`."""


class ChangedField(TypedDict):
    """A field that two versions have, in different shapes."""

    before: FieldShape
    """As it was."""
    after: FieldShape
    """As it is."""


Conformance: TypeAlias = "Literal['none', 'a-2b', 'ua-1']"
"""A standard that a PDF keeps to."""


class ContentControl(TypedDict):
    """A content control (ECMA-376 part 1, 17.5.2) that data can fill."""

    path: str
    """Name under which data is looked up, with the repeating sections around it (`items[].price`)."""
    tag: NotRequired[str | None]
    """`w:tag`."""
    title: NotRequired[str | None]
    """`w:alias`, which Word shows as the title."""
    type: ControlKind
    """The control's kind."""
    options: NotRequired[list[ListItem]]
    """The entries of a list."""
    dateFormat: NotRequired[str | None]
    """A date control's format (`d MMMM yyyy`)."""
    repeats: bool
    """It stands inside a repeating section or a loop."""
    locked: bool
    """Its content cannot be edited in Word (`w:lock`)."""
    locations: list[Location]
    """Every place where it stands."""


ControlKind: TypeAlias = "Literal['plainText', 'richText', 'checkBox', 'dropDownList', 'comboBox', 'date', 'picture', 'repeatingSection']"
"""Kinds of content controls."""


Controls: TypeAlias = "Literal['keep', 'remove', 'lock']"
"""What becomes of content controls once they are filled."""


class ConvertDto(TypedDict):
    """A Word document to convert."""

    file: str
    """The document, a .docx file in base64."""
    format: str
    """What is made: a PDF, or a picture of one page. A missing dot and upper case are accepted."""
    page: NotRequired[int | None]
    """The page that a picture shows; the first without it. Only with the format `.png`."""
    dpi: NotRequired[int | None]
    """Pixels to the inch of a picture; 96 without it. Only with the format `.png`."""
    fileName: NotRequired[str | None]
    """The name of the result; without it, that of the document. The name is made safe, and gets the format's extension."""
    options: NotRequired[ConvertOptions | None]
    """How it is made."""


class ConvertOptions(TypedDict):
    """Choices of a conversion."""

    updateFields: NotRequired[bool | None]
    """Whether Word's fields (tables of contents, references, page counts) are computed first. Without it they show the values
    that are saved in the document."""
    pdf: NotRequired[PdfOptions | None]
    """How a PDF is made; of these only `watermark` with the format `.png`."""


class CreateKey(TypedDict):
    """A key to make."""

    name: str
    """What people call it."""
    scope: str
    """What it may do: make documents from registered templates; send templates and documents of its own too; administer
    templates too; administer keys as well."""
    expiresAt: NotRequired[str | None]
    """From when on it is refused; never without it."""
    requestsPerMinute: NotRequired[int | None]
    """Requests per minute that may be sent with it; without it, those that the subscription allows."""


class CreateWebhook(TypedDict):
    """A webhook to make."""

    url: str
    """Where to POST that a job has ended. It must be public and begin with `https://`, unless the operator allows others."""
    templateId: NotRequired[str | None]
    """The template whose jobs it is told of; without it, all jobs."""


class Deliver(TypedDict):
    """Where the result of a job is put, with one PUT: an address that a store signed for it (S3, Azure, Google Cloud). By https and
not into private networks. A try that fails is repeated as callbacks are; the job's `delivery` says what became of it."""

    url: str
    """The address."""
    headers: NotRequired[dict[str, str] | None]
    """Headers that it wants, ten at most: `content-type`, `content-disposition`, `cache-control`, and names that begin with `x-`."""


class Delivery(TypedDict):
    """What became of a delivery, or of a callback."""

    status: DeliveryStatus
    """How far it is."""
    tries: int
    """Tries so far."""
    error: NotRequired[str | None]
    """Why the last try failed."""
    nextTryAt: NotRequired[str | None]
    """When it is tried again."""


DeliveryStatus: TypeAlias = "Literal['Pending', 'Delivered', 'Failed']"
"""How far a delivery is, or a callback."""


class DescribeTemplateDto(TypedDict):
    """Other words for a template. What is left out stays."""

    name: NotRequired[str | None]
    """The template's display name."""
    description: NotRequired[str | None]
    """What the template is for; an empty text removes it."""
    labels: NotRequired[list[str] | None]
    """All labels of the template; an empty list removes them. Each has up to 60 bytes, and is kept once, whatever the case."""


class Diagnostic(TypedDict):
    """One remark on a template, in words for its author."""

    severity: Severity
    """Error or warning."""
    place: str
    """Where in words: `body, table 3, row 2`, `header 2`."""
    part: str
    """The package's part, such as `word/document.xml`."""
    excerpt: str
    """The text around the tag, on one line; empty when the remark concerns no text."""
    caret: int
    """Where the caret stands below the excerpt, in characters from its start."""
    width: int
    """How many characters the caret marks; at least 1."""
    message: str
    """What is wrong."""
    hint: NotRequired[str | None]
    """How to fix it."""


class DiskHealth(TypedDict):
    """The room on the disk."""

    freeBytes: int
    """Bytes that are free."""
    reserveBytes: int
    """Bytes that must stay free."""
    isLow: bool
    """Whether fewer are: templates, uploads and jobs are refused."""


class DocumentDelivery(TypedDict):
    """What became of what a document asked for."""

    delivery: NotRequired[Delivery | None]
    """How far its delivery is."""
    callback: NotRequired[Delivery | None]
    """How far its callback is."""


class ErrorMark(TypedDict):
    """A rectangle around an error, or around one of its lines. Lengths are shares of the page's, from 0 to 1."""

    error: int
    """The error: its place among the `errors` that checking the file answers with, from 0."""
    left: float
    """The left edge, from the left edge of the page."""
    top: float
    """The upper edge, from the top of the page."""
    width: float
    """The width."""
    height: float
    """The height."""


class Event(TypedDict):
    """Something that was done, or tried."""

    eventId: EventId
    """Its id."""
    time: str
    """When it was."""
    action: str
    """What was done: the `operationId` in the OpenAPI document, such as `deleteTemplate`."""
    who: str
    """Who did it: the name of a person or of a key."""
    email: NotRequired[str | None]
    """The person's e-mail address, where they signed in and the provider told it."""
    keyId: str
    """The key or the session."""
    targetId: NotRequired[str | None]
    """The template, job or key that it was done to."""
    outcome: str
    """`ok`, or the code of the problem."""
    client: NotRequired[str | None]
    """The address that the request came from."""
    requestId: str
    """The id of the request; it finds the line in the service's log."""


EventId: TypeAlias = "str"
"""An event's id. Ids sort as the events happened."""


class Events(TypedDict):
    """Some events, newest first."""

    items: list[Event]
    """The events."""
    next: NotRequired[EventId | None]
    """What `before` must be to get the next ones; `null` when there are none."""


class FailedGeneration(TypedDict):
    """An item that failed."""

    globalIndex: str
    """The item's index in the request, as text."""
    fileName: NotRequired[str | None]
    """The name that its document would have had."""
    error: str
    """Why."""


class FieldShape(TypedDict):
    """A field, as far as a version's data must follow it."""

    path: str
    """`order.items[].price`: members by dots, elements of an array by `[]`."""
    type: str
    """The JSON type of a placeholder, or the kind of a content control."""
    required: bool
    """The version cannot be rendered without it."""


class GenerateDocumentDto(TypedDict):
    """One document to make."""

    templateId: NotRequired[str | None]
    """The template's id. Either this or `template`."""
    template: NotRequired[str | None]
    """A template of your own, a .docx or .dotx file in base64. It is used for this document and not stored. Needs a key with
    the scope `compose`."""
    version: NotRequired[int | None]
    """One of the registered template's versions, a draft too; the current one without it."""
    format: str
    """What is made. A missing dot and upper case are accepted."""
    page: NotRequired[int | None]
    """The page that a picture shows; the first without it. Only with the format `.png`."""
    dpi: NotRequired[int | None]
    """Pixels to the inch of a picture; 96 without it. Only with the format `.png`."""
    fileName: NotRequired[str | None]
    """The file's name, a pattern with fields like `Invoice {{number}}`; the template's name without it. The name is made
    safe, and gets the format's extension."""
    data: dict[str, Any]
    """The values of the template's fields: an object that fits the template's `schema`."""
    callbackUrl: NotRequired[str | None]
    """With `Prefer: respond-async`: where to POST that the document is there, as for a bulk job."""
    callbackLink: NotRequired[bool | None]
    """Whether the callback holds a link to the document (`zipUrl`, `zipUrlExpiresAt`)."""
    deliver: NotRequired[Deliver | None]
    """With `Prefer: respond-async`: where to put the document."""
    preview: NotRequired[bool | None]
    """To look at only: `PREVIEW` stands across each page, in place of a `watermark`. It does not count, and is made also when
    the month's documents are used up. Only with the formats `.pdf` and `.png`."""
    options: NotRequired[Options | None]
    """How it is made."""


class GenerateDocumentsBulkDto(TypedDict):
    """Many documents to make, from one template or several."""

    templateId: str
    """The template's id."""
    version: NotRequired[int | None]
    """One of the template's versions, a draft too; the current one without it."""
    format: str
    """What is made. A missing dot and upper case are accepted."""
    fileName: NotRequired[str | None]
    """The files' names, a pattern with fields of the item. Names that come twice get ` (2)`, ` (3)` in the items' order."""
    items: NotRequired[list[dict[str, Any]] | None]
    """One data object per document. Either this, `documents` or `itemsUploadId`."""
    documents: NotRequired[list[BulkDocument] | None]
    """The documents, where they have templates or formats of their own. `templateId`, `version` and `format` of the job hold for
    those that name none. A job has at most 20 different templates."""
    itemsUploadId: NotRequired[str | None]
    """The `uploadId` of a ticket whose items were uploaded."""
    rows: NotRequired[Rows | None]
    """How the rows of an uploaded CSV file or Excel workbook become items. Only with `itemsUploadId`."""
    merge: NotRequired[bool | None]
    """One PDF with a bookmark for each document, in place of a ZIP of them. Only with the format `.pdf`; not with
    `password`, nor with `conformance` `ua-1`. Items that fail are not in it."""
    callbackUrl: NotRequired[str | None]
    """Where to POST `{jobId, templateId, status, totalCount, failedGenerationCount}` when the job is over, by https and not
    into private networks. Signed as Standard Webhooks says (`webhook-id`, `webhook-timestamp`, `webhook-signature`;
    `platen key webhook` prints the secret), and repeated for hours until it is answered with a 2xx. Redirects are not
    followed."""
    callbackLink: NotRequired[bool | None]
    """Whether the callback holds a link to the result too (`zipUrl`, `zipUrlExpiresAt`)."""
    deliver: NotRequired[Deliver | None]
    """Where to put the result."""
    options: NotRequired[Options | None]
    """How they are made."""


class Health(TypedDict):
    """That the service answers."""

    status: str
    """Always `ok`: a service that cannot reach its storage answers with a problem."""
    version: str
    """The version that runs."""
    disk: NotRequired[DiskHealth]
    """The room on the disk of a service that has one; for keys that may manage."""
    sandbox: NotRequired[dict[str, Any]]
    """What confines the processes that read documents, once the first of them has started; for keys that may manage."""


class Job(TypedDict):
    """A job."""

    jobId: JobId
    """The job."""
    templateId: TemplateId
    """The template that it makes documents from, in the version that was in force when it began."""
    status: str
    """`Pending`, `Running`, then one of `Completed` (the archive is there), `Failed` (`errorMessage` says why) and
    `Canceled`."""
    format: str
    """What it makes."""
    startedAt: str
    """When it was accepted."""
    endTime: NotRequired[str | None]
    """When it was over."""
    totalCount: int
    """Its items; 0 until a large upload is read."""
    completedCount: int
    """Items whose document is there."""
    failedGenerationCount: int
    """Items that failed."""
    failedGenerations: list[FailedGeneration]
    """The first thousand of them; in a list of jobs, the first thousand of all its jobs. `errors.json` in a ZIP archive
    lists all."""
    warnedCount: int
    """Items whose document has warnings."""
    warnings: list[JobWarning]
    """The first thousand of those warnings; in a list of jobs, the first thousand of all its jobs."""
    zipUrl: NotRequired[str | None]
    """A link to the archive, signed now; it needs no key. The archive is a ZIP of the documents; of a job with `merge`, one PDF;
    of a single document that was asked for with `Prefer: respond-async`, the document itself."""
    zipUrlExpiresAt: NotRequired[str | None]
    """When the link ends."""
    zipSizeBytes: NotRequired[int | None]
    """The archive's size."""
    errorMessage: NotRequired[str | None]
    """Why there is no archive."""
    delivery: NotRequired[Delivery | None]
    """How far the delivery is that the request asked for with `deliver`."""
    callback: NotRequired[Delivery | None]
    """How far the callback is that the request asked for with `callbackUrl`."""
    documentDeliveries: NotRequired[list[DocumentDelivered]]
    """The same for documents that asked for one of the two; not in a list of jobs."""
    webhooks: NotRequired[list[WebhookDelivered]]
    """How far the subscription's webhooks are told; not in a list of jobs."""


JobId: TypeAlias = "str"
"""A job's id: random, so that nobody guesses another's."""


class JobNotice(TypedDict):
    """What is told of a job that ended."""

    jobId: JobId
    """The job."""
    templateId: TemplateId
    """The template that it made documents from."""
    status: str
    """How it ended: `Completed`, `Failed` or `Canceled`."""
    totalCount: int
    """Its items."""
    failedGenerationCount: int
    """Items that failed."""
    zipUrl: NotRequired[str | None]
    """A link to the archive, where the job asked for one with `callbackLink`."""
    zipUrlExpiresAt: NotRequired[str | None]
    """When the link ends."""
    delivery: NotRequired[DeliveryStatus | None]
    """What became of the delivery of the result, where the job asked for one."""


Jobs: TypeAlias = "list[Job]"


class Key(TypedDict):
    """The key of a request, without the key."""

    keyId: str
    """Its id, as in logs."""
    name: str
    """What people call it."""
    scope: Scope
    """What it may do."""
    person: NotRequired[Person | None]
    """The person whose session it is; `null` for a key."""


class Limits(TypedDict):
    """Bounds, as far as a caller meets them."""

    monthlyDocuments: NotRequired[int | None]
    """Documents per calendar month (UTC); `null` is without bound."""
    storageBytes: NotRequired[int | None]
    """Bytes that may be stored: templates of all versions, uploads, jobs; `null` is without bound."""
    requestsPerMinute: NotRequired[int | None]
    """Requests per minute in the long run; `null` is without bound."""
    requestBurst: NotRequired[int | None]
    """Requests that may come at once; `null` is without bound."""
    requestBytes: int
    """Bytes of a request body as it is sent."""
    requestExpandedBytes: int
    """Bytes of a request body after gzip is undone."""
    templateBytes: int
    """Bytes of a template's file."""
    documentBytes: int
    """Bytes of a finished document."""
    renderTimeMs: int
    """Milliseconds that one render may take."""
    pageSize: int
    """Entries of one page of a list."""


class ListItem(TypedDict):
    """An entry of a drop-down list or combo box."""

    displayText: str
    """What a reader sees."""
    value: str
    """What is stored."""


class Location(TypedDict):
    """A place in the template."""

    part: str
    """The package's part in words: `body`, `header 1`, `footnotes`."""
    text: str
    """The text around the field."""


class ManagedKey(TypedDict):
    """A key or a session, without its secret."""

    keyId: str
    """Its id, as in logs."""
    name: str
    """What people call it."""
    scope: Scope
    """What it may do."""
    createdAt: str
    """When it was made."""
    expiresAt: NotRequired[str | None]
    """From when on it is refused; `null` never expires."""
    disabledAt: NotRequired[str | None]
    """Since when it is refused, because an operator disabled it."""
    lastUsedAt: NotRequired[str | None]
    """When it was last used, to within some minutes."""
    requestsPerMinute: NotRequired[int | None]
    """Requests per minute that may be sent with it; `null` is without a bound of its own."""
    person: NotRequired[Person | None]
    """The person whose session it is; `null` for a key."""


class MarkedPage(TypedDict):
    """A page of the file as it is, with its tags."""

    page: int
    """Its number, from 1."""
    picture: str
    """The page as a PNG, in base64 (RFC 4648, 4)."""
    marks: list[ErrorMark]
    """Where its errors stand."""


class MarkedTemplate(TypedDict):
    """Pages with their marks."""

    pages: list[MarkedPage]
    """The first pages on which an error can be shown, at most three; empty for a file without errors."""


class Metadata(TypedDict):
    """The contract's **Metadata**."""

    templateId: TemplateId
    name: str
    version: int
    placeholders: list[Placeholder]
    contentControls: list[ContentControl]
    schema: Any
    warnings: list[Diagnostic]


class Migration(TypedDict):
    """A document whose marks were rewritten."""

    rewritten: list[Rewritten]
    """Marks that became tags, in document order, each text once; the first 1,000."""
    untouched: list[Untouched]
    """Marks that stay as they are, likewise."""
    rewrittenCount: int
    """Marks that were rewritten, all of them."""
    untouchedCount: int
    """Marks that stay, all of them."""


Missing: TypeAlias = "Literal['error', 'empty', 'keep']"
"""What happens to a field without data."""


Model: TypeAlias = "dict[str, Any]"
"""A `data` object with sample values; its members are the template's fields."""


OpenApi: TypeAlias = "dict[str, Any]"
"""An OpenAPI document."""


class Options(TypedDict):
    """Choices of a request."""

    missing: NotRequired[Missing | None]
    """What happens to a field without data."""
    locale: NotRequired[str | None]
    """The language of dates, numbers and lists (BCP 47)."""
    today: NotRequired[str | None]
    """The day that templates call `{{ today }}`, where the data has no member `today`. No clock is read, so that the same
    request makes the same document."""
    controls: NotRequired[Controls | None]
    """What becomes of content controls; `remove` and `lock` only with the format `.docx`."""
    errorData: NotRequired[bool | None]
    """Whether errors of the data show the values that they are about (`value`, its first 200 bytes), in failed items of a job too.
    They may be personal, and whoever may see the job sees them. Without it no error quotes them in full."""
    updateFields: NotRequired[bool | None]
    """Whether tables of contents, numbers of captions, references and the other fields of Word are computed and written
    into the document, so that Word shows them without an update. It costs the laying out of the document, as a PDF does.
    Without it: where the template's text has a table of contents, a caption, a reference to a page or a count of pages."""
    pdf: NotRequired[PdfOptions | None]
    """How a PDF is made; only with the format `.pdf`, and `watermark` with `.png`."""


class PagedKeys(TypedDict):
    """A page as it is answered. A page after the last is empty."""

    items: list[ManagedKey]
    pageNumber: int
    pageSize: int
    totalCount: int
    totalPages: int


class PagedManagedTemplates(TypedDict):
    """A page as it is answered. A page after the last is empty."""

    items: list[ManagedTemplate]
    pageNumber: int
    pageSize: int
    totalCount: int
    totalPages: int


class PagedTemplates(TypedDict):
    """A page as it is answered. A page after the last is empty."""

    items: list[Template]
    pageNumber: int
    pageSize: int
    totalCount: int
    totalPages: int


class PagedWebhooks(TypedDict):
    """A page as it is answered. A page after the last is empty."""

    items: list[Webhook]
    pageNumber: int
    pageSize: int
    totalCount: int
    totalPages: int


class PdfOptions(TypedDict):
    """What is asked of a PDF."""

    conformance: NotRequired[Conformance | None]
    """The standard that the file keeps to."""
    password: NotRequired[str | None]
    """The password that opens the file (AES-256): 1 to 127 bytes of UTF-8 without control characters."""
    ownerPassword: NotRequired[str | None]
    """The password that lifts what `permissions` forbid; another than `password`."""
    permissions: NotRequired[Permissions | None]
    """What a reader may do; what is not forbidden by a `false` is permitted."""
    watermark: NotRequired[str | None]
    """A text across every page."""


class Permissions(TypedDict):
    """What a reader of a PDF may do."""

    print: NotRequired[bool | None]
    """Print it."""
    copy: NotRequired[bool | None]
    """Copy text and pictures."""
    edit: NotRequired[bool | None]
    """Change its content."""
    annotate: NotRequired[bool | None]
    """Add remarks and fill fields."""


class Person(TypedDict):
    """A person who signed in, as the identity provider names them."""

    subject: str
    """The provider's id of the person, which never changes (`sub`, OpenID Connect Core 1.0, 2)."""
    name: str
    """What people call them."""
    email: NotRequired[str | None]
    """Their e-mail address, where the provider tells it."""


class Placeholder(TypedDict):
    """A field that a placeholder or a condition names."""

    path: str
    """`order.items[].price`: members by dots, elements of an array by `[]`."""
    kind: str
    """`value`, `condition` or `loop`: how the template uses it first."""
    type: str
    """JSON type implied by its use: `string`, `number`, `boolean`, `array`, `object`, or `any`."""
    required: bool
    """The template cannot be rendered without it (with `missing: error`)."""
    repeats: bool
    """It stands inside a loop."""
    expression: str
    """The tag as the author wrote it, first occurrence."""
    locations: list[Location]
    """Every place where it is used."""
    filters: list[str]
    """Names of the filters applied to it anywhere."""


class Problem(TypedDict):
    """A request that is not fulfilled (RFC 9457, 3.1)."""

    type: str
    """The reference page's section on this kind of problem."""
    title: str
    """What kind of problem it is, in words; always the same for a `code`."""
    status: int
    """The answer's status."""
    detail: str
    """What went wrong this time, and how to fix it."""
    instance: str
    """The path of the request."""
    code: Literal["invalid-query", "invalid-body", "invalid-data", "missing-key", "invalid-key", "session-ended", "cross-site-request", "invalid-link", "subscription-inactive", "missing-scope", "plan-limit", "unknown-job", "unknown-template", "unknown-key", "unknown-webhook", "unknown-route", "method-not-allowed", "request-in-progress", "idempotency-mismatch", "template-changed", "payload-too-large", "unsupported-media-type", "template-error", "limit-exceeded", "rate-limited", "quota-exceeded", "internal", "unavailable"]
    """A stable word to branch on."""
    requestId: str
    """The id of the request; it finds the line in the service's log."""
    errors: NotRequired[list[FieldError]]
    """Every single fault of the request."""


Rewritten = TypedDict(
    "Rewritten",
    {
        "from": "str",
        "to": "str",
        "count": "int",
        "place": "str",
        "note": "NotRequired[str]",
    },
)
"""A mark that became a tag."""


class Rows(TypedDict):
    """How rows become items. Columns fill the fields that their headings name: by path (`customer.name`, `items[].price`,
`items[0].price`) or title, whatever the case; cells become what the template's `schema` asks for."""

    map: NotRequired[dict[str, str] | None]
    """Fields, by their paths, and the headings of the columns that fill them, where the headings do not tell."""
    groupBy: NotRequired[str | None]
    """The heading of the column whose value the rows of one item share. The columns of lists (`items[].name`) then have an
    element per row; the others must agree within the item. Without it each row is an item."""
    sheet: NotRequired[str | None]
    """The workbook's sheet; the first one with rows without it."""
    locale: NotRequired[str | None]
    """The language that numbers and dates are written in (BCP 47); `options.locale` without it. What two languages read in
    two ways (`1.234`, `01/02/2026`) is refused where neither is given."""


class SampleSummary(TypedDict):
    """A template that comes with the product, as a starting point for your own."""

    fileName: str
    """Name of its file, by which it is asked for."""
    name: str
    """Its name for people."""
    description: str
    """One sentence on what it shows."""


Samples: TypeAlias = "list[SampleSummary]"


Scope: TypeAlias = "Literal['generate', 'compose', 'manage', 'administer']"
"""What a key may do. Each scope includes the ones before it."""


class Session(TypedDict):
    """Who is signed in."""

    provider: NotRequired[str | None]
    """What people call the provider through whom they sign in; `null` where they cannot."""
    person: NotRequired[Person | None]
    """The person; `null` when nobody is signed in."""


Severity: TypeAlias = "Literal['error', 'warning']"
"""How much a [`Diagnostic`] weighs."""


class SignedOut(TypedDict):
    """A session has ended."""

    providerUrl: NotRequired[str | None]
    """Where the browser can go to sign out at the provider, too; `null` where the provider does not offer that. Until then whoever has
    the browser may sign in again without a password."""


class Started(TypedDict):
    """The answer."""

    jobId: JobId
    """The job."""
    startedAt: str
    """When it was accepted."""
    warnings: NotRequired[list[Warning]]
    """What the sender of uploaded rows should know of them, such as columns that fill no field; only in the answer to the
    request that started the job."""


class StarterDto(TypedDict):
    """A template to begin with."""

    name: NotRequired[str | None]
    """Its title and the name of its file; `Template` without it."""
    data: dict[str, Any]
    """Data of the kind that the template is to be filled with."""


class Subscription(TypedDict):
    """The answer."""

    subscriptionId: SubscriptionId
    """The tenant."""
    name: str
    """What people call it."""
    status: str
    """`active`: no other one gets an answer."""
    key: Key
    """The key of the request."""
    limits: Limits
    """Bounds on its requests."""
    usage: Usage
    """What it used so far."""


SubscriptionId: TypeAlias = "str"
"""A tenant's id. A type of its own, so that no other id is ever passed in its place."""


class Template(TypedDict):
    """The contract's **Template**."""

    templateId: TemplateId
    name: str
    description: NotRequired[str | None]
    labels: NotRequired[list[str]]
    fileName: str
    version: int
    sizeBytes: int
    placeholderCount: int
    contentControlCount: int
    createdAt: str
    updatedAt: str


class TemplateChanges(TypedDict):
    """The difference of two versions, each list by path."""

    version: int
    """The version."""
    since: NotRequired[int | None]
    """The version that it is compared with; none when it is the first without errors."""
    added: list[FieldShape]
    """Fields that came."""
    removed: list[FieldShape]
    """Fields that went."""
    changed: list[ChangedField]
    """Fields with another type, or that became required or optional."""


class TemplateCheck(TypedDict):
    """What a file asks for."""

    placeholders: list[Placeholder]
    contentControls: list[ContentControl]
    schema: Any
    model: dict[str, Any]
    """A starter payload, as `generateModel` makes it."""
    warnings: list[Diagnostic]


TemplateId: TypeAlias = "str"
"""A template's id."""


class TemplatePlace(TypedDict):
    """Where in a template a fault is. Absent, all of it, where the fault is the request's."""

    place: NotRequired[str]
    """The place in words: `body, table 3, row 2`."""
    part: NotRequired[str]
    """The package's part: `word/document.xml`."""
    excerpt: NotRequired[str]
    """The text around the tag."""
    caret: NotRequired[int]
    """Where the fault begins in the excerpt, in characters."""
    hint: NotRequired[str | None]
    """How to fix it."""


class TemplateSchema(TypedDict):
    """What designers of flows ask of a template."""

    schema: dict[str, Any]
    """The JSON Schema of the data, with one type for each field and none of what Swagger 2.0 does not know."""


TemplateStatus: TypeAlias = "Literal['ready', 'draft', 'rejected', 'disabled']"
"""Whether documents can be made from a version."""


class Untouched(TypedDict):
    """A mark that stays as it is."""

    mark: str
    """The mark."""
    reason: str
    """Why."""
    count: int
    """How often; at least 1."""
    place: str
    """Where first."""


UploadId: TypeAlias = "str"
"""An upload's id: random, so that nobody guesses another's."""


class UploadTicket(TypedDict):
    """The answer: where to PUT items, once or again until `expires_at`."""

    uploadId: UploadId
    uploadUrl: str
    expiresAt: str


class Usage(TypedDict):
    """What was used."""

    month: str
    """The calendar month (UTC), such as `2026-11`."""
    documents: int
    """Documents made in it."""
    templates: int
    """Templates that documents can be made from."""
    storageBytes: int
    """Bytes that are stored: templates of all versions, uploads, jobs."""
    requestsLeft: NotRequired[int | None]
    """Requests that may follow this one at once; `null` is without bound."""


class Warning(TypedDict):
    """Something that a document lacks, or shows otherwise than its author meant."""

    code: str
    """A stable word for programs, such as `missing-glyph`, `not-drawn` or `external-removed`."""
    detail: str
    """What is lacking, and what stands in its place. It does not quote the document, but for characters that no font has."""
    hint: NotRequired[str]
    """What helps."""
    part: NotRequired[str]
    """The part of the package that it stands in, such as `word/document.xml`."""
    text: NotRequired[str]
    """The beginning of the document's text at that place, or the address of what was removed. It is for whoever may read
    the document, and never for a log."""
    count: int
    """How often it was met; at least 1."""


class Webhook(TypedDict):
    """A webhook, without its full address."""

    webhookId: WebhookId
    """Its id."""
    host: str
    """The host of its address. The rest is not shown: it is a secret of the receiver."""
    templateId: NotRequired[TemplateId | None]
    """The template whose jobs it is told of; `null` is told of all jobs."""
    createdAt: str
    """When it was made."""


WebhookId: TypeAlias = "str"
"""A webhook's id: random, so that nobody guesses another's."""


class DocumentDelivered(DocumentDelivery):
    """What became of what a document of a job asked for."""

    index: int
    """The document's index in the request."""


class FieldError(TemplatePlace):
    """One fault of a request."""

    pointer: str
    """JSON Pointer (RFC 6901) into the body; for a query parameter or header `/` and its name; empty when the fault is
    the template's."""
    detail: str
    """What is wrong, and what belongs there."""
    value: NotRequired[str | None]
    """The value of the data there as JSON, its first 200 bytes if it is longer; only with `options.errorData`."""


class JobWarning(Warning):
    """What the document of an item lacks, or shows otherwise than its author meant."""

    index: int
    """The item's index in the request."""


class ManagedTemplate(Template):
    """A template as its administrator sees it: also one that is rejected or disabled."""

    status: TemplateStatus
    """Whether documents can be made from it."""
    draftVersion: NotRequired[int | None]
    """The newest version, where it waits to be published."""
    addedBy: NotRequired[str | None]
    """The name of the key that registered this version."""
    errors: list[Diagnostic]
    """Why not, when it is rejected."""
    warnings: list[Diagnostic]
    """What its author should know."""


class NewKey(ManagedKey):
    """A key that was just made."""

    key: str
    """The key itself, shown only in this answer."""


class TemplateMigration(Migration):
    """What became of another product's marks."""

    remarks: list[Diagnostic]
    """What the new template's author should know, errors and warnings."""
    file: str
    """The new template, in base64 (RFC 4648, 4); the file itself where nothing was rewritten."""


class WebhookDelivered(Delivery):
    """How far a webhook is told."""

    webhookId: WebhookId
    """The webhook."""


class TemplateDetails(ManagedTemplate):
    """A template with its history."""

    versions: list[ManagedTemplate]
    """Its newest hundred versions, newest first."""

