// The API's shapes, as far as the console reads them. They are generated from the OpenAPI document (`make clients`); here is only
// what it says less exactly than the console needs.

import type * as api from "../../../clients/typescript/src/models";

export type {
  ContentControl,
  Diagnostic,
  FieldError,
  FieldShape,
  ListItem,
  ManagedTemplate,
  MarkedPage,
  MarkedTemplate,
  Person,
  Rewritten,
  SampleSummary as SampleTemplate,
  Session,
  SignedOut,
  Template,
  TemplateDetails,
  TemplateMigration as Migration,
  Untouched,
  UploadTicket,
  CreateFormLink as WantedFormLink,
  CreateKey as WantedKey,
  Warning,
} from "../../../clients/typescript/src/models";

/** One page of a list. */
export type Paged<T> = Omit<api.PagedTemplates, "items"> & { items: T[] };

/** JSON Schema (2020-12), the part of it that the service writes. */
export interface Schema {
  title?: string;
  description?: string;
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
  /** The path of the field that has to be true for a form to ask for this one. */
  "x-when"?: string;
}

/** A field that a placeholder or a condition names. */
export type Placeholder = Omit<api.Placeholder, "kind"> & { kind: "value" | "condition" | "loop" };

/** What was found in a template. */
export type Metadata = Omit<api.Metadata, "placeholders" | "schema"> & { placeholders: Placeholder[]; schema: Schema };

/** What a file asks for that is no template yet, with sample values for all its fields. */
export type TemplateCheck = Omit<api.TemplateCheck, "placeholders" | "schema" | "model"> & Pick<Metadata, "placeholders" | "schema"> & { model: Data };

// Answers have all their members; those without a value are null.

/** What a version of a template asks for that an earlier one does not. */
export type TemplateChanges = Required<api.TemplateChanges>;

/** What a key may do; links to forms, which may less, are no keys here. */
export type Scope = "generate" | "compose" | "manage" | "administer";

/** Limits and usage. */
export type Subscription = Omit<api.Subscription, "key"> & { key: Omit<api.Subscription["key"], "scope"> & { scope: Scope } };

/** A key or a session, without its secret. */
export type ManagedKey = Required<Omit<api.ManagedKey, "scope">> & { scope: Scope };

/** Somebody who may not sign in. */
export type BlockedPerson = Required<Omit<api.BlockedPerson, "person">> & { person: Required<api.Person> };

/** A key that was just made, shown only now. */
export type NewKey = ManagedKey & Pick<api.NewKey, "key">;

/** A link to a form, without its address. */
export type FormLink = Required<api.FormLink>;

/** What a form asks for that a link opens. */
export type OpenForm = Required<Omit<api.Form, "schema" | "model">> & Pick<Metadata, "schema"> & { model: Data };

/** Something that was done. */
export type AuditEvent = Required<api.Event>;

/** Some of them, newest first. */
export type Events = Required<Omit<api.Events, "items">> & { items: AuditEvent[] };

/** A bulk job. */
export type Job = Required<Omit<api.Job, "status" | "format" | "delivery">> & {
  status: "Pending" | "Running" | "Completed" | "Failed" | "Canceled";
  format: ".docx" | ".pdf";
};

/** The scopes that people have: their roles. */
export type Role = Exclude<Scope, "compose">;

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A JSON object: the data of a document. */
export type Data = { [name: string]: Json };
