// Adding a template: a Word document is dropped, and what is wrong with it is told at once.

import { useState } from "preact/hooks";
import { registerTemplate } from "../api/calls";
import { asProblem, Problem } from "../api/problem";
import { Remarks, remarksOf } from "../parts/diagnostics";
import { DropZone } from "../parts/drop";
import { Note, ProblemNote } from "../parts/notes";
import { go } from "../route";
import { registered } from "../state";
import { Convert, isForeign } from "./convert";
import { counted } from "../words";

/** What may be dropped. */
export const WORD = ".docx,.dotx,application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** The drop zone. A document without errors leads to its own screen, which shows what was found. */
export function Register({ onRejected }: { onRejected: () => void }) {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<{ file: File; problem: Problem } | null>(null);
  const register = async (file: File) => {
    const made = await registerTemplate(file);
    registered.value = made;
    go({ screen: "template", id: made.templateId, tab: "fields" });
  };
  const take = async (file: File) => {
    // The service would keep it as a template with errors; what is no Word document by its name was dropped by mistake.
    if (!/\.(docx|dotx)$/i.test(file.name)) {
      const words = `${file.name} is not a .docx file. In Word choose Save As → Word Document (.docx), then add that file.`;
      return setWrong({ file, problem: new Problem(0, "console", "This file cannot become a template", words) });
    }
    setBusy(true);
    setWrong(null);
    try {
      await register(file);
    } catch (error) {
      setWrong({ file, problem: asProblem(error) });
      onRejected();
    }
    setBusy(false);
  };
  return (
    <>
      <DropZone accept={WORD} busy={busy} onFile={take} label="Add a Word document"
        hint={<>A .docx with fields such as <code>{"{{\u00a0customer\u00a0}}"}</code> or with content controls. The same file name again makes a new version.</>} />
      {wrong && <Refused name={wrong.file.name} problem={wrong.problem} file={wrong.file} onUse={register} />}
    </>
  );
}

/** Why a file did not become a template, or a version of one. */
export function Refused({ name, problem, file, onUse }: {
  name: string;
  problem: Problem;
  /** The file, where it is at hand: marks of another product in it can be converted. */
  file?: File | undefined;
  onUse?: (file: File) => Promise<void>;
}) {
  if (problem.code !== "template-error") return <ProblemNote problem={problem} />;
  const remarks = remarksOf(problem);
  return (
    <Note tone="error" title={`${name} has ${counted(remarks.length, "error")}; no document can be made from it yet`}>
      <Remarks remarks={remarks} />
      {file && onUse && remarks.some(isForeign) && <Convert source={async () => file} onUse={onUse} />}
      <p class="muted">Correct the document in Word and add it again. A version that was in use stays in use.</p>
    </Note>
  );
}
