// JSON: an array of objects, an object with such an array in it, or an object per line.

import type { Data, Json } from "../api/types";
import { say } from "../languages";
import { type Sheet, SheetError } from "./sheet";

/** Members of this many items are offered as columns. */
const LOOKED_AT = 1000;

/** Reads a JSON file. */
export async function readJson(file: File): Promise<Sheet> {
  const text = (await file.text()).replace(/^\ufeff/, "").trim();
  const sheet: Sheet = { fileName: file.name, columns: [], rows: [], faults: [], nested: true, unit: "item" };
  const items = itemsOf(text, file.name, sheet);
  const columns = new Set<string>();
  const good: [number, Data][] = [];
  for (const [number, item] of items) {
    if (!item || typeof item !== "object" || Array.isArray(item)) {
      sheet.faults.push({ row: number, text: say("sheet.notObject", { example: '{"name": "Ada"}' }) });
      continue;
    }
    if (good.length < LOOKED_AT) for (const name of Object.keys(item)) columns.add(name);
    good.push([number, item]);
  }
  sheet.columns = [...columns];
  sheet.rows = good.map(([row, item]) => ({ row, cells: sheet.columns.map((name) => item[name]) }));
  return sheet;
}

function itemsOf(text: string, name: string, sheet: Sheet): [number, Json][] {
  const number = (items: Json[]) => items.map((item, index): [number, Json] => [index + 1, item]);
  let whole: Json;
  try {
    whole = JSON.parse(text);
  } catch (error) {
    if (text.startsWith("{") && text.includes("\n")) return linesOf(text, sheet);
    throw new SheetError(say("sheet.notJson", { name, why: error instanceof Error ? error.message : String(error) }));
  }
  if (Array.isArray(whole)) return number(whole);
  if (whole && typeof whole === "object") {
    const [only, ...others] = Object.values(whole);
    // An object that holds an array and nothing else wraps the items; any other one is an item itself.
    return number(Array.isArray(only) && others.length === 0 ? only : [whole]);
  }
  throw new SheetError(say("sheet.noObjects", { name }));
}

function linesOf(text: string, sheet: Sheet): [number, Json][] {
  const items: [number, Json][] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    try {
      items.push([index + 1, JSON.parse(line)]);
    } catch (error) {
      sheet.faults.push({ row: index + 1, text: say("sheet.lineNotJson", { why: error instanceof Error ? error.message : String(error) }) });
    }
  }
  return items;
}
