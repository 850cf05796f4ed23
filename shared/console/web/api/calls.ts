// The API's operations, one function each.

import { say } from "../languages";
import { gzip, read, send } from "./request";
import { pause, restored } from "./connection";
import { Problem } from "./problem";
import { parts } from "./multipart";
import type {
  BlockedPerson, Data, Events, FormLink, Job, ManagedKey, ManagedTemplate, MarkedTemplate, Metadata, Migration, NewKey, OpenForm, Paged, SampleTemplate, Session, SignedOut, Subscription, Template, TemplateChanges,
  TemplateCheck, TemplateDetails, UploadTicket, WantedFormLink, WantedKey, Warning,
} from "./types";

/** A format that documents are made in. */
export type FileFormat = ".docx" | ".pdf";

/** The same, and pictures of pages. */
export type Format = FileFormat | ".png";

/** A file that the service made or kept. */
export interface NamedFile {
  file: Blob;
  name: string;
}

/** A document, and what it lacks. */
export interface Made extends NamedFile {
  warnings: Warning[];
  /** Of a picture: how many pages the document has. */
  pages: number;
}

/** What documents are made from: a template, or a file in base64, which is not kept. */
export type Source =
  /** With one of its versions, a draft too; the one in use without it. */
  | { templateId: string; version?: number }
  | { template: string };

/** What is to be made. */
export type Wanted = Source & How;

/** How. */
interface How {
  format: Format;
  /** Of one PDF or picture: to look at only. It bears a mark, and does not count. */
  preview?: boolean;
  /** Of a picture: the page, from 1. */
  page?: number;
  /** Of a picture: pixels to the inch. */
  dpi?: number;
  /** A pattern; the template's name without it. */
  fileName?: string;
  /** Of a job: one file in place of many. */
  merge?: boolean;
  options?: Options;
}

/** How documents are made. */
export interface Options {
  missing?: "error" | "empty" | "keep";
  /** The language of dates and numbers (BCP 47); the template's own without it. */
  locale?: string;
  /** Only of PDFs. */
  pdf?: { conformance?: string; password?: string; watermark?: string };
}

/** Limits and usage; also the way to try a key. */
export function subscription(key?: string): Promise<Subscription> {
  return read("api/getSubscription", key === undefined ? {} : { key });
}

/** Who is signed in by the cookie, and through whom people can sign in; neither where the service does not know. */
export function session(): Promise<Session> {
  return read("api/session", { session: true });
}

/** Has the browser remember a key; false where the service has no cookies. */
export async function rememberKey(key: string): Promise<boolean> {
  return (await read<Session>("api/session", { key, query: { remember: "true" } })).remembered;
}

/** Ends the session of the cookie; where to sign out at the provider too, if it offers that. */
export async function signOut(): Promise<string | null> {
  const { providerUrl } = await read<SignedOut>("api/sign-out", { method: "POST" });
  return providerUrl ?? null;
}

/** One page of the keys and sessions, newest first; for administrators. */
export function keys(pageNumber: number, pageSize: number): Promise<Paged<ManagedKey>> {
  return read("api/keys", { query: { pageNumber, pageSize } });
}

/** Makes a key. */
export function createKey(wanted: WantedKey): Promise<NewKey> {
  return read("api/keys", { method: "POST", json: wanted });
}

/** A page of the people who may not sign in, the latest first. */
export function blockedPeople(pageNumber: number, pageSize: number): Promise<Paged<BlockedPerson>> {
  return read(`api/blockedPeople?pageNumber=${pageNumber}&pageSize=${pageSize}`);
}

/** Ends all sessions of a person, who may not sign in from now on. */
export function blockPerson({ subject, name }: { subject: string; name: string }): Promise<BlockedPerson> {
  return read("api/blockedPeople", { method: "POST", json: { subject, name } });
}

/** Lets a person sign in again. */
export async function allowPerson(blockId: string): Promise<void> {
  await send(`api/blockedPeople/${encodeURIComponent(blockId)}`, { method: "DELETE" });
}

