// How requests are let in: by a key, kept for this tab only (never in an address, never in storage that outlives the tab), or by
// the session of a person who signed in, which a cookie names that no script can read.

import { computed, signal } from "@preact/signals";

const PLACE = "platen.key";

/** A key, or the cookie's session. */
type Entry = { by: "key"; key: string } | { by: "session" };

const stored = sessionStorage.getItem(PLACE);
const entry = signal<Entry | null>(stored === null ? null : { by: "key", key: stored });

/** The key; null without one. */
export const key = computed(() => (entry.value?.by === "key" ? entry.value.key : null));

/** Whether requests are let in by the cookie. */
export const bySession = computed(() => entry.value?.by === "session");

/** Whether there is either. */
export const signedIn = computed(() => entry.value !== null);

/** Why the last session ended, for the person who has to sign in again. */
export const farewell = signal<string | null>(null);

/** Whether the person left by themselves, so that nothing of theirs stays in the tab. */
export const left = signal(false);

/** Where the person who left can sign out at the provider, too. */
export const signOutElsewhere = signal<string | null>(null);

/** Begins with a key. */
export function begin(text: string): void {
  sessionStorage.setItem(PLACE, text);
  enter({ by: "key", key: text });
}

/** Begins with the session of the cookie. */
export function beginSession(): void {
  enter({ by: "session" });
}

function enter(next: Entry): void {
  farewell.value = null;
  left.value = false;
  signOutElsewhere.value = null;
  entry.value = next;
}

/** Forgets the key, or the session. */
export function end(why: string | null, byPerson = false): void {
  sessionStorage.removeItem(PLACE);
  farewell.value = why;
  left.value = byPerson;
  entry.value = null;
}
