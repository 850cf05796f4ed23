// Which rows of a file the items of a job came from, for jobs that this tab started: a failed document is named by the row that
// the person sees, and its rows can be kept as a file or tried again.

import type { FileFormat } from "../api/calls";
import { locale } from "../languages";
import { draft, keepDraft } from "../parts/draft";
import { EACH, type Mapping } from "./targets";
import type { RowFault, Sheet } from "./sheet";

/** What a job was made from. */
export interface Origin {
  templateId: string;
  sheet: Sheet;
  /** The row of each item; of items with several rows, the first. */
  rows: readonly number[];
  chosen: Chosen;
  /** How the documents were made. */
  made: Made;
  /** What was wrong with rows when documents were made of them. */
  failed?: readonly RowFault[];
}

/** What was chosen for the file. */
export interface Chosen {
  mapping: Mapping;
  together: number;
  blank: boolean;
  locale: string;
}

/** Format and names of a job's documents. */
export interface Made {
  format: FileFormat;
  merge: boolean;
  fileName: string;
}

const origins = new Map<string, Origin>();

/** Files that are waiting to be tried again, by template. */
const waiting = new Map<string, Origin>();

/** Keeps what a job was made from: the file as long as the page lives, the rows' numbers over a reload. */
export function remember(jobId: string, origin: Origin): void {
  origins.set(jobId, origin);
  keepDraft(`rows.${jobId}`, origin.rows);
}

/** The way from an item's index to its row; null for a job of another tab. */
export function rowOf(jobId: string): ((index: number) => number) | null {
  const rows = origins.get(jobId)?.rows ?? (draft(`rows.${jobId}`) as number[] | undefined);
  return rows ? (index) => rows[index] ?? index + 1 : null;
}

/** The rows of some items, with what was chosen for their file; null for a job of another tab. */
export function rowsOf(jobId: string, items: readonly number[]): Origin | null {
  const origin = origins.get(jobId);
  if (!origin) return null;
  const { sheet, chosen: { together } } = origin;
  const wanted = new Set(items.map((index) => origin.rows[index]));
  const keys = new Set(sheet.rows.filter(({ row }) => wanted.has(row)).map(({ cells }) => String(cells[together] ?? "").trim()));
  const rows = sheet.rows.filter(({ row, cells }) => (together < 0 ? wanted.has(row) : keys.has(String(cells[together] ?? "").trim())));
  return { ...origin, sheet: { ...sheet, rows, faults: [] } };
}

/** Leaves rows for the template's screen to take up. */
export function tryAgain(origin: Origin): void {
  waiting.set(origin.templateId, origin);
}

/** Takes up what was left; once. */
export function takeUp(templateId: string): Origin | undefined {
  const origin = waiting.get(templateId);
  waiting.delete(templateId);
  return origin;
}

/** Forgets everything: it belongs to a key. */
export function forgetRows(): void {
  origins.clear();
  waiting.clear();
}

/** Rows as CSV that Excel opens in the reader's country, with a last column that says what is wrong. */
export function csvOf(columns: readonly string[], rows: readonly (readonly unknown[])[]): Blob {
  // Where the comma is for decimals, Excel expects semicolons between values.
  const comma = new Intl.NumberFormat(locale.value).formatToParts(1.5).some(({ type, value }) => type === "decimal" && value === ",");
  const separator = comma ? ";" : ",";
  const line = (cells: readonly unknown[]) => cells.map((cell) => written(cell, separator)).join(separator);
  return new Blob(["\ufeff", [columns, ...rows].map(line).join("\r\n"), "\r\n"], { type: "text/csv" });
}

function written(cell: unknown, separator: string): string {
  if (cell === undefined || cell === null) return "";
  const plain = cell instanceof Date ? cell.toISOString().slice(0, 10) : typeof cell === "object" ? JSON.stringify(cell) : String(cell);
  // A text that begins like a formula would be run by a spreadsheet; a number may begin with a sign.
  const text = /^[=+\-@\t\r]/.test(plain) && !/^[-+]?[\d.,]+$/.test(plain) ? `'${plain}` : plain;
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The headings of a sheet for a template: what the console and the service know without being told. */
export function headingsOf(targets: readonly { path: string; steps: string[]; kind: { is: string } }[]): string[] {
  return targets.filter(({ kind, steps }) => kind.is !== "picture" && steps.filter((step) => step === EACH).length <= 1).map(({ path }) => path);
}