/** Removes a key, or ends a session. */
export async function removeKey(keyId: string): Promise<void> {
  await send(`api/keys/${encodeURIComponent(keyId)}`, { method: "DELETE" });
}

/** What was done, newest first: before an event, or up to now. */
export function events(pageSize: number, before: string | null): Promise<Events> {
  return read("api/audit", { query: { pageSize, ...(before !== null && { before }) } });
}

/** One page of the templates that documents can be made from, by name. */
export function readyTemplates(pageNumber: number, pageSize: number): Promise<Paged<Template>> {
  return read("api/getTemplates", { query: { pageNumber, pageSize } });
}

/** One page of all templates, by name; for keys that may manage. */
export function allTemplates(pageNumber: number, pageSize: number): Promise<Paged<ManagedTemplate>> {
  return read("api/templates", { query: { pageNumber, pageSize } });
}

/** A template, and the state that it was read in. */
export interface Seen extends TemplateDetails {
  /** Sent with a change, so that one that someone else made meanwhile is not lost. */
  tag: string | null;
}

/** A template in any state; for keys that may manage. */
export async function managedTemplate(templateId: string): Promise<Seen> {
  const response = await send(of(templateId));
  return { ...((await response.json()) as TemplateDetails), tag: response.headers.get("etag") };
}

function of(templateId: string, what = ""): string {
  return `api/templates/${encodeURIComponent(templateId)}${what}`;
}

function ifSeen(tag: string | null | undefined): Record<string, string> {
  return tag ? { "if-match": tag } : {};
}

/**
 * Registers a Word document: a new template, or a new version of the one that came under the same file name; with an id,
 * a new version of that one. A draft waits to be published.
 */
export function registerTemplate(file: File, templateId?: string, { draft = false, tag }: { draft?: boolean; tag?: string | null } = {}): Promise<ManagedTemplate> {
  const { body, headers } = wordFile(file);
  const ask = { query: { fileName: file.name, ...(draft && { draft: "true" }) }, body, headers: { ...headers, ...ifSeen(tag) } };
  if (templateId === undefined) return read("api/templates", { method: "POST", ...ask });
  return read(of(templateId), { method: "PUT", ...ask });
}

/** Gives a template another name, description or labels; what is left out stays. */
export function describeTemplate(templateId: string, words: { name?: string; description?: string; labels?: string[] }, tag: string | null): Promise<ManagedTemplate> {
  return read(of(templateId), { method: "PATCH", json: words, headers: ifSeen(tag) });
}

/** Puts a version into use: a draft, or an earlier one again. */
export function publishTemplate(templateId: string, version: number, tag: string | null): Promise<ManagedTemplate> {
  return read(of(templateId, "/publish"), { method: "POST", query: { version }, headers: ifSeen(tag) });
}

/** What a version asks for that the one before does not. */
export function templateChanges(templateId: string, version: number, since?: number): Promise<TemplateChanges> {
  return read(of(templateId, "/changes"), { query: { version, ...(since !== undefined && { since }) } });
}

function wordFile(body: File) {
  return { body, headers: { "content-type": "application/octet-stream" } };
}

/** What a Word document asks for, or all its errors. Nothing is kept. */
export function checkTemplate(file: File): Promise<TemplateCheck> {
  return read("api/templates/check", { method: "POST", ...wordFile(file) });
}

/** Pictures of a Word document's pages with its errors marked. Nothing is kept. */
export function markTemplate(file: File): Promise<MarkedTemplate> {
  return read("api/templates/mark", { method: "POST", ...wordFile(file) });
}

/** Rewrites the marks of other products in a Word document as tags. Nothing is kept. */
export function migrateTemplate(file: File): Promise<Migration> {
  return read("api/templates/migrate", { method: "POST", ...wordFile(file) });
}

/** A Word document with a tag for each field of some data. */
export async function starter(name: string, data: Data): Promise<NamedFile> {
  return fileOf(await send("api/templates/starter", { method: "POST", json: { name, data } }));
}

