// Verifies callbacks, which are signed as Standard Webhooks says (https://www.standardwebhooks.com).

import { PlatenError } from "./errors.js";

// Seconds that a message may be old: one that somebody kept and sends again is refused.
const TOLERANCE = 300;

/** A message is not from the service, or is old. */
export class WebhookRefused extends PlatenError {}

/** What a callback says. */
export interface JobEnded {
  type: "job.ended";
  jobId: string;
  templateId: string;
  status: "Completed" | "Failed" | "Canceled";
  totalCount: number;
  failedGenerationCount: number;
  /** Where the result is, if the request asked for `callbackLink`. */
  zipUrl?: string;
  zipUrlExpiresAt?: string;
  /** What became of the delivery of the result, if the job asked for one. */
  delivery?: "Pending" | "Delivered" | "Failed";
}

/** What is told of one document of a job, if the document asked for it. */
export interface DocumentEnded {
  type: "document.ended";
  jobId: string;
  /** Its index in the request. */
  index: number;
  status: "Completed" | "Failed" | "Canceled";
  /** Its name in the archive, if it was made. */
  fileName?: string;
  /** Why there is none, if it failed. */
  error?: string;
  delivery?: "Pending" | "Delivered" | "Failed";
}

/**
 * Checks a message's signature and age, and returns what it says. `body` is as it came, `secret` as the answer to
 * `createWebhook` has it, or as `platen key webhook` prints it.
 */
export async function verifyWebhook(
  secret: string,
  headers: Headers | { [name: string]: string | string[] | undefined },
  body: Uint8Array | string,
  now: number = Date.now(),
): Promise<JobEnded | DocumentEnded> {
  const found = headers instanceof Headers ? headers : new Headers(plain(headers));
  const [id, sent, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => found.get(name));
  if (!id || !sent || !signatures) throw new WebhookRefused("the message has no signature");
  const age = Math.abs(now / 1000 - Number(sent));
  // `!(a <= b)`: a time that is no number is refused, too.
  if (!(age <= TOLERANCE)) throw new WebhookRefused(`the message is ${Math.round(age)} s old`);
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${sent}.${text}`);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", base64(secret.replace(/^whsec_/, "")), algorithm, false, ["verify"]);
  // More than one while a new secret takes the place of the one before.
  for (const each of signatures.split(" ")) {
    const [version, signature = ""] = each.split(",");
    if (version === "v1" && (await crypto.subtle.verify(algorithm, key, base64(signature), signed))) {
      return JSON.parse(text) as JobEnded | DocumentEnded;
    }
  }
  throw new WebhookRefused("no signature of the message is the secret's");
}

function plain(headers: { [name: string]: string | string[] | undefined }): [string, string][] {
  return Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(" ")]);
}

function base64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    throw new WebhookRefused("the secret or a signature is no base64");
  }
}
