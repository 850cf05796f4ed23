// A template's versions: who added each and what it changed. Each can be downloaded, and any without errors be put into use.

import { useState } from "preact/hooks";
import { publishTemplate, type Seen, templateChanges, templateFile } from "../api/calls";
import type { ManagedTemplate, TemplateChanges } from "../api/types";
import { say } from "../languages";
import { announce } from "../parts/announce";
import { Ask } from "../parts/ask";
import { useAttempt } from "../parts/attempt";
import { Icon } from "../parts/icon";
import { save } from "../parts/save";
import { Table } from "../parts/table";
import { loadTemplates } from "../state";
import { bytes, moment } from "../words";
import { ChangedFields } from "./changed-fields";
import { NotChanged } from "./stale";

/** The table, where there is more than one version. */
export function Versions({ details, onChanged }: { details: Seen; onChanged: () => void }) {
  const { busy, problem, attempt } = useAttempt();
  const [shown, setShown] = useState<TemplateChanges | null>(null);
  if (details.versions.length < 2) return null;
  const id = details.templateId;
  const download = (version: number) => attempt(async () => {
    const { file, name } = await templateFile(id, version);
    save(file, name.replace(/(\.[^.]*)?$/, ` (${say("versions.fileName", { version })})$1`));
  });
  const [asked, setAsked] = useState<TemplateChanges | null>(null);
  const ask = (version: number) => attempt(async () => setAsked(await templateChanges(id, version, details.version)));
  const use = (version: number) => attempt(async () => {
    setAsked(null);
    await publishTemplate(id, version, details.tag);
    announce(say("found.version", { version }));
    onChanged();
    await loadTemplates();
  });
  const compare = (version: number) => attempt(async () => setShown(shown?.version === version ? null : await templateChanges(id, version)));
  const actions = ({ version, status }: ManagedTemplate) => (
    <span class="actions">
      <button type="button" class="small" disabled={busy} aria-label={say("versions.download", { version })} onClick={() => download(version)}><Icon name="download" /> {say("download")}</button>
      <button type="button" class="small" disabled={busy} aria-expanded={shown?.version === version} aria-label={say("versions.whatOne", { version })} onClick={() => compare(version)}>{say("versions.what")}</button>
      {version !== details.version && (
        <button type="button" class="small" disabled={busy} aria-label={say(status === "draft" ? "versions.publishOne" : "versions.restoreOne", { version })} onClick={() => (status === "draft" ? use(version) : ask(version))}>{say(status === "draft" ? "versions.publish" : "versions.restore")}</button>
      )}
    </span>
  );
  return (
    <section>
      <h2>{say("versions.title")}</h2>
      {problem && <NotChanged problem={problem} onReload={onChanged} />}
      {asked && (
        <Ask title={say("versions.question", { version: asked.version })} yes={say("versions.restore")} no={say("taken.no")} onYes={() => use(asked.version)} onNo={() => setAsked(null)}>
          <p>{say("versions.consequence", { version: details.version })}</p>
          <ChangedFields changes={asked} />
        </Ask>
      )}
      <Table label={say("versions.title")} class="stacked">
        <thead><tr><th scope="col">{say("versions.version")}</th><th scope="col">{say("versions.added")}</th><th scope="col">{say("versions.file")}</th></tr></thead>
        <tbody>
          {details.versions.map((one) => (
            <tr key={one.version}>
              <th scope="row">
                {one.version}
                {one.version === details.version && one.status !== "draft" && <> <span class="badge completed">{say("versions.inUse")}</span></>}
                {one.status === "draft" && <> <span class="badge partial">{say("versions.draft")}</span></>}
              </th>
              <td>
                <p>{one.addedBy ? say("versions.addedBy", { moment: moment(one.updatedAt), who: one.addedBy }) : moment(one.updatedAt)}</p>
                <p class="muted">
                  {one.status === "rejected" ? <span class="bad">{say("count.errors", { count: one.errors.length })}</span> : say("count.fields", { count: one.placeholderCount + one.contentControlCount })}, {bytes(one.sizeBytes)}
                </p>
              </td>
              <td>
                {one.status === "rejected" ? <span class="muted">{say("versions.notKept")}</span> : actions(one)}
                {shown?.version === one.version && <ChangedFields changes={shown} />}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
