// A template's versions: each can be downloaded, and an earlier one be put into use again.

import { useState } from "preact/hooks";
import { registerTemplate, templateFile } from "../api/calls";
import { asProblem, type Problem } from "../api/problem";
import type { TemplateDetails } from "../api/types";
import { announce } from "../parts/announce";
import { Icon } from "../parts/icon";
import { ProblemNote } from "../parts/notes";
import { save } from "../parts/save";
import { Table } from "../parts/table";
import { loadTemplates, registered } from "../state";
import { bytes, counted, moment } from "../words";

/** The table, where there is more than one version. */
export function Versions({ id, details, onChanged }: { id: string; details: TemplateDetails; onChanged: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  if (details.versions.length < 2) return null;
  const attempt = async (what: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    await what().catch((error) => setProblem(asProblem(error)));
    setBusy(false);
  };
  const download = (version: number) => attempt(async () => {
    const { file, name } = await templateFile(id, version);
    save(file, name.replace(/(\.[^.]*)?$/, ` (version ${version})$1`));
  });
  // Nothing of the history is lost: the old file becomes the newest version.
  const restore = (version: number) => attempt(async () => {
    const { file, name } = await templateFile(id, version);
    registered.value = await registerTemplate(new File([file], name), id);
    announce(`Version ${version} is in use again, as version ${registered.value.version}.`);
    onChanged();
    await loadTemplates();
  });
  return (
    <section>
      <h2>Versions</h2>
      {problem && <ProblemNote problem={problem} />}
      <Table label="Versions">
        <thead><tr><th scope="col">Version</th><th scope="col">Added</th><th scope="col">Fields</th><th scope="col">Size</th><th scope="col">File</th></tr></thead>
        <tbody>
          {details.versions.map(({ version, status, createdAt, updatedAt, placeholderCount, contentControlCount, sizeBytes, errors }) => {
            const inUse = version === details.version;
            return (
              <tr key={version}>
                <th scope="row">{version}{inUse && <span class="badge completed">In use</span>}</th>
                <td>{moment(updatedAt ?? createdAt)}</td>
                <td>{status === "rejected" ? <span class="bad">{counted(errors.length, "error")}</span> : counted(placeholderCount + contentControlCount, "field")}</td>
                <td>{bytes(sizeBytes)}</td>
                <td>
                  {status === "rejected" ? <span class="muted">Not kept</span> : (
                    <span class="actions">
                      <button type="button" class="small" disabled={busy} aria-label={`Download version ${version}`} onClick={() => download(version)}><Icon name="download" /> Download</button>
                      {!inUse && <button type="button" class="small" disabled={busy} aria-label={`Restore version ${version}`} onClick={() => restore(version)}>Restore</button>}
                    </span>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </section>
  );
}
