// Tags as an author writes them in Word, for fields and for data.

import type { Data, Json } from "./api/types";

/** What a field does: it stands for its value, decides what appears, repeats, or has fields of its own. */
export type FieldKind = "value" | "condition" | "loop" | "group";

/** A field of some data, with those inside it. */
export interface Entry {
  name: string;
  /** As metadata has it: `items[].name`. */
  path: string;
  kind: FieldKind;
  sample: string;
  inner: Entry[];
}

/** What a tag applies to: the text between its two ends, whole paragraphs, or rows of a table. */
export type Reach = "" | "p" | "tr";

/** The tag of a field: `items[].name` is `{{ item.name }}`, in a loop. */
export function tagOf(path: string, kind: FieldKind): string {
  return kind === "loop" || kind === "condition" ? around(path, kind).join("…") : `{{ ${nameOf(path)} }}`;
}

/** The two ends of a loop or a condition. */
export function around(path: string, kind: "condition" | "loop", reach: Reach = ""): [string, string] {
  if (kind === "condition") return [`{%${reach} if ${nameOf(path)} %}`, `{%${reach} endif %}`];
  return [`{%${reach} for ${variable(path)} in ${nameOf(path)} %}`, `{%${reach} endfor %}`];
}

/** A field as tags and content controls name it: inside a list by the name of the list's entry. */
export function nameOf(path: string): string {
  const steps = path.split("[]");
  return steps.length === 1 ? path : `${variable(steps.slice(0, -1).join("[]"))}${steps.at(-1)}`;
}

/** What an entry of a list is called in its loop: that of `order.lines` is `line`. */
function variable(list: string): string {
  const name = list.split(/\.|\[\]/).filter(Boolean).at(-1) ?? "item";
  const one = /ies$/.test(name) ? name.replace(/ies$/, "y") : /[^su]s$/.test(name) ? name.slice(0, -1) : "item";
  return /^[A-Za-z_]\w*$/.test(one) ? one : "item";
}

/** The fields of some data, as a tree. */
export function treeOf(data: Data): Entry[] {
  return Object.entries(data).map(([name, value]) => entryOf(name, name, value));
}

/** The same, one after the other, without groups. */
export function fieldsIn(tree: readonly Entry[]): Entry[] {
  return tree.flatMap((entry) => [...(entry.kind === "group" ? [] : [entry]), ...fieldsIn(entry.inner)]);
}

function entryOf(name: string, path: string, value: Json): Entry {
  if (Array.isArray(value)) return { name, path, kind: "loop", sample: "", inner: inList(name, path, value[0]) };
  if (value && typeof value === "object" && !("$image" in value)) return { name, path, kind: "group", sample: "", inner: members(path, value) };
  return { name, path, kind: typeof value === "boolean" ? "condition" : "value", sample: value === null || typeof value === "object" ? "" : String(value), inner: [] };
}

function inList(name: string, path: string, first: Json | undefined): Entry[] {
  const inside = `${path}[]`;
  if (first && typeof first === "object" && !Array.isArray(first) && !("$image" in first)) return members(inside, first);
  return [entryOf(name, inside, first ?? "")];
}

function members(path: string, value: Data): Entry[] {
  return Object.entries(value).map(([name, inner]) => entryOf(name, /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}["${name}"]`, inner));
}
