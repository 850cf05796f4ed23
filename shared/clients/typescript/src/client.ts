// The client: every operation, and what takes several requests.

import { resumed } from "./download.js";
import { JobNotCompleted, TimedOut } from "./errors.js";
import { sleep, type Bytes, type CallOptions, type Options } from "./http.js";
import type { Event, Events, GenerateDocumentsBulkDto, Job, ManagedKey, Template, Webhook } from "./models.js";
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

/** The entries of all pages, until one is empty. */
async function* paged<Entry>(
  get: (page: { pageNumber: number; pageSize: number }) => Promise<Entry[]>,
): AsyncGenerator<Entry> {
  for (let pageNumber = 1; ; pageNumber++) {
    const entries = await get({ pageNumber, pageSize: PAGE });
    if (entries.length === 0) return;
    yield* entries;
  }
}

/** A client of a service. */
export class Platen extends Operations {
  /** The same client with other settings: `platen.with({ timeout: 5_000 }).convert(...)` for one call. */
  with(options: Options): Platen {
    return new Platen(...this.having(options));
  }

  /** Every template, page by page. */
  async *allTemplates(parameters: { label?: string } = {}, options: CallOptions = {}): AsyncGenerator<Template> {
    yield* paged(async (page) => (await this.getTemplates({ ...parameters, ...page }, options)).items);
  }

  /** Every job, the newest first. One that starts meanwhile moves the others on: an entry may come twice. */
  async *allJobs(options: CallOptions = {}): AsyncGenerator<Job> {
    yield* paged((page) => this.listAllBulkGenerationJobs(page, options));
  }

  /** Every key and session, the newest first. */
  async *allKeys(options: CallOptions = {}): AsyncGenerator<ManagedKey> {
    yield* paged(async (page) => (await this.listKeys(page, options)).items);
  }

  /** Every webhook, the newest first. */
  async *allWebhooks(options: CallOptions = {}): AsyncGenerator<Webhook> {
    yield* paged(async (page) => (await this.listWebhooks(page, options)).items);
  }

  /** Who did what, the newest first. */
  async *allEvents(options: CallOptions = {}): AsyncGenerator<Event> {
    let before: string | undefined;
    do {
      const page: Events = await this.listEvents({ pageSize: PAGE, before }, options);
      yield* page.items;
      before = page.next ?? undefined;
    } while (before !== undefined);
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
