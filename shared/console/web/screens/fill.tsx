// One document: the form, with the finished page beside it.

import { effect } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { document as make, type FileFormat } from "../api/calls";
import { asProblem, type Problem } from "../api/problem";
import type { Data, Warning } from "../api/types";
import { Fields } from "../form/field";
import { complete, type Field, fieldsOf, isUntouched } from "../form/shape";
import { FormState, isMissing } from "../form/state";
import { optionsOf } from "../options";
import { announce } from "../parts/announce";
import { Ask } from "../parts/ask";
import { draft, dropDraft, keepDraft } from "../parts/draft";
import { FileButton } from "../parts/file-button";
import { Icon } from "../parts/icon";
import { Note, Nothing, ProblemNote } from "../parts/notes";
import { save, saveJson } from "../parts/save";
import { WarningsNote } from "../parts/warnings";
import { forms } from "../state";
import { counted } from "../words";
import { OptionFields } from "./options";
import { Preview } from "./preview";
import type { Known } from "./template";

/** The form of a template: what was begun in this tab, else an empty one. */
function formOf({ key, model }: Known, fields: readonly Field[]): FormState {
  const kept = draft(key) as Data | undefined;
  const begun = forms.get(key) ?? new FormState(complete(fields, kept ?? {}), model);
  forms.set(key, begun);
  return begun;
}

/** Keeps what is entered for a reload; false when it is too large for that, as with large pictures. */
function useDraft(key: string, form: FormState, fields: readonly Field[]): boolean {
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
  const [blank, setBlank] = useState(false);
  const [busy, setBusy] = useState<FileFormat | null>(null);
  const [asked, setAsked] = useState<FileFormat | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [warnings, setWarnings] = useState<Warning[]>([]);
  const missing = blank ? "empty" : "error";
  const fileName = options.chosen.value.fileName.trim();

  const download = async (format: FileFormat) => {
    setAsked(null);
    setBusy(format);
    setProblem(null);
    form.showAll.value = true;
    try {
      const made = await make({ templateId: known.id, format, ...(fileName && { fileName }), options: { missing, ...options.of(format) } }, form.data.value);
      save(made.file, made.name);
      setWarnings(made.warnings);
      const lacks = made.warnings.length ? ` It has ${counted(made.warnings.length, "warning")}.` : "";
      announce(`${made.name} is downloaded.${lacks}`);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code !== "invalid-data") setProblem(problem);
      else {
        form.judge(problem.errors);
        focusFirst(form);
      }
    }
    setBusy(null);
  };
  // Sample values in a contract would be taken for facts.
  const ask = (format: FileFormat) => (form.samples.value > 0 && form.faults.value.size === 0 ? setAsked(format) : void download(format));

  return (
    <div class="fill">
      <section class="form" aria-label="Form">
        <div class="toolbar">
          <h2 class="unseen">Form</h2>
          <div class="actions">
            <button type="button" class="small" onClick={() => {
              form.replace(complete(fields, {}));
              announce("The form is empty.");
            }}>Clear</button>
            <button type="button" class="small" onClick={() => {
              form.replace(complete(fields, known.model));
              announce("The form has sample values.");
            }}>Sample values</button>
            <DataFile form={form} fields={fields} name={known.metadata.name} />
          </div>
        </div>
        {fields.length === 0 && <Nothing icon="file" title="This template has no fields." />}
        {!kept && <Note tone="warning" title="A reload would lose this form"><p>It is too large for the browser to keep. Use “Save data” to keep it as a file.</p></Note>}
        <form onSubmit={(event) => event.preventDefault()} noValidate>
          <Fields fields={fields} state={form} path={[]} />
          <label class="switch">
            <input type="checkbox" checked={blank} onChange={(event) => setBlank(event.currentTarget.checked)} />
            Leave empty fields blank in the document
          </label>
          <OptionFields options={options} named name={known.metadata.name} />
        </form>
      </section>
      <div class="beside">
        <div class="toolbar make">
          <Standing form={form} hasFields={fields.length > 0} />
          <div class="actions">
            <button type="button" disabled={busy !== null} onClick={() => ask(".docx")}>
              <Icon name="download" /> {busy === ".docx" ? "Making…" : "Word"}
            </button>
            <button type="button" class="primary" disabled={busy !== null} onClick={() => ask(".pdf")}>
              <Icon name="download" /> {busy === ".pdf" ? "Making…" : "PDF"}
            </button>
          </div>
        </div>
        <section aria-label="Document">
          {problem && <ProblemNote problem={problem} />}
          <WarningsNote warnings={warnings} />
          <Preview form={form} templateId={known.id} missing={missing} locale={options.chosen.value.locale} onWarnings={setWarnings} />
        </section>
      </div>
      {asked && (
        <Ask title={`${counted(form.samples.value, "field still has its sample value", "fields still have their sample values")}`}
          yes="Make it anyway" no="Back to the form" onYes={() => download(asked)} onNo={() => setAsked(null)}>
          <p>Sample values are made up. They are marked in the form.</p>
        </Ask>
      )}
    </div>
  );
}

/** What keeps the document from being made, with the way to the first such field. */
function Standing({ form, hasFields }: { form: FormState; hasFields: boolean }) {
  const faults = form.faults.value;
  const samples = form.samples.value;
  if (!hasFields) return <p class="standing"><Icon name="warning" /> No fields found</p>;
  if (faults.size === 0) {
    if (samples > 0) return <p class="standing"><Icon name="warning" /> {counted(samples, "sample value")}</p>;
    return <p class="standing good"><Icon name="good" /> Ready</p>;
  }
  const empty = [...faults.values()].every(isMissing);
  return (
    <button type="button" class="standing link" onClick={() => {
      form.showAll.value = true;
      focusFirst(form);
    }}>
      <Icon name="warning" /> {empty ? `${counted(faults.size, "field")} to fill in` : counted(faults.size, "field needs", "fields need") + " attention"}
    </button>
  );
}

/** Takes the person to the first field with a fault. */
function focusFirst(form: FormState): void {
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
      if (!data || typeof data !== "object" || Array.isArray(data)) throw new Error("it is not a JSON object");
      form.replace(complete(fields, data as Data));
      setWrong(null);
    } catch (error) {
      setWrong(`Can't read ${file.name}: ${asProblem(error).message}`);
    }
  };
  return (
    <>
      <FileButton accept=".json,application/json" label="Load data from a file" class="small" onFile={open}>Load data…</FileButton>
      <button type="button" class="small" onClick={() => saveJson(form.data.value, `${name}.json`)}>Save data</button>
      {wrong && <p class="fault" role="alert">{wrong}</p>}
    </>
  );
}
