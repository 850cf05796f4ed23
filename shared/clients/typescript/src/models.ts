// The shapes of requests and answers: JSON, as it is sent. Generated from the OpenAPI document by `make openapi`.

/** A document of a job. */
export interface BulkDocument {
  /** Its template; that of the job without it. */
  templateId?: string | null;
  /** One of the template's versions, a draft too; the current one without it. */
  version?: number | null;
  /** What is made; as the job says without it. */
  format?: string | null;
  /** The values of the template's fields. */
  data: { [name: string]: unknown };
  /** Where to POST `{jobId, index, status, fileName, error, delivery}` when the job is over, as with the job's `callbackUrl`; 500
documents of a job may have this or `deliver`. */
  callbackUrl?: string | null;
  /** Where to put this document when the job is over; not with `merge`. */
  deliver?: Deliver | null;
}

/** A field that two versions have, in different shapes. */
export interface ChangedField {
  /** As it was. */
  before: FieldShape;
  /** As it is. */
  after: FieldShape;
}

/** A standard that a PDF keeps to. */
export type Conformance = "none" | "a-2b" | "ua-1";

/** A content control (ECMA-376 part 1, 17.5.2) that data can fill. */
export interface ContentControl {
  /** Name under which data is looked up, with the repeating sections around it (`items[].price`). */
  path: string;
  /** `w:tag`. */
  tag?: string | null;
  /** `w:alias`, which Word shows as the title. */
  title?: string | null;
  /** The control's kind. */
  type: ControlKind;
  /** The entries of a list. */
  options?: ListItem[];
  /** A date control's format (`d MMMM yyyy`). */
  dateFormat?: string | null;
  /** It stands inside a repeating section or a loop. */
  repeats: boolean;
  /** Its content cannot be edited in Word (`w:lock`). */
  locked: boolean;
  /** Every place where it stands. */
  locations: Location[];
}

/** Kinds of content controls. */
export type ControlKind = "plainText" | "richText" | "checkBox" | "dropDownList" | "comboBox" | "date" | "picture" | "repeatingSection";

/** What becomes of content controls once they are filled. */
export type Controls = "keep" | "remove" | "lock";

/** A Word document to convert. */
export interface ConvertDto {
  /** The document, a .docx file in base64. */
  file: string;
  /** What is made: a PDF, or a picture of one page. A missing dot and upper case are accepted. */
  format: string;
  /** The page that a picture shows; the first without it. Only with the format `.png`. */
  page?: number | null;
  /** Pixels to the inch of a picture; 96 without it. Only with the format `.png`. */
  dpi?: number | null;
  /** The name of the result; without it, that of the document. The name is made safe, and gets the format's extension. */
  fileName?: string | null;
  /** How it is made. */
  options?: ConvertOptions | null;
}

/** Choices of a conversion. */
export interface ConvertOptions {
  /** Whether Word's fields (tables of contents, references, page counts) are computed first. Without it they show the values
that are saved in the document. */
  updateFields?: boolean | null;
  /** How a PDF is made; of these only `watermark` with the format `.png`. */
  pdf?: PdfOptions | null;
}

/** A key to make. */
export interface CreateKey {
  /** What people call it. */
  name: string;
  /** What it may do: make documents from registered templates; send templates and documents of its own too; administer
templates too; administer keys as well. */
  scope: string;
  /** From when on it is refused; never without it. */
  expiresAt?: string | null;
  /** Requests per minute that may be sent with it; without it, those that the subscription allows. */
  requestsPerMinute?: number | null;
}

/** A webhook to make. */
export interface CreateWebhook {
  /** Where to POST that a job has ended. It must be public and begin with `https://`, unless the operator allows others. */
  url: string;
  /** The template whose jobs it is told of; without it, all jobs. */
  templateId?: string | null;
}

