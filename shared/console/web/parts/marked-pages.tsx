// The pages of a template with its errors marked, each with the number that it has in the list.

import { markTemplate } from "../api/calls";
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
      {value.pages.map(({ page, picture, marks }) => (
        <figure key={page}>
          <div class="marked-page">
            <img src={`data:image/png;base64,${picture}`} alt={say("marked.page", { page, errors: [...new Set(marks.map(({ error }) => error + 1))].join(", ") })} />
            {marks.map(({ error, left, top, width, height }, index) => (
              <span key={index} class="error-mark" aria-hidden="true" style={{ left: share(left), top: share(top), width: share(width), height: share(height) }}>
                {error !== marks[index - 1]?.error && <b>{error + 1}</b>}
              </span>
            ))}
          </div>
          <figcaption class="muted">{say("marked.number", { page })}</figcaption>
        </figure>
      ))}
    </div>
  );
}

const share = (of: number) => `${of * 100}%`;
