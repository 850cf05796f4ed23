// The key, kept for this tab only: never in an address, never in storage that outlives the tab.

import { computed, signal } from "@preact/signals";

const PLACE = "platen.key";

const stored = signal(sessionStorage.getItem(PLACE));

/** The key; null before one was entered. */
export const key = computed(() => stored.value);

/** Why the last session ended, for the person who has to enter the key again. */
export const farewell = signal<string | null>(null);

/** Begins a session. */
export function begin(text: string): void {
  sessionStorage.setItem(PLACE, text);
  farewell.value = null;
  stored.value = text;
}

/** Forgets the key. */
export function end(why: string | null): void {
  sessionStorage.removeItem(PLACE);
  farewell.value = why;
  stored.value = null;
}
