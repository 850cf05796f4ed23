// The page's language: texts by key, from `languages/*.json`, with placeholders and plurals. English comes with the page; the
// others are fetched when they are chosen. What the service says is in `phrases.ts`.

import { computed, signal } from "@preact/signals";
import english from "./languages/en.json" with { type: "json" };

/** The name of a text. */
export type Key = keyof typeof english;

/** A text; where a number decides, one for each of the language's plural categories (CLDR), as `Intl.PluralRules` names them. */
type Text = string | Partial<Record<Intl.LDMLPluralRule, string>>;

type Texts = Record<Key, Text>;

/** What is put into the placeholders of a text. `count` chooses its plural. */
export type Values = Record<string, string | number>;

/** The languages, by their own names. */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", es: "Español", pt: "Português" } as const;

/** A language that the page speaks. */
export type Language = keyof typeof LANGUAGES;

const PLACE = "platen.language";

/** Sentences of the service by their English. */
type Phrases = Record<string, string>;

const spoken = signal<{ language: Language; texts: Texts; phrases: Phrases }>({ language: "en", texts: english, phrases: {} });

/** The service's sentences in the language that the page speaks; none in English, which the service speaks. */
export const phrases = computed(() => spoken.value.phrases);

/** The language that the page speaks. */
export const language = computed(() => spoken.value.language);

/** The same with the reader's country, for numbers and dates: `de-CH` where that is the browser's German. */
export const locale = computed(() => tagsOfReader().find((tag) => languageOf(tag) === language.value) ?? language.value);

const numbers = computed(() => new Intl.NumberFormat(locale.value));
const plurals = computed(() => new Intl.PluralRules(locale.value));

/** A text with its placeholders filled. Numbers are written as the reader's language writes them. */
export function say(key: Key, values: Values = {}): string {
  return form(key, values).replace(/\{(\w+)\}/g, (place, name: string) => written(values[name] ?? place));
}

/** The form of a text that a count asks for, with its placeholders. */
export function form(key: Key, values: Record<string, unknown>): string {
  const text: Text = spoken.value.texts[key];
  if (typeof text === "string") return text;
  const category = plurals.value.select(Number(values["count"]));
  return text[category] ?? text.other ?? key;
}

/** A value as it stands in a text. */
export function written(value: string | number): string {
  return typeof value === "number" ? numbers.value.format(value) : value;
}

/** Speaks the language that was chosen in this browser, else the first of the browser's own that there is. */
export async function speakFirst(): Promise<void> {
  const first = [kept(), ...tagsOfReader().map(languageOf)].find((tag): tag is Language => isLanguage(tag)) ?? "en";
  // A page in English is better than none.
  await speak(first).catch(() => {});
}

/** Speaks a language. */
export async function speak(to: Language): Promise<void> {
  spoken.value = { language: to, ...(to === "en" ? { texts: english, phrases: {} } : await fetched(to)) };
  document.documentElement.lang = to;
}

/** Speaks a language that the person chose, and keeps that for next time. */
export async function choose(to: Language): Promise<void> {
  await speak(to);
  try {
    localStorage.setItem(PLACE, to);
  } catch {
    // A browser that stores nothing asks again.
  }
}

async function fetched(language: Language): Promise<{ texts: Texts; phrases: Phrases }> {
  const response = await fetch(new URL(`../console/languages/${language}.json`, import.meta.url));
  if (!response.ok) throw new Error(say("language.failed", { name: LANGUAGES[language] }));
  return (await response.json()) as { texts: Texts; phrases: Phrases };
}

function kept(): string | null {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

function isLanguage(tag: string | null): tag is Language {
  return tag !== null && Object.hasOwn(LANGUAGES, tag);
}

function languageOf(tag: string): string {
  return tag.split("-")[0]?.toLowerCase() ?? "";
}

/** The languages of the browser, best first; tests in Node have none. */
function tagsOfReader(): readonly string[] {
  return globalThis.navigator?.languages ?? [];
}
