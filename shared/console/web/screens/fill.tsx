// One document: the form, with the finished page beside it.

import { effect } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { document as make, type FileFormat } from "../api/calls";
import { asProblem } from "../api/problem";
import type { Data, Warning } from "../api/types";
import { Fields } from "../form/field";
import { pointer } from "../form/path";
import { complete, type Field, fieldsOf, filled, isUntouched } from "../form/shape";
import { FormState, isMissing } from "../form/state";
import { say } from "../languages";
import { optionsOf } from "../options";
import { announce } from "../parts/announce";
import { Ask } from "../parts/ask";
import { useAttempt } from "../parts/attempt";
import { draft, dropDraft, keepDraft } from "../parts/draft";
import { FileButton } from "../parts/file-button";
import { Icon } from "../parts/icon";
import { Note, Nothing, ProblemNote } from "../parts/notes";
import { save, saveJson } from "../parts/save";
import { WarningsNote } from "../parts/warnings";
import { forms } from "../state";
import { OptionFields } from "./options";
import { Preview } from "./preview";
import type { Known } from "./known";

/** The form of a template: what was begun in this tab, else an empty one. */
function formOf({ key, id, model }: Known, fields: readonly Field[]): FormState {
  const kept = draft(key) as Data | undefined;
  const begun = forms.get(key) ?? new FormState(complete(fields, kept ?? {}), model, () => optionsOf(id).chosen.value.locale);
  forms.set(key, begun);
  return begun;
}

/** Keeps what is entered for a reload; false when it is too large for that, as with large pictures. */
export function useDraft(key: string, form: FormState, fields: readonly Field[]): boolean {
  const [kept, setKept] = useState(true);
  useEffect(() => effect(() => {
    const data = form.data.value;
    if (isUntouched(fields, data)) dropDraft(key);
    else setKept(keepDraft(key, data));
  }), [key, form]);
  return kept;
}

/** The form and the preview. */
export function Fill({ known }: { known: Known }) {
  const fields = useMemo(() => fieldsOf(known.metadata, known.model), [known]);
  const form = useMemo(() => formOf(known, fields), [known]);
  const kept = useDraft(known.key, form, fields);
  const options = optionsOf(known.id);
  const source = useMemo(() => ({ templateId: known.id, ...(known.draft && { version: known.draft }) }), [known]);
  const { blank } = options.chosen.value;
  const { busy, problem, attempt } = useAttempt();
  const [making, setMaking] = useState<FileFormat>(".pdf");
  const [asked, setAsked] = useState<FileFormat | null>(null);
  const [warnings, setWarnings] = useState<Warning[]>([]);
  const missing = blank ? "empty" : "error";
  const fileName = options.chosen.value.fileName.trim();

  const download = (format: FileFormat) => attempt(async () => {
    setAsked(null);
    setMaking(format);
    form.showAll.value = true;
    try {
      const made = await make({ ...source, format, ...(fileName && { fileName }), options: { missing, ...options.of(format) } }, form.data.value);
      save(made.file, made.name);
      setWarnings(made.warnings);
      const lacks = made.warnings.length ? say("fill.lacks", { count: made.warnings.length }) : "";
      announce(say("downloaded", { name: made.name }) + lacks);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code !== "invalid-data") throw problem;
      form.judge(problem.errors);
      focusFirst(form);
    }
  });
  // Sample values in a contract would be taken for facts.
  const ask = (format: FileFormat) => (form.samples.value > 0 && form.faults.value.size === 0 ? setAsked(format) : void download(format));

  return (
    <div class="fill">
      <section class="form" aria-label={say("fill.form")}>
        <div class="toolbar">
          <h2 class="unseen">{say("fill.form")}</h2>
          <div class="actions">
            <button type="button" class="small" onClick={() => form.replace(complete(fields, {}), say("fill.cleared"))}>{say("fill.clear")}</button>
            <button type="button" class="small" onClick={() => form.add(filled(fields, form.data.value, complete(fields, known.model), (path) => form.isEntered(path)), say("fill.sampled"))}>{say("fill.samples")}</button>
            <DataFile form={form} fields={fields} name={known.metadata.name} />
          </div>
        </div>
        <Replaced form={form} />
        {fields.length === 0 && <Nothing icon="file" title={say("fill.noFields")} />}
        {!kept && <Note tone="warning" title={say("fill.tooLarge")}><p>{say("fill.tooLargeHow")}</p></Note>}
        <form onSubmit={(event) => event.preventDefault()} noValidate>
          <Jumps fields={fields} />
          <Fields fields={fields} state={form} path={[]} />
          <label class="switch">
            <input type="checkbox" checked={blank} onChange={(event) => options.choose({ blank: event.currentTarget.checked })} />
            {say("fill.blank")}
          </label>
          <OptionFields options={options} named name={known.metadata.name} />
        </form>
      </section>
      <div class="beside">
        <div class="toolbar make">
          <Standing form={form} hasFields={fields.length > 0} />
          <div class="actions">
            <button type="button" disabled={busy} onClick={() => ask(".docx")}>
              <Icon name="download" /> {say(busy && making === ".docx" ? "fill.making" : "fill.word")}
            </button>
            <button type="button" class="primary" disabled={busy} onClick={() => ask(".pdf")}>
              <Icon name="download" /> {say(busy && making === ".pdf" ? "fill.making" : "fill.pdf")}
            </button>
          </div>
        </div>
        <section aria-label={say("fill.document")}>
          {problem && <ProblemNote problem={problem} />}
          <WarningsNote warnings={warnings} />
          <Preview form={form} source={source} missing={missing} locale={options.chosen.value.locale} onWarnings={setWarnings} />
        </section>
      </div>
      {asked && (
        <Ask title={say("fill.question", { count: form.samples.value })}
          yes={say("fill.anyway")} no={say("fill.back")} onYes={() => download(asked)} onNo={() => setAsked(null)}>
          <p>{say("fill.madeUp")}</p>
        </Ask>
      )}
    </div>
  );
}

