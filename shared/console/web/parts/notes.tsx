// Boxes that say how things are: a remark, a problem, that something is loading, that there is nothing.

import type { ComponentChildren } from "preact";
import type { Problem } from "../api/problem";
import { type Key, say } from "../languages";
import { phrase } from "../phrases";
import { fault } from "../words";
import { Prose } from "./prose";
import { Icon, type IconName } from "./icon";
import { Say } from "./say";

/** How serious a note is. */
export type Tone = "error" | "warning" | "good" | "plain";

const ICONS: Record<Tone, IconName> = { error: "error", warning: "warning", good: "good", plain: "file" };

/** A remark with a heading. Errors are read out at once. */
export function Note({ tone, title, children }: { tone: Tone; title: ComponentChildren; children?: ComponentChildren }) {
  return (
    <div class={`note ${tone}`} role={tone === "error" ? "alert" : undefined}>
      <Icon name={ICONS[tone]} />
      <div>
        <p class="note-title">{title}</p>
        {children}
      </div>
    </div>
  );
}

/** Problems that the service explains to programs, in words for people. */
const PLAIN: Partial<Record<string, Key>> = {
  "unknown-template": "problem.unknownTemplate",
  "unknown-job": "problem.unknownJob",
  "unknown-key": "problem.unknownKey",
  "missing-scope": "problem.missingScope",
};

/** A request that was not fulfilled, with every single fault of it. */
export function ProblemNote({ problem, action }: { problem: Problem; action?: ComponentChildren }) {
  // A fault that is the whole message is told once.
  const errors = problem.errors.filter(({ pointer, detail }) => pointer || !plain(problem.message).includes(plain(detail)));
  const own = PLAIN[problem.code];
  const ours = problem.status >= 500 && problem.requestId;
  return (
    <Note tone="error" title={phrase(problem.title)}>
      <p><Prose text={own ? say(own) : phrase(problem.message)} /></p>
      {errors.length > 0 && (
        <ul>
          {errors.slice(0, 50).map((error, index) => (
            <li key={index}>
              {error.pointer && <code>{error.pointer}</code>} <Prose text={fault(error.detail)} />
            </li>
          ))}
        </ul>
      )}
      {ours && <p class="muted"><Say id="problem.report" request={<code>{problem.requestId}</code>} /></p>}
      {action}
    </Note>
  );
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\.$/, "");
}

/** What is said while something loads. */
type LoadingKey = Extract<Key, `loading.${string}`>;

/** That something is on its way. */
export function Loading({ what }: { what: LoadingKey }) {
  return <p class="loading" role="status"><span class="spinner" aria-hidden="true" /> {say(what)}</p>;
}

/** That there is nothing, and what to do about it. */
export function Nothing({ icon, title, children }: { icon: IconName; title: string; children?: ComponentChildren }) {
  return (
    <div class="nothing">
      <Icon name={icon} />
      <p class="note-title">{title}</p>
      {children}
    </div>
  );
}
