// Remarks on a template: where, what, the text with the fault marked, and how to fix it.

import { say } from "../languages";
import { sentence } from "../words";
import type { Problem } from "../api/problem";
import { Prose } from "./prose";

/** A remark, as metadata and problems have it. */
export interface Remark {
  place?: string;
  excerpt?: string;
  caret?: number;
  width?: number;
  message: string;
  hint?: string | null;
}

/** A list of remarks. What neighbours have in common, place and remedy, is said once. Pictures of pages name them by number. */
export function Remarks({ remarks, numbered = false }: { remarks: readonly Remark[]; numbered?: boolean }) {
  return (
    <ol class={numbered ? "remarks numbered" : "remarks"}>
      {remarks.map((remark, index) => (
        <li key={index}>
          {remark.place && remark.place !== remarks[index - 1]?.place && <p class="place">{sentence(remark.place)}</p>}
          <p class="message"><Prose text={`${sentence(remark.message)}.`} /></p>
          {remark.excerpt && <Excerpt {...remark} excerpt={remark.excerpt} />}
          {remark.hint && remark.hint !== remarks[index + 1]?.hint && (
            <p class="hint"><Prose text={hintOf(remark.hint)} /></p>
          )}
        </li>
      ))}
    </ol>
  );
}

/** A remedy as a sentence: some are questions (`did you mean ...?`), others what to do. */
function hintOf(hint: string): string {
  const text = sentence(hint.replace("`platen migrate` rewrites all of them", say("convert.rewrites", { button: say("convert.marks") })));
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/** The remarks of a problem with a template's file: the place stands in front of its words, too. */
export function remarksOf(problem: Problem): Remark[] {
  if (problem.errors.length === 0) return [{ message: problem.message.replace(/\.$/, "") }];
  return problem.errors.map(({ detail, place, ...rest }) => ({
    ...rest,
    ...(place !== undefined && { place }),
    message: place && detail.startsWith(`${place}: `) ? detail.slice(place.length + 2) : detail,
  }));
}

function Excerpt({ excerpt, caret = 0, width }: Remark & { excerpt: string }) {
  // Places are counted in characters, which are not what JavaScript's strings are made of.
  const characters = [...excerpt];
  const end = caret + (width ?? tagLength(characters.slice(caret).join("")));
  return (
    <pre class="excerpt">
      {characters.slice(0, caret).join("")}
      <mark>{characters.slice(caret, end).join("")}</mark>
      {characters.slice(end).join("")}
    </pre>
  );
}

/** How much to mark where only the beginning is told: the tag that begins there, else one character. */
function tagLength(text: string): number {
  return text.match(/^\{[{%#].*?[}%#]\}/s)?.[0].length ?? 1;
}
