// What was entered into a form, and what the service said of it.

import { signal } from "@preact/signals";
import type { Data, FieldError, Json } from "../api/types";
import { at, type Path, pointer, put } from "./path";

/** A form's data and the faults in it. */
export class FormState {
  readonly data;
  /** What the service said, by the pointer of the field that it belongs to. */
  readonly faults = signal<ReadonlyMap<string, string>>(new Map());
  /** Fields that were entered or left: an empty field is no fault before its turn came. */
  private readonly touched = signal<ReadonlySet<string>>(new Set());
  /** Shows all faults, also of fields whose turn has not come. */
  readonly showAll = signal(false);

  constructor(data: Data) {
    this.data = signal(data);
  }

  /** What stands at a path. */
  value(path: Path): Json | undefined {
    return at(this.data.value, path);
  }

  /** Enters a value; undefined takes the member out. */
  set(path: Path, value: Json | undefined): void {
    this.data.value = put(this.data.value, path, value);
    this.touch(path);
  }

  /** Takes other data in place of all that was entered. */
  replace(data: Data): void {
    this.data.value = data;
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
    const early = detail?.startsWith("is missing") && !this.showAll.value && !this.touched.value.has(place);
    return early ? undefined : detail;
  }
}
