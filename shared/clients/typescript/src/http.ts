// Sends requests: retries, errors and files.

import { ConnectionFailed, PlatenError, ServiceError } from "./errors.js";
import type { Problem } from "./models.js";
import { pieces, Silence } from "./silence.js";

/** A file to send. */
export type Bytes = Uint8Array | ArrayBuffer | Blob;

/** How often and how soon a request is sent again. */
export interface Retries {
  /** How often it is sent in all; 1 is once. Default: 4. */
  attempts?: number;
  /** Milliseconds before the second; each pause is twice the one before, and up to a half shorter by chance. Default: 500. */
  firstPause?: number;
  /** Milliseconds; where the service asks for more, the error is thrown. Default: 30,000. */
  longestPause?: number;
}

/** A request that was sent, and what came of it: for logs and measurements. */
export interface Attempt {
  method: string;
  /** Without the query, which may hold a signature. */
  path: string;
  /** Counted from 1. */
  number: number;
  /** Until its answer was read, or failed. */
  milliseconds: number;
  /** That of the answer; `undefined` where there was none. */
  status: number | undefined;
  /** What it failed with. */
  error: PlatenError | undefined;
}

/** Settings of a client. */
export interface Options {
  /** The key, where it is not the client's. */
  key?: string;
  /** Called with each request that was sent. */
  onAttempt?: (attempt: Attempt) => void;
  retries?: Retries;
  /** Milliseconds that the service may be silent, before its answer and within it. Default: 60,000. */
  timeout?: number;
  /** What sends requests in place of the global `fetch`. */
  fetch?: typeof fetch;
}

/** Settings of a call. */
export interface CallOptions {
  /** Cancels the call. */
  signal?: AbortSignal;
}

/** A file that the service answered with. */
export class File {
  constructor(
    readonly bytes: Uint8Array,
    /** Such as `application/pdf`. */
    readonly mediaType: string,
    /** The name to save it under; `document` where the service gives none. */
    readonly name: string,
    readonly headers: Headers,
  ) {}

  /** How many warnings the document has: what it lacks, or shows differently from Word. */
  get warnings(): number {
    return Number(this.headers.get("platen-warnings") ?? 0);
  }

  /** The file for a browser, such as for `URL.createObjectURL`. */
  blob(): Blob {
    return new Blob([this.bytes as BlobPart], { type: this.mediaType });
  }
}

/** A call of an operation. */
export interface Call {
  method: string;
  /** `{name}` stands for one of `values`. */
  path: string;
  values?: { [name: string]: unknown };
  query?: { [name: string]: unknown };
  header?: { [name: string]: unknown };
  body?: unknown;
  mediaType?: string;
  needsKey?: boolean;
}

/** A request that can be sent again: its body is held, and no stream. */
export type Sending = { method: string; headers?: HeadersInit; body?: BodyInit };

// Bytes of a body in a millisecond on a slow line.
const SLOWEST = 64;
// What the service did not do, so that it can be asked again whatever it was.
const NOT_DONE = [429, 503];
// What a gateway answers when it does not know what became of the request.
const UNKNOWN = [500, 502, 504];

export class Asking {
  readonly #baseUrl: string;
  readonly #key: string;
  readonly #retries: Required<Retries>;
  readonly #timeout: number;
  readonly #fetch: typeof fetch;
  readonly #onAttempt: ((attempt: Attempt) => void) | undefined;

  constructor(baseUrl: string, key: string, options: Options = {}) {
    this.#baseUrl = baseUrl.replace(/\/+$/, "");
    this.#key = options.key ?? key;
    this.#onAttempt = options.onAttempt;
    this.#retries = { attempts: 4, firstPause: 500, longestPause: 30_000, ...options.retries };
    this.#timeout = options.timeout ?? 60_000;
    // Browsers refuse a `fetch` that is called as a method of something else.
    this.#fetch = options.fetch ?? ((...given) => fetch(...given));
  }

