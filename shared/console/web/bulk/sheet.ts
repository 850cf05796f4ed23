// Rows of data from a file, whatever the file is.

import { say } from "../languages";
import { type Cell, isEmpty } from "./value";

/** Something wrong with a row, in words that follow "Row 7: ". */
export interface RowFault {
  /** As the person counts: the row of the sheet, headings included; of JSON the item, from 1. */
  row: number;
  text: string;
  /** The field that it is about, where it is about one. */
  path?: string;
}

/** A file's rows. */
export interface Sheet {
  fileName: string;
  columns: string[];
  rows: { row: number; cells: Cell[] }[];
  /** What is wrong with the file itself, by row. These rows are not among `rows`. */
  faults: RowFault[];
  /** Its values are of the template's own forms already: lists, groups, numbers. */
  nested: boolean;
  /** What a row is called. */
  unit: "row" | "item";
}

/** A file that cannot be read at all. */
export class SheetError extends Error {}

/** Makes names of columns of the cells of the first row: every column has a name of its own. */
export function columnNames(cells: readonly unknown[]): string[] {
  const names: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const name = String(cell ?? "").trim() || say("sheet.column", { letters: letters(index) });
    let own = name;
    for (let number = 2; names.includes(own); number += 1) own = `${name} (${number})`;
    names.push(own);
  }
  return names;
}

/** The letters that sheets name a column with: 0 is `A`, 26 is `AA`. */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}

/** A cell as it is read and changed. */
export function cellText(cell: Cell): string {
  if (cell === undefined || cell === null) return "";
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === "object" ? JSON.stringify(cell) : String(cell);
}

/** Whether a row has no value at all, as lines between blocks and after the end have. */
export function isBlank(cells: readonly unknown[]): boolean {
  return cells.every(isEmpty);
}

/** Takes a row in, or notes that it has more values than there are columns, or fewer. */
export function addRow(sheet: Sheet, row: number, cells: Cell[], strict: boolean): void {
  const columns = sheet.columns.length;
  const extra = cells.slice(columns);
  if (strict && (cells.length < columns || !isBlank(extra))) {
    sheet.faults.push({ row, text: say("sheet.width", { count: cells.length, columns }) });
    return;
  }
  sheet.rows.push({ row, cells: cells.slice(0, columns) });
}
