// How requests are let in: by a key, kept for this tab only (never in an address, never in storage that outlives the tab); by a
// cookie that no script can read, which names the session of a person who signed in, or holds a key that the browser was asked to
// remember; or by the session of a pane in Word, which no cookie reaches.

import { computed, signal } from "@preact/signals";

const PLACE = "platen.key";

/** Where a pane keeps the secret of its session. */
const PANE = "platen.session";

/** A key, or a session: the cookie's, or that of a pane, which has its secret. */
type Entry = { by: "key"; key: string } | { by: "session"; secret: string | null };

const entry = signal<Entry | null>(kept());

function kept(): Entry | null {
  const [key, secret] = [sessionStorage.getItem(PLACE), sessionStorage.getItem(PANE)];
  if (key !== null) return { by: "key", key };
  return secret === null ? null : { by: "session", secret };
}

/** The key; null without one. */
export const key = computed(() => (entry.value?.by === "key" ? entry.value.key : null));

/** Whether requests are let in by a session, or by a key in the cookie. */
export const bySession = computed(() => entry.value?.by === "session");

/** The secret of a pane's session. */
export const paneSecret = computed(() => (entry.value?.by === "session" ? entry.value.secret : null));

/** What lets requests in now, to tell whether it is still what let one in that was sent before. */
export const admission = computed<unknown>(() => entry.value);

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

/** Begins with what the cookie holds. */
export function beginSession(): void {
  enter({ by: "session", secret: null });
}

/** Begins with the session of a pane. */
export function beginInPane(secret: string): void {
  sessionStorage.setItem(PANE, secret);
  enter({ by: "session", secret });
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
  sessionStorage.removeItem(PANE);
  farewell.value = why;
  left.value = byPerson;
  entry.value = null;
}
