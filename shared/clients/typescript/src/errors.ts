// What goes wrong, as classes. problems.ts has one for each `code` of the service.

import type { FieldError, Job, Problem } from "./models.js";

/** Any error of this package. */
export class PlatenError extends Error {
  constructor(message?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The service was not reached, or the connection broke, every time that it was tried. */
export class ConnectionFailed extends PlatenError {}

/** A job is not over yet. It continues; wait for it again, or cancel it. */
export class TimedOut extends PlatenError {}

/** A job failed or was canceled. */
export class JobNotCompleted extends PlatenError {
  constructor(readonly job: Job) {
    super(`job ${job.jobId} is ${job.status}: ${job.errorMessage ?? "no document was made"}`);
  }
}

/** The service did not do what it was asked for (RFC 9457). */
export class ServiceError extends PlatenError {
  /** A stable word to branch on; empty where something before the service answered, such as a gateway. */
  readonly code: string;
  /** Every single fault of the request. */
  readonly errors: FieldError[];
  /** Finds the line in the service's log. */
  readonly requestId: string;

  constructor(
    /** The HTTP status. */
    readonly status: number,
    /** The whole problem, where the service answered. */
    readonly problem: Problem | undefined,
    text = "",
  ) {
    super(problem?.detail ?? `HTTP ${status}: ${text.slice(0, 200)}`);
    this.code = problem?.code ?? "";
    this.errors = problem?.errors ?? [];
    this.requestId = problem?.requestId ?? "";
  }
}
