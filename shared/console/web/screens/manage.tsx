// A template's file, and changing it: another file, hiding, removing. For keys that may manage.

import { useState } from "preact/hooks";
import { hideTemplate, registerTemplate, removeTemplate, templateFile } from "../api/calls";
import { say } from "../languages";
import { announce } from "../parts/announce";
import { Ask } from "../parts/ask";
import { useAttempt } from "../parts/attempt";
import { FileButton } from "../parts/file-button";
import { Icon } from "../parts/icon";
import { save } from "../parts/save";
import { go, route } from "../route";
import { loadTemplates, registered } from "../state";
import { Refused, WORD } from "./register";
import { NotChanged } from "./stale";
import { useTaken } from "./taken";

/** What can be done with the template itself. */
export function Manage({ id, name, tag, hidden = false, kept = true, onChanged }: {
  id: string;
  name: string;
  /** The state that the template was read in. */
  tag?: string | null | undefined;
  hidden?: boolean;
  /** Its file is kept; that of a document with errors is not. */
  kept?: boolean;
  onChanged: () => void;
}) {
  const { busy, problem, attempt } = useAttempt();
  const [offered, setOffered] = useState<File | undefined>();
  const [asked, setAsked] = useState(false);

  const act = (what: () => Promise<void>, file?: File) => {
    setOffered(file);
    return attempt(what);
  };
  const download = () => act(async () => {
    const { file, name } = await templateFile(id);
    save(file, name);
    announce(say("downloaded", { name }));
  });
  const { replace: offer, question } = useTaken({ attempt }, async (made) => {
    registered.value = made.status === "draft" ? null : made;
    onChanged();
    await loadTemplates();
  });
  // A template without a good version has nothing to lose.
  const register = async (file: File) => {
    if (kept) return offer(file, { id, tag: tag ?? null });
    registered.value = await registerTemplate(file, id, { tag: tag ?? null });
    onChanged();
    await loadTemplates();
  };
  const replace = (file: File) => act(() => register(file), file);
  const hide = () => act(async () => {
    await hideTemplate(id, !hidden, tag);
    announce(say(hidden ? "manage.enabled" : "manage.disabled", { name }));
    onChanged();
    await loadTemplates();
  });
  const remove = () => act(async () => {
    setAsked(false);
    await removeTemplate(id, tag);
    announce(say("manage.deleted", { name }));
    // The list reads itself again. A person who went on to another screen meanwhile stays there.
    const here = route.value;
    if (here.screen === "template" && here.id === id) go({ screen: "templates" });
  });

  return (
    <section>
      <h2>{say("manage.title")}</h2>
      <p class="actions">
        {kept && <button type="button" disabled={busy} onClick={download}><Icon name="download" /> {say("download")}</button>}
        <FileButton accept={WORD} label={say("manage.newVersion")} disabled={busy} onFile={replace}><Icon name="upload" /> {say("manage.newVersion")}…</FileButton>
        <button type="button" disabled={busy} onClick={hide}>{say(hidden ? "manage.enable" : "manage.disable")}</button>
        <button type="button" class="danger" disabled={busy} onClick={() => setAsked(true)}><Icon name="remove" /> {say("manage.delete")}…</button>
      </p>
      {problem?.code === "template-changed" && <NotChanged problem={problem} onReload={onChanged} />}
      {problem && problem.code !== "template-changed" && <Refused name={offered?.name ?? name} problem={problem} file={offered} onUse={register} stays={kept} />}
      {question(false)}
      {asked && (
        <Ask title={say("manage.question", { name })} yes={say("manage.delete")} no={say("manage.keep")} danger onYes={remove} onNo={() => setAsked(false)}>
          <p>{say("manage.consequence")}</p>
        </Ask>
      )}
    </section>
  );
}
