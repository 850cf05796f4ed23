// Changing a template: another file, hiding, removing. For keys that may manage.

import { useRef, useState } from "preact/hooks";
import { hideTemplate, registerTemplate, removeTemplate } from "../api/calls";
import { asProblem, type Problem } from "../api/problem";
import { announce } from "../parts/announce";
import { Icon } from "../parts/icon";
import { go } from "../route";
import { loadTemplates, registered } from "../state";
import { Refused, WORD } from "./register";

/** The buttons. */
export function Manage({ id, name, hidden, onChanged }: { id: string; name: string; hidden: boolean; onChanged: () => void }) {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<{ name: string; problem: Problem } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);

  const attempt = async (about: string, what: () => Promise<void>) => {
    setBusy(true);
    setWrong(null);
    try {
      await what();
      await loadTemplates();
    } catch (error) {
      setWrong({ name: about, problem: asProblem(error) });
    }
    setBusy(false);
  };
  const replace = (file: File) => attempt(file.name, async () => {
    registered.value = await registerTemplate(file, id);
    onChanged();
  });
  const hide = () => attempt(name, async () => {
    await hideTemplate(id, !hidden);
    announce(hidden ? `${name} is shown again.` : `${name} is hidden.`);
    onChanged();
  });
  const remove = () => attempt(name, async () => {
    dialog.current?.close();
    await removeTemplate(id);
    announce(`${name} is removed.`);
    go({ screen: "templates" });
  });

  return (
    <section>
      <h2>Change this template</h2>
      <p class="actions">
        <button type="button" disabled={busy} onClick={() => input.current?.click()}><Icon name="upload" /> New version…</button>
        <button type="button" disabled={busy} onClick={hide}>{hidden ? "Show it again" : "Hide it"}</button>
        <button type="button" class="danger" disabled={busy} onClick={() => dialog.current?.showModal()}><Icon name="remove" /> Remove…</button>
      </p>
      <input ref={input} type="file" accept={WORD} class="unseen" tabIndex={-1} aria-label="New version"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file) void replace(file);
        }} />
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
