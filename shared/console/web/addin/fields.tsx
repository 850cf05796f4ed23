// The fields of a template, a sample or a JSON file as a tree: a click puts one into the document.

import { useMemo, useRef, useState } from "preact/hooks";
import { checkTemplate, model, sampleFile, samples } from "../api/calls";
import { asProblem, type Problem } from "../api/problem";
import type { Data } from "../api/types";
import { exampleOf } from "../bulk/example";
import { ACCEPT } from "../bulk/read";
import { type Key, say } from "../languages";
import { announce } from "../parts/announce";
import { FileButton } from "../parts/file-button";
import { Icon } from "../parts/icon";
import { useLoaded } from "../parts/load";
import { Loading, ProblemNote } from "../parts/notes";
import { knownTemplates, manages } from "../state";
import { around, type Entry, nameOf, tagOf, treeOf } from "../tags";
import { label } from "../words";
import { insertControl, insertText, repeat, wrap } from "./word";

/** Does something, and shows why it failed. */
type Attempt = (what: () => Promise<void>) => void;

/** What a click on a field inserts. */
type How = "tag" | "control";

/** Where the fields come from, and the tree. */
export function Fields({ data, onData }: { data: Data | null; onData: (data: Data) => void }) {
  const [how, setHow] = useState<How>("tag");
  const [problem, setProblem] = useState<Problem | null>(null);
  const tree = useMemo(() => data && treeOf(data), [data]);
  const attempt: Attempt = (what) => {
    setProblem(null);
    what().catch((error) => setProblem(asProblem(error)));
  };
  return (
    <section aria-labelledby="fields">
      <h2 id="fields">{say("addin.fields")}</h2>
      <Source attempt={attempt} onData={onData} />
      {problem && <ProblemNote problem={problem} />}
      {!tree && <p class="muted">{say("addin.begin")}</p>}
      {tree?.length === 0 && <p class="muted">{say("addin.noFields")}</p>}
      {tree && tree.length > 0 && (
        <>
          <fieldset class="choices">
            <legend>{say("addin.insertAs")}</legend>
            <label><input type="radio" name="how" checked={how === "tag"} onChange={() => setHow("tag")} /> {say("addin.asTag")}</label>
            <label><input type="radio" name="how" checked={how === "control"} onChange={() => setHow("control")} /> {say("addin.asControl")}</label>
          </fieldset>
          <p class="hint">{say("addin.buttons")}</p>
          <Tree entries={tree} how={how} attempt={attempt} />
        </>
      )}
    </section>
  );
}

/** The choice of a template or a sample, and of a file. */
function Source({ attempt, onData }: { attempt: Attempt; onData: (data: Data) => void }) {
  const [chosen, setChosen] = useState("");
  const [own, setOwn] = useState<{ name: string; data: Data } | null>(null);
  const [{ value: known, problem }] = useLoaded(async () => {
    const [templates, all] = await Promise.all([knownTemplates(), samples()]);
    // The fields of a sample are read from its file, by a check that only some keys may ask for.
    return { templates: templates.filter(({ status }) => status === undefined || status === "ready"), samples: manages.value ? all : [] };
  }, []);
  // The last choice holds, whichever answer comes first.
  const latest = useRef(0);
  const take = (read: () => Promise<Data>, then?: (data: Data) => void) => attempt(async () => {
    latest.current += 1;
    const turn = latest.current;
    const data = await read();
    if (turn !== latest.current) return;
    onData(data);
    then?.(data);
  });
  const choose = (value: string) => {
    setChosen(value);
    const [kind, name] = [value.slice(0, 1), value.slice(1)];
    if (kind === "t") take(() => model(name));
    if (kind === "s") take(() => modelOfSample(name));
    if (kind === "f" && own) take(async () => own.data);
  };
  const open = (file: File) => take(() => exampleOf(file), (data) => {
    setOwn({ name: file.name, data });
    setChosen("f");
    announce(say("file.read", { name: file.name }));
  });
  return (
    <div class="source">
      {problem && <ProblemNote problem={problem} />}
      {!known && !problem && <Loading what="loading.fields" />}
      {known && (
        <div class="field">
          <label for="source">{say("addin.source")}</label>
          <select id="source" value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
            <option value="" disabled>{say("addin.chooseSource")}</option>
            {own && <option value="f">{say("addin.yourFile")}: {own.name}</option>}
            <optgroup label={say("addin.yourTemplates")}>
              {known.templates.map(({ templateId, name }) => <option key={templateId} value={`t${templateId}`}>{name}</option>)}
            </optgroup>
            {known.samples.length > 0 && (
              <optgroup label={say("addin.samples")}>
                {known.samples.map(({ fileName, name }) => <option key={fileName} value={`s${fileName}`}>{name}</option>)}
              </optgroup>
            )}
          </select>
        </div>
      )}
      <FileButton accept={ACCEPT} label={say("addin.open")} class="small" onFile={open}><Icon name="upload" /> {say("addin.open")}</FileButton>
    </div>
  );
}

