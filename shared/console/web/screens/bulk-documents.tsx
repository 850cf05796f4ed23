// Step three: format and names of the documents, and the start.

import { useMemo, useRef, useState } from "preact/hooks";
import { document as make, type FileFormat, type Wanted } from "../api/calls";
import type { Problem } from "../api/problem";
import type { Data } from "../api/types";
import { keepChoices } from "../bulk/kept";
import { remember } from "../bulk/rows";
import type { Sheet } from "../bulk/sheet";
import { start } from "../bulk/start";
import type { BulkState } from "../bulk/state";
import { EACH, type Target } from "../bulk/targets";
import { type Key, say } from "../languages";
import { optionsOf } from "../options";
import { useAttempt } from "../parts/attempt";
import { useLater } from "../parts/later";
import { ProblemNote } from "../parts/notes";
import { Say } from "../parts/say";
import { go } from "../route";
import { bulks } from "../state";
import { OptionFields } from "./options";
import type { Known } from "./known";

/** The choices, and the button that starts the job. */
export function Documents({ state, known, sheet }: { state: BulkState; known: Known; sheet: Sheet }) {
  const { busy, problem, attempt } = useAttempt();
  const [sent, setSent] = useState(0);
  const pattern = useRef<HTMLInputElement>(null);
  const options = optionsOf(known.id);
  const { items, rows, faults } = state.converted.value;
  const format = state.format.value;
  const leftOut = state.leaveOut.value && state.separable.value;
  const ready = items.length > 0 && state.alike.value === null && state.unfilled.value.length === 0 && (faults.length === 0 || leftOut);
  const wanted: Wanted = useMemo(() => ({
    templateId: known.id,
    ...(known.draft && { version: known.draft }),
    format,
    ...(state.fileName.value.trim() && { fileName: state.fileName.value.trim() }),
    ...(state.merge.value && { merge: true }),
    options: { missing: state.blank.value ? "empty" : "error", ...options.of(format) },
  }), [known.id, format, state.fileName.value, state.merge.value, state.blank.value, options.chosen.value, options.password.value]);
  // The same documents once, however often the button is pressed after a broken connection; others are another job.
  const once = useMemo(() => crypto.randomUUID(), [wanted, items]);

  // The first text column tells documents apart, as a rule.
  const telling = state.targets.value.find((target) => target.path in state.mapping.value && target.kind.is === "text" && !target.steps.includes(EACH));
  const proposed = telling && `${known.metadata.name} {{ ${telling.path} }}`;

  const begin = () => attempt(async () => {
    setSent(0);
    const jobId = await start(wanted, items, once, setSent);
    keepChoices(known.id, sheet.columns, state.targets.value.map(({ path }) => path), state.chosen());
    remember(jobId, { templateId: known.id, sheet, rows, chosen: state.chosen(), made: state.made() });
    bulks.delete(known.key);
    go({ screen: "job", id: jobId });
  });
  const insert = (target: Target) => {
    const input = pattern.current;
    const text = state.fileName.value;
    const place = input?.selectionStart ?? text.length;
    state.fileName.value = `${text.slice(0, place)}{{ ${target.path} }}${text.slice(input?.selectionEnd ?? place)}`;
    input?.focus();
  };

  return (
    <section class="step" aria-labelledby="step-3">
      <h2 id="step-3"><span class="step-number">3</span> {say("bulk.documents")}</h2>
      <fieldset class="choices">
        <legend>{say("bulk.make")}</legend>
        {([[".pdf", false, "bulk.pdfs"], [".pdf", true, "bulk.onePdf"], [".docx", false, "bulk.words"], [".docx", true, "bulk.oneWord"]] as [FileFormat, boolean, Key][]).map(([of, merge, text]) => (
          <label key={text}>
            <input type="radio" name="format" checked={format === of && state.merge.value === merge}
              onChange={() => {
                state.format.value = of;
                state.merge.value = merge;
              }} /> {say(text)}
          </label>
        ))}
      </fieldset>
      <div class="field">
        <label for="pattern">{say(state.merge.value && format === ".pdf" ? "bulk.bookmarks" : "bulk.fileNames")}</label>
        <input ref={pattern} id="pattern" type="text" autocomplete="off" spellcheck={false} placeholder={known.metadata.name}
          value={state.fileName.value} onInput={(event) => (state.fileName.value = event.currentTarget.value)}
          aria-describedby="pattern-sample" />
        {proposed && !state.fileName.value && items.length > 1 && (
          <p class="hint">
            {say("bulk.sameNames", { example: known.metadata.name })}{" "}
            <button type="button" class="link" onClick={() => (state.fileName.value = proposed)}>{say("bulk.useName", { name: proposed })}</button>
          </p>
        )}
        <p class="chips">
          <span class="muted">{say("bulk.addField")}</span>
          {state.targets.value.filter((target) => target.path in state.mapping.value && !target.steps.includes(EACH) && simple(target)).slice(0, 12).map((target) => (
            <button key={target.path} type="button" class="chip" onClick={() => insert(target)}>{target.label}</button>
          ))}
        </p>
        <div id="pattern-sample"><Sample wanted={wanted} item={ready ? items[0] : undefined} of={items.length} onRendered={(is) => (state.isRendered.value = is)} /></div>
      </div>
      <OptionFields options={options} named={false} name={known.metadata.name} />
      {problem && <ProblemNote problem={problem} />}
      <button type="button" class="primary large" disabled={!ready || busy} onClick={begin}>
        {busy ? (sent ? say("bulk.sent", { percent: Math.round(sent * 100) }) : say("bulk.sending")) : items.length ? say("bulk.makeSome", { count: items.length }) : say("bulk.makeNone")}
      </button>
      {ready && faults.length > 0 && <p class="muted">{say(sheet.unit === "row" ? "bulk.leftOutRows" : "bulk.leftOutItems", { count: new Set(faults.map((fault) => fault.row)).size })}</p>}
    </section>
  );
}

function simple(target: Target): boolean {
  return !["list", "json", "picture", "group"].includes(target.kind.is);
}

/** The name of the first document, as the service makes it. */
function Sample({ wanted, item, of, onRendered }: { wanted: Wanted; item: Data | undefined; of: number; onRendered: (is: boolean) => void }) {
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
    onRendered(true);
  };
  // What only a PDF runs into does not concern Word documents.
  const failed = (problem: Problem) => {
    const theirs = format === ".pdf" || problem.code.startsWith("invalid-");
    setProblem(theirs ? problem : null);
    onRendered(!theirs);
  };
  useLater(look, failed, [item, wanted], 400);
  if (!item) return null;
  if (problem) return <ProblemNote problem={problem} />;
  return name && <p class="muted" role="status"><Say id="bulk.firstName" name={<strong class="name">{name}</strong>} />{of > 1 && say("bulk.ofAll", { count: of })}</p>;
}
