// What the service says, in the reader's language. It speaks English; the sentences that people meet most are in `phrases/*.json`,
// by their English. `{0}` stands for code, a number, a name, or another known sentence; `{0*}` for anything.

import { computed } from "@preact/signals";
import { phrases } from "./languages";

interface Pattern {
  shape: RegExp;
  /** By place in the sentence: its number, and whether it may be anything. */
  gaps: { number: string; free: boolean }[];
  words: string;
}

const patterns = computed(() => Object.entries(phrases.value).map(([english, words]) => patternOf(english, words)));

function patternOf(english: string, words: string): Pattern {
  const gaps: Pattern["gaps"] = [];
  const shape = english.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\d)(\\\*)?\}/g, (_, number: string, free?: string) => {
    gaps.push({ number, free: free !== undefined });
    return "(.+?)";
  });
  return { shape: new RegExp(`^${shape}$`, "s"), gaps, words };
}

/** What is the same in every language: code, a quoted text, a number, a code word. */
const NAME = /^([`"{«].*|[\d.,:TZ-]+|[A-Z][A-Z0-9_]+|null|True|False)$/s;

/** A sentence in the reader's language; in English where that is not known. */
export function phrase(text: string): string {
  return known(text) ?? text;
}

function known(text: string): string | null {
  for (const { shape, gaps, words } of patterns.value) {
    const found = text.match(shape);
    if (!found) continue;
    const said = new Map<string, string>();
    for (const [index, { number, free }] of gaps.entries()) {
      const inner = found[index + 1] ?? "";
      const own = known(inner) ?? placeOf(inner) ?? (free || NAME.test(inner) ? inner : null);
      if (own !== null) said.set(number, own);
    }
    // Half a sentence in each language helps nobody.
    if (said.size === new Set(gaps.map(({ number }) => number)).size) return words.replace(/\{(\d)\}/g, (gap, number: string) => said.get(number) ?? gap);
  }
  return null;
}

/** A place in a template: `body, table 1, row 2`. */
export function place(text: string): string {
  return placeOf(text) ?? phrase(text);
}

function placeOf(text: string): string | null {
  if (!text.includes(", ")) return null;
  const steps = text.split(", ").map(known);
  return steps.every((step) => step !== null) ? steps.join(", ") : null;
}
