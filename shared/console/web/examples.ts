// The language of templates by examples: one file for the console, the printed guide, and the tests of the engine.

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

/** All of them, read when somebody asks. */
export async function examples(): Promise<Group[]> {
  const response = await fetch(new URL("console/tags.json", document.baseURI));
  if (!response.ok) throw new Error(`The examples could not be read (${response.status}). Reload the page.`);
  return ((await response.json()) as { groups: Group[] }).groups;
}
