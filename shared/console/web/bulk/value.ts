// A cell as a value of the kind that a field takes. What could be meant in two ways is refused, not guessed.

import type { Json } from "../api/types";
import { numberOf } from "../form/number";
import type { Kind } from "../form/shape";
import type { Cell } from "./sheet";

/** A value that does not fit; the message follows the column's name: `is "12o"; a number is wanted`. */
export class Unfit extends Error {}

const YES = new Set(["true", "yes", "y", "x", "1", "ja", "wahr", "oui", "vrai", "si", "sí", "sì", "on", "✓", "✔"]);
const NO = new Set(["false", "no", "n", "0", "nein", "falsch", "non", "faux", "off", "-"]);

/** Whether a cell has no value. */
export function isEmpty(cell: unknown): boolean {
  return cell === undefined || cell === null || (typeof cell === "string" && cell.trim() === "");
}

/**
 * The value of a cell; undefined for an empty one.
 * @throws {Unfit}
 */
export function valueOf(cell: Cell, kind: Kind): Json | undefined {
  if (isEmpty(cell)) return kind.is === "check" ? false : undefined;
  if (cell instanceof Date) return dateOf(cell, kind);
  const text = typeof cell === "object" ? JSON.stringify(cell) : String(cell).trim();
  switch (kind.is) {
    case "number":
      return typeof cell === "number" ? cell : amount(text);
    case "check":
      return typeof cell === "boolean" ? cell : yesOrNo(text);
    case "date":
      return day(text, kind.time);
    case "choice":
      return entry(text, kind.options);
    case "list":
      // A sheet has one cell for a list of single values: they stand on lines, or between semicolons.
      return text.split(/[\n;]/).map((part) => part.trim()).filter(Boolean).map((part) => valueOf(part, kind.element.kind) ?? null);
    case "picture":
      if (/^data:image\//.test(text)) return { $image: text };
      throw new Unfit(`is ${quoted(text)}; a picture as a data: address is wanted`);
    case "json":
      return json(text);
    default:
      return typeof cell === "string" ? text : cell;
  }
}

function dateOf(cell: Date, kind: Kind): Json {
  const iso = cell.toISOString();
  const hasTime = !iso.endsWith("T00:00:00.000Z");
  if (kind.is === "date") return kind.time ? iso.replace(".000", "") : iso.slice(0, 10);
  return hasTime ? iso.slice(0, 16).replace("T", " ") : iso.slice(0, 10);
}

/** A number with or without a sign of currency, separators of thousands, a decimal comma. */
function amount(text: string): number {
  const bare = text.replace(/[\s'’\u00a0\u202f]|[\p{Sc}%]|^[A-Z]{3}|[A-Z]{3}$/gu, "");
  // 1,234 is 1234 to one reader and 1.234 to another: a document with a wrong amount is worse than a question.
  if (/^[-+]?[1-9]\d{0,2},\d{3}$/.test(bare)) {
    throw new Unfit(`is ${quoted(text)}, which may mean ${bare.replace(",", "")} or ${bare.replace(",", ".")}; write it without the comma`);
  }
  const english = /^[-+]?[1-9]\d{0,2}((,\d{3}){2,}|(,\d{3})+\.\d+)$/.test(bare);
  const continental = /^[-+]?[1-9]\d{0,2}((\.\d{3}){2,}|(\.\d{3})+,\d+)$/.test(bare);
  const number = numberOf(english ? bare.replaceAll(",", "") : continental ? bare.replaceAll(".", "") : bare);
  if (number === undefined) throw new Unfit(`is ${quoted(text)}; a number is wanted`);
  return number;
}

function yesOrNo(text: string): boolean {
  const word = text.toLowerCase();
  if (YES.has(word)) return true;
  if (NO.has(word)) return false;
  throw new Unfit(`is ${quoted(text)}; yes or no is wanted`);
}

function day(text: string, time: boolean): string {
  if (/^\d{4}-\d{2}-\d{2}(T.*)?$/.test(text)) return text;
  const [, first, sign, second, year] = text.match(/^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/) ?? [];
  if (first && second && year) {
    const [a, b] = [Number(first), Number(second)];
    // With points the day comes first everywhere; with other signs only a number over 12 tells.
    const dayFirst = sign === "." || a > 12;
    if (!dayFirst && b <= 12 && a !== b) {
      throw new Unfit(`is ${quoted(text)}, where it is not clear which number is the month; write it as ${year}-${two(a)}-${two(b)} or ${year}-${two(b)}-${two(a)}`);
    }
    const [d, m] = dayFirst ? [a, b] : [b, a];
    if (m >= 1 && m <= 12 && d >= 1 && d <= 31) return `${year}-${two(m)}-${two(d)}${time ? "T00:00:00Z" : ""}`;
  }
  throw new Unfit(`is ${quoted(text)}; a date such as 2026-01-31 is wanted`);
}

function entry(text: string, options: { value: string; text: string }[]): string {
  const word = text.toLowerCase();
  const found = options.find((option) => option.value.toLowerCase() === word || option.text.toLowerCase() === word);
  if (found) return found.value;
  throw new Unfit(`is ${quoted(text)}; one of these is wanted: ${options.map((option) => option.text).join(", ")}`);
}

function json(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unfit(`is ${quoted(text)}; JSON is wanted`);
  }
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

function quoted(text: string): string {
  return `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`;
}
