// The language of templates by examples: one file for the console, the printed guide, and the tests of the engine.

import { signal } from "@preact/signals";
import { language, say } from "./languages";

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

/** What the examples and samples say of themselves, in the language of the page, by their English. */
const translated = signal<Record<string, string>>({});

/** Reads what the examples and samples say in the language of the page. English stays where that cannot be read. */
export async function speakOfExamples(): Promise<void> {
  const file = new URL(`console/guide/${language.value}.json`, document.baseURI);
  const response = language.value === "en" ? null : await fetch(file).catch(() => null);
  translated.value = response?.ok ? ((await response.json()) as Record<string, string>) : {};
}

/** A text of an example or a sample, in the language of the page where that is known. */
export function told(english: string): string {
  return translated.value[english] ?? english;
}

/** All of them, read when someone asks. */
export async function examples(): Promise<Group[]> {
  const response = await fetch(new URL("console/tags.json", document.baseURI));
  if (!response.ok) throw new Error(say("problem.examples", { status: String(response.status) }));
  return ((await response.json()) as { groups: Group[] }).groups;
}
