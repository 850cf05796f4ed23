// Places in data, as JSON Pointers (RFC 6901): the service names the place of every fault that way.

import type { Data, Json } from "../api/types";

/** A way into data: names of members and indexes of elements. */
export type Path = readonly (string | number)[];

/** The pointer of a path: `/items/0/price`. */
export function pointer(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The path of a pointer. */
export function stepsOf(pointer: string): Path {
  return pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** What stands at a path; undefined where nothing does. */
export function at(data: Json | undefined, path: Path): Json | undefined {
  let here: Json | undefined = data;
  for (const step of path) {
    if (typeof here !== "object" || here === null) return undefined;
    here = (here as Record<string | number, Json>)[step];
  }
  return here;
}

/** The data with another value at a path; without the member when the value is undefined. What is not on the way is shared. */
export function put(data: Data, path: Path, value: Json | undefined): Data {
  return place(data, path, value) as Data;
}

function place(here: Json | undefined, path: Path, value: Json | undefined): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const inner = place(at(here, [step]), rest, value);
  if (typeof step === "number") {
    const list = Array.isArray(here) ? [...here] : [];
    list[step] = inner ?? null;
    return list;
  }
  const members: Data = here && typeof here === "object" && !Array.isArray(here) ? { ...here } : {};
  if (inner === undefined) delete members[step];
  else members[step] = inner;
  return members;
}
