// What a document lacks, or shows otherwise than its author meant.

import type { Warning } from "../api/types";
import { count, counted, sentence } from "../words";
import { Note } from "./notes";
import { Prose } from "./prose";

/** A yellow note with one line for each; nothing when there is none. */
export function WarningsNote({ warnings }: { warnings: readonly Warning[] }) {
  if (warnings.length === 0) return null;
  return (
    <Note tone="warning" title={`This document has ${counted(warnings.length, "warning")}`}>
      <ul class="warnings">
        {warnings.map((warning, index) => (
          <li key={index}>
            <Prose text={`${sentence(warning.detail)}.`} />
            {warning.count > 1 && <span class="muted"> {count(warning.count)} times.</span>}
            {warning.text && <> At: <q>{warning.text}</q>.</>}
            {warning.hint && <span class="muted"> <Prose text={`${sentence(warning.hint)}.`} /></span>}
          </li>
        ))}
      </ul>
    </Note>
  );
}
