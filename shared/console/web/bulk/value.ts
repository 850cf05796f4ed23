// A cell as a value of the kind that a field takes. What could be meant in two ways is refused, not guessed.

import type { Json } from "../api/types";
import type { Kind } from "../form/shape";
import { languageName } from "../options";
import { readNumber } from "./number";
import { quoted, Unfit } from "./unfit";
import type { Writing } from "./writing";

/** A value of a row; undefined where the row has none. */
export type Cell = Json | Date | undefined;

// The words and rules of the service's own reader (`shared/tables`); the table of cases there holds for both.
const YES = new Set([
  "true", "yes", "y", "x", "1", "on", "✓", "✔", "☑", "☒", "ja", "wahr", "oui", "vrai", "sí", "si", "sì", "verdadero", "sim", "verdadeiro", "vero", "tak",
]);
const NO = new Set([
  "false", "no", "n", "0", "off", "-", "☐", "nein", "falsch", "non", "faux", "falso", "não", "nao", "nee", "nie", "nej", "nei", "ei", "–", "—",
]);

/** Whether a cell has no value. */
export function isEmpty(cell: unknown): boolean {
  return cell === undefined || cell === null || (typeof cell === "string" && cell.trim() === "");
}

/**
 * The value of a cell; undefined for an empty one.
 * @throws {Unfit}
 */
export function valueOf(cell: Cell, kind: Kind, writing?: Writing): Json | undefined {
  if (isEmpty(cell)) return undefined;
  if (cell instanceof Date) return dateOf(cell, kind);
  const text = typeof cell === "object" ? JSON.stringify(cell) : String(cell).trim();
  switch (kind.is) {
    case "number":
      if (typeof cell === "boolean") throw new Unfit("cell.number", { text });
      return typeof cell === "number" ? cell : amount(text, writing);
    case "check":
      return typeof cell === "boolean" ? cell : yesOrNo(text);
    case "date":
      return day(text, writing);
    case "choice":
      return entry(text, kind.options);
    case "list":
      // A sheet has one cell for a list of single values: they stand on lines, or between semicolons.
      return text.split(/[\n;]/).map((part) => part.trim()).filter(Boolean).map((part) => valueOf(part, kind.element.kind, writing) ?? null);
    case "picture":
      if (/^data:image\//.test(text)) return { $image: text };
      throw new Unfit("cell.picture", { text: quoted(text) });
    case "json":
      return json(text);
    default:
      return typeof cell === "string" || (kind.is === "text" && kind.only) ? text : cell;
  }
}

function dateOf(cell: Date, kind: Kind): Json {
  const iso = cell.toISOString();
  const hasTime = !iso.endsWith("T00:00:00.000Z");
  if (kind.is === "date") return kind.time ? iso.replace(".000", "") : iso.slice(0, 10);
  return hasTime ? iso.slice(0, 16).replace("T", " ") : iso.slice(0, 10);
}

function amount(text: string, writing: Writing | undefined): number {
  const reading = readNumber(text, writing);
  if (reading?.is === "number") return reading.number;
  if (!reading) {
    throw writing
      ? new Unfit("cell.numberAs", { text: quoted(text), language: languageName(writing.tag), example: writing.number })
      : new Unfit("cell.number", { text: quoted(text) });
  }
  const { sign, words: [whole, decimal] } = reading;
  throw new Unfit(sign === "," ? "cell.comma" : "cell.point", { text: quoted(text), whole, decimal });
}

function yesOrNo(text: string): boolean {
  const word = text.toLowerCase();
  if (YES.has(word)) return true;
  if (NO.has(word)) return false;
  throw new Unfit("cell.yesNo", { text: quoted(text) });
}

function day(text: string, writing: Writing | undefined): string {
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return text;
  if (/^\d{4}-\d{2}-\d{2} \d/.test(text)) return text.replace(" ", "T");
  const [, first, sign, second, third] = text.match(/^(\d{1,4})([./-]) ?(\d{1,2})\2 ?(\d{1,4})\.?$/) ?? [];
  if (first && second && third) {
    if (first.length === 4) return calendar(text, first, Number(second), Number(third), writing);
    if (third.length === 2) throw new Unfit("cell.year", { text: quoted(text) });
    const [a, b] = [Number(first), Number(second)];
    // With points the day comes first everywhere; with other signs the language tells, or a number over 12.
    const dayFirst = sign === "." || (writing ? writing.order !== "month" : a > 12 || a === b);
    if (!dayFirst && b <= 12 && !writing) {
      throw new Unfit("cell.month", { text: quoted(text), one: `${third}-${two(a)}-${two(b)}`, other: `${third}-${two(b)}-${two(a)}` });
    }
    return dayFirst ? calendar(text, third, b, a, writing) : calendar(text, third, a, b, writing);
  }
  throw noDate(text, writing);
}

function noDate(text: string, writing: Writing | undefined): Unfit {
  return writing
    ? new Unfit("cell.dateAs", { text: quoted(text), example: writing.date, language: languageName(writing.tag) })
    : new Unfit("cell.date", { text: quoted(text) });
}

/** A date that the calendar has. */
function calendar(text: string, year: string, month: number, day: number, writing: Writing | undefined): string {
  const date = new Date(Date.UTC(Number(year), month - 1, day));
  if (year.length === 4 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day) return `${year}-${two(month)}-${two(day)}`;
  throw noDate(text, writing);
}

function entry(text: string, options: { value: string; text: string }[]): string {
  const word = text.toLowerCase();
  const found = options.find((option) => option.value.toLowerCase() === word || option.text.toLowerCase() === word);
  if (found) return found.value;
  throw new Unfit("cell.choice", { text: quoted(text), options: options.map((option) => option.text).join(", ") });
}

function json(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unfit("cell.json", { text: quoted(text) });
  }
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
