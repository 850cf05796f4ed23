// A file that would replace a template: what that one is, what would change, and what to do instead. A file of the same name may
// be dropped by anybody, and what is in use is used by programs.

import { useState } from "preact/hooks";
import { checkTemplate, jobs, managedTemplate, metadata, registerTemplate, type Seen } from "../api/calls";
import type { FieldShape, ManagedTemplate, Metadata, TemplateChanges, TemplateCheck } from "../api/types";
import { say } from "../languages";
import { type Answer, Choose } from "../parts/ask";
import type { Attempt } from "../parts/attempt";
import { type Listed, loadTemplates, templates } from "../state";
import { moment } from "../words";
import { ChangedFields } from "./changed-fields";
import { wordOnly } from "./word-only";

/** A file, and the template that it would be a version of. */
interface Taken {
  file: File;
  seen: Seen;
  /** What the file asks for that the version in use does not; null where that cannot be read. */
  changes: TemplateChanges | null;
  /** When documents were last made from it in a job. */
  lastJob: string | null;
  /** A file name that nobody has. */
  free: string;
}

/**
 * The template that has a file's name, if a file may do harm to it; one that was never good is only waiting for another try.
 * Capitals make no difference: nobody tells `Letter` from `letter` in a list.
 */
export async function nameOwner(name: string): Promise<Listed | undefined> {
  return (await loadTemplates()).find(({ fileName, status }) => same(fileName) === same(name) && status !== "rejected");
}

async function takenBy(file: File): Promise<Taken | null> {
  const known = await nameOwner(file.name);
  return known ? against(file, known.templateId) : null;
}

function same(name: string): string {
  return name.normalize().toLowerCase();
}

/**
 * A file beside a template.
 * @throws {Problem} when it has errors: nothing is recorded of it.
 */
async function against(file: File, templateId: string): Promise<Taken> {
  const [check, seen] = await Promise.all([checkTemplate(file), managedTemplate(templateId)]);
  const [before, { items: [last] }] = await Promise.all([metadata(templateId, seen.version).catch(() => null), jobs(1, 1, templateId)]);
  const changes = before && difference(before, check);
  return { file, seen, changes, lastJob: last?.startedAt ?? null, free: freeName(file.name, templates.value ?? []) };
}

/** Whether data for the version in use may lack a place in the file, or no longer fit it. */
function breaks({ changes }: Taken): boolean {
  return changes !== null && changes.removed.length + changes.changed.length + changes.added.filter(({ required }) => required).length > 0;
}

function difference(before: Metadata, after: TemplateCheck): TemplateChanges {
  const [one, other] = [shapes(before), shapes(after)];
  const both = [...other.values()].flatMap((after) => {
    const before = one.get(after.path);
    return before && (before.type !== after.type || before.required !== after.required) ? [{ before, after }] : [];
  });
  const without = (these: ReadonlyMap<string, FieldShape>, those: ReadonlyMap<string, FieldShape>) => [...these.values()].filter(({ path }) => !those.has(path));
  return { version: before.version + 1, since: before.version, added: without(other, one), removed: without(one, other), changed: both };
}

/** Fields by path, as the service compares versions: a field of both kinds is the placeholder. */
function shapes({ placeholders, contentControls }: Pick<Metadata, "placeholders" | "contentControls">): Map<string, FieldShape> {
  const controls = contentControls.map(({ path, type }) => ({ path, type, required: false }));
  return new Map([...controls, ...placeholders].map(({ path, type, required }) => [path, { path, type, required }]));
}

/** `Offer 2.docx` where there is an `Offer.docx`. */
function freeName(name: string, known: readonly { fileName: string }[]): string {
  const names = new Set(known.map(({ fileName }) => same(fileName)));
  const [, stem = name, ending = ""] = name.match(/^(.*?)(\.[^.]*)?$/) ?? [];
  for (let number = 2; ; number += 1) if (!names.has(same(`${stem} ${number}${ending}`))) return `${stem} ${number}${ending}`;
}

/** What becomes of a file: it is registered at once, or after a question. `drafts` puts nothing into use. */
export function useTaken({ attempt }: Pick<Attempt, "attempt">, onMade: (made: ManagedTemplate) => void | Promise<void>, { drafts = false } = {}) {
  const [taken, setTaken] = useState<Taken | null>(null);
  /** Registers a new template; asks where its name is taken. */
  const add = async (file: File) => {
    wordOnly(file);
    const found = await takenBy(file);
    if (found) setTaken(found);
    else await onMade(await registerTemplate(file, undefined, { draft: drafts }));
  };
  /** Registers a new version; asks where data for the version in use may no longer fit. */
  const replace = async (file: File, seen: { id: string; tag: string | null }) => {
    wordOnly(file);
    const found = await against(file, seen.id);
    if (breaks(found)) setTaken(found);
    else await onMade(await registerTemplate(file, seen.id, { tag: seen.tag }));
  };
  const answer = (what: (taken: Taken) => Promise<ManagedTemplate>) => attempt(async () => {
    if (!taken) return;
    setTaken(null);
    await onMade(await what(taken));
  });
  const question = (another: boolean) => taken && (
    <Question taken={taken} onNo={() => setTaken(null)}
      onVersion={drafts ? undefined : () => answer(({ file, seen }) => registerTemplate(file, seen.templateId, { tag: seen.tag }))}
      onDraft={() => answer(({ file, seen }) => registerTemplate(file, seen.templateId, { tag: seen.tag, draft: true }))}
      onAnother={another ? () => answer(({ file, free }) => registerTemplate(new File([file], free), undefined, { draft: drafts })) : undefined} />
  );
  return { add, replace, question };
}

function Question({ taken, onNo, onVersion, onDraft, onAnother }: {
  taken: Taken;
  onNo: () => void;
  onVersion: (() => void) | undefined;
  onDraft: () => void;
  onAnother?: (() => void) | undefined;
}) {
  const { seen, changes, lastJob, free } = taken;
  const careful = breaks(taken);
  const answers: Answer[] = [
    ...(onAnother ? [{ words: say("taken.another", { name: free.replace(/\.[^.]*$/, "") }), onClick: onAnother }] : []),
    ...(onVersion ? [{ words: say("taken.version"), ...(careful ? {} : { tone: "primary" as const }), onClick: onVersion }] : []),
    { words: say("taken.draft"), ...(careful || !onVersion ? { tone: "primary" } : {}), onClick: onDraft },
  ];
  const gone = changes?.removed.length ?? 0;
  return (
    <Choose title={say(onAnother ? "taken.title" : "taken.replace", { name: seen.name })} no={say("taken.no")} onNo={onNo} answers={answers}>
      <p>
        {seen.status !== "draft" && (seen.addedBy ? say("taken.inUseBy", { version: seen.version, when: moment(seen.updatedAt), who: seen.addedBy }) : say("taken.inUse", { version: seen.version, when: moment(seen.updatedAt) }))}
        {seen.usedByKeys > 0 && ` ${say("taken.keys", { count: seen.usedByKeys })}`}
        {lastJob !== null && ` ${say("taken.lastJob", { when: moment(lastJob) })}`}
      </p>
      {gone > 0 && <p class="bad"><strong>{say("taken.gone", { count: gone })}</strong></p>}
      {changes && <ChangedFields changes={changes} />}
      <p class="muted">{say(onVersion ? "taken.about" : "taken.stays")}</p>
    </Choose>
  );
}