/** Where the result of a job is put, with one PUT: an address that a store signed for it (S3, Azure, Google Cloud). By https and
not into private networks. A try that fails is repeated as callbacks are; the job's `delivery` says what became of it. */
export interface Deliver {
  /** The address. */
  url: string;
  /** Headers that it wants, ten at most: `content-type`, `content-disposition`, `cache-control`, and names that begin with `x-`. */
  headers?: { [name: string]: string } | null;
}

/** What became of a delivery, or of a callback. */
export interface Delivery {
  /** How far it is. */
  status: DeliveryStatus;
  /** Tries so far. */
  tries: number;
  /** Why the last try failed. */
  error?: string | null;
  /** When it is tried again. */
  nextTryAt?: string | null;
}

/** How far a delivery is, or a callback. */
export type DeliveryStatus = "Pending" | "Delivered" | "Failed";

/** Other words for a template. What is left out stays. */
export interface DescribeTemplateDto {
  /** The template's display name. */
  name?: string | null;
  /** What the template is for; an empty text removes it. */
  description?: string | null;
  /** All labels of the template; an empty list removes them. Each has up to 60 bytes, and is kept once, whatever the case. */
  labels?: string[] | null;
}

/** One remark on a template, in words for its author. */
export interface Diagnostic {
  /** Error or warning. */
  severity: Severity;
  /** Where in words: `body, table 3, row 2`, `header 2`. */
  place: string;
  /** The package's part, such as `word/document.xml`. */
  part: string;
  /** The text around the tag, on one line; empty when the remark concerns no text. */
  excerpt: string;
  /** Where the caret stands below the excerpt, in characters from its start. */
  caret: number;
  /** How many characters the caret marks; at least 1. */
  width: number;
  /** What is wrong. */
  message: string;
  /** How to fix it. */
  hint?: string | null;
}

/** The room on the disk. */
export interface DiskHealth {
  /** Bytes that are free. */
  freeBytes: number;
  /** Bytes that must stay free. */
  reserveBytes: number;
  /** Whether fewer are: templates, uploads and jobs are refused. */
  isLow: boolean;
}

/** What became of what a document asked for. */
export interface DocumentDelivery {
  /** How far its delivery is. */
  delivery?: Delivery | null;
  /** How far its callback is. */
  callback?: Delivery | null;
}

/** A rectangle around an error, or around one of its lines. Lengths are shares of the page's, from 0 to 1. */
export interface ErrorMark {
  /** The error: its place among the `errors` that checking the file answers with, from 0. */
  error: number;
  /** The left edge, from the left edge of the page. */
  left: number;
  /** The upper edge, from the top of the page. */
  top: number;
  /** The width. */
  width: number;
  /** The height. */
  height: number;
}

/** Something that was done, or tried. */
export interface Event {
  /** Its id. */
  eventId: EventId;
  /** When it was. */
  time: string;
  /** What was done: the `operationId` in the OpenAPI document, such as `deleteTemplate`. */
  action: string;
  /** Who did it: the name of a person or of a key. */
  who: string;
  /** The person's e-mail address, where they signed in and the provider told it. */
  email?: string | null;
  /** The key or the session. */
  keyId: string;
  /** The template, job or key that it was done to. */
  targetId?: string | null;
  /** `ok`, or the code of the problem. */
  outcome: string;
  /** The address that the request came from. */
  client?: string | null;
  /** The id of the request; it finds the line in the service's log. */
  requestId: string;
}

/** An event's id. Ids sort as the events happened. */
export type EventId = string;

/** Some events, newest first. */
export interface Events {
  /** The events. */
  items: Event[];
  /** What `before` must be to get the next ones; `null` when there are none. */
  next?: EventId | null;
}

/** An item that failed. */
export interface FailedGeneration {
  /** The item's index in the request, as text. */
  globalIndex: string;
  /** The name that its document would have had. */
  fileName?: string | null;
  /** Why. */
  error: string;
}

/** A field, as far as a version's data must follow it. */
export interface FieldShape {
  /** `order.items[].price`: members by dots, elements of an array by `[]`. */
  path: string;
  /** The JSON type of a placeholder, or the kind of a content control. */
  type: string;
  /** The version cannot be rendered without it. */
  required: boolean;
}