/** Groups that a form may have without a list of them. */
const FEW = 3;

/** The groups of a long form, to go to one at a click. */
function Jumps({ fields }: { fields: readonly Field[] }) {
  const groups = fields.filter(({ kind: { is } }) => is === "group" || is === "list");
  if (groups.length <= FEW) return null;
  return (
    <nav class="jumps" aria-label={say("form.groups")}>
      {groups.map(({ name, label }) => (
        <button key={name} type="button" class="chip" onClick={() => {
          const group = window.document.getElementById(`f${pointer([name])}`);
          group?.scrollIntoView();
          group?.focus({ preventScroll: true });
        }}>{label}</button>
      ))}
    </nav>
  );
}

/** What a click on a button above the form did to it, and the way back. It stays: who reads slowly has the time. */
function Replaced({ form }: { form: FormState }) {
  const replaced = form.replaced.value;
  return (
    <p class="replaced" role="status">
      {replaced && <>{replaced.done} <button type="button" class="link" onClick={() => form.undo(say("fill.undone"))}>{say("fill.undo")}</button></>}
    </p>
  );
}

/** What keeps the document from being made, with the way to the first such field. */
function Standing({ form, hasFields }: { form: FormState; hasFields: boolean }) {
  const faults = form.faults.value;
  const samples = form.samples.value;
  if (!hasFields) return <p class="standing"><Icon name="warning" /> {say("fill.noneFound")}</p>;
  if (faults.size === 0) {
    if (samples > 0) return <p class="standing"><Icon name="warning" /> {say("fill.sampleValues", { count: samples })}</p>;
    return <p class="standing good"><Icon name="good" /> {say("fill.ready")}</p>;
  }
  const empty = [...faults.values()].every(isMissing);
  return (
    <button type="button" class="standing link" onClick={() => {
      form.showAll.value = true;
      focusFirst(form);
    }}>
      <Icon name="warning" /> {say(empty ? "fill.toFill" : "fill.attention", { count: faults.size })}
    </button>
  );
}

/** Takes the person to the first field with a fault. */
export function focusFirst(form: FormState): void {
  requestAnimationFrame(() => {
    const ids = new Set([...form.faults.value.keys()].map((place) => `f${place}`));
    const inputs = [...window.document.querySelectorAll<HTMLElement>(".fields [id^='f/']")];
    const target = inputs.find((input) => ids.has(input.id));
    target?.focus();
    target?.scrollIntoView({ block: "center" });
    if (!target) announce([...form.faults.value].map(([place, detail]) => `${place} ${detail}`).join(". "));
  });
}

/** Data in a file of the person's: kept for next time, and taken in again. */
function DataFile({ form, fields, name }: { form: FormState; fields: readonly Field[]; name: string }) {
  const [wrong, setWrong] = useState<string | null>(null);
  const open = async (file: File) => {
    try {
      const data: unknown = JSON.parse(await file.text());
      if (!data || typeof data !== "object" || Array.isArray(data)) throw new Error(say("fill.notObject"));
      form.replace(complete(fields, data as Data), say("fill.loaded", { name: file.name }));
      setWrong(null);
    } catch (error) {
      setWrong(say("fill.unreadable", { name: file.name, why: asProblem(error).message }));
    }
  };
  return (
    <>
      <FileButton accept=".json,application/json" label={say("fill.loadLabel")} class="small" onFile={open}>{say("fill.load")}</FileButton>
      <button type="button" class="small" onClick={() => saveJson(form.data.value, `${name}.json`)}>{say("fill.save")}</button>
      {wrong && <p class="fault" role="alert">{wrong}</p>}
    </>
  );
}
