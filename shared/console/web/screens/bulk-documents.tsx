// Step three: format and names of the documents, and the start.

import { useMemo, useRef, useState } from "preact/hooks";
import { document as make, type FileFormat, type Wanted } from "../api/calls";
import { asProblem, type Problem } from "../api/problem";
import type { Data } from "../api/types";
import { remember } from "../bulk/rows";
import type { Sheet } from "../bulk/sheet";
import { start } from "../bulk/start";
import type { BulkState } from "../bulk/state";
import { EACH, type Target } from "../bulk/targets";
import { optionsOf } from "../options";
import { useLater } from "../parts/later";
import { ProblemNote } from "../parts/notes";
import { go } from "../route";
import { bulks } from "../state";
import { count, counted } from "../words";
import { OptionFields } from "./options";
import type { Known } from "./template";

/** The choices, and the button that starts the job. */
export function Documents({ state, known, sheet }: { state: BulkState; known: Known; sheet: Sheet }) {
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const pattern = useRef<HTMLInputElement>(null);
  const options = optionsOf(known.id);
  const { items, rows, faults } = state.converted.value;
  const format = state.format.value;
  const leftOut = state.leaveOut.value && state.separable.value;
  const ready = items.length > 0 && state.unfilled.value.length === 0 && (faults.length === 0 || leftOut);
  const wanted: Wanted = useMemo(() => ({
    templateId: known.id,
    format,
    ...(state.fileName.value.trim() && { fileName: state.fileName.value.trim() }),
    ...(format === ".pdf" && state.merge.value && { merge: true }),
    options: { missing: state.blank.value ? "empty" : "error", ...options.of(format) },
  }), [known.id, format, state.fileName.value, state.merge.value, state.blank.value, options.chosen.value, options.password.value]);
  // The same documents once, however often the button is pressed after a broken connection; others are another job.
  const once = useMemo(() => crypto.randomUUID(), [wanted, items]);

  // The first text column tells documents apart, as a rule.
  const telling = state.targets.value.find((target) => target.path in state.mapping.value && target.kind.is === "text" && !target.steps.includes(EACH));
  const proposed = telling && `${known.metadata.name} {{ ${telling.path} }}`;

  const begin = async () => {
    setProblem(null);
    setBusy("Sending the data…");
    try {
      const jobId = await start(wanted, items, once, (share) => setBusy(`Sending the data… ${Math.round(share * 100)} %`));
      remember(jobId, { templateId: known.id, sheet, rows, chosen: state.chosen() });
      bulks.delete(known.key);
      go({ screen: "job", id: jobId });
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(null);
    }
  };
  const insert = (target: Target) => {
    const input = pattern.current;
    const text = state.fileName.value;
    const place = input?.selectionStart ?? text.length;
    state.fileName.value = `${text.slice(0, place)}{{ ${target.path} }}${text.slice(input?.selectionEnd ?? place)}`;
    input?.focus();
  };

  return (
    <section class="step" aria-labelledby="step-3">
      <h2 id="step-3"><span class="step-number">3</span> Documents</h2>
      <fieldset class="choices">
        <legend>Make</legend>
        {([[".pdf", false, "PDF files"], [".pdf", true, "One PDF with all of them"], [".docx", false, "Word files"]] as [FileFormat, boolean, string][]).map(([of, merge, text]) => (
          <label key={text}>
            <input type="radio" name="format" checked={format === of && (of === ".docx" || state.merge.value === merge)}
              onChange={() => {
                state.format.value = of;
                state.merge.value = merge;
              }} /> {text}
          </label>
        ))}
      </fieldset>
      <div class="field">
        <label for="pattern">{state.merge.value && format === ".pdf" ? "Names of the bookmarks" : "File names"}</label>
        <input ref={pattern} id="pattern" type="text" autocomplete="off" spellcheck={false} placeholder={known.metadata.name}
          value={state.fileName.value} onInput={(event) => (state.fileName.value = event.currentTarget.value)}
          aria-describedby="pattern-sample" />
        {proposed && !state.fileName.value && items.length > 1 && (
          <p class="hint">
            Without fields, all files have the same name and a number.{" "}
            <button type="button" class="link" onClick={() => (state.fileName.value = proposed)}>Use “{proposed}”</button>
          </p>
        )}
        <p class="chips">
          <span class="muted">Add a field:</span>
          {state.targets.value.filter((target) => target.path in state.mapping.value && !target.steps.includes(EACH) && simple(target)).slice(0, 12).map((target) => (
            <button key={target.path} type="button" class="chip" onClick={() => insert(target)}>{target.label}</button>
          ))}
        </p>
        <div id="pattern-sample"><Sample wanted={wanted} item={ready ? items[0] : undefined} of={items.length} /></div>
      </div>
      <OptionFields options={options} named={false} name={known.metadata.name} />
      {problem && <ProblemNote problem={problem} />}
      <button type="button" class="primary large" disabled={!ready || busy !== null} onClick={begin}>
        {busy ?? (items.length ? `Make ${counted(items.length, "document")}` : "Make the documents")}
      </button>
      {ready && faults.length > 0 && <p class="muted">{counted(new Set(faults.map((fault) => fault.row)).size, sheet.unit)} left out.</p>}
    </section>
  );
}

function simple(target: Target): boolean {
  return !["list", "json", "picture", "group"].includes(target.kind.is);
}

/** The name of the first document, as the service makes it. */
function Sample({ wanted, item, of }: { wanted: Wanted; item: Data | undefined; of: number }) {
  const [name, setName] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { merge: _, format, ...single } = wanted;
  const look = async (given: AbortSignal) => {
    if (!item) return;
    // A preview does not count; it is a PDF, whose end gives way to that of the documents.
    const { pdf: _, ...options } = single.options ?? {};
    const made = await make({ ...single, options, format: ".pdf", preview: true }, item, given);
    setName(made.name.replace(/\.pdf$/, format));
    setProblem(null);
  };
  // What only a PDF runs into does not concern Word documents.
  const failed = (problem: Problem) => setProblem(format === ".pdf" || problem.code.startsWith("invalid-") ? problem : null);
  useLater(look, failed, [item, wanted], 400);
  if (!item) return null;
  if (problem) return <ProblemNote problem={problem} />;
  return name && <p class="muted" role="status">The first is called <strong class="name">{name}</strong>{of > 1 && ` (of ${count(of)})`}</p>;
}
