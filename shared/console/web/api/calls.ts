// The API's operations, one function each.

import { gzip, read, send } from "./request";
import { pause, restored } from "./connection";
import { Problem } from "./problem";
import { parts } from "./multipart";
import type {
  Data, Job, ManagedTemplate, Metadata, Migration, Paged, SampleTemplate, Subscription, Template, TemplateDetails, UploadTicket, Warning,
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

/** What a document or a job is made from. */
export interface Wanted {
  templateId: string;
  format: Format;
  /** Of one PDF or picture: to look at only. It bears a mark, and does not count. */
  preview?: boolean;
  /** Of a picture: the page, from 1. */
  page?: number;
  /** Of a picture: pixels to the inch. */
  dpi?: number;
  /** A pattern; the template's name without it. */
  fileName?: string;
  /** Of a job: one PDF in place of many. */
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

/** One page of the templates that documents can be made from, by name. */
export function readyTemplates(pageNumber: number, pageSize: number): Promise<Paged<Template>> {
  return read("api/getTemplates", { query: { pageNumber, pageSize } });
}

/** One page of all templates, by name; for keys that may manage. */
export function allTemplates(pageNumber: number, pageSize: number): Promise<Paged<ManagedTemplate>> {
  return read("api/templates", { query: { pageNumber, pageSize } });
}

/** A template in any state; for keys that may manage. */
export function managedTemplate(templateId: string): Promise<TemplateDetails> {
  return read(`api/templates/${encodeURIComponent(templateId)}`);
}

/**
 * Registers a Word document: a new template, or a new version of the one that came under the same file name; with an id,
 * a new version of that one.
 */
export function registerTemplate(file: File, templateId?: string): Promise<ManagedTemplate> {
  const ask = { query: { fileName: file.name }, ...wordFile(file) };
  if (templateId === undefined) return read("api/templates", { method: "POST", ...ask });
  return read(`api/templates/${encodeURIComponent(templateId)}`, { method: "PUT", ...ask });
}

function wordFile(body: File) {
  return { body, headers: { "content-type": "application/octet-stream" } };
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

/** A small picture of a template's first page. */
export async function thumbnail(templateId: string): Promise<Blob> {
  return (await send(`api/templates/${encodeURIComponent(templateId)}/thumbnail`)).blob();
}

/** A template's file, as it was registered: of a version, or of the one in use. */
export async function templateFile(templateId: string, version?: number): Promise<NamedFile> {
  const query: Record<string, number> = version === undefined ? {} : { version };
  return fileOf(await send(`api/templates/${encodeURIComponent(templateId)}/file`, { query }));
}

/** Hides a template from generation, or shows it again. */
export function hideTemplate(templateId: string, hide: boolean): Promise<ManagedTemplate> {
  return read(`api/templates/${encodeURIComponent(templateId)}/${hide ? "disable" : "enable"}`, { method: "POST" });
}

/** Removes a template with all its versions. */
export async function removeTemplate(templateId: string): Promise<void> {
  await send(`api/templates/${encodeURIComponent(templateId)}`, { method: "DELETE" });
}

/** What was found in a template. */
export function metadata(templateId: string): Promise<Metadata> {
  return read("api/generateTemplateMetadata", { query: { templateId } });
}

/** Data with sample values that fits a template. */
export function model(templateId: string): Promise<Data> {
  return read("api/generateModel", { method: "POST", query: { templateId } });
}

/** Makes one document. */
export async function document(wanted: Wanted, data: Data, signal?: AbortSignal): Promise<Made> {
  const headers = { accept: "multipart/mixed" };
  const ask = { method: "POST", json: { ...wanted, data }, headers, ...(signal && { signal }) } as const;
  const response = await send("api/generateDocument", ask);
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
      throw new Problem(status, "upload", "The data could not be uploaded", `The server answered ${status || "nothing"}. Try again.`);
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

/** Ends a job. */
export function cancelJob(jobId: string): Promise<Job> {
  return read(`api/bulkGenerationJobs/${encodeURIComponent(jobId)}/cancel`, { method: "POST" });
}
