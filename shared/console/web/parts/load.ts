// What a screen loads when it comes.

import { useEffect, useState } from "preact/hooks";
import { asProblem, isAbort, type Problem } from "../api/problem";

/** Something that is loading, is loaded, or could not be loaded. */
export type Loaded<T> = { value: T; problem: null } | { value: null; problem: Problem | null };

/**
 * Loads something when the screen comes and when `about` changes; also gives the way to load it again. What was there
 * before stays until then.
 */
export function useLoaded<T>(load: () => Promise<T>, about: readonly unknown[]): [Loaded<T>, () => void] {
  const [loaded, setLoaded] = useState<Loaded<T>>({ value: null, problem: null });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let wanted = true;
    load().then(
      (value) => wanted && setLoaded({ value, problem: null }),
      (error) => wanted && !isAbort(error) && setLoaded({ value: null, problem: asProblem(error) }),
    );
    return () => void (wanted = false);
  }, [...about, turn]);
  return [loaded, () => setTurn((turn) => turn + 1)];
}
