// The finished document beside the form, a page at a time, made again a moment after each change. Pages are pictures: phones
// show no PDF inside a page.

import { useEffect, useRef, useState } from "preact/hooks";
import { document as make, type Made, type Wanted } from "../api/calls";
import { asProblem, type Problem } from "../api/problem";
import type { Warning } from "../api/types";
import type { FormState } from "../form/state";
import { useLater } from "../parts/later";
import { ProblemNote } from "../parts/notes";
import { Pager } from "../parts/pager";
import { save } from "../parts/save";

/** How long a change waits for the next one. */
const WAIT_MS = 450;

/** Pixels to the inch: sharp at the width beside the form, also on screens with small pixels. */
const DPI = Math.min(200, Math.round(96 * Math.max(1, window.devicePixelRatio)));

/** A page of the document. It stays while the next one is made, and while the data does not fit. */
export function Preview({ form, wanted, onWarnings }: {
  form: FormState;
  wanted: Omit<Wanted, "format">;
  /** Is told what each document lacks. */
  onWarnings: (warnings: Warning[]) => void;
}) {
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<{ url: string; page: number; pages: number } | null>(null);
  const [making, setMaking] = useState(true);
  const [problem, setProblem] = useState<Problem | null>(null);
  const first = useRef(true);
  const data = form.data.value;
  const { templateId } = wanted;
  const missing = wanted.options?.missing;

  const asked = (more: Pick<Wanted, "format" | "page" | "dpi">, given?: AbortSignal): Promise<Made> =>
    make({ ...wanted, ...more, preview: true }, data, given);
  const renew = async (given: AbortSignal) => {
    setMaking(true);
    const { file, pages, warnings } = await asked({ format: ".png", page, dpi: DPI }, given);
    setShown({ url: URL.createObjectURL(file), page, pages });
    onWarnings(warnings);
    form.judge([]);
    setProblem(null);
    setMaking(false);
  };
  const failed = (problem: Problem) => {
    if (page > 1 && problem.errors.some(({ pointer }) => pointer === "/page")) {
      // The document has become shorter.
      setPage(1);
      return;
    }
    const theirs = problem.code === "invalid-data";
    form.judge(theirs ? problem.errors : []);
    setProblem(theirs ? null : problem);
    setMaking(false);
  };
  const paged = shown !== null && shown.page !== page;
  useLater(renew, failed, [data, templateId, missing, page], first.current || paged ? 0 : WAIT_MS);
  first.current = false;
  useEffect(() => () => void (shown && URL.revokeObjectURL(shown.url)), [shown]);

  const openPdf = async () => {
    // Opened at the click: later the browser would take it for a pop-up.
    const tab = window.open("about:blank");
    try {
      const { file, name } = await asked({ format: ".pdf" });
      if (tab) tab.location.href = URL.createObjectURL(file);
      else save(file, name);
    } catch (error) {
      tab?.close();
      failed(asProblem(error));
    }
  };

  const faulty = form.faults.value.size > 0;
  return (
    <div class="preview" aria-busy={making}>
      {problem && <ProblemNote problem={problem} />}
      <p class="preview-state" role="status">
        {making ? "Updating…" : faulty ? (shown ? "This is how it looked before. Fill in what is missing to update it." : "The page appears when all required fields are filled in.") : ""}
      </p>
      <div class={`paper${faulty ? " old" : ""}`} role="group" aria-label="Preview" tabIndex={0}>
        {shown ? <img src={shown.url} alt={`Preview of the document, page ${shown.page} of ${shown.pages}`} /> : <div class="blank-page" aria-hidden="true" />}
      </div>
      {shown && (
        <>
          <Pager page={page} last={shown.pages} onPage={setPage} />
          <p class="muted">
            Downloads do not have the mark. <button type="button" class="link" disabled={faulty} onClick={openPdf}>Open the preview as a PDF</button>
          </p>
        </>
      )}
    </div>
  );
}
