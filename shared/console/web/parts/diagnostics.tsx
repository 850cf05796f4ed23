// Remarks on a template: where, what, the text with the fault marked, and how to fix it.

import { say } from "../languages";
import { phrase, place } from "../phrases";
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
export function Remarks({ remarks, numbered = false, onFind }: {
  remarks: readonly Remark[];
  numbered?: boolean;
  /** Goes to a tag in the document that is open beside the list. */
  onFind?: (tag: string) => void;
}) {
  return (
    <ol class={numbered ? "remarks numbered" : "remarks"}>
      {remarks.map((remark, index) => (
        <li key={index}>
          {remark.place && remark.place !== remarks[index - 1]?.place && <p class="place">{sentence(place(remark.place))}</p>}
          <p class="message"><Prose text={`${sentence(phrase(remark.message))}.`} /></p>
          {remark.excerpt && <Excerpt {...remark} excerpt={remark.excerpt} />}
          {onFind && remark.excerpt && (
            <p><button type="button" class="link" onClick={() => onFind(pieces(remark.excerpt ?? "", remark)[1])}>{say("remarks.find")}</button></p>
          )}
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
  const text = sentence(phrase(hint).replace("`platen migrate` rewrites all of them", say("convert.rewrites", { button: say("convert.marks") })));
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

function Excerpt({ excerpt, ...remark }: Remark & { excerpt: string }) {
  const [before, marked, after] = pieces(excerpt, remark);
  return <pre class="excerpt">{before}<mark>{marked}</mark>{after}</pre>;
}

/** An excerpt before, at and after the fault. */
function pieces(excerpt: string, { caret = 0, width }: Pick<Remark, "caret" | "width">): [string, string, string] {
  // Places are counted in characters, which are not what JavaScript's strings are made of.
  const characters = [...excerpt];
  const end = caret + (width ?? tagLength(characters.slice(caret).join("")));
  return [characters.slice(0, caret).join(""), characters.slice(caret, end).join(""), characters.slice(end).join("")];
}

/** How much to mark where only the beginning is told: the tag that begins there, else one character. */
function tagLength(text: string): number {
  return text.match(/^\{[{%#].*?[}%#]\}/s)?.[0].length ?? 1;
}