/** One document to make. */
export interface GenerateDocumentDto {
  /** The template's id. Either this or `template`. */
  templateId?: string | null;
  /** A template of your own, a .docx or .dotx file in base64. It is used for this document and not stored. Needs a key with
the scope `compose`. */
  template?: string | null;
  /** One of the registered template's versions, a draft too; the current one without it. */
  version?: number | null;
  /** What is made. A missing dot and upper case are accepted. */
  format: string;
  /** The page that a picture shows; the first without it. Only with the format `.png`. */
  page?: number | null;
  /** Pixels to the inch of a picture; 96 without it. Only with the format `.png`. */
  dpi?: number | null;
  /** The file's name, a pattern with fields like `Invoice {{number}}`; the template's name without it. The name is made
safe, and gets the format's extension. */
  fileName?: string | null;
  /** The values of the template's fields: an object that fits the template's `schema`. */
  data: { [name: string]: unknown };
  /** With `Prefer: respond-async`: where to POST that the document is there, as for a bulk job. */
  callbackUrl?: string | null;
  /** Whether the callback holds a link to the document (`zipUrl`, `zipUrlExpiresAt`). */
  callbackLink?: boolean | null;
  /** With `Prefer: respond-async`: where to put the document. */
  deliver?: Deliver | null;
  /** To look at only: `PREVIEW` stands across each page, in place of a `watermark`. It does not count, and is made also when
the month's documents are used up. Only with the formats `.pdf` and `.png`. */
  preview?: boolean | null;
  /** How it is made. */
  options?: Options | null;
}

/** Many documents to make, from one template or several. */
export interface GenerateDocumentsBulkDto {
  /** The template's id. */
  templateId: string;
  /** One of the template's versions, a draft too; the current one without it. */
  version?: number | null;
  /** What is made. A missing dot and upper case are accepted. */
  format: string;
  /** The files' names, a pattern with fields of the item. Names that come twice get ` (2)`, ` (3)` in the items' order. */
  fileName?: string | null;
  /** One data object per document. Either this, `documents` or `itemsUploadId`. */
  items?: ({ [name: string]: unknown })[] | null;
  /** The documents, where they have templates or formats of their own. `templateId`, `version` and `format` of the job hold for
those that name none. A job has at most 20 different templates. */
  documents?: BulkDocument[] | null;
  /** The `uploadId` of a ticket whose items were uploaded. */
  itemsUploadId?: string | null;
  /** How the rows of an uploaded CSV file or Excel workbook become items. Only with `itemsUploadId`. */
  rows?: Rows | null;
  /** One PDF with a bookmark for each document, in place of a ZIP of them. Only with the format `.pdf`; not with
`password`, nor with `conformance` `ua-1`. Items that fail are not in it. */
  merge?: boolean | null;
  /** Where to POST `{jobId, templateId, status, totalCount, failedGenerationCount}` when the job is over, by https and not
into private networks. Signed as Standard Webhooks says (`webhook-id`, `webhook-timestamp`, `webhook-signature`;
`platen key webhook` prints the secret), and repeated for hours until it is answered with a 2xx. Redirects are not
followed. */
  callbackUrl?: string | null;
  /** Whether the callback holds a link to the result too (`zipUrl`, `zipUrlExpiresAt`). */
  callbackLink?: boolean | null;
  /** Where to put the result. */
  deliver?: Deliver | null;
  /** How they are made. */
  options?: Options | null;
}

/** That the service answers. */
export interface Health {
  /** Always `ok`: a service that cannot reach its storage answers with a problem. */
  status: string;
  /** The version that runs. */
  version: string;
  /** The room on the disk of a service that has one; for keys that may manage. */
  disk?: DiskHealth;
  /** What confines the processes that read documents, once the first of them has started; for keys that may manage. */
  sandbox?: { [name: string]: unknown };
}