/** The templates that come with the service. */
export function samples(): Promise<SampleTemplate[]> {
  return read("api/samples");
}

/** The file of one of them. */
export async function sampleFile(fileName: string): Promise<NamedFile> {
  return fileOf(await send("api/samples/file", { query: { fileName } }));
}

/** A small picture of its first page. */
export async function samplePicture(fileName: string): Promise<Blob> {
  return (await send("api/samples/picture", { query: { fileName } })).blob();
}

/** A small picture of a template's first page: of a version, or of the one in use. */
export async function thumbnail(templateId: string, version?: number): Promise<Blob> {
  return (await send(of(templateId, "/thumbnail"), { query: named(version) })).blob();
}

/** A template's file, as it was registered: of a version, or of the one in use. */
export async function templateFile(templateId: string, version?: number): Promise<NamedFile> {
  return fileOf(await send(of(templateId, "/file"), { query: named(version) }));
}

/** The same as a file that can be sent. */
export async function keptFile(templateId: string, version?: number): Promise<File> {
  const { file, name } = await templateFile(templateId, version);
  return new File([file], name);
}

function named(version: number | undefined): Record<string, number> {
  return version === undefined ? {} : { version };
}

/** Hides a template from generation, or shows it again. */
export function hideTemplate(templateId: string, hide: boolean, tag?: string | null): Promise<ManagedTemplate> {
  return read(of(templateId, hide ? "/disable" : "/enable"), { method: "POST", headers: ifSeen(tag) });
}

/** Removes a template with all its versions. */
export async function removeTemplate(templateId: string, tag?: string | null): Promise<void> {
  await send(of(templateId), { method: "DELETE", headers: ifSeen(tag) });
}

/** What was found in a template: in a version, or in the one in use. */
export function metadata(templateId: string, version?: number): Promise<Metadata> {
  return read("api/generateTemplateMetadata", { query: { templateId, ...named(version) } });
}

/** Data with sample values that fits a template, likewise. */
export function model(templateId: string, version?: number): Promise<Data> {
  return read("api/generateModel", { method: "POST", query: { templateId, ...named(version) } });
}

/** Makes one document. */
export async function document(wanted: Wanted, data: Data, signal?: AbortSignal): Promise<Made> {
  return made(await send("api/generateDocument", { method: "POST", json: { ...wanted, data }, headers: WITH_WARNINGS, ...(signal && { signal }) }));
}

/** Makes a PDF of a Word document as it is. */
export async function convertFile(file: File): Promise<Made> {
  const { body, headers } = wordFile(file);
  const query = { format: ".pdf", fileName: file.name.replace(/\.[^.]*$/, "") };
  return made(await send("api/convert", { method: "POST", query, body, headers: { ...headers, ...WITH_WARNINGS } }));
}

const WITH_WARNINGS = { accept: "multipart/mixed" };

async function made(response: Response): Promise<Made> {
  const pages = Number(response.headers.get("platen-pages") ?? 1);
  const [file, list] = (await parts(response)) ?? [];
  if (!file || !list) return { ...(await fileOf(response)), warnings: [], pages };
  const { warnings }: { warnings: Warning[] } = JSON.parse(await list.body.text());
  return { file: file.body, name: nameOf(file.headers), warnings, pages };
}

/** The file of an answer, under the name that it has there. */
async function fileOf(response: Response): Promise<NamedFile> {
  return { file: await response.blob(), name: nameOf(response.headers) };
}

function nameOf(headers: Headers): string {
  return fileName(headers.get("content-disposition")) ?? "document";
}

/** The name that an answer gives to its file (RFC 8187). */
function fileName(disposition: string | null): string | null {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1];
  return encoded ? decodeURIComponent(encoded) : (disposition?.match(/filename="([^"]*)"/)?.[1] ?? null);
}

/** What the form of a link asks for. `key` is the link's. */
export function openForm(key: string): Promise<OpenForm> {
  return read("api/form", { key });
}

