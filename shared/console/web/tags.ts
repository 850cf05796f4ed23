// Tags as an author writes them in Word, for fields and for data.

import type { Data, Json } from "./api/types";

/** A field with its tag. */
export interface Tag {
  path: string;
  tag: string;
  sample: string;
}

/** The tag of a field: `items[].name` is `{{ item.name }}`, in a loop. */
export function tagOf(path: string, kind: "value" | "condition" | "loop"): string {
  const steps = path.split("[]");
  const name = steps.length === 1 ? path : `${variable(steps.slice(0, -1).join("[]"))}${steps.at(-1)}`;
  if (kind === "loop") return `{% for ${variable(path)} in ${name} %}…{% endfor %}`;
  return kind === "condition" ? `{% if ${name} %}…{% endif %}` : `{{ ${name} }}`;
}

/** What an entry of a list is called in its loop: that of `order.lines` is `line`. */
function variable(list: string): string {
  const name = list.split(/\.|\[\]/).filter(Boolean).at(-1) ?? "item";
  const one = /ies$/.test(name) ? name.replace(/ies$/, "y") : /[^su]s$/.test(name) ? name.slice(0, -1) : "item";
  return /^[A-Za-z_]\w*$/.test(one) ? one : "item";
}

/** The tags of all fields of some data. */
export function tagsOf(data: Data): Tag[] {
  return Object.entries(data).flatMap(([name, value]) => tagsAt(name, value));
}

function tagsAt(path: string, value: Json): Tag[] {
  if (Array.isArray(value)) {
    const first = value[0];
    const inner = first === undefined || first === null || typeof first !== "object" ? [{ path: `${path}[]`, tag: tagOf(`${path}[]`, "value"), sample: String(first ?? "") }] : tagsAt(`${path}[]`, first);
    return [{ path, tag: tagOf(path, "loop"), sample: "" }, ...inner];
  }
  if (value && typeof value === "object") return Object.entries(value).flatMap(([name, inner]) => tagsAt(/^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}["${name}"]`, inner));
  return [{ path, tag: tagOf(path, typeof value === "boolean" ? "condition" : "value"), sample: value === null ? "" : String(value) }];
}
