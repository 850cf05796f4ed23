// The open document as the service sees it: its errors and fields, a page of it with sample values, and the way to keep it as a
// draft. Nothing that is done here changes what documents are made from, until a draft is published.

import { useMemo, useRef, useState } from "preact/hooks";
import { checkTemplate, managedTemplate, publishTemplate, registerTemplate } from "../api/calls";
import { asProblem, type Problem } from "../api/problem";
import type { Data, ManagedTemplate, TemplateCheck, Warning } from "../api/types";
import { FormState } from "../form/state";
import { say } from "../languages";
import { announce } from "../parts/announce";
import { Remarks, remarksOf } from "../parts/diagnostics";
import { Note, ProblemNote } from "../parts/notes";
import { WarningsNote } from "../parts/warnings";
import { Preview } from "../screens/preview";
import { useTaken } from "../screens/taken";
import { fieldsIn, treeOf } from "../tags";
import { documentName, find, openDocument } from "./word";

/** A document to look at: its bytes in base64, and sample values for its fields. */
interface Shown {
  template: string;
  sample: Data;
}

/** The buttons, and what came of them. `data` is what the fields were chosen from. */
export function Document({ data }: { data: Data | null }) {
  const [busy, setBusy] = useState<"check" | "look" | "save" | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [check, setCheck] = useState<TemplateCheck | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const [saved, setSaved] = useState<ManagedTemplate | null>(null);
  const attempt = async (as: "check" | "look" | "save", what: () => Promise<void>) => {
    setBusy(as);
    setProblem(null);
    setCheck(null);
    setSaved(null);
    const problem = await what().then(() => null, asProblem);
    setProblem(problem);
    setBusy(null);
    return problem === null;
  };
  const examine = () => attempt("check", async () => setCheck(await checkTemplate(await openDocument())));
  const look = () => attempt("look", async () => {
    const file = await openDocument();
    const { model } = await checkTemplate(file);
    setShown({ template: await base64(file), sample: model });
  });
  return (
    <section aria-labelledby="document">
      <h2 id="document">{say("addin.document")}</h2>
      <p class="actions">
        <button type="button" disabled={busy !== null} onClick={examine}>{say(busy === "check" ? "addin.checking" : "addin.check")}</button>
        <button type="button" class="primary" disabled={busy !== null} onClick={look}>{say(busy === "look" ? "preview.updating" : "preview")}</button>
      </p>
      {problem && <Wrong problem={problem} />}
      {check && <Checked check={check} data={data} />}
      {shown && <Page key={shown.template} {...shown} />}
      <Save busy={busy} attempt={(what) => attempt("save", what)} onSaved={setSaved} />
      {saved && <Saved template={saved} />}
    </section>
  );
}

/** The document as a draft, under a name that is asked for: its file's, where it has one. */
function Save({ busy, attempt, onSaved }: { busy: string | null; attempt: (what: () => Promise<void>) => Promise<boolean>; onSaved: (made: ManagedTemplate) => void }) {
  const { stem, ending } = documentName();
  const [name, setName] = useState(stem);
  const [nameless, setNameless] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // What was saved from here is this document's own, and is not asked about again.
  const own = useRef(new Map<string, string>());
  const keep = (made: ManagedTemplate) => {
    own.current.set(made.fileName, made.templateId);
    setName(made.fileName.replace(/\.[^.]*$/, ""));
    onSaved(made);
  };
  const { add, question } = useTaken({ attempt }, keep, { drafts: true });
  const save = (event: Event) => {
    event.preventDefault();
    setNameless(name.trim() === "");
    if (name.trim() === "") return input.current?.focus();
    const fileName = `${name.trim()}${ending}`;
    const known = own.current.get(fileName);
    void attempt(async () => {
      const file = await openDocument(fileName);
      if (known === undefined) await add(file);
      else keep(await registerTemplate(file, known, { draft: true }));
    });
  };
  return (
    <form class="save" onSubmit={save} noValidate>
      <div class="field">
        <label for="name">{say("addin.name")}</label>
        <input ref={input} id="name" type="text" maxLength={200} autocomplete="off" value={name} onInput={(event) => setName(event.currentTarget.value)}
          {...(nameless && { "aria-invalid": true as const, "aria-describedby": "nameless" })} />
        {nameless && <p class="fault" id="nameless" role="alert">{say("addin.nameless")}</p>}
      </div>
      <button disabled={busy !== null}>{say(busy === "save" ? "addin.saving" : "taken.draft")}</button>
      <p class="muted">{say("addin.savedAs")}</p>
      {question(true)}
    </form>
  );
}

/** What was saved, and the way to put it into use. */
function Saved({ template }: { template: ManagedTemplate }) {
  const { templateId, name, version } = template;
  const [problem, setProblem] = useState<Problem | null>(null);
  const [published, setPublished] = useState(false);
  const publish = async () => {
    try {
      await publishTemplate(templateId, version, (await managedTemplate(templateId)).tag);
      setPublished(true);
      announce(say("found.version", { version }));
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  if (published) return <Note tone="good" title={say("found.version", { version })} />;
  return (
    <Note tone="good" title={say("addin.saved", { name, version })}>
      {problem && <ProblemNote problem={problem} />}
      <p class="actions"><button type="button" onClick={publish}>{say("versions.publishOne", { version })}</button></p>
    </Note>
  );
}

/** Goes to a tag. Headers, notes and text that was changed since are not searched. */
function show(tag: string): void {
  find(tag).then((found) => found || announce(say("addin.notFound")), () => announce(say("addin.notFound")));
}

function Wrong({ problem }: { problem: Problem }) {
  if (problem.code !== "template-error") return <ProblemNote problem={problem} />;
  const remarks = remarksOf(problem);
  return <Note tone="error" title={say("addin.errors", { count: remarks.length })}><Remarks remarks={remarks} onFind={show} /></Note>;
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
      {warnings.length > 0 && <Note tone="warning" title={say("count.remarks", { count: warnings.length })}><Remarks remarks={warnings} onFind={show} /></Note>}
    </>
  );
}

/** The document with sample values, a page at a time. */
function Page({ template, sample }: Shown) {
  const form = useMemo(() => new FormState(sample), [sample]);
  const source = useMemo(() => ({ template }), [template]);
  const [lacking, setLacking] = useState<Warning[]>([]);
  return (
    <>
      <WarningsNote warnings={lacking} />
      <Preview form={form} source={source} missing="empty" locale="" onWarnings={setLacking} />
    </>
  );
}

async function base64(file: File): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return url.slice(url.indexOf(",") + 1);
}
