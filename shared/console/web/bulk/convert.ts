// Rows to items: what a job is made from.

import type { Data, Json } from "../api/types";
import { at, put } from "../form/path";
import { say } from "../languages";
import type { RowFault, Sheet } from "./sheet";
import { EACH, type Mapping, type Target } from "./targets";
import { Unfit } from "./unfit";
import { type Cell, isEmpty, valueOf } from "./value";
import type { Writing } from "./writing";

/** Items, with the row that each of them came from. */
export interface Converted {
  items: Data[];
  rows: number[];
  faults: RowFault[];
}

/** How rows become items. */
export interface Plan {
  targets: readonly Target[];
  mapping: Mapping;
  /** Rows with one value in this column make one item together; -1: every row is an item. */
  together: number;
  /** Empty cells of needed fields are no fault. */
  blank: boolean;
  /** How numbers and dates are written; where it is not known, what can be read in two ways is a fault. */
  writing?: Writing | undefined;
}

/** Converts all rows. A row with a fault makes no item. */
export function convert(sheet: Sheet, plan: Plan): Converted {
  const converted: Converted = { items: [], rows: [], faults: [...sheet.faults] };
  const mapped = plan.targets.filter((target) => target.path in plan.mapping);
  const how: How = { nested: sheet.nested, blank: plan.blank, writing: plan.writing, faults: converted.faults };
  const byKey = new Map<string, number>();
  const broken = new Set<string>();
  for (const { row, cells } of sheet.rows) {
    const key = plan.together < 0 ? null : String(cells[plan.together] ?? "").trim();
    if (key === "") {
      converted.faults.push({ row, text: say("row.noDocument", { column: sheet.columns[plan.together] ?? "" }) });
      continue;
    }
    const before = key === null ? undefined : byKey.get(key);
    const item = before === undefined ? {} : (converted.items[before] ?? {});
    const made = convertRow(item, row, mapped, (target) => cells[plan.mapping[target.path] ?? -1], how);
    if (!made) {
      // A document that lacks one of its rows would be wrong without saying so: none of them is made.
      if (key !== null) broken.add(key);
      continue;
    }
    if (before !== undefined) {
      converted.items[before] = made;
      continue;
    }
    if (key !== null) byKey.set(key, converted.items.length);
    converted.items.push(made);
    converted.rows.push(row);
  }
  const left = new Set([...broken].map((key) => byKey.get(key)));
  return {
    items: converted.items.filter((_, index) => !left.has(index)),
    rows: converted.rows.filter((_, index) => !left.has(index)),
    faults: converted.faults.sort((a, b) => a.row - b.row),
  };
}

function convertRow(begun: Data, row: number, targets: readonly Target[], cellOf: (target: Target) => Cell, how: How): Data | null {
  let item = begun;
  let whole = true;
  const fault = (text: string, { path }: Target) => {
    how.faults.push({ row, text, path });
    whole = false;
  };
  const value = (target: Target): Json | undefined => {
    const cell = cellOf(target);
    if (how.nested) return cell as Json | undefined;
    try {
      return valueOf(cell, target.kind, how.writing);
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      fault(error.about(target.label), target);
      return null;
    }
  };
  const lists = new Map<string, Target[]>();
  for (const target of targets) {
    if (target.list) {
      lists.set(target.list.path, [...(lists.get(target.list.path) ?? []), target]);
      continue;
    }
    // Of rows that make one document together, the first may tell what holds for all of them.
    const known = at(begun, target.steps);
    if (known !== undefined && isEmpty(cellOf(target))) continue;
    const found = value(target);
    if (known !== undefined && found !== null && JSON.stringify(found) !== JSON.stringify(known)) {
      fault(say("row.differs", { field: target.label }), target);
    } else if (found !== undefined) item = put(item, target.steps, found);
    else if (target.required && target.kind.is === "check") item = put(item, target.steps, false);
    else if (target.required && !how.blank) fault(say("row.empty", { field: target.label }), target);
  }
  for (const inside of lists.values()) {
    const values = inside.map((target): [Target, Json | undefined] => [target, value(target)]);
    const steps = inside[0]?.steps.slice(0, inside[0].steps.indexOf(EACH)) ?? [];
    const before = at(item, steps);
    const elements = Array.isArray(before) ? before : [];
    // A row without values for a list adds no element to it.
    if (values.every(([, value]) => value === undefined)) {
      item = put(item, steps, elements);
      continue;
    }
    let element: Data = {};
    for (const [target, found] of values) {
      if (found !== undefined) element = put(element, target.steps.slice(steps.length + 1), found);
      else if (target.required && target.kind.is === "check") element = put(element, target.steps.slice(steps.length + 1), false);
      else if (target.required && !how.blank) fault(say("row.empty", { field: target.label }), target);
    }
    item = put(item, steps, [...elements, element]);
  }
  return whole ? item : null;
}

/** What holds for all rows. */
interface How {
  nested: boolean;
  blank: boolean;
  writing: Writing | undefined;
  faults: RowFault[];
}
