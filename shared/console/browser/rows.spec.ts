// Cells to values, columns to fields, rows to items: what could be meant in two ways is never guessed.

import { expect, test } from "@playwright/test";
import { readFileSync } from "node:fs";
import type { Json, Metadata } from "../web/api/types";
import { type Field, fieldsOf, type Kind } from "../web/form/shape";
import { convert } from "../web/bulk/convert";
import type { Sheet } from "../web/bulk/sheet";
import { guess, leaves, unfilled } from "../web/bulk/targets";
import { valueOf } from "../web/bulk/value";
import { writingOf } from "../web/bulk/writing";

const NUMBER: Kind = { is: "number" };
const CHECK: Kind = { is: "check" };
const DATE: Kind = { is: "date", time: false };
const TEXT: Kind = { is: "text", long: false, suggestions: [] };

/** A cell, and what it becomes. */
interface Case {
  cell: Json | { date: string };
  schema: unknown;
  value?: Json;
  refused?: string;
  locale?: string;
}

/** The table that the service's reader holds to as well (`shared/tables/src/value.rs`, `shared/tables/tests/rows.rs`). */
const CASES = JSON.parse(readFileSync(new URL("../../tables/tests/cases.json", import.meta.url), "utf8")) as {
  cells: Case[];
  schema: unknown;
  headings: { columns: string[]; fills: Record<string, number>; unfilled: string[] }[];
  tables: { columns: string[]; rows: string[][]; together: number; items?: Json[]; faults: number[] }[];
};

const LANGUAGES = JSON.parse(readFileSync(new URL("../../tables/tests/languages.json", import.meta.url), "utf8")) as Case[];

function isDate(cell: unknown): cell is { date: string } {
  return typeof cell === "object" && cell !== null && "date" in cell;
}

test("cells, headings and rows are read as the service reads them", () => {
  const fieldOf = (schema: unknown): Field[] => fieldsOf({ schema, contentControls: [] } as unknown as Metadata, {});
  expect(CASES.cells.length).toBeGreaterThan(100);
  for (const { cell, schema, value, refused, locale } of [...CASES.cells, ...LANGUAGES]) {
    const kind = fieldOf({ properties: { x: schema } })[0]?.kind as Kind;
    const read = () => valueOf(isDate(cell) ? new Date(`${cell.date}Z`) : cell, kind, locale === undefined ? undefined : writingOf(locale));
    if (refused === undefined) expect(read(), JSON.stringify([cell, schema, locale])).toEqual(value);
    else expect(read, JSON.stringify([cell, schema, locale])).toThrow(refused);
  }
  const targets = leaves(fieldOf(CASES.schema));
  for (const { columns, fills, unfilled: lacking } of CASES.headings) {
    const mapping = guess(targets, columns);
    expect(mapping).toEqual(fills);
    expect(unfilled(targets, mapping).map(({ path }) => path)).toEqual(lacking);
  }
  for (const { columns, rows, together, items, faults } of CASES.tables) {
    const sheet: Sheet = { fileName: "x.csv", columns, rows: rows.map((cells, index) => ({ row: index + 2, cells })), faults: [], nested: false, unit: "row" };
    const mapping = Object.fromEntries(columns.map((name, index) => [name, index]));
    const converted = convert(sheet, { targets, mapping, together, blank: false });
    expect(converted.faults.map(({ row }) => row)).toEqual(faults);
    if (items) expect(converted.items).toEqual(items);
  }
});

test("what may mean two things is asked for", () => {
  expect(() => valueOf("1,234", NUMBER)).toThrow("is “1,234”, which may mean 1234 or 1.234; choose the language of the numbers, or write it without the comma");
  expect(() => valueOf("01/02/2026", DATE)).toThrow("it is not clear which number is the month; choose the language of the dates, or write it as 2026-01-02 or 2026-02-01");
});

const field = (name: string, kind: Kind, required = true): Field => ({ name, label: name, required, kind });
const FIELDS: Field[] = [
  field("number", TEXT),
  field("customer", { is: "group", fields: [field("name", TEXT), field("number", TEXT, false)] }),
  field("lines", { is: "list", element: field("line", { is: "group", fields: [field("text", TEXT), field("price", NUMBER)] }) }),
  field("paid", CHECK, false),
];

test("columns are given to fields by their names, each once", () => {
  const targets = leaves(FIELDS);
  expect(targets.map((target) => target.path)).toEqual(["number", "customer.name", "customer.number", "lines[].text", "lines[].price", "paid"]);
  const mapping = guess(targets, ["Customer No", "NUMBER", "customer_number", "Name", "Text"]);
  expect(mapping).toEqual({ number: 1, "customer.number": 2, "customer.name": 3, "lines[].text": 4 });
  // A list that is begun needs all that an element needs; one that is not needs something at all.
  expect(unfilled(targets, mapping).map(({ path }) => path)).toEqual(["lines[].price"]);
  expect(unfilled(targets, { number: 0, "customer.name": 1 }).map(({ path }) => path)).toEqual(["lines"]);
});

test("rows of one document are put together, and none is made that lacks a row", () => {
  const targets = leaves(FIELDS);
  const columns = ["number", "customer.name", "lines[].text", "lines[].price", "paid"];
  const rows = [
    ["1", "Ada", "Desk", "10", "yes"], ["2", "Kurt", "Lamp", "1,234", "no"], ["1", "Ada", "Chair", "5", "yes"], ["2", "Kurt", "Bulb", "3", "no"], ["3", "Mary", "", "", ""],
  ].map((cells, index) => ({ row: index + 2, cells }));
  const sheet: Sheet = { fileName: "x.csv", columns, rows, faults: [], nested: false, unit: "row" };
  const mapping = Object.fromEntries(columns.map((name, index) => [name, index]));
  const { items, rows: from, faults } = convert(sheet, { targets, mapping, together: 0, blank: false });
  expect(items).toEqual([
    { number: "1", customer: { name: "Ada" }, lines: [{ text: "Desk", price: 10 }, { text: "Chair", price: 5 }], paid: true },
    { number: "3", customer: { name: "Mary" }, lines: [] },
  ]);
  expect(from).toEqual([2, 6]);
  expect(faults.map(({ row, text }) => `${row}: ${text}`)).toEqual([
    "3: “lines › price” is “1,234”, which may mean 1234 or 1.234; choose the language of the numbers, or write it without the comma.",
  ]);
});

test("what holds for a whole document may stand in its first row alone, and never in two ways", () => {
  const targets = leaves(FIELDS);
  const columns = ["number", "customer.name", "lines[].text", "lines[].price", "paid"];
  const rows = [
    ["1", "Ada", "Desk", "10", "yes"], ["1", "", "Chair", "5", ""], ["2", "Kurt", "Lamp", "7", "no"], ["2", "Mary", "Bulb", "3", "no"],
  ].map((cells, index) => ({ row: index + 2, cells }));
  const sheet: Sheet = { fileName: "x.csv", columns, rows, faults: [], nested: false, unit: "row" };
  const mapping = Object.fromEntries(columns.map((name, index) => [name, index]));
  const { items, faults } = convert(sheet, { targets, mapping, together: 0, blank: false });
  expect(items).toEqual([
    { number: "1", customer: { name: "Ada" }, lines: [{ text: "Desk", price: 10 }, { text: "Chair", price: 5 }], paid: true },
  ]);
  expect(faults).toEqual([{ row: 5, path: "customer.name", text: "“customer › name” differs from an earlier row of the same document." }]);
});
