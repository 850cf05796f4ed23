// A draft: what is wrong with it, or what it changes and what it looks like with example data; and the way to publish it.

import { useEffect } from "preact/hooks";
import { document as make, model, publishTemplate, type Seen, templateChanges } from "../api/calls";
import { say } from "../languages";
import { announce } from "../parts/announce";
import { useAttempt } from "../parts/attempt";
import { Remarks } from "../parts/diagnostics";
import { useLoaded } from "../parts/load";
import { MarkedPages } from "../parts/marked-pages";
import { Loading, Note, ProblemNote } from "../parts/notes";
import { loadTemplates } from "../state";
import { moment } from "../words";
import { ChangedFields } from "./changed-fields";
import { refusedDrafts } from "./live";
import { useNewer } from "./newer";
import { NotChanged } from "./stale";

/** The draft, if one waits. */
export function Draft({ details, onChanged }: { details: Seen; onChanged: () => void }) {
  const version = details.draftVersion;
  useNewer(details.templateId, details.tag, version !== undefined, onChanged);
  const draft = details.versions.find((one) => one.version === version);
  if (!draft) return null;
  const file = refusedDrafts.get(details.templateId);
  return (
    <section aria-labelledby="draft" class="draft">
      <h2 id="draft">{say("draft.title", { version: draft.version })}</h2>
      <p class="muted">{draft.addedBy ? say("draft.savedBy", { when: moment(draft.updatedAt), who: draft.addedBy }) : say("draft.saved", { when: moment(draft.updatedAt) })} {say("draft.waits")}</p>
      {draft.status === "rejected" ? (
        <Note tone="error" title={say("draft.errors", { count: draft.errors.length })}>
          <Remarks remarks={draft.errors} numbered={file !== undefined} />
          {file && <MarkedPages file={file} />}
          <p class="muted">{say("draft.correct")}</p>
        </Note>
      ) : <Waiting key={draft.version} details={details} version={draft.version} onChanged={onChanged} />}
    </section>
  );
}

function Waiting({ details, version, onChanged }: { details: Seen; version: number; onChanged: () => void }) {
  const id = details.templateId;
  const { busy, problem, attempt } = useAttempt();
  const [{ value: changes, problem: unknown }] = useLoaded(() => templateChanges(id, version, details.version === version ? undefined : details.version), [id, version]);
  const [{ value: page, problem: undrawn }] = useLoaded(async () => {
    const { file } = await make({ templateId: id, version, format: ".png", preview: true, options: { missing: "keep" } }, await model(id, version));
    return URL.createObjectURL(file);
  }, [id, version]);
  useEffect(() => () => void (page && URL.revokeObjectURL(page)), [page]);
  const publish = () => attempt(async () => {
    await publishTemplate(id, version, details.tag);
    announce(say("found.version", { version }));
    onChanged();
    await loadTemplates();
  });
  return (
    <>
      {problem && <NotChanged problem={problem} onReload={onChanged} />}
      <p class="actions"><button type="button" class="primary" disabled={busy} onClick={publish}>{say("versions.publishOne", { version })}</button></p>
      {unknown && <ProblemNote problem={unknown} />}
      {changes && <ChangedFields changes={changes} />}
      {undrawn ? <ProblemNote problem={undrawn} /> : page ? <img class="draft-page" src={page} alt={say("draft.page", { version })} /> : <Loading what="loading.page" />}
    </>
  );
}
