// A template's file, and changing it: another file, hiding, removing. For keys that may manage.

import { useState } from "preact/hooks";
import { hideTemplate, registerTemplate, removeTemplate, templateFile } from "../api/calls";
import { asProblem, type Problem } from "../api/problem";
import { announce } from "../parts/announce";
import { Ask } from "../parts/ask";
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
  const [wrong, setWrong] = useState<{ name: string; problem: Problem; file?: File | undefined } | null>(null);
  const [asked, setAsked] = useState(false);

  const attempt = async (about: string, what: () => Promise<void>, file?: File) => {
    setBusy(true);
    setWrong(null);
    try {
      await what();
    } catch (error) {
      setWrong({ name: about, problem: asProblem(error), file });
    }
    setBusy(false);
  };
  const download = () => attempt(name, async () => {
    const { file, name } = await templateFile(id);
    save(file, name);
    announce(`${name} is downloaded.`);
  });
  const register = async (file: File) => {
    registered.value = await registerTemplate(file, id);
    onChanged();
    await loadTemplates();
  };
  const replace = (file: File) => attempt(file.name, () => register(file), file);
  const hide = () => attempt(name, async () => {
    await hideTemplate(id, !hidden);
    announce(hidden ? `${name} is enabled.` : `${name} is disabled.`);
    onChanged();
    await loadTemplates();
  });
  const remove = () => attempt(name, async () => {
    setAsked(false);
    await removeTemplate(id);
    announce(`${name} is deleted.`);
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
        <button type="button" disabled={busy} onClick={hide}>{hidden ? "Enable" : "Disable"}</button>
        <button type="button" class="danger" disabled={busy} onClick={() => setAsked(true)}><Icon name="remove" /> Delete…</button>
      </p>
      {wrong && <Refused {...wrong} onUse={register} />}
      {asked && (
        <Ask title={`Delete “${name}”?`} yes="Delete" no="Keep" danger onYes={remove} onNo={() => setAsked(false)}>
          <p>All its versions are deleted, and no more documents can be made from it. Jobs that are running finish with their own copy.</p>
        </Ask>
      )}
    </section>
  );
}
