// The finished document beside the form, made anew a moment after each change.

import { useEffect, useRef, useState } from "preact/hooks";
import { document as make, type Wanted } from "../api/calls";
import type { Problem } from "../api/problem";
import type { Warning } from "../api/types";
import type { FormState } from "../form/state";
import { useLater } from "../parts/later";
import { ProblemNote } from "../parts/notes";

/** How long a change waits for the next one. */
const WAIT_MS = 450;

/** The PDF. It stays while the next one is made, and while the data does not fit. */
export function Preview({ form, wanted, onWarnings }: {
  form: FormState;
  wanted: Omit<Wanted, "format">;
  /** Is told what each PDF lacks. */
  onWarnings: (warnings: Warning[]) => void;
}) {
  const [shown, setShown] = useState<string | null>(null);
  const [coming, setComing] = useState<string | null>(null);
  const [making, setMaking] = useState(true);
  const [problem, setProblem] = useState<Problem | null>(null);
  const first = useRef(true);
  const data = form.data.value;
  const { templateId } = wanted;
  const missing = wanted.options?.missing;

  const renew = async (given: AbortSignal) => {
    setMaking(true);
    const made = await make({ ...wanted, format: ".pdf", preview: true }, data, given);
    setComing(URL.createObjectURL(made.file));
    onWarnings(made.warnings);
    form.judge([]);
    setProblem(null);
    setMaking(false);
  };
  const failed = (problem: Problem) => {
    const theirs = problem.code === "invalid-data";
    form.judge(theirs ? problem.errors : []);
    setProblem(theirs ? null : problem);
    setMaking(false);
  };
  useLater(renew, failed, [data, templateId, missing], first.current ? 0 : WAIT_MS);
  first.current = false;

  // The files of replaced previews are let go, also of those that were replaced before they were on the screen.
  const onScreen = useRef<string | null>(null);
  onScreen.current = shown;
  useEffect(() => () => void (shown && URL.revokeObjectURL(shown)), [shown]);
  useEffect(() => () => void (coming && coming !== onScreen.current && URL.revokeObjectURL(coming)), [coming]);

  const faulty = form.faults.value.size > 0;
  return (
    <div class="preview" aria-busy={making}>
      {problem && <ProblemNote problem={problem} />}
      <p class="preview-state" role="status">
        {making ? "Updating…" : faulty ? (shown || coming ? "This is how it looked before; fill in what is missing to see it anew." : "The page appears when all needed fields are filled in.") : ""}
      </p>
      <div class={`paper${faulty ? " old" : ""}`}>
        {shown && <iframe key={shown} src={view(shown)} title="Preview of the document" />}
        {coming && coming !== shown && (
          <iframe key={coming} src={view(coming)} title="Preview of the document" onLoad={() => setShown(coming)} />
        )}
        {!shown && !coming && <div class="blank-page" aria-hidden="true" />}
      </div>
      {(coming ?? shown) && (
        <p class="muted">
          Downloads do not bear the mark. No preview here? <a href={coming ?? shown ?? ""} target="_blank" rel="noopener">Open it in a tab of its own.</a>
        </p>
      )}
    </div>
  );
}

/** The address of a PDF without the viewer's own bars. */
function view(url: string): string {
  return `${url}#toolbar=0&navpanes=0&view=FitH`;
}
