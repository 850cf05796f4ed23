// What a version of a template asks for that another one does not.

import type { FieldShape, TemplateChanges } from "../api/types";
import { say } from "../languages";
import { typeName } from "./found";

/** The difference in words, and its fields. */
export function ChangedFields({ changes }: { changes: TemplateChanges }) {
  const { added, removed, changed, since } = changes;
  if (since === null) return <p>{say("changes.first", { count: added.length })}</p>;
  if (added.length + removed.length + changed.length === 0) return <p>{say("changes.none", { version: since })}</p>;
  return (
    <ul class="changed-fields" aria-label={say("changes.since", { version: since })}>
      {added.map((field) => <li key={field.path}><span class="badge completed">{say("changes.added")}</span> <code>{field.path}</code> <span class="muted">{shape(field)}</span></li>)}
      {removed.map((field) => <li key={field.path}><span class="badge rejected">{say("changes.removed")}</span> <code>{field.path}</code></li>)}
      {changed.map(({ before, after }) => (
        <li key={after.path}><span class="badge partial">{say("changes.changed")}</span> <code>{after.path}</code> <span class="muted">{shape(before)} → {shape(after)}</span></li>
      ))}
    </ul>
  );
}

function shape({ type, required }: FieldShape): string {
  return required ? say("changes.required", { type: typeName(type) }) : typeName(type);
}
