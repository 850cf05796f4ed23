// Rows that cannot become documents, as a table: each fault stands at its cell, and the cell can be changed there.

import { useRef } from "preact/hooks";
import { cellText, type RowFault, type Sheet } from "../bulk/sheet";
import type { BulkState } from "../bulk/state";
import { say } from "../languages";
import { Icon } from "../parts/icon";
import { Prose } from "../parts/prose";
import { Table } from "../parts/table";
import { count } from "../words";

/** Rows that are shown. More of them are quicker corrected in the sheet itself. */
export const MOST_ROWS = 20;

/** The table. A row that was corrected stays, so that it can be seen that it is. */
export function Repair({ state, sheet, faults }: { state: BulkState; sheet: Sheet; faults: readonly RowFault[] }) {
  const seen = useRef(new Set<number>());
  for (const { row } of faults) if (seen.current.size < MOST_ROWS) seen.current.add(row);
  const rows = sheet.rows.filter(({ row }) => seen.current.has(row));
  const { mapping, together } = state.chosen();
  const used = new Set([...Object.values(mapping), together]);
  const columns = sheet.columns.map((name, index) => ({ name, index })).filter(({ index }) => used.has(index));
  if (rows.length === 0) return null;
  return (
    <Table label={say("repair.title")} class="repair">
      <thead><tr><th scope="col">{say("job.row")}</th>{columns.map(({ name, index }) => <th key={index} scope="col">{name}</th>)}</tr></thead>
      <tbody>
        {rows.map(({ row, cells }) => {
          const own = faults.filter((fault) => fault.row === row);
          const at = (column: number) => own.filter(({ path }) => path !== undefined && mapping[path] === column);
          const elsewhere = own.filter(({ path }) => path === undefined || mapping[path] === undefined);
          return (
            <tr key={row}>
              <th scope="row">
                {count(row)} {own.length === 0 && <span class="good"><Icon name="good" /><span class="unseen">{say("repair.good")}</span></span>}
                {elsewhere.map(({ text }, index) => <p key={index} class="fault"><Prose text={text} /></p>)}
              </th>
              {columns.map(({ name, index }) => {
                const wrong = at(index);
                const id = `cell-${row}-${index}`;
                return (
                  <td key={index}>
                    <input type="text" autocomplete="off" aria-label={say("repair.cell", { column: name, row })} value={cellText(cells[index])}
                      {...(wrong.length > 0 && { "aria-invalid": true as const, "aria-describedby": id })}
                      onChange={(event) => state.edit(row, index, event.currentTarget.value)} />
                    {wrong.length > 0 && <div class="fault" id={id}>{wrong.map(({ text }, index) => <p key={index}><Prose text={text} /></p>)}</div>}
                  </td>
                );
              })}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
