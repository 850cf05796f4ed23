// What a document lacks, or shows otherwise than its author meant.

import type { Warning } from "../api/types";
import { say } from "../languages";
import { phrase } from "../phrases";
import { sentence } from "../words";
import { Note } from "./notes";
import { Prose } from "./prose";
import { Say } from "./say";

/** A yellow note with one line for each; nothing when there is none. */
export function WarningsNote({ warnings }: { warnings: readonly Warning[] }) {
  if (warnings.length === 0) return null;
  return (
    <Note tone="warning" title={say("warnings.title", { count: warnings.length })}>
      <ul class="warnings">
        {warnings.map((warning, index) => (
          <li key={index}>
            <Prose text={`${sentence(phrase(warning.detail))}.`} />
            {warning.count > 1 && <span class="muted"> {say("warnings.times", { count: warning.count })}</span>}
            {warning.text && <> <Say id="warnings.at" text={<q>{warning.text}</q>} /></>}
            {warning.hint && <span class="muted"> <Prose text={`${sentence(phrase(warning.hint))}.`} /></span>}
          </li>
        ))}
      </ul>
    </Note>
  );
}
