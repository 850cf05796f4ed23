// A template of another product: its marks become tags, and a report tells which of them could not.

import { useState } from "preact/hooks";
import { migrateTemplate } from "../api/calls";
import { asProblem, type Problem } from "../api/problem";
import type { Migration } from "../api/types";
import { Remarks } from "../parts/diagnostics";
import { Icon } from "../parts/icon";
import { Note, ProblemNote } from "../parts/notes";
import { Prose } from "../parts/prose";
import { save } from "../parts/save";
import { Table } from "../parts/table";
import { count, counted, sentence } from "../words";

/** Whether a remark is on marks that can be rewritten. */
export function isForeign({ hint }: { hint?: string | null }): boolean {
  return hint?.includes("platen migrate") ?? false;
}

/** What there is to convert, and what becomes of the result. */
interface Conversion {
  /** The file with the marks. */
  source: () => Promise<File>;
  /** Registers the result. */
  onUse: (file: File) => Promise<void>;
}

/** A button; then the report, with the ways to use the result. */
export function Convert({ source, onUse }: Conversion) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [made, setMade] = useState<{ migration: Migration; file: File } | null>(null);
  const attempt = async (what: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    await what().catch((error) => setProblem(asProblem(error)));
    setBusy(false);
  };
  const convert = () => attempt(async () => {
    const file = await source();
    const migration = await migrateTemplate(file);
    setMade({ migration, file: fileOf(migration, file) });
  });
  return (
    <>
      {!made && <p class="actions"><button type="button" class="primary" disabled={busy} onClick={convert}>{busy ? "Converting…" : "Convert these marks"}</button></p>}
      {problem && <ProblemNote problem={problem} />}
      {made && <Report {...made} busy={busy} onUse={() => attempt(() => onUse(made.file))} />}
    </>
  );
}

function Report({ migration, file, busy, onUse }: { migration: Migration; file: File; busy: boolean; onUse: () => void }) {
  const { rewritten, untouched, rewrittenCount, untouchedCount, remarks } = migration;
  const errors = remarks.filter((remark) => remark.severity === "error");
  if (rewrittenCount + untouchedCount === 0) {
    return <Note tone="plain" title="No marks of other products were found"><p>The document stays as it is.</p></Note>;
  }
  return (
    <Note tone={errors.length ? "error" : untouchedCount ? "warning" : "good"}
      title={`${counted(rewrittenCount, "mark was", "marks were")} converted${untouchedCount ? `, ${count(untouchedCount)} could not be` : ""}`}>
      {untouched.length > 0 && (
        <Table label="Marks that stay">
          <thead><tr><th scope="col">Mark</th><th scope="col">Why it stays</th><th scope="col">Where</th></tr></thead>
          <tbody>
            {untouched.map(({ mark, reason, place, count: times }, index) => (
              <tr key={index}>
                <th scope="row"><code>{mark}</code></th>
                <td><Prose text={`${sentence(reason)}.`} /></td>
                <td>{sentence(place)}<Times count={times} /></td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {errors.length > 0 && <Remarks remarks={errors} />}
      {rewritten.length > 0 && (
        <details>
          <summary>{counted(rewrittenCount, "converted mark")}</summary>
          <Table label="Converted marks">
            <thead><tr><th scope="col">Mark</th><th scope="col">Tag</th><th scope="col">Where</th></tr></thead>
            <tbody>
              {rewritten.map(({ from, to, note, place, count: times }, index) => (
                <tr key={index}>
                  <th scope="row"><code>{from}</code></th>
                  <td>{to ? <code>{to}</code> : "Removed"}{note && <p class="hint"><Prose text={`${sentence(note)}.`} /></p>}</td>
                  <td>{sentence(place)}<Times count={times} /></td>
                </tr>
              ))}
            </tbody>
          </Table>
        </details>
      )}
      <p class="actions">
        {errors.length === 0 && <button type="button" class="primary" disabled={busy} onClick={onUse}>Use the converted template</button>}
        <button type="button" onClick={() => save(file, file.name)}><Icon name="download" /> Download it</button>
      </p>
    </Note>
  );
}

function Times({ count: times }: { count: number }) {
  return times > 1 ? <span class="muted"> and {counted(times - 1, "other place")}</span> : null;
}

function fileOf({ file }: Migration, { name }: File): File {
  return new File([Uint8Array.from(atob(file), (character) => character.charCodeAt(0))], name);
}
