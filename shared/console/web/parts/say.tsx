// Texts with more than words in them: links, code, strong words.

import type { ComponentChildren } from "preact";
import { Fragment } from "preact";
import { form, type Key, written } from "../languages";
import { Prose } from "./prose";

/** What stands in a placeholder, or makes something of the words between `<name>` and `</name>`. */
type Part = ComponentChildren | ((words: string) => ComponentChildren);

/** A text with its placeholders filled; what stands between backticks is code. */
export function Say({ id, ...parts }: { id: Key } & Record<string, Part>) {
  const pieces: ComponentChildren[] = [];
  const text = form(id, parts);
  let from = 0;
  for (const found of text.matchAll(/<(\w+)>(.*?)<\/\1>|\{(\w+)\}/g)) {
    const [whole, span, words = "", place = ""] = found;
    const part = parts[span ?? place];
    pieces.push(<Prose text={text.slice(from, found.index)} />, typeof part === "function" ? part(words) : typeof part === "number" ? written(part) : part);
    from = found.index + whole.length;
  }
  return <>{[...pieces, <Prose text={text.slice(from)} />].map((piece, index) => <Fragment key={index}>{piece}</Fragment>)}</>;
}
