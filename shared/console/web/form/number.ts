// Numbers as people type them into a form, and as a form shows them.

import { type Reading, readNumber } from "../bulk/number";
import { writingOf } from "../bulk/writing";
import { locale } from "../languages";

/**
 * What a text means; null for what is no number. What may mean two numbers is thousands where every language that may be meant
 * groups by that sign: the reader's own, and the one chosen for the documents. Decimals it is only where a language was chosen,
 * since a person of another one types the same for thousands. Else it is both.
 */
export function meant(text: string, chosen: string): Reading | null {
  const reading = readNumber(text);
  const languages = [...new Set([chosen, locale.value])].filter(Boolean).map(writingOf);
  if (reading?.is === "either") {
    const { sign, thousands, decimals } = reading;
    if (languages.every(({ group }) => group === sign)) return { is: "number", number: thousands };
    if (chosen && languages.every(({ decimal }) => decimal === sign)) return { is: "number", number: decimals };
    return reading;
  }
  // Some numbers have one language that reads them, as 12,34,567 has.
  return languages.reduce<Reading | null>((found, writing) => found ?? readNumber(text, writing), reading);
}

/** The number that a text is the plainest writing of: of `12`, and neither of `007` nor of `1.50`. */
export function plainNumber(text: string): number | undefined {
  return text !== "" && String(Number(text)) === text ? Number(text) : undefined;
}

/** A number to be changed: as the reader's language writes it, without signs between thousands. */
export function editable(number: number): string {
  return formatted(number, { useGrouping: false });
}

/** A number that nobody can read in two ways: never with three digits behind its only sign. */
export function unmistakable(number: number): string {
  const decimals = String(number).split(".")[1]?.length ?? 0;
  const least = decimals === 3 ? 4 : decimals === 0 && Math.abs(number) >= 1000 ? 2 : 0;
  return formatted(number, { minimumFractionDigits: least });
}

function formatted(number: number, how: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(locale.value, { numberingSystem: "latn", maximumFractionDigits: 20, ...how }).format(number);
}
