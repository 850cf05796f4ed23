// The open document as the service sees it: its errors and fields, and a page of it with sample values.

import { useMemo, useState } from "preact/hooks";
import { checkTemplate, model, registerTemplate } from "../api/calls";
import { asProblem, type Problem } from "../api/problem";
import type { Data, ManagedTemplate, TemplateCheck, Warning } from "../api/types";
import { FormState } from "../form/state";
import { say } from "../languages";
import { Remarks, remarksOf } from "../parts/diagnostics";
import { Note, ProblemNote } from "../parts/notes";
import { WarningsNote } from "../parts/warnings";
import { Preview } from "../screens/preview";
import { fieldsIn, treeOf } from "../tags";
import { openDocument } from "./word";

/** The buttons, and what came of them. `data` is what the fields were chosen from. */
export function Document({ data }: { data: Data | null }) {
  const [busy, setBusy] = useState<"check" | "save" | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [check, setCheck] = useState<TemplateCheck | null>(null);
  const [saved, setSaved] = useState<{ template: ManagedTemplate; sample: Data } | null>(null);
  const attempt = async (as: "check" | "save", what: (file: File) => Promise<void>) => {
    setBusy(as);
    setProblem(null);
    setCheck(null);
    await openDocument().then(what).catch((error) => setProblem(asProblem(error)));
    setBusy(null);
  };
  const look = () => attempt("check", async (file) => setCheck(await checkTemplate(file)));
  const save = () => attempt("save", async (file) => {
    const template = await registerTemplate(file);
    setSaved({ template, sample: await model(template.templateId) });
  });
  return (
    <section aria-labelledby="document">
      <h2 id="document">{say("addin.document")}</h2>
      <p class="actions">
        <button type="button" disabled={busy !== null} onClick={look}>{say(busy === "check" ? "addin.checking" : "addin.check")}</button>
        <button type="button" class="primary" disabled={busy !== null} onClick={save}>{say(busy === "save" ? "addin.saving" : "addin.save")}</button>
      </p>
      <p class="muted">{say("addin.savedAs")}</p>
      {problem && <Wrong problem={problem} />}
      {check && <Checked check={check} data={data} />}
      {saved && <Shown key={`${saved.template.templateId} ${saved.template.version}`} {...saved} />}
    </section>
  );
}

function Wrong({ problem }: { problem: Problem }) {
  if (problem.code !== "template-error") return <ProblemNote problem={problem} />;
  const remarks = remarksOf(problem);
  return <Note tone="error" title={say("addin.errors", { count: remarks.length })}><Remarks remarks={remarks} /></Note>;
}

/** What the check found, and fields that the data at hand does not have. */
function Checked({ check, data }: { check: TemplateCheck; data: Data | null }) {
  const { placeholders, contentControls, warnings } = check;
  const known = data && new Set(fieldsIn(treeOf(data)).map(({ path }) => path));
  const unknown = known ? fieldsIn(treeOf(check.model)).filter(({ path }) => !known.has(path)) : [];
  return (
    <>
      <Note tone="good" title={say("addin.good")}>
        <p>{say("count.placeholders", { count: placeholders.length })}, {say("count.controls", { count: contentControls.length })}</p>
      </Note>
      {unknown.length > 0 && <Note tone="warning" title={say("addin.unknown", { count: unknown.length, fields: unknown.map(({ path }) => path).join(", ") })} />}
      {warnings.length > 0 && <Note tone="warning" title={say("count.remarks", { count: warnings.length })}><Remarks remarks={warnings} /></Note>}
    </>
  );
}

/** The saved template with sample values, a page at a time. */
function Shown({ template, sample }: { template: ManagedTemplate; sample: Data }) {
  const form = useMemo(() => new FormState(sample), [sample]);
  const [lacking, setLacking] = useState<Warning[]>([]);
  return (
    <>
      <Note tone="good" title={say("addin.saved", { name: template.name, version: template.version })} />
      <WarningsNote warnings={lacking} />
      <Preview form={form} templateId={template.templateId} missing="empty" locale="" onWarnings={setLacking} />
    </>
  );
}
