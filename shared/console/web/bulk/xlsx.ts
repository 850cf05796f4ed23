// Excel workbooks: the first sheet of one.

import readSheets from "read-excel-file/universal";
import { say } from "../languages";
import { addRow, columnNames, isBlank, type Sheet, SheetError } from "./sheet";
import type { Cell } from "./value";

/** Reads a workbook's first sheet that has rows. */
export async function readXlsx(file: File): Promise<Sheet> {
  let found: { data: Cell[][] }[];
  try {
    found = (await readSheets(file)) as unknown as { data: Cell[][] }[];
  } catch (error) {
    throw new SheetError(say("sheet.notExcel", { name: file.name, why: error instanceof Error ? error.message : String(error) }));
  }
  const data = found.find((sheet) => sheet.data.some((cells) => !isBlank(cells)))?.data ?? [];
  const sheet: Sheet = { fileName: file.name, columns: [], rows: [], faults: [], nested: false, unit: "row" };
  for (const [index, cells] of data.entries()) {
    if (isBlank(cells)) continue;
    if (sheet.columns.length === 0) sheet.columns = columnNames(cells);
    else addRow(sheet, index + 1, cells, false);
  }
  return sheet;
}
