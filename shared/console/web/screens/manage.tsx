// A template's file, and changing it: another file, hiding, removing. For keys that may manage.

import { useRef, useState } from "preact/hooks";
import { hideTemplate, registerTemplate, removeTemplate, templateFile } from "../api/calls";
import { asProblem, type Problem } from "../api/problem";
import { announce } from "../parts/announce";
import { FileButton } from "../parts/file-button";
import { Icon } from "../parts/icon";
import { save } from "../parts/save";
import { go, route } from "../route";
import { loadTemplates, registered } from "../state";
import { Refused, WORD } from "./register";

/** What can be done with the template itself. */
export function Manage({ id, name, hidden = false, kept = true, onChanged }: {
  id: string;
  name: string;
  hidden?: boolean;
  /** Its file is kept; that of a document with errors is not. */
  kept?: boolean;
  onChanged: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<{ name: string; problem: Problem } | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);

  const attempt = async (about: string, what: () => Promise<void>) => {
    setBusy(true);
    setWrong(null);
    try {
      await what();
    } catch (error) {
      setWrong({ name: about, problem: asProblem(error) });
    }
    setBusy(false);
  };
  const download = () => attempt(name, async () => {
    const { file, name } = await templateFile(id);
    save(file, name);
    announce(`${name} is downloaded.`);
  });
  const replace = (file: File) => attempt(file.name, async () => {
    registered.value = await registerTemplate(file, id);
    onChanged();
    await loadTemplates();
  });
  const hide = () => attempt(name, async () => {
    await hideTemplate(id, !hidden);
    announce(hidden ? `${name} is shown again.` : `${name} is hidden.`);
    onChanged();
    await loadTemplates();
  });
  const remove = () => attempt(name, async () => {
    dialog.current?.close();
    await removeTemplate(id);
    announce(`${name} is removed.`);
    // The list reads itself again. Whoever went on to another screen meanwhile stays there.
    const here = route.value;
    if (here.screen === "template" && here.id === id) go({ screen: "templates" });
  });

  return (
    <section>
      <h2>This template</h2>
      <p class="actions">
        {kept && <button type="button" disabled={busy} onClick={download}><Icon name="download" /> Download</button>}
        <FileButton accept={WORD} label="New version" disabled={busy} onFile={replace}><Icon name="upload" /> New version…</FileButton>
        <button type="button" disabled={busy} onClick={hide}>{hidden ? "Show it again" : "Hide it"}</button>
        <button type="button" class="danger" disabled={busy} onClick={() => dialog.current?.showModal()}><Icon name="remove" /> Remove…</button>
      </p>
      {wrong && <Refused {...wrong} />}
      <dialog ref={dialog} aria-labelledby="remove-title">
        <h2 id="remove-title">Remove “{name}”?</h2>
        <p>All its versions go, and no more documents can be made from it. Jobs that are running end with their own copy.</p>
        <p class="actions">
          <button type="button" onClick={() => dialog.current?.close()} autofocus>Keep it</button>
          <button type="button" class="danger" onClick={remove}>Remove it</button>
        </p>
      </dialog>
    </section>
  );
}
