// Step two: which column fills which field, and what is wrong with rows.

import { useState } from "preact/hooks";
import type { Cell, RowFault, Sheet } from "../bulk/sheet";
import type { BulkState } from "../bulk/state";
import { EACH } from "../bulk/targets";
import { writingOf } from "../bulk/writing";
import { LOCALES, language } from "../options";
import { Icon } from "../parts/icon";
import { Note } from "../parts/notes";
import { Table } from "../parts/table";
import { count, counted, sentence } from "../words";

/** Faults that are listed at first. */
const LISTED = 10;

/** The table of fields and columns. */
export function Columns({ state, sheet }: { state: BulkState; sheet: Sheet }) {
  const targets = state.targets.value;
  const mapping = state.mapping.value;
  const unused = sheet.columns.filter((_, index) => !Object.values(mapping).includes(index) && state.together.value !== index);
  const lists = targets.some((target) => target.steps.includes(EACH));
  const first = sheet.rows[0]?.cells ?? [];
  return (
    <section class="step" aria-labelledby="step-2">
      <h2 id="step-2"><span class="step-number">2</span> Columns</h2>
      <p class="muted">Each field of the template is filled from a column. Choose a column for any field that could not be matched.</p>
      <Table label="Fields and columns" class="mapping">
        <thead><tr><th scope="col">Field</th><th scope="col">Column</th><th scope="col">First {sheet.unit}</th></tr></thead>
        <tbody>
          {targets.map((target) => {
            const column = mapping[target.path] ?? -1;
            const lacking = state.unfilled.value.some(({ path }) => path === target.path || path === target.list?.path);
            return (
              <tr key={target.path}>
                <th scope="row">{target.label}{!(target.list ? target.list.required && target.required : target.required) && <span class="optional"> optional</span>}</th>
                <td>
                  <select aria-label={`Column for ${target.label}`} value={column} {...(lacking && { "aria-invalid": true as const })}
                    onChange={(event) => state.map(target, Number(event.currentTarget.value))}>
                    <option value={-1}>{lacking ? "Choose a column…" : "None"}</option>
                    {sheet.columns.map((name, index) => <option key={name} value={index}>{name}</option>)}
                  </select>
                </td>
                <td class="sample">{column >= 0 && shown(first[column])}</td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      {unused.length > 0 && <p class="muted">Not used: {unused.join(", ")}.</p>}
      {lists && !sheet.nested && (
        <div class="field inline">
          <label for="together">Combine rows into one document by</label>
          <select id="together" value={state.together.value} onChange={(event) => (state.together.value = Number(event.currentTarget.value))}>
            <option value={-1}>Nothing: each row is a document</option>
            {sheet.columns.map((name, index) => <option key={name} value={index}>The same “{name}”</option>)}
          </select>
        </div>
      )}
      {!sheet.nested && (
        <div class="field inline">
          <label for="writing">Numbers and dates are written in</label>
          <select id="writing" value={state.locale.value} onChange={(event) => (state.locale.value = event.currentTarget.value)}>
            <option value="">Any language: ask where unclear</option>
            {LOCALES.map((tag) => <option key={tag} value={tag}>{language(tag)}: {example(tag)}</option>)}
          </select>
        </div>
      )}
      <label class="switch">
        <input type="checkbox" checked={state.blank.value} onChange={(event) => (state.blank.value = event.currentTarget.checked)} />
        Leave fields without a value blank in the documents
      </label>
      {state.unfilled.value.length > 0 && (
        <Note tone="warning" title={`${counted(state.unfilled.value.length, "required field has", "required fields have")} no column`}>
          <p>{state.unfilled.value.map((target) => target.label).join(", ")}</p>
        </Note>
      )}
      {state.unfilled.value.length === 0 && <Faults state={state} sheet={sheet} faults={state.converted.value.faults} />}
    </section>
  );
}

/** Rows that cannot become documents, in words. */
function Faults({ state, sheet, faults }: { state: BulkState; sheet: Sheet; faults: RowFault[] }) {
  const [all, setAll] = useState(false);
  if (faults.length === 0) return <p class="standing good" role="status"><Icon name="good" /> All rows fit the template.</p>;
  const rows = new Set(faults.map((fault) => fault.row)).size;
  const separable = state.separable.value;
  return (
    <Note tone="error" title={`${counted(rows, `${sheet.unit} does`, `${sheet.unit}s do`)} not fit the template`}>
      <ul class="row-faults">
        {faults.slice(0, all ? 1000 : LISTED).map((fault, index) => (
          <li key={index}><strong>{sentence(sheet.unit)} {count(fault.row)}:</strong> {fault.text}</li>
        ))}
      </ul>
      {faults.length > LISTED && !all && <button type="button" class="link" onClick={() => setAll(true)}>Show {faults.length > 1000 ? "1,000" : `all ${count(faults.length)}`}</button>}
      <p>Correct the file and choose it again{separable ? ", or:" : "."}</p>
      {separable && <label class="switch">
        <input type="checkbox" checked={state.leaveOut.value} onChange={(event) => (state.leaveOut.value = event.currentTarget.checked)} />
        {state.together.value >= 0 ? "Leave out their documents" : `Leave out ${rows === 1 ? `this ${sheet.unit}` : `these ${count(rows)} ${sheet.unit}s`}`} and make the others
      </label>}
    </Note>
  );
}

function example(tag: string): string {
  const { number, date } = writingOf(tag);
  return `${number}, ${date}`;
}

function shown(cell: Cell): string {
  if (cell === undefined || cell === null) return "";
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === "object" ? JSON.stringify(cell) : String(cell);
}
