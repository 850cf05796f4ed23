// The language of templates by examples: one file for the console, the printed guide, and the tests of the engine.

import { say } from "./languages";

/** An example: what it gives is text, or told in words. */
export interface Entry {
  write: string | string[];
  gives?: string | string[];
  shows?: string;
  about: string;
}

/** Examples that belong together. */
export interface Group {
  title: string;
  entries: Entry[];
}

/** All of them, read when someone asks. */
export async function examples(): Promise<Group[]> {
  const response = await fetch(new URL("console/tags.json", document.baseURI));
  if (!response.ok) throw new Error(say("problem.examples", { status: String(response.status) }));
  return ((await response.json()) as { groups: Group[] }).groups;
}
