// Words for people who listen to the page: what happened without the focus moving there.

import { signal } from "@preact/signals";

const said = signal("");

/** Says a sentence. */
export function announce(text: string): void {
  // The same words again are heard again only when they differ.
  said.value = said.value === text ? `${text}\u00a0` : text;
}

/** The place where screen readers listen. */
export function Announcer() {
  return <div class="unseen" role="status" aria-live="polite">{said}</div>;
}
