// Data for one document from a file of any kind: what a template is started from.

import type { Data, Json } from "../api/types";
import { plainNumber } from "../form/number";
import { at, put } from "../form/path";
import { say } from "../languages";
import { readSheet } from "./read";
import type { Sheet } from "./sheet";
import { SheetError } from "./sheet";
import type { Cell } from "./value";

/** The first document's data. Headings such as `customer.name` and `items[].price` become groups and lists. */
export async function exampleOf(file: File): Promise<Data> {
  const sheet = await readSheet(file);
  const [first] = sheet.rows;
  if (!first) throw new SheetError(say("sheet.noReadableRows", { name: file.name }));
  return sheet.nested ? nested(sheet, first.cells) : flat(sheet, first.cells);
}

function nested(sheet: Sheet, cells: readonly Cell[]): Data {
  return Object.fromEntries(sheet.columns.flatMap((name, index) => (cells[index] === undefined ? [] : [[name, cells[index] as Json]])));
}

function flat(sheet: Sheet, cells: readonly Cell[]): Data {
  let data: Data = {};
  for (const [index, heading] of sheet.columns.entries()) {
    const steps = heading.split(/\.|(\[\d*\])/).filter(Boolean).map((step) => (step.startsWith("[") ? 0 : plain(step)));
    // A heading that is no way into the data of the others stands for itself.
    const path = typeof at(data, steps.slice(0, 1)) === "string" ? [plain(heading)] : steps;
    data = put(data, path, valueOf(cells[index]));
  }
  return data;
}

/** A name as tags can have it. */
function plain(name: string): string {
  return name.replace(/[^\p{L}\p{N} _-]+/gu, " ").replace(/^[^\p{L}\p{N}_]+/u, "").trim().replace(/\s+/g, " ") || "Field";
}

function valueOf(cell: Cell): Json {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  if (typeof cell !== "string") return cell ?? "";
  // 007 and 1.50 are texts to their reader.
  return plainNumber(cell) ?? cell;
}
