// What was entered into a form, and what the service said of it.

import { computed, signal } from "@preact/signals";
import type { Data, FieldError, Json } from "../api/types";
import { at, type Path, pointer, put, stepsOf } from "./path";

/** What was entered, and how. */
interface Content {
  data: Data;
  entered: ReadonlySet<string>;
  typed: ReadonlyMap<string, { text: string; value: Json | undefined }>;
}

/** A form's data and the faults in it. It begins empty: the template's samples are hints. */
export class FormState {
  readonly data;
  /** What was entered by hand: it is no sample, even if it reads like one. */
  private readonly entered = signal<ReadonlySet<string>>(new Set());
  /** What the service said, by the pointer of the field that it belongs to. */
  readonly faults = signal<ReadonlyMap<string, string>>(new Map());
  /** Fields that were entered or left: an empty field is no fault before its turn came. */
  private readonly touched = signal<ReadonlySet<string>>(new Set());
  /** Shows all faults, also of fields whose turn has not come. */
  readonly showAll = signal(false);

  /** Texts of numbers as they were typed, with what they were taken for. */
  private readonly typed = signal<Content["typed"]>(new Map());
  /** What the last replacement took away, and what is said of it. */
  readonly replaced = signal<{ before: Content; done: string } | null>(null);

  /** @param chosen the language that was chosen for the documents; empty where none was. */
  constructor(data: Data, private readonly model: Data = {}, readonly chosen: () => string = () => "") {
    this.data = signal(data);
  }

  /** What stands at a path. */
  value(path: Path): Json | undefined {
    return at(this.data.value, path);
  }

  /** The template's sample for a place; that of the first row for every row. */
  sample(path: Path): string | undefined {
    const value = at(this.model, path.map((step) => (typeof step === "number" ? 0 : step)));
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  }

  /** Whether the sample stands at a place, and nobody entered it. */
  isSample(path: Path): boolean {
    const sample = this.sample(path);
    return sample !== undefined && sample !== "" && String(this.value(path) ?? "") === sample && !this.entered.value.has(pointer(path));
  }

  /** How many samples stand in the data. */
  readonly samples = computed(() => this.count(this.data.value, []));

  private count(value: Json, path: Path): number {
    if (Array.isArray(value)) return value.reduce((sum: number, item, index) => sum + this.count(item, [...path, index]), 0);
    if (value && typeof value === "object") return Object.entries(value).reduce((sum, [name, inner]) => sum + this.count(inner, [...path, name]), 0);
    return this.isSample(path) ? 1 : 0;
  }

  /** Enters a value; undefined takes the member out. */
  set(path: Path, value: Json | undefined): void {
    const place = pointer(path);
    if (!this.entered.value.has(place)) this.entered.value = new Set(this.entered.value).add(place);
    this.data.value = put(this.data.value, path, value);
    this.touch(path);
  }

  /** Enters what a text was taken for. */
  type(path: Path, text: string, value: Json | undefined): void {
    this.set(path, value);
    this.typed.value = new Map(this.typed.value).set(pointer(path), { text, value });
  }

  /** The text that was typed for the value that stands at a path. */
  typedText(path: Path): string | undefined {
    const typed = this.typed.value.get(pointer(path));
    return typed && typed.value === this.value(path) ? typed.text : undefined;
  }

  /** Takes other data in place of what was entered, which can be taken back; `done` says what happened. */
  replace(data: Data, done: string): void {
    const before = this.content();
    this.take({ data, entered: new Set(), typed: new Map() });
    if (JSON.stringify(before.data) !== JSON.stringify(data)) this.replaced.value = { before, done };
  }

  /** Takes more data, beside what was entered; this, too, can be taken back. */
  add(data: Data, done: string): void {
    const before = this.content();
    this.data.value = data;
    // What came into a field that was emptied by hand is not of that hand.
    this.entered.value = new Set([...before.entered].filter((place) => at(data, stepsOf(place)) === at(before.data, stepsOf(place))));
    if (JSON.stringify(before.data) !== JSON.stringify(data)) this.replaced.value = { before, done };
  }

  /** Takes the last replacement back. What was entered since can be had again in the same way. */
  undo(done: string): void {
    const replaced = this.replaced.value;
    if (!replaced) return;
    const now = this.content();
    this.take(replaced.before);
    this.replaced.value = { before: now, done };
  }

  /** Whether a value was entered by hand. */
  isEntered(path: Path): boolean {
    return this.entered.value.has(pointer(path));
  }

  private content(): Content {
    return { data: this.data.value, entered: this.entered.value, typed: this.typed.value };
  }

  private take({ data, entered, typed }: Content): void {
    this.data.value = data;
    this.entered.value = entered;
    this.typed.value = typed;
    this.touched.value = new Set();
    this.showAll.value = false;
  }

  /** Notes that a field's turn has come. */
  touch(path: Path): void {
    const place = pointer(path);
    if (!this.touched.value.has(place)) this.touched.value = new Set(this.touched.value).add(place);
  }

  /** Takes the faults of an answer, whose pointers begin with `/data`. */
  judge(errors: readonly FieldError[]): void {
    const faults = errors.map((error) => [error.pointer.replace(/^\/data/, ""), error.detail] as const);
    this.faults.value = new Map(faults);
  }

  /** What to show beside a field. */
  fault(path: Path): string | undefined {
    const place = pointer(path);
    const detail = this.faults.value.get(place);
    const early = detail !== undefined && isMissing(detail) && !this.showAll.value && !this.touched.value.has(place);
    return early ? undefined : detail;
  }

  /** Whether something below a path is shown as wrong. */
  isFaulty(path: Path): boolean {
    const start = `${pointer(path)}/`;
    return [...this.faults.value.keys()].some((place) => place.startsWith(start) && this.fault(stepsOf(place)) !== undefined);
  }
}

/** Whether a fault says that nothing was entered. */
export function isMissing(detail: string): boolean {
  return /^is (missing|null|required)/.test(detail);
}
