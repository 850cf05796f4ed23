// Numbers as people write them: in sheets, and in forms. The service's own reader has the same rules
// (`shared/tables/src/number.rs`); a table of cases holds for both.

import type { Writing } from "./writing";

/** A number, or the two that `1,234` may mean. */
export type Reading = { is: "number"; number: number } | { is: "either"; sign: "." | ","; thousands: number; decimals: number; words: [string, string] };

/**
 * Reads a number with or without a sign of currency, separators of thousands, a decimal comma; null for anything else. With a
 * percent sign it is a hundredth, as in Excel, whose cell of 20 % holds 0.2.
 */
export function readNumber(text: string, writing?: Writing): Reading | null {
  const [, before, after, body, percent] = text.trim().match(AMOUNT) ?? [];
  if (body === undefined) return null;
  const sign = /[-−]/.test(before ?? after ?? "") ? "-" : "";
  const value = (whole: string, decimals: string) => Number(`${sign}${whole || "0"}.${decimals || "0"}${percent ? "e-2" : ""}`);
  // 1,234 is 1234 to one reader and 1.234 to another: a document with a wrong amount is worse than a question.
  const [, first = "", mark, second = ""] = (!writing && body.match(/^([1-9]\d{0,2})([.,])(\d{3})$/)) || [];
  if (mark) return { is: "either", sign: mark === "," ? "," : ".", thousands: value(first + second, ""), decimals: value(first, second), words: [first + second, `${first}.${second}`] };
  const decimal = writing ? writing.decimal : decimalSign(body);
  const at = decimal ? body.lastIndexOf(decimal) : -1;
  const [whole, decimals] = at < 0 ? [body, ""] : [body.slice(0, at), body.slice(at + 1)];
  const isGroup = (character: string) => SPACES.includes(character) || (writing ? character === writing.group : /[.,]/.test(character) && character !== decimal);
  const groups = [""];
  for (const character of whole) {
    if (isGroup(character)) groups.push("");
    else groups[groups.length - 1] += character;
  }
  const digits = groups.join("");
  if (!isGrouped(groups, writing?.smallGroups ?? false) || !/^\d*$/.test(decimals) || digits + decimals === "") return null;
  return { is: "number", number: value(digits, decimals) };
}

/** Characters that may stand between groups of digits in any language. */
const SPACES = " \u00a0\u202f'’";

/** The decimal sign, as far as the number itself tells. */
function decimalSign(body: string): string | undefined {
  const marks = body.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  // 1.234.567 has points between its groups, and no decimals; of two kinds the last one begins the decimals.
  return marks.length === 1 || marks[0] !== last ? last : undefined;
}

/**
 * Whether groups have three digits, the first one up to three; with `small`, those before the last may have two. No language
 * writes 500 as `0,500`: where the comma stands between groups, that is a half of another language.
 */
function isGrouped(groups: readonly string[], small: boolean): boolean {
  if (!groups.every((group) => /^\d*$/.test(group))) return false;
  if (groups.length === 1) return true;
  const [first = "", ...others] = groups;
  return /^[1-9]\d{0,2}$/.test(first)
    && others.every((group, index) => group.length === 3 || (small && group.length === 2 && index < others.length - 1));
}

const CURRENCY = "(?:[A-Z]{0,3}\\p{Sc}|[A-Z]{3})?";
const AMOUNT = new RegExp(`^(?:${CURRENCY}\\s*([-+−])|([-+−])?\\s*${CURRENCY})\\s*([\\d.,' ’\\u00a0\\u202f]*\\d[.,]?)\\s*(?:(%)|${CURRENCY})$`, "u");
