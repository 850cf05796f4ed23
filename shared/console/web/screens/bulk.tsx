// Many documents: a file of rows, what fills what, how the documents are named, start.

import { useMemo, useState } from "preact/hooks";
import { asProblem } from "../api/problem";
import { ACCEPT, readSheet } from "../bulk/read";
import { csvOf, headingsOf, takeUp } from "../bulk/rows";
import { BulkState } from "../bulk/state";
import { leaves } from "../bulk/targets";
import { fieldsOf } from "../form/shape";
import { announce } from "../parts/announce";
import { DropZone } from "../parts/drop";
import { Note } from "../parts/notes";
import { save } from "../parts/save";
import { bulks } from "../state";
import { count, counted } from "../words";
import { Columns } from "./bulk-columns";
import { Documents } from "./bulk-documents";
import type { Known } from "./template";

/** What was prepared for a template; what was begun, if anything. */
function stateOf({ id, key, metadata, model }: Known): BulkState {
  const begun = bulks.get(key) ?? new BulkState(fieldsOf(metadata, model));
  const again = takeUp(id);
  if (again) begun.takeUp(again);
  bulks.set(key, begun);
  return begun;
}

/** The three steps. */
export function Bulk({ known }: { known: Known }) {
  const state = useMemo(() => stateOf(known), [known]);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const sheet = state.sheet.value;

  const take = async (file: File) => {
    setBusy(true);
    setWrong(null);
    try {
      const read = await readSheet(file);
      state.take(read);
      announce(`${file.name} is read: ${counted(read.rows.length, read.unit)}.`);
    } catch (error) {
      setWrong(asProblem(error).message);
    }
    setBusy(false);
  };

  return (
    <div class="steps">
      <section class="step" aria-labelledby="step-1">
        <h2 id="step-1"><span class="step-number">1</span> Your data</h2>
        <DropZone accept={ACCEPT} busy={busy} onFile={take} small={sheet !== null}
          label={sheet ? "Choose another file" : "Choose a file"}
          hint="CSV, Excel (.xlsx) or JSON. One document is made for each row; the first row contains the column names." />
        {!sheet && <p><button type="button" class="link" onClick={() => save(csvOf(headingsOf(leaves(state.fields)), []), `${known.metadata.name}.csv`)}>Download a sheet to fill in</button> <span class="muted">It has a column for each field.</span></p>}
        {wrong && <Note tone="error" title="This file cannot be used"><p>{wrong}</p></Note>}
        {sheet && (
          <p class="file-line">
            <strong>{sheet.fileName}</strong>
            <span class="muted">{counted(sheet.rows.length + sheet.faults.length, sheet.unit)}, {counted(sheet.columns.length, "column")}: {sheet.columns.slice(0, 8).join(", ")}{sheet.columns.length > 8 && ` and ${count(sheet.columns.length - 8)} more`}</span>
          </p>
        )}
      </section>
      {sheet && <Columns state={state} sheet={sheet} />}
      {sheet && <Documents state={state} known={known} sheet={sheet} />}
    </div>
  );
}
