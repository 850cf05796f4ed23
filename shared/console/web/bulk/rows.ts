// Which row of the sheet each item of a job came from, for jobs that this tab started: a failed document is then named by
// the row that the person sees.

const known = new Map<string, readonly number[]>();

/** Keeps the rows of a job. */
export function remember(jobId: string, rows: readonly number[]): void {
  known.set(jobId, rows);
}

/** The way from an item's index to its row; null for a job of another time. */
export function rowOf(jobId: string): ((index: number) => number) | null {
  const rows = known.get(jobId);
  return rows ? (index) => rows[index] ?? index + 1 : null;
}
