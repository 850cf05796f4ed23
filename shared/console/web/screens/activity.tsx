// Who did what, newest first.

import { useState } from "preact/hooks";
import { events as ask } from "../api/calls";
import { asProblem, type Problem } from "../api/problem";
import type { AuditEvent } from "../api/types";
import { type Key, say } from "../languages";
import { Heading } from "../parts/heading";
import { useLoaded } from "../parts/load";
import { Loading, Nothing, ProblemNote } from "../parts/notes";
import { Table } from "../parts/table";
import { href } from "../route";
import { administers, knownAccount, knownTemplates, listed } from "../state";
import { label, second } from "../words";
import { NotYours } from "./not-yours";

const PAGE = 50;

/** Operations as people say them; others are named as they are. */
const DONE: Record<string, Key> = {
  registerTemplate: "did.registerTemplate",
  replaceTemplate: "did.replaceTemplate",
  describeTemplate: "did.describeTemplate",
  publishTemplate: "did.publishTemplate",
  deleteTemplate: "did.deleteTemplate",
  disableTemplate: "did.disableTemplate",
  enableTemplate: "did.enableTemplate",
  generateDocumentsBulk: "did.generateDocumentsBulk",
  cancelBulkGenerationJob: "did.cancelBulkGenerationJob",
  createKey: "did.createKey",
  blockPerson: "did.blockPerson",
  allowPerson: "did.allowPerson",
  deleteKey: "did.deleteKey",
  disableKey: "did.disableKey",
  enableKey: "did.enableKey",
  createFormLink: "did.createFormLink",
  deleteFormLink: "did.deleteFormLink",
  createWebhook: "did.createWebhook",
  deleteWebhook: "did.deleteWebhook",
  rotateWebhook: "did.rotateWebhook",
  finishSignIn: "did.finishSignIn",
  signOut: "did.signOut",
};

const REFUSALS = ["template-error", "missing-scope", "unknown-template", "unknown-key", "unknown-job", "limit-exceeded", "quota-exceeded", "invalid-body", "unavailable", "template-changed"] as const;

/** The screen. */
export function ActivityScreen() {
  const [{ value: known, problem }] = useLoaded(knownAccount, []);
  if (!known) return problem ? <ProblemNote problem={problem} /> : <Loading what="loading.activity" />;
  if (!administers.value) return <NotYours title={say("frame.activity")} />;
  return <Events />;
}

function Events() {
  const [{ value: first, problem }, again] = useLoaded(() => ask(PAGE, null), []);
  // Names for the templates; without them the list is there all the same.
  useLoaded(knownTemplates, []);
  return (
    <>
      <Heading title={say("frame.activity")} about={say("activity.about")}>
        <button type="button" onClick={again}>{say("activity.refresh")}</button>
      </Heading>
      {problem && <ProblemNote problem={problem} />}
      {!first && !problem && <Loading what="loading.activity" />}
      {first && first.items.length === 0 && <Nothing icon="activity" title={say("activity.none")} />}
      {first && first.items.length > 0 && <List key={first.items[0]?.eventId} start={first.items} next={first.next} />}
    </>
  );
}

function List({ start, next: afterStart }: { start: AuditEvent[]; next: string | null }) {
  const [items, setItems] = useState(start);
  const [next, setNext] = useState(afterStart);
  const [problem, setProblem] = useState<Problem | null>(null);
  const older = async () => {
    setProblem(null);
    try {
      const page = await ask(PAGE, next);
      setItems([...items, ...page.items]);
      setNext(page.next);
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <>
      <Table label={say("frame.activity")} class="activity">
        <thead><tr><th scope="col">{say("activity.when")}</th><th scope="col">{say("activity.who")}</th><th scope="col">{say("activity.what")}</th><th scope="col">{say("activity.from")}</th></tr></thead>
        <tbody>
          {items.map((event) => (
            <tr key={event.eventId}>
              <td>{second(event.time)}</td>
              <td>{event.who}{event.email && <span class="muted"> {event.email}</span>}</td>
              <td>
                {done(event.action)} <Target of={event} />
                {event.outcome !== "ok" && <span class="bad"> {say("activity.refused", { code: refusal(event.outcome) })}</span>}
              </td>
              <td class="muted">{event.client ?? ""}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {problem && <ProblemNote problem={problem} />}
      {next !== null && <p class="actions"><button type="button" onClick={older}>{say("activity.older")}</button></p>}
    </>
  );
}

/** Why something was refused, in words where it is common. */
function refusal(code: string): string {
  const known = REFUSALS.find((known) => known === code);
  return known ? say(`outcome.${known}`) : code.replaceAll("-", " ");
}

function done(action: string): string {
  const known = DONE[action];
  return known ? say(known) : label(action);
}

/** What it was done to: the way there, or the name of what is gone. */
function Target({ of: { action, targetId, targetName } }: { of: AuditEvent }) {
  if (targetId === null) return null;
  const template = listed(targetId);
  if (template) return <a href={href({ screen: "template", id: targetId, tab: "settings" })}>{targetName ?? template.name}</a>;
  if (action.endsWith("Job") || action.endsWith("Bulk")) return <a href={href({ screen: "job", id: targetId })}>{say("activity.open")}</a>;
  return targetName ? <strong>{targetName}</strong> : null;
}
