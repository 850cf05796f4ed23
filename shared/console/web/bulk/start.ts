// Starting a job: small ones in one request, large ones by an upload.

import { startJob, startUploadedJob, upload, type Wanted } from "../api/calls";
import type { Data } from "../api/types";

/** Characters of items up to which they go into the request itself. API Gateway takes 10 MB, Lambda 6. */
const INLINE = 2_000_000;

/** Lines that become one piece of the upload. */
const LINES = 2000;

/**
 * Starts a job and gives its id.
 * @param once the same text never starts a second job.
 * @param sent is told the share of the upload that has left, from 0 to 1.
 */
export async function start(wanted: Wanted, items: Data[], once: string, sent: (share: number) => void): Promise<string> {
  const pieces: string[] = [];
  let size = 0;
  for (let from = 0; from < items.length; from += LINES) {
    const piece = items.slice(from, from + LINES).map((item) => `${JSON.stringify(item)}\n`).join("");
    size += piece.length;
    pieces.push(piece);
  }
  if (size <= INLINE) return (await startJob(wanted, items, once)).jobId;
  const uploadId = await upload(new Blob(pieces), sent);
  return (await startUploadedJob(wanted, uploadId, once)).jobId;
}
