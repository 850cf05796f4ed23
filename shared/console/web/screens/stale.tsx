// A change of a template that did not happen: someone else was faster, or the service refused it.

import type { Problem } from "../api/problem";
import { say } from "../languages";
import { Note, ProblemNote } from "../parts/notes";

/** What is in the way, with the way on. Nothing that was entered is lost. */
export function NotChanged({ problem, onReload }: { problem: Problem; onReload: () => void }) {
  if (problem.code !== "template-changed") return <ProblemNote problem={problem} />;
  return (
    <Note tone="warning" title={say("stale.title")}>
      <p>{say("stale.about")}</p>
      <p class="actions"><button type="button" onClick={onReload}>{say("stale.load")}</button></p>
    </Note>
  );
}
