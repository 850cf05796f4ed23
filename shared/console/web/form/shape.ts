// What a form asks for: the template's JSON Schema and content controls as a tree of fields.

import type { ContentControl, Data, Json, Metadata, Schema } from "../api/types";
import type { Key } from "../languages";
import { label } from "../words";
import { at, type Path } from "./path";

/** What a field takes. */
export type Kind =
  /** `only`: the schema takes nothing else, so that a number of a sheet is written out. */
  | { is: "text"; long: boolean; suggestions: string[]; only?: boolean; markup?: Key }
  | { is: "number" }
  | { is: "check" }
  | { is: "date"; time: boolean }
  | { is: "choice"; options: { value: string; text: string }[] }
  /** An object with a description beside the picture, or the picture alone. */
  | { is: "picture"; alone: boolean }
  | { is: "group"; fields: Field[] }
  | { is: "list"; element: Field }
  /** Data of a form that is not known beforehand, as JSON. */
  | { is: "json" };

/** A field. */
export interface Field {
  name: string;
  label: string;
  /** What the template's author says of it. */
  help?: string;
  /** The template cannot do without it. */
  required: boolean;
  /** The path of the field that has to be true for this one to be asked for. */
  when?: Path;
  kind: Kind;
}

const LONG = /(note|remark|comment|description|text|body|message|terms|address|scope|summary|reason)s?$/i;

/** How texts are written that become more than text. */
const MARKUP: Record<string, Key> = {
  "text/markdown": "form.markdown",
  "text/html": "form.html",
};

/** The fields of a template. The model says what the schema leaves open. */
export function fieldsOf(metadata: Pick<Metadata, "schema" | "contentControls">, model: Data): Field[] {
  const controls = new Map(metadata.contentControls.map((control) => [control.path, control]));
  return members(metadata.schema, model, "", controls);
}

type Controls = Map<string, ContentControl>;

function members(schema: Schema, model: Json | undefined, path: string, controls: Controls): Field[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, inner]) => {
    const value = model && typeof model === "object" && !Array.isArray(model) ? model[name] : undefined;
    const below = path ? `${path}.${name}` : name;
    return {
      name,
      label: inner.title ?? label(name),
      ...(inner.description && { help: inner.description }),
      required: required.has(name),
      ...(inner["x-when"] !== undefined && { when: inner["x-when"].split(".") }),
      kind: kindOf(inner, value, below, name, controls),
    };
  });
}

function kindOf(schema: Schema, model: Json | undefined, path: string, name: string, controls: Controls): Kind {
  const types = [schema.type ?? []].flat().filter((type) => type !== "null");
  const control = controls.get(path);
  if (schema.enum) return { is: "choice", options: options(schema.enum.filter((value): value is string => value !== null), control) };
  if (schema.properties?.["$image"]) return { is: "picture", alone: false };
  if (schema.contentMediaType?.startsWith("image/")) return { is: "picture", alone: true };
  if (schema.properties) return { is: "group", fields: members(schema, model, path, controls) };
  // The first type is the one to ask for: what a condition asks takes more than a check box says.
  if (types[0] === "boolean") return { is: "check" };
  if (types.length === 1) {
    const formats = (schema.anyOf ?? []).map((either) => either.format);
    switch (types[0]) {
      case "number":
      case "integer":
        return { is: "number" };
      case "array": {
        const first = Array.isArray(model) ? model[0] : undefined;
        const element = kindOf(schema.items ?? {}, first, `${path}[]`, name, controls);
        return { is: "list", element: { name, label: one(schema.items?.title ?? label(name)), required: true, kind: element } };
      }
      case "object":
        return { is: "json" };
      case "string":
        if (formats.length) return { is: "date", time: formats[0] === "date-time" };
    }
  }
  if (types.length === 0 && model !== undefined) return guessed(model, name);
  const suggestions = (schema.examples ?? []).filter((example) => typeof example === "string");
  const markup = MARKUP[schema.contentMediaType ?? ""];
  const long = control?.type === "richText" || schema.contentMediaType !== undefined || LONG.test(name) || (typeof model === "string" && model.includes("\n"));
  return { is: "text", long, suggestions, ...(types.length === 1 && types[0] === "string" && { only: true }), ...(markup && { markup }) };
}