/** A job. */
export interface Job {
  /** The job. */
  jobId: JobId;
  /** The template that it makes documents from, in the version that was in force when it began. */
  templateId: TemplateId;
  /** `Pending`, `Running`, then one of `Completed` (the archive is there), `Failed` (`errorMessage` says why) and
`Canceled`. */
  status: string;
  /** What it makes. */
  format: string;
  /** When it was accepted. */
  startedAt: string;
  /** When it was over. */
  endTime?: string | null;
  /** Its items; 0 until a large upload is read. */
  totalCount: number;
  /** Items whose document is there. */
  completedCount: number;
  /** Items that failed. */
  failedGenerationCount: number;
  /** The first thousand of them; in a list of jobs, the first thousand of all its jobs. `errors.json` in a ZIP archive
lists all. */
  failedGenerations: FailedGeneration[];
  /** Items whose document has warnings. */
  warnedCount: number;
  /** The first thousand of those warnings; in a list of jobs, the first thousand of all its jobs. */
  warnings: JobWarning[];
  /** A link to the archive, signed now; it needs no key. The archive is a ZIP of the documents; of a job with `merge`, one PDF;
of a single document that was asked for with `Prefer: respond-async`, the document itself. */
  zipUrl?: string | null;
  /** When the link ends. */
  zipUrlExpiresAt?: string | null;
  /** The archive's size. */
  zipSizeBytes?: number | null;
  /** Why there is no archive. */
  errorMessage?: string | null;
  /** How far the delivery is that the request asked for with `deliver`. */
  delivery?: Delivery | null;
  /** How far the callback is that the request asked for with `callbackUrl`. */
  callback?: Delivery | null;
  /** The same for documents that asked for one of the two; not in a list of jobs. */
  documentDeliveries?: DocumentDelivered[];
  /** How far the subscription's webhooks are told; not in a list of jobs. */
  webhooks?: WebhookDelivered[];
}

/** A job's id: random, so that nobody guesses another's. */
export type JobId = string;

/** What is told of a job that ended. */
export interface JobNotice {
  /** The job. */
  jobId: JobId;
  /** The template that it made documents from. */
  templateId: TemplateId;
  /** How it ended: `Completed`, `Failed` or `Canceled`. */
  status: string;
  /** Its items. */
  totalCount: number;
  /** Items that failed. */
  failedGenerationCount: number;
  /** A link to the archive, where the job asked for one with `callbackLink`. */
  zipUrl?: string | null;
  /** When the link ends. */
  zipUrlExpiresAt?: string | null;
  /** What became of the delivery of the result, where the job asked for one. */
  delivery?: DeliveryStatus | null;
}

export type Jobs = Job[];

/** The key of a request, without the key. */
export interface Key {
  /** Its id, as in logs. */
  keyId: string;
  /** What people call it. */
  name: string;
  /** What it may do. */
  scope: Scope;
  /** The person whose session it is; `null` for a key. */
  person?: Person | null;
}

/** Bounds, as far as a caller meets them. */
export interface Limits {
  /** Documents per calendar month (UTC); `null` is without bound. */
  monthlyDocuments?: number | null;
  /** Bytes that may be stored: templates of all versions, uploads, jobs; `null` is without bound. */
  storageBytes?: number | null;
  /** Requests per minute in the long run; `null` is without bound. */
  requestsPerMinute?: number | null;
  /** Requests that may come at once; `null` is without bound. */
  requestBurst?: number | null;
  /** Bytes of a request body as it is sent. */
  requestBytes: number;
  /** Bytes of a request body after gzip is undone. */
  requestExpandedBytes: number;
  /** Bytes of a template's file. */
  templateBytes: number;
  /** Bytes of a finished document. */
  documentBytes: number;
  /** Milliseconds that one render may take. */
  renderTimeMs: number;
  /** Entries of one page of a list. */
  pageSize: number;
}

/** An entry of a drop-down list or combo box. */
export interface ListItem {
  /** What a reader sees. */
  displayText: string;
  /** What is stored. */
  value: string;
}

/** A place in the template. */
export interface Location {
  /** The package's part in words: `body`, `header 1`, `footnotes`. */
  part: string;
  /** The text around the field. */
  text: string;
}

