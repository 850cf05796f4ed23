// The API's shapes, as far as the console reads them (docs/openapi.json).

/** A template that documents can be made from. */
export interface Template {
  templateId: string;
  name: string;
  description?: string | null;
  fileName: string;
  version: number;
  sizeBytes: number;
  placeholderCount: number;
  contentControlCount: number;
  createdAt: string;
  updatedAt: string;
}

/** A template as its administrator sees it: also one that is rejected or hidden. */
export interface ManagedTemplate extends Template {
  status: "ready" | "rejected" | "disabled";
  errors: Diagnostic[];
  warnings: Diagnostic[];
}

/** One page of a list. */
export interface Paged<T> {
  items: T[];
  pageNumber: number;
  pageSize: number;
  totalCount: number;
  totalPages: number;
}

/** A remark on a template, for its author. */
export interface Diagnostic {
  severity: "error" | "warning";
  place: string;
  part: string;
  excerpt: string;
  caret: number;
  width: number;
  message: string;
  hint?: string | null;
}

/** A place in a template. */
export interface Location {
  part: string;
  text: string;
}

/** A field that a placeholder or a condition names. */
export interface Placeholder {
  path: string;
  kind: "value" | "condition" | "loop";
  type: string;
  required: boolean;
  repeats: boolean;
  expression: string;
  locations: Location[];
  filters: string[];
}

/** An entry of a drop-down list or combo box. */
export interface ListItem {
  displayText: string;
  value: string;
}

/** A content control that data can fill. */
export interface ContentControl {
  path: string;
  tag?: string | null;
  title?: string | null;
  type: "plainText" | "richText" | "checkBox" | "dropDownList" | "comboBox" | "date" | "picture" | "repeatingSection";
  options?: ListItem[];
  dateFormat?: string | null;
  repeats: boolean;
  locked: boolean;
  locations: Location[];
}

/** JSON Schema (2020-12), the part of it that the service writes. */
export interface Schema {
  title?: string;
  type?: string | string[];
  contentMediaType?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema;
  enum?: (string | null)[];
  anyOf?: { format?: string }[];
  examples?: Json[];
  default?: Json;
}

/** What was found in a template. */
export interface Metadata {
  templateId: string;
  name: string;
  version: number;
  placeholders: Placeholder[];
  contentControls: ContentControl[];
  schema: Schema;
  warnings: Diagnostic[];
}

/** A template with its newest versions. */
export interface TemplateDetails extends ManagedTemplate {
  versions: ManagedTemplate[];
}

/** A mark of another product that became a tag. */
export interface Rewritten {
  from: string;
  to: string;
  count: number;
  place: string;
  note?: string;
}

/** A mark of another product that stays. */
export interface Untouched {
  mark: string;
  reason: string;
  count: number;
  place: string;
}

/** A template of another product, with tags in the place of its marks. */
export interface Migration {
  rewritten: Rewritten[];
  untouched: Untouched[];
  rewrittenCount: number;
  untouchedCount: number;
  remarks: Diagnostic[];
  /** The new template, in base64. */
  file: string;
}

/** A template that comes with the service. */
export interface SampleTemplate {
  fileName: string;
  name: string;
  description: string;
}

/** Something that a document lacks, or shows otherwise than its author meant. */
export interface Warning {
  code: string;
  detail: string;
  hint?: string;
  part?: string;
  text?: string;
  count: number;
}

/** A bulk job. */
export interface Job {
  jobId: string;
  templateId: string;
  status: "Pending" | "Running" | "Completed" | "Failed" | "Canceled";
  format: ".docx" | ".pdf";
  startedAt: string;
  endTime: string | null;
  totalCount: number;
  completedCount: number;
  failedGenerationCount: number;
  failedGenerations: { globalIndex: string; fileName: string | null; error: string }[];
  warnedCount: number;
  warnings: (Warning & { index: number })[];
  zipUrl: string | null;
  zipUrlExpiresAt: string | null;
  zipSizeBytes: number | null;
  errorMessage: string | null;
}

/** Limits and usage of the key's subscription. */
export interface Subscription {
  subscriptionId: string;
  name: string;
  status: string;
  key: { keyId: string; scope: "generate" | "manage" };
  limits: {
    monthlyDocuments?: number | null;
    storageBytes?: number | null;
    requestsPerMinute?: number | null;
    requestBytes: number;
    requestExpandedBytes: number;
    templateBytes: number;
    documentBytes: number;
    renderTimeMs: number;
    pageSize: number;
  };
  usage: { month: string; documents: number; templates: number; storageBytes: number };
}

/** Where to put items that are too many for one request. */
export interface UploadTicket {
  uploadId: string;
  uploadUrl: string;
  expiresAt: string;
}

/** One fault of a request; of a template's file, with the place in it. */
export interface FieldError {
  pointer: string;
  detail: string;
  place?: string;
  part?: string;
  excerpt?: string;
  caret?: number;
  hint?: string;
}

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A JSON object: the data of a document. */
export type Data = { [name: string]: Json };
