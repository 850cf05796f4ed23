// Reading a file that was dropped: CSV, XLSX or JSON. The parsers are loaded when a file comes.

import { say } from "../languages";
import { SheetError, type Sheet } from "./sheet";

/** What may be dropped. */
export const ACCEPT = ".csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson,text/csv,application/json";

/**
 * Reads a file.
 * @throws {SheetError} when it is no such file.
 */
export async function readSheet(file: File): Promise<Sheet> {
  const extension = file.name.split(".").pop()?.toLowerCase() ?? "";
  if (file.size === 0) throw new SheetError(say("sheet.empty", { name: file.name }));
  const sheet = await readAs(extension, file);
  if (sheet.rows.length + sheet.faults.length === 0) throw new SheetError(say("sheet.noRows", { name: file.name }));
  return sheet;
}

async function readAs(extension: string, file: File): Promise<Sheet> {
  switch (extension) {
    case "csv":
    case "tsv":
    case "txt":
      return (await import("./csv")).readCsv(file);
    case "xlsx":
      return (await import("./xlsx")).readXlsx(file);
    case "json":
    case "jsonl":
    case "ndjson":
      return (await import("./json")).readJson(file);
    case "xls":
    case "ods":
    case "numbers":
      throw new SheetError(say("sheet.saveAs", { name: file.name }));
    default:
      throw new SheetError(say("sheet.unknown", { name: file.name }));
  }
}
