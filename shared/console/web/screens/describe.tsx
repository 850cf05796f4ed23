// What people say of a template: its name, what it is for, its labels. No version is made.

import { useState } from "preact/hooks";
import { describeTemplate, type Seen } from "../api/calls";
import { say } from "../languages";
import { announce } from "../parts/announce";
import { useAttempt } from "../parts/attempt";
import { draft, dropDraft, keepDraft } from "../parts/draft";
import { loadTemplates } from "../state";
import { NotChanged } from "./stale";

/** Labels as they are entered: with commas between them. */
export function labelsIn(text: string): string[] {
  return text.split(",").map((label) => label.trim()).filter(Boolean);
}

/** What was entered and is not saved yet, as text. */
type Edits = Partial<Record<"name" | "description" | "labels", string>>;

/**
 * The form. What is being entered stays while the template is loaded again, and nothing else is sent: what someone else
 * changed meanwhile is not undone.
 */
export function Describe({ details, onChanged }: { details: Seen; onChanged: () => void }) {
  // Going to another screen loses nothing that was typed.
  const place = `about.${details.templateId}`;
  const [edits, setEdits] = useState<Edits>(() => (draft(place) as Edits | undefined) ?? {});
  const { busy, problem, attempt } = useAttempt();
  const edit = (change: Edits) => {
    setEdits({ ...edits, ...change });
    keepDraft(place, { ...edits, ...change });
  };
  const save = () => attempt(async () => {
    const { name, description, labels } = edits;
    const words = {
      ...(name !== undefined && { name: name.trim() }),
      ...(description !== undefined && { description: description.trim() }),
      ...(labels !== undefined && { labels: labelsIn(labels) }),
    };
    const said = await describeTemplate(details.templateId, words, details.tag);
    setEdits({});
    dropDraft(place);
    announce(say("describe.saved", { name: said.name }));
    onChanged();
    await loadTemplates();
  });
  const name = edits.name ?? details.name;
  return (
    <form class="describe" onSubmit={(event) => {
      event.preventDefault();
      void save();
    }}>
      <div class="field">
        <label for="about-name">{say("describe.name")}</label>
        <input id="about-name" type="text" required maxLength={255} autocomplete="off" value={name} onInput={(event) => edit({ name: event.currentTarget.value })} />
      </div>
      <div class="field">
        <label for="about-description">{say("describe.description")}</label>
        <textarea id="about-description" rows={2} maxLength={2000} value={edits.description ?? details.description ?? ""} onInput={(event) => edit({ description: event.currentTarget.value })} />
      </div>
      <div class="field">
        <label for="about-labels">{say("describe.labels")}</label>
        <input id="about-labels" type="text" autocomplete="off" value={edits.labels ?? (details.labels ?? []).join(", ")} aria-describedby="about-labels-hint" onInput={(event) => edit({ labels: event.currentTarget.value })} />
        <p class="hint" id="about-labels-hint">{say("describe.labelsHint")}</p>
      </div>
      {problem && <NotChanged problem={problem} onReload={onChanged} />}
      <p class="actions"><button class="primary" disabled={busy || !name.trim() || Object.keys(edits).length === 0}>{say(busy ? "describe.saving" : "describe.save")}</button></p>
    </form>
  );
}
