// A template of another product: its marks become tags, and a report tells which of them could not.

import { useState } from "preact/hooks";
import { migrateTemplate } from "../api/calls";
import type { Migration } from "../api/types";
import { say } from "../languages";
import { useAttempt } from "../parts/attempt";
import { Remarks } from "../parts/diagnostics";
import { Icon } from "../parts/icon";
import { Note, ProblemNote } from "../parts/notes";
import { Prose } from "../parts/prose";
import { save } from "../parts/save";
import { Table } from "../parts/table";
import { sentence } from "../words";

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
  const { busy, problem, attempt } = useAttempt();
  const [made, setMade] = useState<{ migration: Migration; file: File } | null>(null);
  const convert = () => attempt(async () => {
    const file = await source();
    const migration = await migrateTemplate(file);
    setMade({ migration, file: convertedFile(migration, file) });
  });
  return (
    <>
      {!made && <p class="actions"><button type="button" class="primary" disabled={busy} onClick={convert}>{say(busy ? "convert.converting" : "convert.marks")}</button></p>}
      {problem && <ProblemNote problem={problem} />}
      {made && <Report {...made} busy={busy} onUse={() => attempt(() => onUse(made.file))} />}
    </>
  );
}

function Report({ migration, file, busy, onUse }: { migration: Migration; file: File; busy: boolean; onUse: () => void }) {
  const { rewritten, rewrittenCount, untouchedCount, remarks } = migration;
  const errors = remarks.filter((remark) => remark.severity === "error");
  if (rewrittenCount + untouchedCount === 0) {
    return <Note tone="plain" title={say("convert.none")}><p>{say("convert.unchanged")}</p></Note>;
  }
  return (
    <Note tone={errors.length ? "error" : untouchedCount ? "warning" : "good"}
      title={verdict(migration)}>
      <StayingMarks migration={migration} />
      {errors.length > 0 && <Remarks remarks={errors} />}
      {rewritten.length > 0 && (
        <details>
          <summary>{say("convert.list", { count: rewrittenCount })}</summary>
          <Table label={say("convert.converted")}>
            <thead><tr><th scope="col">{say("convert.mark")}</th><th scope="col">{say("convert.tag")}</th><th scope="col">{say("convert.where")}</th></tr></thead>
            <tbody>
              {rewritten.map(({ from, to, note, place, count: times }, index) => (
                <tr key={index}>
                  <th scope="row"><code>{from}</code></th>
                  <td>{to ? <code>{to}</code> : say("convert.removed")}{note && <p class="hint"><Prose text={`${sentence(note)}.`} /></p>}</td>
                  <td>{sentence(place)}<Times count={times} /></td>
                </tr>
              ))}
            </tbody>
          </Table>
        </details>
      )}
      <p class="actions">
        {errors.length === 0 && <button type="button" class="primary" disabled={busy} onClick={onUse}>{say("convert.use")}</button>}
        <button type="button" onClick={() => save(file, file.name)}><Icon name="download" /> {say("convert.download")}</button>
      </p>
    </Note>
  );
}

/** How many marks were rewritten, and how many were not. */
export function verdict({ rewrittenCount, untouchedCount }: Migration): string {
  return say(untouchedCount ? "convert.doneButFor" : "convert.done", { count: rewrittenCount, left: untouchedCount });
}

/** The marks that no tag stands for, with the reason. */
export function StayingMarks({ migration: { untouched } }: { migration: Migration }) {
  if (untouched.length === 0) return null;
  return (
    <Table label={say("convert.stay")}>
      <thead><tr><th scope="col">{say("convert.mark")}</th><th scope="col">{say("convert.why")}</th><th scope="col">{say("convert.where")}</th></tr></thead>
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
  );
}

function Times({ count: times }: { count: number }) {
  return times > 1 ? <span class="muted">{say("count.places", { count: times - 1 })}</span> : null;
}

/** The document that a migration made, under the name of the one before it. */
export function convertedFile({ file }: Migration, { name }: File): File {
  return new File([Uint8Array.from(atob(file), (character) => character.charCodeAt(0))], name);
}
