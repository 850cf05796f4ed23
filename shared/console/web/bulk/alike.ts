// Rows that seem to be lines of one document: each has values for a list, and else they say the same.

import type { Sheet } from "./sheet";
import { EACH, type Mapping, type Target } from "./targets";
import { cellText } from "./sheet";

/** A column whose value is the same in rows that seem to belong together. */
export interface Alike {
  column: number;
  /** The first such value, and how many rows have it. */
  value: string;
  rows: number;
}

/**
 * The first column by which rows can be put together: rows that share its value differ in nothing but the columns of lists.
 * Customers share a name, too, but their invoices have other numbers.
 */
export function alike({ rows }: Sheet, targets: readonly Target[], mapping: Mapping): Alike | null {
  const mapped = targets.flatMap((target) => (target.path in mapping ? [{ column: mapping[target.path] ?? -1, isListed: target.steps.includes(EACH), is: target.kind.is }] : []));
  const plain = mapped.filter(({ isListed }) => !isListed);
  if (plain.length === mapped.length) return null;
  const text = (cells: Sheet["rows"][number]["cells"], column: number) => cellText(cells[column]).trim();
  for (const { column, is } of plain) {
    if (is === "check" || is === "choice") continue;
    const first = new Map<string, { cells: Sheet["rows"][number]["cells"]; rows: number }>();
    const fits = rows.every(({ cells }) => {
      const key = text(cells, column);
      const known = first.get(key);
      if (key === "" || !known) return first.set(key, { cells, rows: 1 });
      known.rows += 1;
      // What holds for all rows may stand in the first alone.
      return plain.every(({ column }) => ["", text(known.cells, column)].includes(text(cells, column)));
    });
    const shared = [...first].find(([key, { rows }]) => key !== "" && rows > 1);
    if (fits && shared) return { column, value: shared[0], rows: shared[1].rows };
  }
  return null;
}
