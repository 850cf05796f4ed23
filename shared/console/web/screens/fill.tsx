// One document: the form, with the finished page beside it.

import { useMemo, useState } from "preact/hooks";
import { document as make, type FileFormat } from "../api/calls";
import { asProblem, type Problem } from "../api/problem";
import type { Data, Warning } from "../api/types";
import { Fields } from "../form/field";
import { fieldsOf } from "../form/shape";
import { FormState } from "../form/state";
import { announce } from "../parts/announce";
import { FileButton } from "../parts/file-button";
import { Icon } from "../parts/icon";
import { Nothing, ProblemNote } from "../parts/notes";
import { save, saveJson } from "../parts/save";
import { WarningsNote } from "../parts/warnings";
import { forms } from "../state";
import { counted } from "../words";
import { Preview } from "./preview";
import type { Known } from "./template";

/** The form of a template; the one that was begun, if there is one. */
function formOf({ key, model }: Known): FormState {
  const begun = forms.get(key) ?? new FormState(model);
  forms.set(key, begun);
  return begun;
}

/** The form and the preview. */
export function Fill({ known }: { known: Known }) {
  const form = useMemo(() => formOf(known), [known]);
  const fields = useMemo(() => fieldsOf(known.metadata, known.model), [known]);
  const [blank, setBlank] = useState(false);
  const [busy, setBusy] = useState<FileFormat | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [warnings, setWarnings] = useState<Warning[]>([]);
  const wanted = { templateId: known.id, options: { missing: blank ? "empty" : "error" } } as const;

  const download = async (format: FileFormat) => {
    setBusy(format);
    setProblem(null);
    form.showAll.value = true;
    try {
      const made = await make({ ...wanted, format }, form.data.value);
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

  return (
    <div class="fill">
      <section aria-label="Form">
        <div class="toolbar">
          <h2 class="unseen">Fill it in</h2>
          <div class="actions">
            <button type="button" class="small" onClick={() => {
              form.replace({});
              announce("The form is empty.");
            }}>Clear</button>
            <button type="button" class="small" onClick={() => {
              form.replace(known.model);
              announce("The form has sample values.");
            }}>Sample values</button>
            <DataFile form={form} name={known.metadata.name} />
          </div>
        </div>
        {fields.length === 0 && <Nothing icon="file" title="This template has no fields." />}
        <form onSubmit={(event) => event.preventDefault()} noValidate>
          <Fields fields={fields} state={form} path={[]} />
          <label class="switch">
            <input type="checkbox" checked={blank} onChange={(event) => setBlank(event.currentTarget.checked)} />
            Leave empty fields blank in the document
          </label>
        </form>
      </section>
      <section class="beside" aria-label="Document">
        <div class="toolbar">
          <Standing form={form} hasFields={fields.length > 0} />
          <div class="actions">
            <button type="button" disabled={busy !== null} onClick={() => download(".docx")}>
              <Icon name="download" /> {busy === ".docx" ? "Making…" : "Word"}
            </button>
            <button type="button" class="primary" disabled={busy !== null} onClick={() => download(".pdf")}>
              <Icon name="download" /> {busy === ".pdf" ? "Making…" : "PDF"}
            </button>
          </div>
        </div>
        {problem && <ProblemNote problem={problem} />}
        <WarningsNote warnings={warnings} />
        <Preview form={form} wanted={wanted} onWarnings={setWarnings} />
      </section>
    </div>
  );
}

/** How many fields are not right yet, with the way to the first of them. */
function Standing({ form, hasFields }: { form: FormState; hasFields: boolean }) {
  const faults = form.faults.value.size;
  if (!hasFields) return <p class="standing"><Icon name="warning" /> No field was found</p>;
  if (faults === 0) return <p class="standing good"><Icon name="good" /> Ready</p>;
  return (
    <button type="button" class="standing link" onClick={() => {
      form.showAll.value = true;
      focusFirst(form);
    }}>
      <Icon name="warning" /> {counted(faults, "field needs", "fields need")} attention
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
function DataFile({ form, name }: { form: FormState; name: string }) {
  const [wrong, setWrong] = useState<string | null>(null);
  const open = async (file: File) => {
    try {
      const data: unknown = JSON.parse(await file.text());
      if (!data || typeof data !== "object" || Array.isArray(data)) throw new Error("it holds no object");
      form.replace(data as Data);
      setWrong(null);
    } catch (error) {
      setWrong(`${file.name} cannot be read as data: ${asProblem(error).message}`);
    }
  };
  return (
    <>
      <FileButton accept=".json,application/json" label="Open data" class="small" onFile={open}>Open data…</FileButton>
      <button type="button" class="small" onClick={() => saveJson(form.data.value, `${name}.json`)}>Keep data</button>
      {wrong && <p class="fault" role="alert">{wrong}</p>}
    </>
  );
}
