// Step two: which column fills which field, and what is wrong with rows.

import { useState } from "preact/hooks";
import { cellText, type RowFault, type Sheet } from "../bulk/sheet";
import { type Cell, valueOf } from "../bulk/value";
import type { BulkState } from "../bulk/state";
import { EACH } from "../bulk/targets";
import { type Writing, writingOf } from "../bulk/writing";
import { unmistakable } from "../form/number";
import type { Kind } from "../form/shape";
import { say } from "../languages";
import { languageName, localesByName } from "../options";
import { Icon } from "../parts/icon";
import { Note } from "../parts/notes";
import { Table } from "../parts/table";
import { day } from "../words";
import { Repair } from "./repair";

/** Faults that are listed at first. */
const LISTED = 10;

/** And at most. */
const MOST = 1000;

/** The table of fields and columns. */
export function Columns({ state, sheet }: { state: BulkState; sheet: Sheet }) {
  const targets = state.targets.value;
  const mapping = state.mapping.value;
  const unused = sheet.columns.filter((_, index) => !Object.values(mapping).includes(index) && state.together.value !== index);
  const lists = targets.some((target) => target.steps.includes(EACH));
  const first = sheet.rows[0]?.cells ?? [];
  return (
    <section class="step" aria-labelledby="step-2">
      <h2 id="step-2"><span class="step-number">2</span> {say("bulk.columns")}</h2>
      <p class="muted">{say("bulk.columnsAbout")}</p>
      {state.recalled.value && (
        <p class="hint" role="status">{say("bulk.recalled")} <button type="button" class="link" onClick={() => state.forgetKept()}>{say("bulk.matchByName")}</button></p>
      )}
      <Table label={say("bulk.mapping")} class="mapping">
        <thead><tr><th scope="col">{say("bulk.field")}</th><th scope="col">{say("bulk.column")}</th><th scope="col">{say(sheet.unit === "row" ? "bulk.firstRow" : "bulk.firstItem")}</th></tr></thead>
        <tbody>
          {targets.map((target) => {
            const column = mapping[target.path] ?? -1;
            const lacking = state.unfilled.value.some(({ path }) => path === target.path || path === target.list?.path);
            return (
              <tr key={target.path}>
                <th scope="row">{target.label}{!(target.list ? target.list.required && target.required : target.required) && <span class="optional"> {say("optional")}</span>}</th>
                <td>
                  <select aria-label={say("bulk.columnFor", { name: target.label })} value={column} {...(lacking && { "aria-invalid": true as const })}
                    onChange={(event) => state.map(target, Number(event.currentTarget.value))}>
                    <option value={-1}>{say(lacking ? "bulk.chooseColumn" : "none")}</option>
                    {sheet.columns.map((name, index) => <option key={name} value={index}>{name}</option>)}
                  </select>
                </td>
                <td class="sample">{column >= 0 && <First cell={first[column]} kind={target.kind} writing={state.writing.value} />}</td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      {unused.length > 0 && <p class="muted">{say("bulk.unused", { columns: unused.join(", ") })}</p>}
      {lists && !sheet.nested && (
        <div class="field inline">
          <label for="together">{say("bulk.together")}</label>
          <select id="together" value={state.together.value} onChange={(event) => (state.together.value = Number(event.currentTarget.value))}>
            <option value={-1}>{say("bulk.apart")}</option>
            {sheet.columns.map((name, index) => <option key={name} value={index}>{say("bulk.same", { column: name })}</option>)}
          </select>
        </div>
      )}
      <Together state={state} sheet={sheet} />
      {!sheet.nested && (
        <div class="field inline">
          <label for="writing">{say("bulk.writing")}</label>
          <select id="writing" value={state.locale.value} onChange={(event) => (state.locale.value = event.currentTarget.value)}>
            <option value="">{say("bulk.anyLanguage")}</option>
            {localesByName().map((tag) => <option key={tag} value={tag}>{languageName(tag)}: {example(tag)}</option>)}
          </select>
        </div>
      )}
      <label class="switch">
        <input type="checkbox" checked={state.blank.value} onChange={(event) => (state.blank.value = event.currentTarget.checked)} />
        {say("bulk.blank")}
      </label>
      {state.unfilled.value.length > 0 && (
        <Note tone="warning" title={say("bulk.unfilled", { count: state.unfilled.value.length })}>
          <p>{state.unfilled.value.map((target) => target.label).join(", ")}</p>
        </Note>
      )}
      {state.unfilled.value.length === 0 && <Faults state={state} sheet={sheet} faults={state.converted.value.faults} />}
    </section>
  );
}

/** Rows that seem to belong together would silently become documents of their own. */
function Together({ state, sheet }: { state: BulkState; sheet: Sheet }) {
  const found = state.alike.value;
  if (!found) return null;
  const column = sheet.columns[found.column] ?? "";
  return (
    <Note tone="warning" title={say("alike.title", { count: found.rows, column, value: found.value })}>
      <p class="actions">
        <button type="button" class="primary" onClick={() => (state.together.value = found.column)}>{say("alike.together")}</button>
        <button type="button" onClick={() => (state.apart.value = true)}>{say("alike.apart")}</button>
      </p>
    </Note>
  );
}

/** Rows that cannot become documents, in words; and those that could not, the last time. */
function Faults({ state, sheet, faults }: { state: BulkState; sheet: Sheet; faults: RowFault[] }) {
  const [all, setAll] = useState(false);
  // A document that failed is corrected at its cells; a file that was just chosen, in the file or here.
  if (state.isAgain.value) {
    const open = [...state.failed.value, ...faults];
    return (
      <>
        {open.length > 0
          ? <Note tone="warning" title={say("repair.failed", { count: new Set(open.map(({ row }) => row)).size })}><p>{say("repair.how")}</p></Note>
          : <Fit state={state} />}
        <Repair state={state} sheet={sheet} faults={open} />
      </>
    );
  }
  if (faults.length === 0) return <Fit state={state} />;
  const rows = new Set(faults.map((fault) => fault.row)).size;
  const separable = state.separable.value;
  const byRow = sheet.unit === "row";
  return (
    <Note tone="error" title={say(byRow ? "bulk.rowsUnfit" : "bulk.itemsUnfit", { count: rows })}>
      <ul class="row-faults">
        {faults.slice(0, all ? MOST : LISTED).map((fault, index) => (
          <li key={index}><strong>{say(byRow ? "bulk.row" : "bulk.item", { row: fault.row })}</strong> {fault.text}</li>
        ))}
      </ul>
      {faults.length > LISTED && !all && <button type="button" class="link" onClick={() => setAll(true)}>{faults.length > MOST ? say("bulk.showMost", { count: MOST }) : say("bulk.showAll", { count: faults.length })}</button>}
      {!sheet.nested && faults.some(({ path }) => path !== undefined) && (
        <details>
          <summary>{say("repair.here")}</summary>
          <Repair state={state} sheet={sheet} faults={faults} />
        </details>
      )}
      <p>{say(separable ? "bulk.correctOr" : "bulk.correct")}</p>
      {separable && <label class="switch">
        <input type="checkbox" checked={state.leaveOut.value} onChange={(event) => (state.leaveOut.value = event.currentTarget.checked)} />
        {say(state.together.value >= 0 ? "bulk.leaveOutDocuments" : byRow ? "bulk.leaveOutRows" : "bulk.leaveOutItems", { count: rows })}
      </label>}
    </Note>
  );
}

/** That all rows fit; unless the first document could not be made, which is told with its name. */
function Fit({ state }: { state: BulkState }) {
  if (!state.isRendered.value) return <p class="standing" role="status"><Icon name="warning" /> {say("bulk.firstFails")}</p>;
  return <p class="standing good" role="status"><Icon name="good" /> {say("bulk.allFit")}</p>;
}

/** A cell, and the number or the day that it is taken for. */
function First({ cell, kind, writing }: { cell: Cell; kind: Kind; writing: Writing | undefined }) {
  const own = cellText(cell);
  const read = typeof cell === "string" ? understood(cell, kind, writing) : null;
  return <>{own}{read !== null && read !== own && <span class="understood"> = {read}</span>}</>;
}

/** Null where a cell is no number and no day, or is a fault, which is told below. */
function understood(cell: string, kind: Kind, writing: Writing | undefined): string | null {
  if (kind.is !== "number" && kind.is !== "date") return null;
  try {
    const value = valueOf(cell, kind, writing);
    return typeof value === "number" ? unmistakable(value) : typeof value === "string" ? day(value) : null;
  } catch {
    return null;
  }
}

function example(tag: string): string {
  const { number, date } = writingOf(tag);
  return `${number} · ${date}`;
}
