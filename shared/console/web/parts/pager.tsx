// Pages of a list.

/** The way to the pages before and after; nothing where there is one page only. */
export function Pager({ page, last, onPage }: { page: number; last: number; onPage: (page: number) => void }) {
  if (last < 2) return null;
  return (
    <nav class="pager" aria-label="Pages">
      <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>Previous</button>
      <span>Page {page} of {last}</span>
      <button type="button" disabled={page >= last} onClick={() => onPage(page + 1)}>Next</button>
    </nav>
  );
}
