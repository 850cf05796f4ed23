// Word documents to PDFs, as they are.

import { useState } from "preact/hooks";
import { convertFile } from "../api/calls";
import { asProblem, type Problem } from "../api/problem";
import type { Warning } from "../api/types";
import { say } from "../languages";
import { announce } from "../parts/announce";
import { DropZone } from "../parts/drop";
import { Heading } from "../parts/heading";
import { Icon } from "../parts/icon";
import { ProblemNote } from "../parts/notes";
import { save } from "../parts/save";
import { WarningsNote } from "../parts/warnings";
import { WORD } from "./register";
import { wordOnly } from "./word-only";

/** What became of a file. */
interface Outcome {
  name: string;
  problem?: Problem;
  warnings?: Warning[];
}

/** The screen. The PDFs are downloaded one after the other. */
export function ToPdfScreen() {
  const [outcomes, setOutcomes] = useState<Outcome[]>([]);
  const [busy, setBusy] = useState(false);
  const take = async (files: File[]) => {
    setBusy(true);
    setOutcomes([]);
    for (const file of files) {
      const outcome = await convert(file);
      setOutcomes((before) => [...before, outcome]);
    }
    setBusy(false);
  };
  return (
    <>
      <Heading title={say("frame.toPdf")} about={say("toPdf.about")} />
      <DropZone accept={WORD} busy={busy} label={say("toPdf.choose")} hint={say("toPdf.hint")} onFile={(file) => take([file])} onFiles={take} />
      <ul class="outcomes">
        {outcomes.map(({ name, problem, warnings }, index) => (
          <li key={index}>
            <Icon name={problem ? "error" : "good"} />
            <div>
              <p>{problem ? name : say("downloaded", { name })}</p>
              {problem && <ProblemNote problem={problem} />}
              {warnings && <WarningsNote warnings={warnings} />}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

async function convert(file: File): Promise<Outcome> {
  try {
    wordOnly(file);
    const { file: pdf, name, warnings } = await convertFile(file);
    save(pdf, name);
    announce(say("downloaded", { name }));
    return { name, warnings };
  } catch (error) {
    return { name: file.name, problem: asProblem(error) };
  }
}
