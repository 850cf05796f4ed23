// What the service answers when it does not do what was asked (RFC 9457), as an error to throw and to show.

import { say } from "../languages";
import type { FieldError } from "./types";

/** A request that was not fulfilled. Its message is a sentence for the person at the screen. */
export class Problem extends Error {
  constructor(
    /** The answer's status; 0 when no answer came. */
    readonly status: number,
    /** The service's stable word, such as `invalid-data`; `no-connection` when no answer came. */
    readonly code: string,
    /** What kind of problem it is. */
    readonly title: string,
    detail: string,
    /** Every single fault. */
    readonly errors: FieldError[] = [],
    /** Finds the line in the service's log. */
    readonly requestId: string | null = null,
    /** Where the thing is that the problem is with, if the answer names it. */
    readonly location: string | null = null,
  ) {
    super(detail);
  }

  /** Reads an answer that is no success. A proxy on the way may have answered with something else than a problem. */
  static async of(response: Response): Promise<Problem> {
    const id = response.headers.get("x-request-id");
    const location = response.headers.get("location");
    try {
      const body = await response.json();
      if (typeof body?.code === "string") {
        return new Problem(response.status, body.code, body.title, body.detail, body.errors ?? [], id, location);
      }
    } catch {
      // Not JSON: the status has to tell.
    }
    const detail = say("problem.unexpectedDetail", { status: `${response.status} ${response.statusText}`.trim() });
    return new Problem(response.status, "unexpected", say("problem.unexpected"), detail, [], id, location);
  }
}

/** Whatever was thrown, as a problem. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new Problem(0, "console", say("problem.page"), detail);
}

/** Whether a request was given up because its answer is not wanted anymore. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