/** A key or a session, without its secret. */
export interface ManagedKey {
  /** Its id, as in logs. */
  keyId: string;
  /** What people call it. */
  name: string;
  /** What it may do. */
  scope: Scope;
  /** When it was made. */
  createdAt: string;
  /** From when on it is refused; `null` never expires. */
  expiresAt?: string | null;
  /** Since when it is refused, because an operator disabled it. */
  disabledAt?: string | null;
  /** When it was last used, to within some minutes. */
  lastUsedAt?: string | null;
  /** Requests per minute that may be sent with it; `null` is without a bound of its own. */
  requestsPerMinute?: number | null;
  /** The person whose session it is; `null` for a key. */
  person?: Person | null;
}

/** A page of the file as it is, with its tags. */
export interface MarkedPage {
  /** Its number, from 1. */
  page: number;
  /** The page as a PNG, in base64 (RFC 4648, 4). */
  picture: string;
  /** Where its errors stand. */
  marks: ErrorMark[];
}

/** Pages with their marks. */
export interface MarkedTemplate {
  /** The first pages on which an error can be shown, at most three; empty for a file without errors. */
  pages: MarkedPage[];
}

/** The contract's **Metadata**. */
export interface Metadata {
  templateId: TemplateId;
  name: string;
  version: number;
  placeholders: Placeholder[];
  contentControls: ContentControl[];
  schema: unknown;
  warnings: Diagnostic[];
}

/** A document whose marks were rewritten. */
export interface Migration {
  /** Marks that became tags, in document order, each text once; the first 1,000. */
  rewritten: Rewritten[];
  /** Marks that stay as they are, likewise. */
  untouched: Untouched[];
  /** Marks that were rewritten, all of them. */
  rewrittenCount: number;
  /** Marks that stay, all of them. */
  untouchedCount: number;
}

/** What happens to a field without data. */
export type Missing = "error" | "empty" | "keep";

/** A `data` object with sample values; its members are the template's fields. */
export type Model = { [name: string]: unknown };

/** An OpenAPI document. */
export type OpenApi = { [name: string]: unknown };

/** Choices of a request. */
export interface Options {
  /** What happens to a field without data. */
  missing?: Missing | null;
  /** The language of dates, numbers and lists (BCP 47). */
  locale?: string | null;
  /** The day that templates call `{{ today }}`, where the data has no member `today`. No clock is read, so that the same
request makes the same document. */
  today?: string | null;
  /** What becomes of content controls; `remove` and `lock` only with the format `.docx`. */
  controls?: Controls | null;
  /** Whether errors of the data show the values that they are about (`value`, its first 200 bytes), in failed items of a job too.
They may be personal, and whoever may see the job sees them. Without it no error quotes them in full. */
  errorData?: boolean | null;
  /** Whether tables of contents, numbers of captions, references and the other fields of Word are computed and written
into the document, so that Word shows them without an update. It costs the laying out of the document, as a PDF does.
Without it: where the template's text has a table of contents, a caption, a reference to a page or a count of pages. */
  updateFields?: boolean | null;
  /** How a PDF is made; only with the format `.pdf`, and `watermark` with `.png`. */
  pdf?: PdfOptions | null;
}

/** A page as it is answered. A page after the last is empty. */
export interface PagedKeys {
  items: ManagedKey[];
  pageNumber: number;
  pageSize: number;
  totalCount: number;
  totalPages: number;
}

/** A page as it is answered. A page after the last is empty. */
export interface PagedManagedTemplates {
  items: ManagedTemplate[];
  pageNumber: number;
  pageSize: number;
  totalCount: number;
  totalPages: number;
}

/** A page as it is answered. A page after the last is empty. */
export interface PagedTemplates {
  items: Template[];
  pageNumber: number;
  pageSize: number;
  totalCount: number;
  totalPages: number;
}

