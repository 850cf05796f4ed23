// Several Word documents at once: each is registered by itself, and what became of it is told.

import { useState } from "preact/hooks";
import { registerTemplate } from "../api/calls";
import { asProblem } from "../api/problem";
import type { ManagedTemplate } from "../api/types";
import { say } from "../languages";
import { announce } from "../parts/announce";
import { Remarks, remarksOf } from "../parts/diagnostics";
import { Icon } from "../parts/icon";
import { Prose } from "../parts/prose";
import { phrase } from "../phrases";
import { href } from "../route";
import { loadTemplates } from "../state";
import { nameOwner } from "./taken";
import { wordOnly } from "./word-only";

/** What became of a file. */
type Outcome = { name: string } & ({ made: ManagedTemplate } | { taken: string } | { problem: ReturnType<typeof asProblem> });

/** Registers files one after the other, and gives the list of what became of them. */
export function useMany() {
  const [outcomes, setOutcomes] = useState<Outcome[]>([]);
  const [left, setLeft] = useState(0);
  const take = async (files: File[]) => {
    setOutcomes([]);
    for (const [index, file] of files.entries()) {
      setLeft(files.length - index);
      const outcome = await one(file);
      setOutcomes((before) => [...before, outcome]);
    }
    setLeft(0);
    announce(say("many.done", { count: files.length }));
    await loadTemplates().catch(() => {});
  };
  const list = outcomes.length > 0 && (
    <section aria-labelledby="many">
      <h2 id="many">{left > 0 ? say("many.left", { count: left }) : say("many.done", { count: outcomes.length })}</h2>
      <ul class="outcomes">{outcomes.map((outcome, index) => <Line key={index} {...outcome} />)}</ul>
    </section>
  );
  return { busy: left > 0, take, list };
}

async function one(file: File): Promise<Outcome> {
  const { name } = file;
  try {
    wordOnly(file);
    // A question for each would hold up all the others.
    const owner = await nameOwner(name);
    return owner ? { name, taken: owner.templateId } : { name, made: await registerTemplate(file) };
  } catch (error) {
    return { name, problem: asProblem(error) };
  }
}

function Line(outcome: Outcome) {
  const { name } = outcome;
  if ("made" in outcome) {
    const { templateId, placeholderCount, contentControlCount } = outcome.made;
    return <li><Icon name="good" /> <a href={href({ screen: "template", id: templateId, tab: "fields" })}>{name}</a> <span class="muted">{say("count.fields", { count: placeholderCount + contentControlCount })}</span></li>;
  }
  if ("taken" in outcome) {
    return <li><Icon name="warning" /> <a href={href({ screen: "template", id: outcome.taken, tab: "fields" })}>{name}</a> {say("many.taken")}</li>;
  }
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
