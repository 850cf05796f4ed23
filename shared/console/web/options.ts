// How documents of a template are made: language, PDF standard, watermark, names. Kept in this browser for each template, so
// that the next document is made the same way. Passwords are kept nowhere.

import { signal } from "@preact/signals";
import { language, locale } from "./languages";
import type { FileFormat, Options } from "./api/calls";

/** What was chosen; empty is the template's or the service's own way. */
export interface Chosen {
  locale: string;
  fileName: string;
  conformance: string;
  watermark: string;
  /** Fields without a value stay empty in the document. */
  blank: boolean;
}

const NONE: Chosen = { locale: "", fileName: "", conformance: "", watermark: "", blank: false };
const PREFIX = "platen.options.";

/** The choices for one template. */
export class MakeOptions {
  readonly chosen;
  readonly password = signal("");

  constructor(private readonly templateId: string) {
    this.chosen = signal<Chosen>(stored(templateId));
  }

  /** Chooses, and remembers it. */
  choose(change: Partial<Chosen>): void {
    this.chosen.value = { ...this.chosen.value, ...change };
    const place = PREFIX + this.templateId;
    try {
      if (Object.values(this.chosen.value).some(Boolean)) localStorage.setItem(place, JSON.stringify(this.chosen.value));
      else localStorage.removeItem(place);
    } catch {
      // A browser that stores nothing forgets it with the page.
    }
  }

  /** As a request has them. */
  of(format: FileFormat): Options {
    const { locale, conformance, watermark } = this.chosen.value;
    const pdf = {
      ...(conformance && { conformance }),
      ...(watermark.trim() && { watermark: watermark.trim() }),
      // What is made for archives opens without a password.
      ...(this.password.value && conformance !== ARCHIVE && { password: this.password.value }),
    };
    return { ...(locale && { locale }), ...(format === ".pdf" && Object.keys(pdf).length > 0 && { pdf }) };
  }
}

/** The standard for archives. */
export const ARCHIVE = "a-2b";

/** The languages that are offered. */
export const LOCALES = [
  "en-US", "en-GB", "de-DE", "de-AT", "de-CH", "fr-FR", "fr-CH", "es-ES", "es-MX", "it-IT", "pt-PT", "pt-BR", "nl-NL", "pl-PL", "cs-CZ",
  "sv-SE", "da-DK", "nb-NO", "fi-FI", "hu-HU", "ro-RO", "tr-TR", "el-GR", "uk-UA", "ja-JP", "ko-KR", "zh-CN", "hi-IN", "en-IN",
] as const;

/** The same for a list: the reader's own language first, and then by name. */
export function localesByName(): string[] {
  const own = (tag: string) => Number(tag.split("-")[0] !== language.value);
  return [...LOCALES].sort((one, other) => own(one) - own(other) || languageName(one).localeCompare(languageName(other), locale.value));
}

/** A language's name, as the reader knows it: `German (Switzerland)`, which nobody but Unicode calls Swiss High German. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames([locale.value], { type: "language", languageDisplay: "standard" }).of(tag.replaceAll("_", "-")) ?? tag;
}

const known = new Map<string, MakeOptions>();

/** The choices for a template: the same on all its screens. */
export function optionsOf(templateId: string): MakeOptions {
  const options = known.get(templateId) ?? new MakeOptions(templateId);
  known.set(templateId, options);
  return options;
}

/** Forgets passwords that were entered. */
export function forgetPasswords(): void {
  known.clear();
}

function stored(templateId: string): Chosen {
  try {
    return { ...NONE, ...(JSON.parse(localStorage.getItem(PREFIX + templateId) ?? "{}") as Partial<Chosen>) };
  } catch {
    return NONE;
  }
}
