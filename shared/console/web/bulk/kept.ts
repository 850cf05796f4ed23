// How a person fills a template from sheets, kept in this browser for the next sheet with the same columns. It is kept by the
// columns' names, and not on the server: they are of the person's own sheets, and a key that may only make documents must not
// change what others see of a template.

import type { Chosen } from "./rows";
import type { Mapping } from "./targets";

const PREFIX = "platen.columns.";

/** What was chosen, by the names of columns. */
interface Kept {
  /** The column of each field, or null of one that was to stay empty. */
  mapping: Record<string, string | null>;
  together: string | null;
  blank: boolean;
  locale: string;
}

/** Keeps what was chosen for a sheet with these columns. */
export function keepChoices(templateId: string, columns: readonly string[], paths: readonly string[], { mapping, together, blank, locale }: Chosen): void {
  const named = paths.map((path) => [path, columns[mapping[path] ?? -1] ?? null]);
  const kept: Kept = { mapping: Object.fromEntries(named), together: columns[together] ?? null, blank, locale };
  try {
    localStorage.setItem(PREFIX + templateId, JSON.stringify(kept));
  } catch {
    // A browser that stores nothing matches by name again.
  }
}

/**
 * What was chosen last time, for a sheet with these columns; null when nothing was, or when a column is missing: a sheet of
 * another kind is matched by its names. Fields that the template did not have then stay as `guessed`.
 */
export function keptChoices(templateId: string, columns: readonly string[], guessed: Mapping): Chosen | null {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + templateId) ?? "null") as Kept | null;
    if (!kept) return null;
    const mapping: Record<string, number> = { ...guessed };
    for (const [path, name] of Object.entries(kept.mapping)) {
      delete mapping[path];
      if (name === null) continue;
      const column = columns.indexOf(name);
      if (column < 0) return null;
      mapping[path] = column;
    }
    const together = kept.together === null ? -1 : columns.indexOf(kept.together);
    return { mapping, together, blank: kept.blank, locale: kept.locale };
  } catch {
    return null;
  }
}

/** Forgets what was chosen for a template. */
export function forgetChoices(templateId: string): void {
  localStorage.removeItem(PREFIX + templateId);
}
