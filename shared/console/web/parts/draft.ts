// What was begun, kept in the tab: a reload loses nothing. It goes with the tab, and with the key.

const PREFIX = "platen.draft.";

/** Keeps a value; whether the browser had room for it. */
export function keepDraft(name: string, value: unknown): boolean {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    // An older draft in its place would be worse than none.
    dropDraft(name);
    return false;
  }
}

/** What was kept; undefined when nothing was. */
export function draft(name: string): unknown {
  const text = sessionStorage.getItem(PREFIX + name);
  return text === null ? undefined : JSON.parse(text);
}

/** Forgets a draft. */
export function dropDraft(name: string): void {
  sessionStorage.removeItem(PREFIX + name);
}

/** Forgets all drafts. */
export function dropDrafts(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
}
