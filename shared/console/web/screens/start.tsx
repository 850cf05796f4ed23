// What a template is started from: a sample, or data of the person's own.

import { useEffect, useState } from "preact/hooks";
import { registerTemplate, sampleFile, samplePicture, samples, starter } from "../api/calls";
import { asProblem, type Problem } from "../api/problem";
import type { Data, SampleTemplate } from "../api/types";
import { exampleOf } from "../bulk/example";
import { ACCEPT } from "../bulk/read";
import { announce } from "../parts/announce";
import { Copy } from "../parts/copy";
import { DropZone } from "../parts/drop";
import { Icon } from "../parts/icon";
import { useLoaded } from "../parts/load";
import { Loading, Note, ProblemNote } from "../parts/notes";
import { save } from "../parts/save";
import { Table } from "../parts/table";
import { pictureOf } from "../parts/thumbnail";
import { go } from "../route";
import { knownAccount, manages, registered } from "../state";
import { tagsOf } from "../tags";

/** Something that is done at a click, and what came of it. */
function useAttempt() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const attempt = async (what: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    await what().catch((error) => setProblem(asProblem(error)));
    setBusy(false);
  };
  return { busy, problem, attempt };
}

/** Registers a file, and goes to what was found in it. */
async function register(file: Blob, name: string): Promise<void> {
  registered.value = await registerTemplate(new File([file], name));
  go({ screen: "template", id: registered.value.templateId, tab: "fields" });
}

/** The samples, with their pictures. */
export function Samples() {
  const [{ value: all, problem }] = useLoaded(async () => {
    await knownAccount();
    return samples();
  }, []);
  return (
    <section aria-labelledby="samples">
      <h2 id="samples">Start from a sample</h2>
      <p class="muted">Download one, change it in Word, and add it under a name of your own.</p>
      {problem && <ProblemNote problem={problem} />}
      {!all && !problem && <Loading what="the samples" />}
      {all && <ul class="samples">{all.map((sample) => <Sample key={sample.fileName} {...sample} />)}</ul>}
    </section>
  );
}

function Sample({ fileName, name, description }: SampleTemplate) {
  const { busy, problem, attempt } = useAttempt();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    void pictureOf(`sample ${fileName}`, () => samplePicture(fileName)).then((url) => wanted && setUrl(url));
    return () => void (wanted = false);
  }, [fileName]);
  const download = () => attempt(async () => {
    const { file, name } = await sampleFile(fileName);
    save(file, name);
    announce(`${name} is downloaded.`);
  });
  const add = () => attempt(async () => {
    const { file, name } = await sampleFile(fileName);
    await register(file, name);
  });
  return (
    <li>
      {url ? <img src={url} alt="" width="198" height="280" /> : <span class="blank" aria-hidden="true" />}
      <h3>{name}</h3>
      <p class="muted">{description}</p>
      {problem && <ProblemNote problem={problem} />}
      <p class="actions">
        <button type="button" class="small" disabled={busy} aria-label={`Download ${name}`} onClick={download}><Icon name="download" /> Download</button>
        {manages.value && <button type="button" class="small" disabled={busy} aria-label={`Add ${name} as a template`} onClick={add}><Icon name="add" /> Add</button>}
      </p>
    </li>
  );
}

/** A file of data gives the tags of its fields, and a document with them in it. */
export function FromData() {
  const { busy, problem, attempt } = useAttempt();
  const [wrong, setWrong] = useState<string | null>(null);
  const [found, setFound] = useState<{ name: string; data: Data } | null>(null);
  const take = async (file: File) => {
    setWrong(null);
    try {
      const data = await exampleOf(file);
      setFound({ name: file.name.replace(/\.[^.]*$/, ""), data });
      announce(`${file.name} is read.`);
    } catch (error) {
      setFound(null);
      setWrong(asProblem(error).message);
    }
  };
  const make = (use: (file: Blob, name: string) => Promise<void> | void) => attempt(async () => {
    if (!found) return;
    const { file, name } = await starter(found.name, found.data);
    await use(file, name);
  });
  const tags = found ? tagsOf(found.data) : [];
  return (
    <section aria-labelledby="from-data">
      <h2 id="from-data">Start from your data</h2>
      <DropZone accept={ACCEPT} onFile={take} small={found !== null} label={found ? "Choose another file" : "Choose a file"}
        hint="JSON, CSV or Excel: get a tag for each field, and a Word document to begin with." />
      {wrong && <Note tone="error" title="This file cannot be used"><p>{wrong}</p></Note>}
      {problem && <ProblemNote problem={problem} />}
      {found && (
        <>
          {manages.value && (
            <p class="actions">
              <button type="button" class="primary" disabled={busy} onClick={() => make(save)}><Icon name="download" /> Download a starter template</button>
              <button type="button" disabled={busy} onClick={() => make(register)}><Icon name="add" /> Add it as a template</button>
            </p>
          )}
          <Table label="Tags of your data">
            <thead><tr><th scope="col">Field</th><th scope="col">Tag</th><th scope="col">Example</th></tr></thead>
            <tbody>
              {tags.map(({ path, tag, sample }) => (
                <tr key={path}><th scope="row">{path}</th><td><Copy text={tag} /></td><td class="sample">{sample}</td></tr>
              ))}
            </tbody>
          </Table>
        </>
      )}
    </section>
  );
}
