// The finished document beside the form, a page at a time, made again a moment after each change. Pages are pictures: phones
// show no PDF inside a page.

import { useEffect, useRef, useState } from "preact/hooks";
import { document as make, type Made, type Options, type Source, type Wanted } from "../api/calls";
import { asProblem, type Problem } from "../api/problem";
import type { Warning } from "../api/types";
import { type FormState, isMissing } from "../form/state";
import { say } from "../languages";
import { useLater } from "../parts/later";
import { ProblemNote } from "../parts/notes";
import { Pager } from "../parts/pager";
import { save } from "../parts/save";

/** How long a change waits for the next one. */
const WAIT_MS = 450;

/** Pixels to the inch: sharp at the width beside the form, also on screens with small pixels. */
const DPI = Math.min(200, Math.round(96 * Math.max(1, window.devicePixelRatio)));

/** A page of the document. It stays while the next one is made, and while the data does not fit. */
export function Preview({ form, source, missing, locale, onWarnings }: {
  form: FormState;
  /** Stays the same object as long as it is the same document. */
  source: Source;
  missing: "error" | "empty";
  locale: string;
  /** Is told what each document lacks. */
  onWarnings: (warnings: Warning[]) => void;
}) {
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<{ url: string; page: number; pages: number; whole: boolean } | null>(null);
  const [making, setMaking] = useState(true);
  const [problem, setProblem] = useState<Problem | null>(null);
  const first = useRef(true);
  const data = form.data.value;

  const asked = (more: Pick<Wanted, "format" | "page" | "dpi">, missing: Options["missing"], given?: AbortSignal): Promise<Made> =>
    make({ ...source, ...more, preview: true, options: { ...(missing && { missing }), ...(locale && { locale }) } }, data, given);
  const draw = async (missing: Options["missing"], given: AbortSignal) => {
    const { file, pages, warnings } = await asked({ format: ".png", page, dpi: DPI }, missing, given);
    setShown({ url: URL.createObjectURL(file), page, pages, whole: missing !== "keep" });
    onWarnings(warnings);
    setProblem(null);
    setMaking(false);
  };
  const renew = async (given: AbortSignal) => {
    setMaking(true);
    try {
      await draw(missing, given);
      form.judge([]);
    } catch (error) {
      const problem = asProblem(error);
      const unfinished = problem.code === "invalid-data" && problem.errors.every(({ detail }) => isMissing(detail));
      if (!unfinished) throw error;
      // What is not filled in yet keeps its tag: the page is there from the beginning.
      form.judge(problem.errors);
      await draw("keep", given);
    }
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
  useLater(renew, failed, [data, source, missing, locale, page], first.current || paged ? 0 : WAIT_MS);
  first.current = false;
  useEffect(() => () => void (shown && URL.revokeObjectURL(shown.url)), [shown]);

  const openPdf = async () => {
    // Opened at the click: later the browser would take it for a pop-up.
    const tab = window.open("about:blank");
    try {
      const { file, name } = await asked({ format: ".pdf" }, missing);
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
        {making ? say("preview.updating") : !faulty ? "" : say(!shown ? "preview.correct" : shown.whole ? "preview.old" : "preview.tags")}
      </p>
      <div class={`paper${faulty && shown?.whole ? " old" : ""}`} role="group" aria-label={say("preview")} tabIndex={0}>
        {shown ? <img src={shown.url} alt={say("preview.page", { page: shown.page, pages: shown.pages })} /> : <div class="blank-page" aria-hidden="true" />}
      </div>
      {shown && (
        <>
          <Pager page={page} last={shown.pages} onPage={setPage} />
          <p class="muted">
            {say("preview.mark")} <button type="button" class="link" disabled={faulty} onClick={openPdf}>{say("preview.pdf")}</button>
          </p>
        </>
      )}
    </div>
  );
}