/** A page as it is answered. A page after the last is empty. */
export interface PagedWebhooks {
  items: Webhook[];
  pageNumber: number;
  pageSize: number;
  totalCount: number;
  totalPages: number;
}

/** What is asked of a PDF. */
export interface PdfOptions {
  /** The standard that the file keeps to. */
  conformance?: Conformance | null;
  /** The password that opens the file (AES-256): 1 to 127 bytes of UTF-8 without control characters. */
  password?: string | null;
  /** The password that lifts what `permissions` forbid; another than `password`. */
  ownerPassword?: string | null;
  /** What a reader may do; what is not forbidden by a `false` is permitted. */
  permissions?: Permissions | null;
  /** A text across every page. */
  watermark?: string | null;
}

/** What a reader of a PDF may do. */
export interface Permissions {
  /** Print it. */
  print?: boolean | null;
  /** Copy text and pictures. */
  copy?: boolean | null;
  /** Change its content. */
  edit?: boolean | null;
  /** Add remarks and fill fields. */
  annotate?: boolean | null;
}

/** A person who signed in, as the identity provider names them. */
export interface Person {
  /** The provider's id of the person, which never changes (`sub`, OpenID Connect Core 1.0, 2). */
  subject: string;
  /** What people call them. */
  name: string;
  /** Their e-mail address, where the provider tells it. */
  email?: string | null;
}

/** A field that a placeholder or a condition names. */
export interface Placeholder {
  /** `order.items[].price`: members by dots, elements of an array by `[]`. */
  path: string;
  /** `value`, `condition` or `loop`: how the template uses it first. */
  kind: string;
  /** JSON type implied by its use: `string`, `number`, `boolean`, `array`, `object`, or `any`. */
  type: string;
  /** The template cannot be rendered without it (with `missing: error`). */
  required: boolean;
  /** It stands inside a loop. */
  repeats: boolean;
  /** The tag as the author wrote it, first occurrence. */
  expression: string;
  /** Every place where it is used. */
  locations: Location[];
  /** Names of the filters applied to it anywhere. */
  filters: string[];
}

/** A request that is not fulfilled (RFC 9457, 3.1). */
export interface Problem {
  /** The reference page's section on this kind of problem. */
  type: string;
  /** What kind of problem it is, in words; always the same for a `code`. */
  title: string;
  /** The answer's status. */
  status: number;
  /** What went wrong this time, and how to fix it. */
  detail: string;
  /** The path of the request. */
  instance: string;
  /** A stable word to branch on. */
  code: "invalid-query" | "invalid-body" | "invalid-data" | "missing-key" | "invalid-key" | "session-ended" | "cross-site-request" | "invalid-link" | "subscription-inactive" | "missing-scope" | "plan-limit" | "unknown-job" | "unknown-template" | "unknown-key" | "unknown-webhook" | "unknown-route" | "method-not-allowed" | "request-in-progress" | "idempotency-mismatch" | "template-changed" | "payload-too-large" | "unsupported-media-type" | "template-error" | "limit-exceeded" | "rate-limited" | "quota-exceeded" | "internal" | "unavailable";
  /** The id of the request; it finds the line in the service's log. */
  requestId: string;
  /** Every single fault of the request. */
  errors?: FieldError[];
}

/** A mark that became a tag. */
export interface Rewritten {
  /** The mark: `{#items}`. */
  from: string;
  /** The tag: `{% for item in items %}`. */
  to: string;
  /** How often; at least 1. */
  count: number;
  /** Where first: `body, table 3, row 2`. */
  place: string;
  /** What was assumed, for the author to look at. */
  note?: string;
}

/** How rows become items. Columns fill the fields that their headings name: by path (`customer.name`, `items[].price`,
`items[0].price`) or title, whatever the case; cells become what the template's `schema` asks for. */
export interface Rows {
  /** Fields, by their paths, and the headings of the columns that fill them, where the headings do not tell. */
  map?: { [name: string]: string } | null;
  /** The heading of the column whose value the rows of one item share. The columns of lists (`items[].name`) then have an
element per row; the others must agree within the item. Without it each row is an item. */
  groupBy?: string | null;
  /** The workbook's sheet; the first one with rows without it. */
  sheet?: string | null;
  /** The language that numbers and dates are written in (BCP 47); `options.locale` without it. What two languages read in
two ways (`1.234`, `01/02/2026`) is refused where neither is given. */
  locale?: string | null;
}