/** Sample values for all fields of a sample. */
async function modelOfSample(fileName: string): Promise<Data> {
  const { file, name } = await sampleFile(fileName);
  return (await checkTemplate(new File([file], name))).model;
}

/** Fields, and below each of them its own. */
function Tree({ entries, how, attempt }: { entries: readonly Entry[]; how: How; attempt: Attempt }) {
  return (
    <ul class="tree">
      {entries.map((entry) => (
        <li key={entry.path}>
          <Row entry={entry} how={how} attempt={attempt} />
          {entry.inner.length > 0 && <Tree entries={entry.inner} how={how} attempt={attempt} />}
        </li>
      ))}
    </ul>
  );
}

/** How a value may be written, by what its sample looks like: the filter, and its name. */
function formatsOf(sample: string): [string, Key][] {
  if (/^\d{4}-\d\d-\d\d/.test(sample)) return [['|date("long")', "addin.longDate"], ['|date("short")', "addin.shortDate"]];
  if (/^-?\d+(\.\d+)?$/.test(sample)) return [['|currency("EUR")', "addin.money"], ["|number(2)", "addin.decimals"]];
  return [];
}

function Row({ entry, how, attempt }: { entry: Entry; how: How; attempt: Attempt }) {
  const { path, kind, sample } = entry;
  const name = label(entry.name);
  const formats = how === "tag" && kind === "value" ? formatsOf(sample) : [];
  const [format, setFormat] = useState("");
  const tag = tagOf(path, "value").replace(/ \}\}$/, `${formats.length > 0 ? format : ""} }}`);
  if (kind === "group") return <p class="tree-row"><strong>{name}</strong></p>;
  const put = () => attempt(async () => {
    if (how === "tag") await insertText(tag);
    else await insertControl(nameOf(path), name);
    announce(say("addin.inserted", { name }));
  });
  const only = () => attempt(async () => {
    await wrap((reach) => around(path, "condition", reach));
    announce(say("addin.wrapped", { name }));
  });
  const each = () => attempt(async () => {
    const what = await repeat((reach) => around(path, "loop", reach));
    announce(say(what === "row" ? "addin.rowRepeats" : "addin.paragraphsRepeat", { name }));
  });
  return (
    <div class="tree-row">
      {kind === "loop"
        ? <strong>{name}</strong>
        : <button type="button" class="link" title={say(how === "tag" ? "addin.insertTag" : "addin.insertControl", { tag, name })} onClick={put}>{name}</button>}
      {sample && <span class="muted sample">{sample}</span>}
      {formats.length > 0 && (
        <select class="small" aria-label={say("addin.formatFor", { name })} value={format} onChange={(event) => setFormat(event.currentTarget.value)}>
          <option value="">{say("addin.asItIs")}</option>
          {formats.map(([filter, text]) => <option key={filter} value={filter}>{say(text)}</option>)}
        </select>
      )}
      <span class="actions">
        {kind === "loop" && <button type="button" class="small" aria-label={say("addin.repeatFor", { name })} title={say("addin.repeatFor", { name })} onClick={each}>{say("addin.repeat")}</button>}
        <button type="button" class="small" aria-label={say("addin.conditionFor", { name })} title={say("addin.conditionFor", { name })} onClick={only}>{say("addin.condition")}</button>
      </span>
    </div>
  );
}