/** Sends what was filled in; the document, or null where the link's owner gets it. The same `once` never makes a second one. */
export async function fillForm(key: string, data: Data, once: string): Promise<Made | null> {
  const headers = { ...WITH_WARNINGS, "idempotency-key": once };
  const response = await send("api/form", { method: "POST", json: { data }, key, headers });
  return response.status === 202 ? null : made(response);
}

/** The links to a template's form. */
export function formLinks(templateId: string, pageNumber: number, pageSize: number): Promise<Paged<FormLink>> {
  return read("api/formLinks", { query: { templateId, pageNumber, pageSize } });
}

/** Makes one. */
export function createFormLink(wanted: WantedFormLink): Promise<{ url: string }> {
  return read("api/formLinks", { method: "POST", json: wanted });
}

/** Takes one back. */
export async function removeFormLink(id: string): Promise<void> {
  await send(`api/formLinks/${id}`, { method: "DELETE" });
}

/** Starts a job with items that fit one request. The same `once` never starts a second job. */
export function startJob(wanted: Wanted, items: Data[], once: string): Promise<{ jobId: string }> {
  const headers = { "idempotency-key": once };
  return read("api/generateDocumentsBulk", { method: "POST", json: { ...wanted, items }, headers });
}

/** Starts a job with items that were uploaded. */
export function startUploadedJob(wanted: Wanted, itemsUploadId: string, once: string): Promise<{ jobId: string }> {
  const headers = { "idempotency-key": once };
  return read("api/generateDocumentsBulk", { method: "POST", json: { ...wanted, itemsUploadId }, headers });
}

/**
 * Uploads items, an object per line, packed on the way.
 * @param sent is told the share that has left, from 0 to 1.
 */
export async function upload(lines: Blob, sent: (share: number) => void): Promise<string> {
  const ticket: UploadTicket = await read("api/bulkUploads", { method: "POST" });
  const packed = await gzip(lines);
  for (let tries = 1; ; tries += 1) {
    const status = await put(ticket.uploadUrl, packed, sent);
    if (status >= 200 && status < 300) return ticket.uploadId;
    if (status !== 0 || tries === 4) {
      throw new Problem(status, "upload", say("problem.upload"), status ? say("problem.uploadStatus", { status: String(status) }) : say("problem.uploadNothing"));
    }
    await restored();
    await pause(500);
  }
}

/** Puts a file to a signed link; its status, or 0 when the connection broke. `fetch` tells no progress of what it sends. */
function put(url: string, file: Blob, sent: (share: number) => void): Promise<number> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("PUT", url);
    request.setRequestHeader("content-type", "application/jsonl");
    request.setRequestHeader("content-encoding", "gzip");
    request.upload.onprogress = (event) => sent(event.total ? event.loaded / event.total : 0);
    request.onload = () => resolve(request.status);
    request.onerror = () => resolve(0);
    request.send(file);
  });
}

/** The state of a job. */
export function job(jobId: string, signal?: AbortSignal): Promise<Job> {
  return read(`api/bulkGenerationJobs/${encodeURIComponent(jobId)}`, signal ? { signal } : {});
}

/** One page of jobs, newest first, and the number of the last page: those of a template, or all. */
export async function jobs(pageNumber: number, pageSize: number, templateId: string | null): Promise<{ items: Job[]; last: number }> {
  const of = templateId === null ? "" : `/byTemplate/${encodeURIComponent(templateId)}`;
  const response = await send(`api/bulkGenerationJobs${of}`, { query: { pageNumber, pageSize } });
  return { items: await response.json(), last: lastPage(response.headers.get("link")) };
}

/** The page that `Link` calls the last (RFC 8288). */
function lastPage(link: string | null): number {
  return Number(link?.match(/[?&]pageNumber=(\d+)[^>]*>; rel="last"/)?.[1] ?? 1);
}

/** Ends a job, and may keep the documents that are made. */
export function cancelJob(jobId: string, archive: boolean): Promise<Job> {
  return read(`api/bulkGenerationJobs/${encodeURIComponent(jobId)}/cancel${archive ? "?archive=true" : ""}`, { method: "POST" });
}
