// The places in a template's data that columns can fill, and which column seems to be meant for which.

import type { Field, Kind } from "../form/shape";

/** A place. Steps are names of members; a list's elements are the step `[]`, of which there is at most one. */
export interface Target {
  /** `lines[].price`. */
  path: string;
  steps: string[];
  /** `Lines › Price`. */
  label: string;
  kind: Kind;
  /** The template cannot do without it; inside a list, no element of it can. */
  required: boolean;
  /** The list that it is inside of. */
  list?: { path: string; label: string; required: boolean };
}

/** The step into the elements of a list. */
export const EACH = "[]";

/** Targets of rows whose cells are single values. */
export function leaves(fields: readonly Field[]): Target[] {
  return fields.flatMap((field) => leavesOf(field, [], "", true));
}

/** Targets of items that have the template's own form: the members of the data. */
export function members(fields: readonly Field[]): Target[] {
  return fields.map((field) => ({ path: field.name, steps: [field.name], label: field.label, kind: field.kind, required: field.required }));
}

function leavesOf(field: Field, above: string[], labels: string, needed: boolean, list?: Target["list"]): Target[] {
  const steps = [...above, field.name];
  const label = labels ? `${labels} › ${field.label}` : field.label;
  const required = needed && field.required;
  const { kind } = field;
  if (kind.is === "group") return kind.fields.flatMap((inner) => leavesOf(inner, steps, label, required, list));
  if (kind.is === "list" && kind.element.kind.is === "group" && !list) {
    const whole = { path: steps.join("."), label, required };
    return kind.element.kind.fields.flatMap((inner) => leavesOf(inner, [...steps, EACH], label, true, whole));
  }
  return [{ path: steps.join(".").replaceAll(`.${EACH}`, EACH), steps, label, kind, required, ...(list && { list }) }];
}

/** Fields that the template needs and no column fills. Of a list: its needed fields if some of it are filled, else itself. */
export function unfilled(targets: readonly Target[], mapping: Mapping): { path: string; label: string }[] {
  const begun = new Set(targets.filter((target) => target.path in mapping).map((target) => target.list?.path));
  const lacking = new Map<string, { path: string; label: string }>();
  for (const target of targets) {
    const { list } = target;
    if (target.path in mapping) continue;
    if (list && !begun.has(list.path)) {
      if (list.required) lacking.set(list.path, list);
    } else if (target.required) lacking.set(target.path, target);
  }
  return [...lacking.values()];
}

/** Which column fills which target, by the target's path. */
export type Mapping = Readonly<Record<string, number>>;

/** Maps columns to targets by their names. No column is taken twice. */
export function guess(targets: readonly Target[], columns: readonly string[]): Mapping {
  const mapping: Record<string, number> = {};
  const free = new Set(columns.keys());
  // From the surest sign to the weakest: a weak sign must not take the column of a sure one.
  const signs: ((target: Target) => string)[] = [
    (target) => plain(target.path),
    (target) => plain(target.label),
    (target) => plain(target.steps.at(-1) ?? ""),
    (target) => plain(target.label.split(" › ").at(-1) ?? ""),
  ];
  for (const sign of signs) {
    for (const target of targets) {
      if (target.path in mapping) continue;
      const wanted = sign(target);
      const column = [...free].find((index) => plain(columns[index] ?? "") === wanted);
      if (column === undefined) continue;
      mapping[target.path] = column;
      free.delete(column);
    }
  }
  return mapping;
}

/** A name without what people write in different ways. */
function plain(name: string): string {
  return name.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
