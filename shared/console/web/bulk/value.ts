// A cell as a value of the kind that a field takes. What could be meant in two ways is refused, not guessed.

import type { Json } from "../api/types";
import type { Kind } from "../form/shape";
import { type Key, say, type Values } from "../languages";
import type { Writing } from "./writing";

/** A value of a row; undefined where the row has none. */
export type Cell = Json | Date | undefined;

/** A value that does not fit. */
export class Unfit extends Error {
  constructor(private readonly key: Extract<Key, `cell.${string}`>, private readonly values: Values) {
    super(say(key, values));
  }

  /** What is wrong, with the field's name. */
  about(field: string): string {
    return say(this.key, { ...this.values, field });
  }
}

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

/** A number with or without a sign of currency, separators of thousands, a decimal comma. */
function amount(text: string, writing: Writing | undefined): number {
  const [, before, after, body] = text.match(AMOUNT) ?? [];
  const sign = before ?? after;
  const unfit = () => (writing
    ? new Unfit("cell.numberAs", { text: quoted(text), tag: writing.tag, example: writing.number })
    : new Unfit("cell.number", { text: quoted(text) }));
  if (body === undefined) throw unfit();
  const decimal = writing ? writing.decimal : decimalSign(text, body);
  const at = decimal ? body.lastIndexOf(decimal) : -1;
  const [whole, decimals] = at < 0 ? [body, ""] : [body.slice(0, at), body.slice(at + 1)];
  const isGroup = (character: string) => SPACES.includes(character) || (writing ? character === writing.group : /[.,]/.test(character) && character !== decimal);
  const groups = [""];
  for (const character of whole) {
    if (isGroup(character)) groups.push("");
    else groups[groups.length - 1] += character;
  }
  const digits = groups.join("");
  if (!isGrouped(groups, writing?.smallGroups ?? false) || !/^\d*$/.test(decimals) || digits + decimals === "") throw unfit();
  const number = Number(`${digits || "0"}.${decimals || "0"}`);
  return sign && sign !== "+" ? -number : number;
}

/** Characters that may stand between groups of digits in any language. */
const SPACES = " \u00a0\u202f'’";

/** The decimal sign, as far as the number itself tells. */
function decimalSign(text: string, body: string): string | undefined {
  // 1,234 is 1234 to one reader and 1.234 to another: a document with a wrong amount is worse than a question.
  const [, whole, mark, fraction] = body.match(/^([1-9]\d{0,2})([.,])(\d{3})$/) ?? [];
  if (whole && fraction) {
    throw new Unfit(mark === "," ? "cell.comma" : "cell.point", { text: quoted(text), whole: `${whole}${fraction}`, decimal: `${whole}.${fraction}` });
  }
  const marks = body.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  // 1.234.567 has points between its groups, and no decimals; of two kinds the last one begins the decimals.
  return marks.length === 1 || marks[0] !== last ? last : undefined;
}

/** Whether groups have three digits, the first one up to three; with `small`, those before the last may have two. */
function isGrouped(groups: readonly string[], small: boolean): boolean {
  if (!groups.every((group) => /^\d*$/.test(group))) return false;
  if (groups.length === 1) return true;
  const [first = "", ...others] = groups;
  return first.length >= 1 && first.length <= 3
    && others.every((group, index) => group.length === 3 || (small && group.length === 2 && index < others.length - 1));
}

const CURRENCY = "(?:[A-Z]{0,3}\\p{Sc}|[A-Z]{3})?";
const AMOUNT = new RegExp(`^(?:${CURRENCY}\\s*([-+−])|([-+−])?\\s*${CURRENCY})\\s*([\\d.,' ’\\u00a0\\u202f]*\\d[.,]?)\\s*(?:%|${CURRENCY})$`, "u");

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
    ? new Unfit("cell.dateAs", { text: quoted(text), example: writing.date, tag: writing.tag })
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

function quoted(text: string): string {
  return `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`;
}
