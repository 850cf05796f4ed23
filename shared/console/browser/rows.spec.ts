// Cells to values, columns to fields, rows to items: what could be meant in two ways is never guessed.

import { expect, test } from "@playwright/test";
import type { Field, Kind } from "../web/form/shape";
import { convert } from "../web/bulk/convert";
import type { Sheet } from "../web/bulk/sheet";
import { guess, leaves, unfilled } from "../web/bulk/targets";
import { valueOf } from "../web/bulk/value";

const NUMBER: Kind = { is: "number" };
const CHECK: Kind = { is: "check" };
const DATE: Kind = { is: "date", time: false };
const TEXT: Kind = { is: "text", long: false, suggestions: [] };
const CHOICE: Kind = { is: "choice", options: [{ value: "P14D", text: "14 days" }, { value: "P30D", text: "30 days" }] };

test("cells become values of the field's kind", () => {
  for (const [cell, kind, value] of [
    ["12", NUMBER, 12], ["12.5", NUMBER, 12.5], ["12,5", NUMBER, 12.5], [" -3 ", NUMBER, -3], ["€ 1.234,50", NUMBER, 1234.5],
    ["1,234.50", NUMBER, 1234.5], ["1 234,5 kr", NUMBER, "?"], ["1'234.50 CHF", NUMBER, 1234.5], ["1.234.567", NUMBER, 1234567],
    ["1,234,567", NUMBER, 1234567], ["0,500", NUMBER, 0.5], ["20 %", NUMBER, 20], [7, NUMBER, 7], ["", NUMBER, undefined],
    ["Yes", CHECK, true], ["nein", CHECK, false], ["", CHECK, false], [true, CHECK, true], ["x", CHECK, true], ["maybe", CHECK, "?"],
    ["2026-05-01", DATE, "2026-05-01"], ["1.5.2026", DATE, "2026-05-01"], ["31/12/2026", DATE, "2026-12-31"],
    ["12/31/2026", DATE, "2026-12-31"], ["05/05/2026", DATE, "2026-05-05"], ["May", DATE, "?"], ["32.1.2026", DATE, "?"],
    [new Date("2026-05-01T00:00:00Z"), DATE, "2026-05-01"], [new Date("2026-05-01T00:00:00Z"), TEXT, "2026-05-01"],
    ["30 Days", CHOICE, "P30D"], ["p14d", CHOICE, "P14D"], ["90 days", CHOICE, "?"],
    [12.5, TEXT, 12.5], [" Ada ", TEXT, "Ada"], [undefined, TEXT, undefined], [null, TEXT, undefined],
  ] as [Parameters<typeof valueOf>[0], Kind, unknown][]) {
    const value_ = () => valueOf(cell, kind);
    if (value === "?") expect(value_, String(cell)).toThrow(/wanted|write it/);
    else expect(value_(), String(cell)).toEqual(value);
  }
});

test("what may mean two things is asked for", () => {
  expect(() => valueOf("1,234", NUMBER)).toThrow("is “1,234”, which may mean 1234 or 1.234; write it without the comma");
  expect(() => valueOf("01/02/2026", DATE)).toThrow("it is not clear which number is the month; write it as 2026-01-02 or 2026-02-01");
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
    { number: "3", customer: { name: "Mary" }, lines: [], paid: false },
  ]);
  expect(from).toEqual([2, 6]);
  expect(faults.map(({ row, text }) => `${row}: ${text}`)).toEqual([
    "3: “lines › price” is “1,234”, which may mean 1234 or 1.234; write it without the comma.",
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
  expect(faults).toEqual([{ row: 5, text: "“customer › name” is another than in an earlier row of the same document." }]);
});
