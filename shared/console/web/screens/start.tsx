// What a template is started from: a sample, or data of the person's own.

import { useEffect, useState } from "preact/hooks";
import { sampleFile, samplePicture, samples, starter } from "../api/calls";
import { asProblem } from "../api/problem";
import type { Data, SampleTemplate } from "../api/types";
import { exampleOf } from "../bulk/example";
import { ACCEPT } from "../bulk/read";
import { say } from "../languages";
import { announce } from "../parts/announce";
import { useAttempt } from "../parts/attempt";
import { Copy } from "../parts/copy";
import { DropZone } from "../parts/drop";
import { Icon } from "../parts/icon";
import { useLoaded } from "../parts/load";
import { Loading, Note, ProblemNote } from "../parts/notes";
import { save } from "../parts/save";
import { Table } from "../parts/table";
import { pictureOf } from "../parts/thumbnail";
import { told } from "../examples";
import { knownAccount, manages } from "../state";
import { fieldsIn, tagOf, treeOf } from "../tags";
import { showAdded } from "./register";
import { useTaken } from "./taken";

/** The samples, with their pictures. */
export function Samples() {
  const [{ value: all, problem }] = useLoaded(async () => {
    await knownAccount();
    return samples();
  }, []);
  return (
    <section aria-labelledby="samples">
      <h2 id="samples">{say("start.sample")}</h2>
      <p class="muted">{say("start.sampleAbout")}</p>
      {problem && <ProblemNote problem={problem} />}
      {!all && !problem && <Loading what="loading.samples" />}
      {all && <ul class="samples">{all.map((sample) => <Sample key={sample.fileName} {...sample} />)}</ul>}
    </section>
  );
}

function Sample({ fileName, name: english, description }: SampleTemplate) {
  const name = told(english);
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
    announce(say("downloaded", { name }));
  });
  const { add: register, question } = useTaken({ attempt }, showAdded);
  const add = () => attempt(async () => {
    const { file, name } = await sampleFile(fileName);
    await register(new File([file], name));
  });
  return (
    <li>
      {url ? <img src={url} alt="" width="198" height="280" /> : <span class="blank" aria-hidden="true" />}
      <h3>{name}</h3>
      <p class="muted">{told(description)}</p>
      {problem && <ProblemNote problem={problem} />}
      {question(true)}
      <p class="actions">
        <button type="button" class="small" disabled={busy} aria-label={say("start.downloadOne", { name })} onClick={download}><Icon name="download" /> {say("download")}</button>
        {manages.value && <button type="button" class="small" disabled={busy} aria-label={say("start.addOne", { name })} onClick={add}><Icon name="add" /> {say("add")}</button>}
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
      announce(say("file.read", { name: file.name }));
    } catch (error) {
      setFound(null);
      setWrong(asProblem(error).message);
    }
  };
  const { add, question } = useTaken({ attempt }, showAdded);
  const make = (use: (file: Blob, name: string) => Promise<void> | void) => attempt(async () => {
    if (!found) return;
    const { file, name } = await starter(found.name, found.data);
    await use(file, name);
  });
  const fields = found ? fieldsIn(treeOf(found.data)) : [];
  return (
    <section aria-labelledby="from-data">
      <h2 id="from-data">{say("start.data")}</h2>
      <DropZone accept={ACCEPT} onFile={take} small={found !== null} label={say(found ? "file.other" : "file.choose")}
        hint={say("start.dataHint")} />
      {wrong && <Note tone="error" title={say("file.unusable")}><p>{wrong}</p></Note>}
      {problem && <ProblemNote problem={problem} />}
      {question(true)}
      {found && (
        <>
          {manages.value && (
            <p class="actions">
              <button type="button" class="primary" disabled={busy} onClick={() => make(save)}><Icon name="download" /> {say("start.starter")}</button>
              <button type="button" disabled={busy} onClick={() => make((file, name) => add(new File([file], name)))}><Icon name="add" /> {say("start.addStarter")}</button>
            </p>
          )}
          <Table label={say("start.tags")}>
            <thead><tr><th scope="col">{say("found.field")}</th><th scope="col">{say("found.tag")}</th><th scope="col">{say("start.example")}</th></tr></thead>
            <tbody>
              {fields.map(({ path, kind, sample }) => (
                <tr key={path}><th scope="row">{path}</th><td><Copy text={tagOf(path, kind)} /></td><td class="sample">{sample}</td></tr>
              ))}
            </tbody>
          </Table>
        </>
      )}
    </section>
  );
}
