// One request to the API, sent again where that is safe: every operation of the console may be sent twice, the one that
// starts a job because it carries an Idempotency-Key.

import { say } from "../languages";
import { address } from "./address";
import { pause, restored } from "./connection";
import { Problem } from "./problem";
import { admission, bySession, end, key, paneSecret } from "./session";

/** What to send. */
export interface Ask {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  query?: Record<string, string | number>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  body?: Blob;
  headers?: Record<string, string>;
  /** Gives the request up. */
  signal?: AbortSignal;
  /** By the cookie's session, also before the page has one. */
  session?: boolean;
  /** Another key than the session's: one that is being tried. */
  key?: string;
}

/** From this size on a body is worth compressing. */
const GZIP_FROM = 64 << 10;

const TRIES = 4;

/**
 * Sends a request and gives the answer.
 * @throws {Problem} for any answer that is no success, and when the connection breaks again and again.
 */
export async function send(path: string, ask: Ask = {}): Promise<Response> {
  const to = address(path);
  for (const [name, value] of Object.entries(ask.query ?? {})) to.searchParams.set(name, String(value));
  const given = ask.key ?? key.value;
  const admitted = admission.value;
  const headers = new Headers(ask.headers);
  if (given) headers.set("x-functions-key", given);
  const byCookie = !given && (ask.session ?? bySession.value);
  // A page of another site can make the browser send the cookie, and never this.
  if (byCookie) headers.set("x-platen-session", paneSecret.value ?? "1");
  // The API may have a host of its own.
  const credentials = byCookie ? "include" : "same-origin";
  const body = await content(ask, headers);
  for (let tries = 1; ; tries += 1) {
    ask.signal?.throwIfAborted();
    const response = await reach(to, { method: ask.method ?? "GET", headers, body, credentials, signal: ask.signal ?? null }, tries);
    if (!response) continue;
    if (response.ok) return response;
    const wait = Number(response.headers.get("retry-after") ?? "1");
    const soon = (response.status === 503 || response.status === 429) && wait <= 10;
    const problem = await Problem.of(response);
    if (soon && tries < TRIES && problem.code !== "quota-exceeded") {
      await pause(wait * 1000, ask.signal);
      continue;
    }
    // A refusal that comes late says nothing about a person who has left since, or about the next one.
    if (response.status === 401 && ask.key === undefined && admitted !== null && admitted === admission.value) {
      end(say(bySession.value ? "session.over" : "session.refused"));
    }
    throw problem;
  }
}

/** Sends a request and reads its JSON. */
export async function read<T>(path: string, ask: Ask = {}): Promise<T> {
  return (await send(path, ask)).json() as Promise<T>;
}

/** The answer; null when the connection broke and is back. */
async function reach(to: URL, init: RequestInit, tries: number): Promise<Response | null> {
  try {
    return await fetch(to, init);
  } catch (error) {
    if (init.signal?.aborted) throw init.signal.reason;
    await restored();
    if (tries < TRIES) return null;
    throw new Problem(0, "no-connection", say("problem.connection"), say("problem.connectionDetail", { error: String(error) }));
  }
}

async function content(ask: Ask, headers: Headers): Promise<Blob | null> {
  if (ask.json === undefined) return ask.body ?? null;
  const plain = new Blob([JSON.stringify(ask.json)]);
  headers.set("content-type", "application/json");
  if (plain.size < GZIP_FROM) return plain;
  headers.set("content-encoding", "gzip");
  return gzip(plain);
}

/** Compresses bytes. */
export function gzip(plain: Blob): Promise<Blob> {
  return new Response(plain.stream().pipeThrough(new CompressionStream("gzip"))).blob();
}
