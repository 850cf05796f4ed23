// Many documents: a file of rows, what fills what, how the documents are named, start.

import { useMemo } from "preact/hooks";
import { ACCEPT, readSheet } from "../bulk/read";
import { csvOf, headingsOf, takeUp } from "../bulk/rows";
import { BulkState } from "../bulk/state";
import { leaves } from "../bulk/targets";
import { fieldsOf } from "../form/shape";
import { say } from "../languages";
import { announce } from "../parts/announce";
import { useAttempt } from "../parts/attempt";
import { DropZone } from "../parts/drop";
import { Note } from "../parts/notes";
import { save } from "../parts/save";
import { bulks } from "../state";
import { Columns } from "./bulk-columns";
import { Documents } from "./bulk-documents";
import type { Known } from "./known";

/** What was prepared for a template; what was begun, if anything. */
function stateOf({ id, key, metadata, model }: Known): BulkState {
  const begun = bulks.get(key) ?? new BulkState(fieldsOf(metadata, model), id);
  const again = takeUp(id);
  if (again) begun.takeUp(again);
  bulks.set(key, begun);
  return begun;
}

/** The three steps. */
export function Bulk({ known }: { known: Known }) {
  const state = useMemo(() => stateOf(known), [known]);
  const { busy, problem, attempt } = useAttempt();
  const sheet = state.sheet.value;

  const take = (file: File) => attempt(async () => {
    const read = await readSheet(file);
    state.take(read);
    announce(say(read.unit === "row" ? "bulk.readRows" : "bulk.readItems", { name: file.name, count: read.rows.length }));
  });

  return (
    <div class="steps">
      <section class="step" aria-labelledby="step-1">
        <h2 id="step-1"><span class="step-number">1</span> {say("bulk.data")}</h2>
        <DropZone accept={ACCEPT} busy={busy} onFile={take} small={sheet !== null}
          label={say(sheet ? "file.other" : "file.choose")}
          hint={say("bulk.files")} />
        {!sheet && <p><button type="button" class="link" onClick={() => save(csvOf(headingsOf(leaves(state.fields)), []), `${known.metadata.name}.csv`)}>{say("bulk.blankSheet")}</button> <span class="muted">{say("bulk.blankSheetHas")}</span></p>}
        {problem && <Note tone="error" title={say("file.unusable")}><p>{problem.message}</p></Note>}
        {sheet && (
          <p class="file-line">
            <strong>{sheet.fileName}</strong>
            <span class="muted">{say(sheet.unit === "row" ? "count.rows" : "count.items", { count: sheet.rows.length + sheet.faults.length })}, {say("count.columns", { count: sheet.columns.length })}: {sheet.columns.slice(0, 8).join(", ")}{sheet.columns.length > 8 && say("bulk.moreColumns", { count: sheet.columns.length - 8 })}</span>
          </p>
        )}
      </section>
      {sheet && <Columns state={state} sheet={sheet} />}
      {sheet && <Documents state={state} known={known} sheet={sheet} />}
    </div>
  );
}
