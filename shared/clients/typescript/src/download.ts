// A file as a stream that goes on where its connection broke.

import { ConnectionFailed } from "./errors.js";
import { pieces, type Silence } from "./silence.js";

/** An answer whose body comes, and what watches over it. */
export interface Coming {
  answer: Response;
  silence: Silence;
}

// How often a stream goes on without a byte more than before.
const VAIN = 3;

/** The bytes of a file. `from` asks for it again, from where a `Range` says. */
export function resumed(
  first: Coming,
  from: (headers: HeadersInit) => Promise<Coming>,
): ReadableStream<Uint8Array> {
  const tag = first.answer.headers.get("etag");
  let coming = first;
  let body = pieces(first.answer, first.silence);
  let length = 0;
  let vain = 0;
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        try {
          const { done, value } = await body.next();
          if (done) return controller.close();
          length += value.byteLength;
          vain = 0;
          return controller.enqueue(value);
        } catch (cause) {
          const failed = new ConnectionFailed(`the file broke off after ${length} bytes: ${String(cause)}`, { cause });
          // Without a tag nobody knows whether what follows belongs to what is there.
          if (!tag || ++vain > VAIN) throw failed;
          coming = await from({ range: `bytes=${length}-`, "if-range": tag });
          if (coming.answer.status !== 206) {
            coming.silence.cancel();
            throw failed;
          }
          body = pieces(coming.answer, coming.silence);
        }
      }
    },
    cancel: () => coming.silence.cancel(),
  });
}