  /** What another client of the same service is made with; what is not given is as it is here. */
  protected having(options: Options): [string, string, Options] {
    const retries = { ...this.#retries, ...options.retries };
    const known: Options = { timeout: this.#timeout, fetch: this.#fetch };
    if (this.#onAttempt) known.onAttempt = this.#onAttempt;
    return [this.#baseUrl, this.#key, { ...known, ...options, retries }];
  }

  /** Calls an operation: JSON, a file, or nothing comes back, as the answer's type says. */
  protected async ask<T>(call: Call, options: CallOptions): Promise<T> {
    const headers = new Headers(this.#headers(call));
    const isRepeatable = ["GET", "PUT", "DELETE"].includes(call.method) || headers.has("idempotency-key");
    const request: Sending = { method: call.method, headers };
    if (call.mediaType) request.body = body(call.body);
    return (await this.send(this.#address(call), request, isRepeatable, options, read)) as T;
  }

  /** Sends a request until it has an answer that `keep` can take, and throws what a bad one stands for. */
  protected async send<T>(
    url: string,
    request: Sending,
    isRepeatable: boolean,
    options: CallOptions,
    keep: (answer: Response, silence: Silence) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      // Nothing is heard while a body goes out: its length gives it time.
      const silence = new Silence(this.#timeout, sizeOf(request.body) / SLOWEST, options.signal);
      const began = performance.now();
      let answer: Response | undefined;
      let kept: T | undefined;
      let error: ServiceError | ConnectionFailed | undefined;
      try {
        answer = await this.#fetch(url, { ...request, signal: silence.signal });
        silence.heard();
        if (answer.ok) kept = await keep(answer, silence);
        else error = await refused(answer, silence);
      } catch (cause) {
        silence.end();
        options.signal?.throwIfAborted();
        if (cause instanceof PlatenError) throw cause;
        error = new ConnectionFailed(`the service does not answer: ${String(cause)}`, { cause });
      }
      this.#onAttempt?.({
        method: request.method,
        path: new URL(url, "http://localhost").pathname,
        number: attempt,
        milliseconds: performance.now() - began,
        status: answer?.status,
        error,
      });
      if (!error) return kept as T;
      const pause = this.#pause(attempt, error, answer?.headers, isRepeatable);
      if (pause === undefined) throw error;
      await sleep(pause, options.signal);
    }
  }

  /** Milliseconds until the next attempt after this one (from 1) had this outcome; `undefined`: no other attempt. */
  #pause(
    attempt: number,
    error: ServiceError | ConnectionFailed,
    headers: Headers | undefined,
    isRepeatable: boolean,
  ): number | undefined {
    const status = error instanceof ServiceError ? error.status : 0;
    const { attempts, firstPause, longestPause } = this.#retries;
    if (attempt >= attempts || !(isRepeatable || NOT_DONE.includes(status))) return undefined;
    if (error instanceof ServiceError) {
      const isWorthIt = [...NOT_DONE, ...UNKNOWN].includes(status) || error.code === "request-in-progress";
      if (!isWorthIt) return undefined;
      const asked = waited(headers?.get("retry-after"));
      if (Number.isFinite(asked)) return asked <= longestPause ? asked : undefined;
    }
    return Math.min(firstPause * 2 ** (attempt - 1), longestPause) * (0.5 + Math.random() / 2);
  }

  #headers(call: Call): [string, string][] {
    const headers = texts(call.header);
    const mayRepeat = call.header !== undefined && "Idempotency-Key" in call.header;
    if (mayRepeat && call.header?.["Idempotency-Key"] === undefined) headers.push(["idempotency-key", unique()]);
    if (call.needsKey !== false) headers.push(["x-functions-key", this.#key]);
    if (call.mediaType) headers.push(["content-type", call.mediaType]);
    return headers;
  }

  #address(call: Call): string {
    const query = new URLSearchParams(texts(call.query)).toString();
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(call.values?.[name])));
    return this.absolute(query ? `${path}?${query}` : path);
  }

  /** The address of a path, or an address that is whole already. */
  protected absolute(path: string): string {
    return path.startsWith("/") ? this.#baseUrl + path : path;
  }
}

/** Milliseconds that `Retry-After` asks for: seconds, or a date (RFC 9110, 10.2.3). */
function waited(text: string | null | undefined): number {
  if (!text) return Number.NaN;
  const seconds = Number(text);
  return Number.isFinite(seconds) ? seconds * 1000 : Math.max(0, Date.parse(text) - Date.now());
}

function body(given: unknown): BodyInit {
  const isFile = given instanceof Uint8Array || given instanceof ArrayBuffer || given instanceof Blob;
  return isFile ? (given as BodyInit) : JSON.stringify(given);
}

function texts(values: { [name: string]: unknown } = {}): [string, string][] {
  return Object.entries(values).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  );
}

/** A text that nobody else has. Pages that came without TLS have no `randomUUID`. */
function unique(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function sizeOf(body: BodyInit | undefined): number {
  if (typeof body === "string") return body.length;
  if (body instanceof Blob) return body.size;
  return body instanceof ArrayBuffer || ArrayBuffer.isView(body) ? body.byteLength : 0;
}

async function read(answer: Response, silence: Silence): Promise<unknown> {
  const content = await whole(answer, silence);
  if (answer.status === 204) return undefined;
  const mediaType = answer.headers.get("content-type")?.split(";")[0]?.trim() ?? "";
  if (mediaType === "application/json") return JSON.parse(await content.text());
  const name = fileName(answer.headers.get("content-disposition") ?? "");
  return new File(new Uint8Array(await content.arrayBuffer()), mediaType, name, answer.headers);
}

/** The whole body of an answer. */
async function whole(answer: Response, silence: Silence): Promise<Blob> {
  const parts: BlobPart[] = [];
  for await (const piece of pieces(answer, silence)) parts.push(piece as BlobPart);
  return new Blob(parts);
}

/** The error that an answer stands for. */
async function refused(answer: Response, silence: Silence): Promise<ServiceError> {
  // Imported late: its classes extend the one that this module needs.
  const { BY_CODE } = await import("./problems.js");
  const text = await (await whole(answer, silence)).text();
  const problem = parsed(text);
  if (!problem) return new ServiceError(answer.status, undefined, text);
  return new (BY_CODE[problem.code] ?? ServiceError)(answer.status, problem);
}

function parsed(text: string): Problem | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "code" in value ? (value as Problem) : undefined;
  } catch {
    return undefined;
  }
}

/** The name in `Content-Disposition` (RFC 6266): the one of all languages, else the plain one. */
function fileName(disposition: string): string {
  const full = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (full) return decodeURIComponent(full);
  return /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]?.replace(/\\(.)/g, "$1") ?? "document";
}

/** Waits, unless it is canceled. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      fail(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      done();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
