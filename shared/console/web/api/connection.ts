// Whether the server answers. While it does not, one probe asks again and again, and requests wait for it.

import { signal } from "@preact/signals";
import { address } from "./address";

/** True while the server does not answer. */
export const lost = signal(false);

const PROBE_MS = 1500;

let probe: Promise<void> | null = null;

/** Ends when the server answers again. Called when a request got no answer. */
export function restored(): Promise<void> {
  probe ??= ask().finally(() => {
    probe = null;
    lost.value = false;
  });
  return probe;
}

async function ask(): Promise<void> {
  for (;;) {
    try {
      await fetch(address("api/health"), { cache: "no-store" });
      return;
    } catch {
      lost.value = true;
      await Promise.race([pause(PROBE_MS), online()]);
    }
  }
}

function online(): Promise<void> {
  return new Promise((resolve) => window.addEventListener("online", () => resolve(), { once: true }));
}

/** Ends after some milliseconds; with a signal, fails as soon as that is given. */
export function pause(ms: number, given?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    given?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(given.reason);
    });
  });
}
