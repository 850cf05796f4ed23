// Several Word documents at once: each is registered by itself, and what became of it is told. Those with marks of another
// product wait until the person has them converted, all of them at once.

import { useState } from "preact/hooks";
import { checkTemplate, migrateTemplate, registerTemplate } from "../api/calls";
import { asProblem } from "../api/problem";
import type { ManagedTemplate, Migration } from "../api/types";
import { say } from "../languages";
import { announce } from "../parts/announce";
import { Remarks, remarksOf } from "../parts/diagnostics";
import { Icon } from "../parts/icon";
import { Prose } from "../parts/prose";
import { phrase } from "../phrases";
import { href } from "../route";
import { loadTemplates } from "../state";
import { convertedFile, isForeign, StayingMarks, verdict } from "./convert";
import { nameOwner } from "./taken";
import { wordOnly } from "./word-only";

/** What became of a file. */
type Outcome = { file: File } & (
  | { made: ManagedTemplate; migration?: Migration }
  | { taken: string }
  | { foreign: true }
  | { problem: ReturnType<typeof asProblem> }
);

/** Registers files one after the other, and gives the list of what became of them. */
export function useMany() {
  const [outcomes, setOutcomes] = useState<Outcome[]>([]);
  const [left, setLeft] = useState(0);
  /** Does something with each of some files, whose outcomes take the places of those that they had. */
  const each = async (all: Outcome[], files: File[], what: (file: File) => Promise<Outcome>) => {
    let now = all;
    for (const [index, file] of files.entries()) {
      setLeft(files.length - index);
      const outcome = await what(file).catch((error: unknown) => ({ file, problem: asProblem(error) }));
      const at = now.findIndex((known) => known.file === file);
      now = at < 0 ? [...now, outcome] : now.with(at, outcome);
      setOutcomes(now);
    }
    setLeft(0);
    announce(say("many.done", { count: files.length }));
    await loadTemplates().catch(() => {});
  };
  const take = (files: File[]) => each([], files, add);
  const foreign = outcomes.filter((outcome) => "foreign" in outcome).map(({ file }) => file);
  const list = outcomes.length > 0 && (
    <section aria-labelledby="many">
      <h2 id="many">{left > 0 ? say("many.left", { count: left }) : say("many.done", { count: outcomes.length })}</h2>
      {foreign.length > 0 && left === 0 && (
        <p class="actions"><button type="button" class="primary" onClick={() => each(outcomes, foreign, convert)}>{say("many.convert", { count: foreign.length })}</button></p>
      )}
      <ul class="outcomes">{outcomes.map((outcome, index) => <Line key={index} {...outcome} />)}</ul>
    </section>
  );
  return { busy: left > 0, take, list };
}

async function add(file: File): Promise<Outcome> {
  wordOnly(file);
  // A question for each would hold up all the others.
  const owner = await nameOwner(file.name);
  if (owner) return { file, taken: owner.templateId };
  return (await hasForeignMarks(file)) ? { file, foreign: true } : { file, made: await registerTemplate(file) };
}

/** Looks before anything is kept: marks of other products may be errors, or text that documents would show as it is. */
async function hasForeignMarks(file: File): Promise<boolean> {
  try {
    return (await checkTemplate(file)).warnings.some(isForeign);
  } catch (error) {
    const problem = asProblem(error);
    if (problem.errors.some(isForeign)) return true;
    throw problem;
  }
}

/** Registers a file with its marks rewritten; as a draft where some of them stay, so that no document is made with them. */
async function convert(file: File): Promise<Outcome> {
  const migration = await migrateTemplate(file);
  const owner = await nameOwner(file.name);
  if (owner) return { file, taken: owner.templateId };
  const made = await registerTemplate(convertedFile(migration, file), undefined, { draft: migration.untouchedCount > 0 });
  return { file, made, migration };
}

function Line(outcome: Outcome) {
  const { name } = outcome.file;
  if ("made" in outcome) return <Added {...outcome} />;
  if ("taken" in outcome) {
    return <li><Icon name="warning" /> <a href={href({ screen: "template", id: outcome.taken, tab: "fields" })}>{name}</a> {say("many.taken")}</li>;
  }
  if ("foreign" in outcome) return <li><Icon name="warning" /> <span>{say("many.foreign", { name })}</span></li>;
  const { problem } = outcome;
  if (problem.code !== "template-error") return <li><Icon name="error" /> <span>{problem.message.includes(name) ? "" : `${name}: `}<Prose text={phrase(problem.message)} /></span></li>;
  const remarks = remarksOf(problem);
  return (
    <li>
      <Icon name="error" />
      <details>
        <summary>{say("register.errors", { name, count: remarks.length })}</summary>
        <Remarks remarks={remarks} />
      </details>
    </li>
  );
}

function Added({ file: { name }, made, migration }: { file: File; made: ManagedTemplate; migration?: Migration }) {
  const { templateId, status, placeholderCount, contentControlCount } = made;
  const link = <a href={href({ screen: "template", id: templateId, tab: status === "draft" ? "settings" : "fields" })}>{name}</a>;
  const fields = say("count.fields", { count: placeholderCount + contentControlCount });
  if (!migration) return <li><Icon name="good" /> {link} <span class="muted">{fields}</span></li>;
  return (
    <li>
      <Icon name={status === "draft" ? "warning" : "good"} />
      <div>
        <p>{link} <span class="muted">{fields}</span>{status === "draft" && <> <span class="badge partial">{say("versions.draft")}</span></>}</p>
        {migration.untouchedCount > 0
          ? <details><summary>{verdict(migration)}</summary><StayingMarks migration={migration} /></details>
          : <p class="muted">{verdict(migration)}</p>}
      </div>
    </li>
  );
}
