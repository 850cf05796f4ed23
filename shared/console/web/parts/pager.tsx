// Pages of a list.

import { say } from "../languages";

/** The way to the pages before and after; nothing where there is one page only. */
export function Pager({ page, last, onPage }: { page: number; last: number; onPage: (page: number) => void }) {
  if (last < 2) return null;
  return (
    <nav class="pager" aria-label={say("pages")}>
      <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>{say("pages.previous")}</button>
      <span>{say("pages.page", { page, last })}</span>
      <button type="button" disabled={page >= last} onClick={() => onPage(page + 1)}>{say("pages.next")}</button>
    </nav>
  );
}
