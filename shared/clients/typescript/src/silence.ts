// How long nothing may be heard of the other side. A file may take hours, as long as it comes.

/** Ends a request of which nothing was heard for too long, or that its caller cancels. */
export class Silence {
  readonly #controller = new AbortController();
  readonly #limit: number;
  readonly #caller: AbortSignal | undefined;
  readonly #stop = () => this.#controller.abort(this.#caller?.reason);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `extra` is added until the first sign of life. All in milliseconds. */
  constructor(limit: number, extra: number, caller: AbortSignal | undefined) {
    caller?.throwIfAborted();
    this.#limit = limit;
    this.#caller = caller;
    caller?.addEventListener("abort", this.#stop, { once: true });
    this.#wait(limit + extra);
  }

  /** Cancels the request. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The other side is alive: the wait begins again. */
  heard(): void {
    clearTimeout(this.#timer);
    this.#wait(this.#limit);
  }

  /** Nothing more is expected. */
  end(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener("abort", this.#stop);
  }

  /** Lets go of the connection. */
  cancel(): void {
    this.end();
    this.#controller.abort();
  }

  #wait(milliseconds: number): void {
    const reason = () => new Error(`nothing was heard for ${milliseconds} ms`);
    this.#timer = setTimeout(() => this.#controller.abort(reason()), milliseconds);
  }
}

/** The body of an answer, piece by piece. Its silence ends with it. */
export async function* pieces(answer: Response, silence: Silence): AsyncGenerator<Uint8Array> {
  const reader = answer.body?.getReader();
  try {
    while (reader) {
      const { done, value } = await reader.read();
      if (done) return;
      silence.heard();
      yield value;
    }
  } finally {
    silence.end();
  }
}