/** A template that comes with the product, as a starting point for your own. */
export interface SampleSummary {
  /** Name of its file, by which it is asked for. */
  fileName: string;
  /** Its name for people. */
  name: string;
  /** One sentence on what it shows. */
  description: string;
}

export type Samples = SampleSummary[];

/** What a key may do. Each scope includes the ones before it. */
export type Scope = "generate" | "compose" | "manage" | "administer";

/** Who is signed in. */
export interface Session {
  /** What people call the provider through whom they sign in; `null` where they cannot. */
  provider?: string | null;
  /** The person; `null` when nobody is signed in. */
  person?: Person | null;
}

/** How much a [`Diagnostic`] weighs. */
export type Severity = "error" | "warning";

/** A session has ended. */
export interface SignedOut {
  /** Where the browser can go to sign out at the provider, too; `null` where the provider does not offer that. Until then whoever has
the browser may sign in again without a password. */
  providerUrl?: string | null;
}

/** The answer. */
export interface Started {
  /** The job. */
  jobId: JobId;
  /** When it was accepted. */
  startedAt: string;
  /** What the sender of uploaded rows should know of them, such as columns that fill no field; only in the answer to the
request that started the job. */
  warnings?: Warning[];
}

/** A template to begin with. */
export interface StarterDto {
  /** Its title and the name of its file; `Template` without it. */
  name?: string | null;
  /** Data of the kind that the template is to be filled with. */
  data: { [name: string]: unknown };
}

/** The answer. */
export interface Subscription {
  /** The tenant. */
  subscriptionId: SubscriptionId;
  /** What people call it. */
  name: string;
  /** `active`: no other one gets an answer. */
  status: string;
  /** The key of the request. */
  key: Key;
  /** Bounds on its requests. */
  limits: Limits;
  /** What it used so far. */
  usage: Usage;
}

/** A tenant's id. A type of its own, so that no other id is ever passed in its place. */
export type SubscriptionId = string;

/** The contract's **Template**. */
export interface Template {
  templateId: TemplateId;
  name: string;
  description?: string | null;
  labels?: string[];
  fileName: string;
  version: number;
  sizeBytes: number;
  placeholderCount: number;
  contentControlCount: number;
  createdAt: string;
  updatedAt: string;
}

/** The difference of two versions, each list by path. */
export interface TemplateChanges {
  /** The version. */
  version: number;
  /** The version that it is compared with; none when it is the first without errors. */
  since?: number | null;
  /** Fields that came. */
  added: FieldShape[];
  /** Fields that went. */
  removed: FieldShape[];
  /** Fields with another type, or that became required or optional. */
  changed: ChangedField[];
}

/** What a file asks for. */
export interface TemplateCheck {
  placeholders: Placeholder[];
  contentControls: ContentControl[];
  schema: unknown;
  /** A starter payload, as `generateModel` makes it. */
  model: { [name: string]: unknown };
  warnings: Diagnostic[];
}

/** A template's id. */
export type TemplateId = string;

/** Where in a template a fault is. Absent, all of it, where the fault is the request's. */
export interface TemplatePlace {
  /** The place in words: `body, table 3, row 2`. */
  place?: string;
  /** The package's part: `word/document.xml`. */
  part?: string;
  /** The text around the tag. */
  excerpt?: string;
  /** Where the fault begins in the excerpt, in characters. */
  caret?: number;
  /** How to fix it. */
  hint?: string | null;
}

/** What designers of flows ask of a template. */
export interface TemplateSchema {
  /** The JSON Schema of the data, with one type for each field and none of what Swagger 2.0 does not know. */
  schema: { [name: string]: unknown };
}

