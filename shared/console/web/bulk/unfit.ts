// A value that does not fit its field.

import { type Key, say, type Values } from "../languages";

/** Why a value does not fit, in words. */
export class Unfit extends Error {
  constructor(private readonly key: Extract<Key, `cell.${string}`>, private readonly values: Values) {
    super(say(key, values));
  }

  /** What is wrong, with the field's name. */
  about(field: string): string {
    return say(this.key, { ...this.values, field });
  }
}

/** A text within a sentence. */
export function quoted(text: string): string {
  return `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`;
}
