// What can be no Word document is refused before it is sent: the service would keep it as a template with errors.

import { Problem } from "../api/problem";
import { say } from "../languages";

/**
 * Looks at a file's name and size.
 * @throws {Problem} when it was chosen by mistake, or its download was interrupted.
 */
export function wordOnly({ name, size }: File): void {
  if (!/\.(docx|dotx)$/i.test(name)) throw refused(say("register.notWord", { name }));
  if (size === 0) throw refused(say("register.empty", { name }));
}

function refused(words: string): Problem {
  return new Problem(0, "console", say("register.cannot"), words);
}
