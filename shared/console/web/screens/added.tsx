// What was just registered, with what was found in it.

import type { Metadata } from "../api/types";
import { say } from "../languages";
import { Note } from "../parts/notes";
import { Say } from "../parts/say";
import { href } from "../route";
import { registered } from "../state";

/** The note, while it is about this template. */
export function Added({ metadata: { templateId, placeholders, contentControls } }: { metadata: Metadata }) {
  const made = registered.value;
  if (made?.templateId !== templateId || placeholders.length + contentControls.length === 0) return null;
  return (
    <Note tone="good" title={made.version > 1 ? say("found.version", { version: made.version }) : say("found.ready")}>
      <p>
        <Say id="found.counts" placeholders={say("count.placeholders", { count: placeholders.length })} controls={say("count.controls", { count: contentControls.length })}
          link={(words) => <a href={href({ screen: "template", id: templateId, tab: "fill" })}>{words}</a>} />
      </p>
    </Note>
  );
}
