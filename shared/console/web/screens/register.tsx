// Adding a template: a Word document is dropped, and what is wrong with it is told at once.

import { useState } from "preact/hooks";
import type { Problem } from "../api/problem";
import type { ManagedTemplate } from "../api/types";
import { say } from "../languages";
import { useAttempt } from "../parts/attempt";
import { Remarks, remarksOf } from "../parts/diagnostics";
import { DropZone } from "../parts/drop";
import { MarkedPages } from "../parts/marked-pages";
import { Note, ProblemNote } from "../parts/notes";
import { Say } from "../parts/say";
import { go } from "../route";
import { registered, templates } from "../state";
import { Convert, isForeign } from "./convert";
import { useMany } from "./register-many";
import { useTaken } from "./taken";

/** What may be dropped. */
export const WORD = ".docx,.dotx,application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** Shows what was registered, with what was found in it. */
export function showAdded(made: ManagedTemplate): void {
  // A draft tells of itself.
  registered.value = made.status === "draft" ? null : made;
  // The list that was read is without it.
  templates.value = null;
  go({ screen: "template", id: made.templateId, tab: made.status === "draft" ? "settings" : "fields" });
}

/** The drop zone. A document without errors leads to its own screen, which shows what was found. */
export function Register({ onRejected }: { onRejected: () => void }) {
  const { busy, problem, attempt } = useAttempt();
  const [offered, setOffered] = useState<File | null>(null);
  const { add, question } = useTaken({ attempt }, showAdded);
  const many = useMany();
  const take = async (file: File) => {
    setOffered(file);
    if (!await attempt(() => add(file))) onRejected();
  };
  return (
    <>
      <DropZone accept={WORD} busy={busy || many.busy} onFile={take} onFiles={many.take} label={say("register.add")}
        hint={<Say id="register.hint" example={<code>{"{{\u00a0customer\u00a0}}"}</code>} />} />
      {problem && offered && <Refused name={offered.name} problem={problem} file={offered} onUse={add} />}
      {question(true)}
      {many.list}
    </>
  );
}

/** Why a file did not become a template, or a version of one. */
export function Refused({ name, problem, file, onUse, stays = false }: {
  name: string;
  /** A version without errors is in use meanwhile. */
  stays?: boolean;
  problem: Problem;
  /** The file, where it is at hand: its pages are shown, and marks of another product in it can be converted. */
  file?: File | undefined;
  onUse?: (file: File) => Promise<void>;
}) {
  if (problem.code !== "template-error") return <ProblemNote problem={problem} />;
  const remarks = remarksOf(problem);
  return (
    <Note tone="error" title={say("register.errors", { name, count: remarks.length })}>
      <Remarks remarks={remarks} numbered={file !== undefined} />
      {file && problem.errors.length > 0 && <MarkedPages file={file} />}
      {file && onUse && remarks.some(isForeign) && <Convert source={async () => file} onUse={onUse} />}
      <p class="muted">{say("register.correct")}{stays && ` ${say("register.stays")}`}</p>
    </Note>
  );
}
