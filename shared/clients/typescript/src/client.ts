// The client: every operation, and what takes several requests.

import { resumed } from "./download.js";
import { JobNotCompleted, TimedOut } from "./errors.js";
import { sleep, type Bytes, type CallOptions } from "./http.js";
import type { GenerateDocumentsBulkDto, Job, Template } from "./models.js";
import { Operations } from "./operations.js";

// Milliseconds between two looks at a job: the first, and the most.
const FIRST_LOOK = 250;
const LAST_LOOK = 5_000;
const PAGE = 100;

/** Settings of a wait for a job. */
export interface JobOptions extends CallOptions {
  /** Called with the job at each look at it. */
  onProgress?: (job: Job) => void;
  /** Milliseconds after which `TimedOut` is thrown. */
  timeout?: number;
}

/** A client of a service. */
export class Platen extends Operations {
  /** Every template, page by page. */
  async *allTemplates(parameters: { label?: string } = {}, options: CallOptions = {}): AsyncGenerator<Template> {
    for (let pageNumber = 1; ; pageNumber++) {
      const page = await this.getTemplates({ ...parameters, pageNumber, pageSize: PAGE }, options);
      if (page.items.length === 0) return;
      yield* page.items;
    }
  }

  /**
   * Waits until a job is completed.
   *
   * Throws `JobNotCompleted` when the job failed or was canceled, `TimedOut` when it is not over in time.
   */
  async waitForJob(jobId: string, options: JobOptions = {}): Promise<Job> {
    const end = Date.now() + (options.timeout ?? Number.POSITIVE_INFINITY);
    for (let pause = FIRST_LOOK; ; pause = Math.min(pause * 1.5, LAST_LOOK)) {
      const job = await this.getBulkGenerationJob({ jobId }, options);
      options.onProgress?.(job);
      if (job.status === "Completed") return job;
      if (!["Pending", "Running"].includes(job.status)) throw new JobNotCompleted(job);
      if (Date.now() + pause > end) throw new TimedOut(`job ${jobId} is not over after ${options.timeout} ms`);
      await sleep(pause, options.signal);
    }
  }

  /** Starts a job and waits until it is completed, as `waitForJob` does. */
  async runJob(
    body: GenerateDocumentsBulkDto,
    options: JobOptions & { idempotencyKey?: string } = {},
  ): Promise<Job> {
    const started = await this.generateDocumentsBulk(body, { idempotencyKey: options.idempotencyKey }, options);
    return this.waitForJob(started.jobId, options);
  }

  /** Uploads items that are too many for a request, and returns the `itemsUploadId` of a job. */
  async uploadItems(content: Bytes, mediaType = "application/jsonl", options: CallOptions = {}): Promise<string> {
    const ticket = await this.createBulkUpload(options);
    // The link authorizes the request: the key is not for whoever holds the storage.
    const request = { method: "PUT", body: content as BodyInit, headers: { "content-type": mediaType } };
    await this.send(this.absolute(ticket.uploadUrl), request, true, options, async (_, silence) => silence.cancel());
    return ticket.uploadId;
  }

  /**
   * Fetches a completed job's archive. Its `body` is a stream, so that it need not be held in memory; where the connection
   * breaks, it goes on from there.
   */
  async download(job: Job, options: CallOptions = {}): Promise<Response> {
    if (!job.zipUrl) throw new JobNotCompleted(job);
    const url = this.absolute(job.zipUrl);
    const from = (headers: HeadersInit) =>
      this.send(url, { method: "GET", headers }, true, options, async (answer, silence) => ({ answer, silence }));
    const first = await from({});
    return new Response(resumed(first, from), { status: 200, headers: first.answer.headers });
  }
}
