// Something that is done at a click, and what came of it.

import { useState } from "preact/hooks";
import { asProblem, type Problem } from "../api/problem";

/** The last attempt, and the way to make one. */
export interface Attempt {
  busy: boolean;
  /** Why the last attempt failed. */
  problem: Problem | null;
  /** Does it, and tells whether it succeeded. */
  attempt: (what: () => Promise<void>) => Promise<boolean>;
}

/** Begins with no attempt made. Each attempt clears the problem of the one before. */
export function useAttempt(): Attempt {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const attempt = async (what: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    try {
      await what();
      return true;
    } catch (error) {
      setProblem(asProblem(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, attempt };
}