/** Whether documents can be made from a version. */
export type TemplateStatus = "ready" | "draft" | "rejected" | "disabled";

/** A mark that stays as it is. */
export interface Untouched {
  /** The mark. */
  mark: string;
  /** Why. */
  reason: string;
  /** How often; at least 1. */
  count: number;
  /** Where first. */
  place: string;
}

/** An upload's id: random, so that nobody guesses another's. */
export type UploadId = string;

/** The answer: where to PUT items, once or again until `expires_at`. */
export interface UploadTicket {
  uploadId: UploadId;
  uploadUrl: string;
  expiresAt: string;
}

/** What was used. */
export interface Usage {
  /** The calendar month (UTC), such as `2026-11`. */
  month: string;
  /** Documents made in it. */
  documents: number;
  /** Templates that documents can be made from. */
  templates: number;
  /** Bytes that are stored: templates of all versions, uploads, jobs. */
  storageBytes: number;
  /** Requests that may follow this one at once; `null` is without bound. */
  requestsLeft?: number | null;
}

/** Something that a document lacks, or shows otherwise than its author meant. */
export interface Warning {
  /** A stable word for programs, such as `missing-glyph`, `not-drawn` or `external-removed`. */
  code: string;
  /** What is lacking, and what stands in its place. It does not quote the document, but for characters that no font has. */
  detail: string;
  /** What helps. */
  hint?: string;
  /** The part of the package that it stands in, such as `word/document.xml`. */
  part?: string;
  /** The beginning of the document's text at that place, or the address of what was removed. It is for whoever may read
the document, and never for a log. */
  text?: string;
  /** How often it was met; at least 1. */
  count: number;
}

/** A webhook, without its full address. */
export interface Webhook {
  /** Its id. */
  webhookId: WebhookId;
  /** The host of its address. The rest is not shown: it is a secret of the receiver. */
  host: string;
  /** The template whose jobs it is told of; `null` is told of all jobs. */
  templateId?: TemplateId | null;
  /** When it was made. */
  createdAt: string;
}

/** A webhook's id: random, so that nobody guesses another's. */
export type WebhookId = string;

/** What became of what a document of a job asked for. */
export interface DocumentDelivered extends DocumentDelivery {
  /** The document's index in the request. */
  index: number;
}

/** One fault of a request. */
export interface FieldError extends TemplatePlace {
  /** JSON Pointer (RFC 6901) into the body; for a query parameter or header `/` and its name; empty when the fault is
the template's. */
  pointer: string;
  /** What is wrong, and what belongs there. */
  detail: string;
  /** The value of the data there as JSON, its first 200 bytes if it is longer; only with `options.errorData`. */
  value?: string | null;
}

/** What the document of an item lacks, or shows otherwise than its author meant. */
export interface JobWarning extends Warning {
  /** The item's index in the request. */
  index: number;
}

/** A template as its administrator sees it: also one that is rejected or disabled. */
export interface ManagedTemplate extends Template {
  /** Whether documents can be made from it. */
  status: TemplateStatus;
  /** The newest version, where it waits to be published. */
  draftVersion?: number | null;
  /** The name of the key that registered this version. */
  addedBy?: string | null;
  /** Why not, when it is rejected. */
  errors: Diagnostic[];
  /** What its author should know. */
  warnings: Diagnostic[];
}

/** A key that was just made. */
export interface NewKey extends ManagedKey {
  /** The key itself, shown only in this answer. */
  key: string;
}

/** What became of another product's marks. */
export interface TemplateMigration extends Migration {
  /** What the new template's author should know, errors and warnings. */
  remarks: Diagnostic[];
  /** The new template, in base64 (RFC 4648, 4); the file itself where nothing was rewritten. */
  file: string;
}

/** How far a webhook is told. */
export interface WebhookDelivered extends Delivery {
  /** The webhook. */
  webhookId: WebhookId;
}

/** A template with its history. */
export interface TemplateDetails extends ManagedTemplate {
  /** Its newest hundred versions, newest first. */
  versions: ManagedTemplate[];
}

