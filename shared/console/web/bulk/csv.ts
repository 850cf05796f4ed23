// CSV, as Excel and others write it: with commas, semicolons or tabs, in UTF-8 or Windows' own encoding.

import Papa from "papaparse";
import { type Key, say } from "../languages";
import { addRow, columnNames, isBlank, type Sheet, SheetError } from "./sheet";

const CHUNK_BYTES = 1 << 20;

/** Reads a CSV file piece by piece, so that the page goes on living meanwhile. */
export async function readCsv(file: File): Promise<Sheet> {
  const encoding = await encodingOf(file);
  const head = new TextDecoder(encoding).decode(await file.slice(0, LOOKED_AT).arrayBuffer());
  const { delimiter, says } = delimiterOf(head);
  const sheet: Sheet = { fileName: file.name, columns: [], rows: [], faults: [], nested: false, unit: "row" };
  // The line that names the delimiter is a line of the file, and no row of it.
  let row = says ? 1 : 0;
  let first = says;
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(file, {
      encoding,
      delimiter,
      chunkSize: CHUNK_BYTES,
      chunk({ data, errors }) {
        // A row that its quotes make unreadable, by its place in this piece.
        const broken = new Map(errors.filter((error) => error.type === "Quotes").map((error) => [error.row, error.code]));
        for (const [index, cells] of data.entries()) {
          if (first) {
            first = false;
            continue;
          }
          row += 1;
          const quotes = broken.get(index);
          if (quotes) sheet.faults.push({ row, text: say(QUOTES[quotes] ?? "sheet.quotes") });
          else if (isBlank(cells)) continue;
          else if (sheet.columns.length === 0) sheet.columns = columnNames(cells);
          else addRow(sheet, row, cells, true);
        }
      },
      complete: () => resolve(sheet),
      error: (error) => reject(new SheetError(say("sheet.unreadable", { name: file.name, why: error.message }))),
    });
  });
}

/** Bytes in which the delimiter is looked for. */
const LOOKED_AT = 64 << 10;

/**
 * What stands between values: what a line `sep=;` says, which Excel writes and reads; else the sign that the first line has
 * most of, outside of quotation marks. The service's reader decides the same way (`shared/tables/src/csv.rs`).
 */
function delimiterOf(text: string): { delimiter: string; says: boolean } {
  const said = text.match(/^\ufeff?sep=(.)\r?\n/i)?.[1];
  if (said) return { delimiter: said, says: true };
  const line = text.match(/^\s*((?:"[^"]*"|[^"\n])*)/)?.[1] ?? "";
  const outside = line.replace(/"[^"]*"/g, "");
  const count = (sign: string) => outside.split(sign).length - 1;
  const [delimiter = ","] = [",", ";", "\t"].sort((a, b) => count(b) - count(a));
  return { delimiter, says: false };
}

const QUOTES: Record<string, Key> = {
  MissingQuotes: "sheet.quoteOpen",
  InvalidQuotes: "sheet.quoteInside",
};

/** UTF-8 where the bytes are that, else what Excel writes on Windows in the West. */
async function encodingOf(file: File): Promise<string> {
  try {
    const utf8 = new TextDecoderStream("utf-8", { fatal: true });
    await file.stream().pipeThrough(utf8).pipeTo(new WritableStream());
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}
