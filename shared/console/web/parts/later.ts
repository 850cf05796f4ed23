// Work that waits for the person to pause.

import { useEffect } from "preact/hooks";
import { asProblem, type Problem } from "../api/problem";

/**
 * Does something some milliseconds after the screen comes and after `about` changes, unless it changes again meanwhile.
 * What was begun for an older state is given up, and its failure is not heard of.
 */
export function useLater(work: (given: AbortSignal) => Promise<void>, failed: (problem: Problem) => void, about: readonly unknown[], waitMs: number): void {
  useEffect(() => {
    const stale = new AbortController();
    const timer = setTimeout(() => {
      work(stale.signal).catch((error) => stale.signal.aborted || failed(asProblem(error)));
    }, waitMs);
    return () => {
      clearTimeout(timer);
      stale.abort(new DOMException("stale", "AbortError"));
    };
  }, about);
}