/** The kind of a field that may be anything, by the value that the model has for it. */
function guessed(model: Json, name: string): Kind {
  if (typeof model === "boolean") return { is: "check" };
  if (Array.isArray(model) || (model && typeof model === "object")) return { is: "json" };
  return { is: "text", long: LONG.test(name), suggestions: [] };
}

/** A drop-down's entries: its values where they are known, with the text that a reader sees. */
function options(allowed: string[], control: ContentControl | undefined): { value: string; text: string }[] {
  if (!control?.options?.length) return allowed.map((value) => ({ value, text: value }));
  return control.options.map((item) => ({ value: item.value || item.displayText, text: item.displayText || item.value }));
}

/** Whether a form asks for a field, as its data stands. */
export function isAsked({ when }: Field, data: Data): boolean {
  return when === undefined || !isBlank(at(data, when));
}

/** The name of one entry of a list: `Items` has `Item`s. */
function one(many: string): string {
  if (/ies$/i.test(many)) return many.replace(/ies$/i, "y");
  return /[^su]s$/i.test(many) ? many.slice(0, -1) : many;
}

/** Data that lacks neither a list nor a box: both have a value from the beginning, an empty one. */
export function complete(fields: readonly Field[], data: Data): Data {
  const whole: Data = { ...data };
  for (const { name, kind } of fields) {
    const value = whole[name];
    if (kind.is === "group") {
      if (value === undefined || isObject(value)) whole[name] = complete(kind.fields, value ?? {});
    } else if (kind.is === "list" && Array.isArray(value)) {
      const { kind: element } = kind.element;
      if (element.is === "group") whole[name] = value.map((item) => (isObject(item) ? complete(element.fields, item) : item));
    } else if (value === undefined) {
      const made = empty(kind);
      if (made !== undefined) whole[name] = made;
    }
  }
  return whole;
}

/**
 * Data with the model's values where nothing was entered.
 * @param isEntered whether a box was unticked by hand, which looks like one that nobody touched.
 */
export function filled(fields: readonly Field[], data: Data, model: Data, isEntered: (path: Path) => boolean, path: Path = []): Data {
  const whole: Data = { ...data };
  for (const { name, kind } of fields) {
    const here = [...path, name];
    const [value, sample] = [whole[name], model[name]];
    if (kind.is === "group" && isObject(value)) whole[name] = filled(kind.fields, value, isObject(sample) ? sample : {}, isEntered, here);
    else if (kind.is === "list" && Array.isArray(value) && value.length > 0) {
      const { kind: element } = kind.element;
      const first = Array.isArray(sample) && isObject(sample[0]) ? sample[0] : {};
      if (element.is === "group") whole[name] = value.map((item, index) => (isObject(item) ? filled(element.fields, item, first, isEntered, [...here, index]) : item));
    } else if (sample !== undefined && isBlank(value) && !(value === false && isEntered(here))) whole[name] = sample;
  }
  return whole;
}

function isBlank(value: Json | undefined): boolean {
  return value === undefined || value === null || value === "" || value === false || (Array.isArray(value) && value.length === 0);
}

/** The same object without what is empty: a form in which nothing was entered is `{}`. */
export function isUntouched(fields: readonly Field[], data: Data): boolean {
  return JSON.stringify(complete(fields, {})) === JSON.stringify(data);
}

function isObject(value: Json | undefined): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A new, empty value for a field; undefined where a field begins without one. */
export function empty(kind: Kind): Json | undefined {
  switch (kind.is) {
    case "group": {
      const made: Data = {};
      for (const field of kind.fields) {
        const value = empty(field.kind);
        if (value !== undefined) made[field.name] = value;
      }
      return made;
    }
    case "list":
      return [];
    case "check":
      return false;
    default:
      return undefined;
  }
}
