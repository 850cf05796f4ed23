// The pages of a template with its errors marked, each with the number that it has in the list.

import { useState } from "preact/hooks";
import { markTemplate } from "../api/calls";
import type { MarkedPage } from "../api/types";
import { say } from "../languages";
import { useLoaded } from "./load";
import { Loading, ProblemNote } from "./notes";

/** The pages, once they are drawn; nothing when no page shows an error. */
export function MarkedPages({ file }: { file: File }) {
  const [{ value, problem }] = useLoaded(() => markTemplate(file), [file]);
  // Of a file that has no pages the list says why.
  if (problem) return problem.code === "template-error" ? null : <ProblemNote problem={problem} />;
  if (!value) return <Loading what="loading.page" />;
  return (
    <div class="marked-pages">
      {value.pages.map((page) => <Page key={page.page} {...page} />)}
    </div>
  );
}

/** Of a page's height, what is shown above and below its marks. */
const AROUND = 0.05;

/** Of a page's width, how far the numbers stand from its side, and from one another. */
const MARGIN = 0.03;

/** The part of a page that has marks: the rest of a page that is nearly empty would push the list away. */
function Page({ page, picture, marks }: MarkedPage) {
  // As high as it is wide, until the picture says more.
  const [shape, setShape] = useState(Math.SQRT2);
  const top = Math.max(0, Math.min(...marks.map((mark) => mark.top)) - AROUND);
  const bottom = Math.min(1, Math.max(...marks.map((mark) => mark.top + mark.height)) + AROUND);
  const part = bottom - top;
  // Beside the text, where they cover none of it.
  const firsts = marks.filter(({ error }, index) => error !== marks[index - 1]?.error);
  return (
    <figure>
      <div class="marked-page" style={{ aspectRatio: `1 / ${shape * part}` }}>
        <div style={{ top: share(-top / part) }}>
          <img src={`data:image/png;base64,${picture}`} alt={say("marked.page", { page, errors: [...new Set(marks.map(({ error }) => error + 1))].join(", ") })}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setShape(naturalHeight / naturalWidth)} />
          {marks.map(({ left, top, width, height }, index) => (
            <span key={index} class="error-mark" aria-hidden="true" style={{ left: share(left), top: share(top), width: share(width), height: share(height) }} />
          ))}
          {firsts.map(({ error, top, height }, index) => (
            <b key={error} class="error-number" aria-hidden="true" style={{ left: share(MARGIN + MARGIN * firsts.slice(0, index).filter((other) => Math.abs(other.top - top) < height).length), top: share(top + height / 2) }}>{error + 1}</b>
          ))}
        </div>
      </div>
      <figcaption class="muted">{say("marked.number", { page })}</figcaption>
    </figure>
  );
}

const share = (of: number) => `${of * 100}%`;
