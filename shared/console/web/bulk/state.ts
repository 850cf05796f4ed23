// A job that is being prepared: the rows, what fills what, how documents are named.

import { computed, signal } from "@preact/signals";
import type { FileFormat } from "../api/calls";
import type { Field } from "../form/shape";
import { type Converted, convert } from "./convert";
import { forgetChoices, keptChoices } from "./kept";
import type { Chosen, Made, Origin } from "./rows";
import { type Alike, alike } from "./alike";
import type { RowFault, Sheet } from "./sheet";
import type { Cell } from "./value";
import { writingOf } from "./writing";
import { guess, leaves, type Mapping, members, type Target, unfilled } from "./targets";

/** What was chosen so far. */
export class BulkState {
  readonly sheet = signal<Sheet | null>(null);
  readonly mapping = signal<Mapping>({});
  readonly together = signal(-1);
  readonly blank = signal(false);
  /** The language that numbers and dates of the file are written in; empty: as far as they tell themselves. */
  readonly locale = signal("");
  readonly format = signal<FileFormat>(".pdf");
  readonly merge = signal(false);
  readonly fileName = signal("");
  /** Rows with faults are left out, where the person says so. */
  readonly leaveOut = signal(false);
  /** What was wrong with rows of an earlier job, until they are changed. */
  readonly failed = signal<readonly RowFault[]>([]);
  /** The rows are those of an earlier job that failed. */
  readonly isAgain = signal(false);
  /** Whether the service could make the first document: of nothing else is known that it can be made. */
  readonly isRendered = signal(true);
  /** Rows of a list were meant to be documents of their own. */
  readonly apart = signal(false);
  /** The columns are matched as the last time. */
  readonly recalled = signal(false);

  /** How numbers and dates of the file are written, where that was chosen. */
  readonly writing = computed(() => (this.locale.value ? writingOf(this.locale.value) : undefined));

  readonly targets = computed<Target[]>(() => (this.sheet.value?.nested ? members(this.fields) : leaves(this.fields)));

  readonly converted = computed<Converted>(() => {
    const sheet = this.sheet.value;
    if (!sheet) return { items: [], rows: [], faults: [] };
    return convert(sheet, {
      targets: this.targets.value,
      mapping: this.mapping.value,
      together: this.together.value,
      blank: this.blank.value,
      writing: this.writing.value,
    });
  });

  /** Rows that seem to belong together, which nobody was asked about yet. */
  readonly alike = computed<Alike | null>(() => {
    const sheet = this.sheet.value;
    return !sheet || sheet.nested || this.apart.value || this.together.value >= 0 ? null : alike(sheet, this.targets.value, this.mapping.value);
  });

  /** Needed fields that no column fills. */
  readonly unfilled = computed(() => (this.blank.value ? [] : unfilled(this.targets.value, this.mapping.value)));

  /** Whether rows with faults can be left out: which document a row belongs to that cannot be read is not known. */
  readonly separable = computed(() => this.together.value < 0 || this.sheet.value?.faults.length === 0);

  constructor(readonly fields: readonly Field[], readonly templateId: string) {}

  /** Takes a file's rows. What fills what is known from the last time, or guessed. */
  take(sheet: Sheet): void {
    this.sheet.value = sheet;
    this.together.value = -1;
    this.leaveOut.value = false;
    this.failed.value = [];
    this.isAgain.value = false;
    this.apart.value = false;
    this.isRendered.value = true;
    this.mapping.value = guess(this.targets.value, sheet.columns);
    this.recalled.value = false;
    const kept = keptChoices(this.templateId, sheet.columns, this.mapping.value);
    if (!kept || same(kept, this.chosen())) return;
    this.choose({ ...kept, mapping: this.known(kept.mapping) });
    this.recalled.value = true;
  }

  /** Matches the columns by their names again. */
  forgetKept(): void {
    const sheet = this.sheet.value;
    forgetChoices(this.templateId);
    if (sheet) this.take(sheet);
  }

  private choose({ mapping, together, blank, locale }: Chosen): void {
    this.mapping.value = mapping;
    this.together.value = together;
    this.blank.value = blank;
    this.locale.value = locale;
  }

  /** Takes rows of an earlier job, with what was chosen for them. A template that changed has other targets. */
  takeUp({ sheet, chosen, made, failed = [] }: Origin): void {
    this.take(sheet);
    this.format.value = made.format;
    this.merge.value = made.merge;
    this.fileName.value = made.fileName;
    this.failed.value = failed;
    this.isAgain.value = failed.length > 0;
    // It was answered then.
    this.apart.value = true;
    this.choose({ ...chosen, mapping: { ...this.mapping.value, ...this.known(chosen.mapping) } });
  }

  /** The part of a mapping whose targets the template still has. */
  private known(mapping: Mapping): Mapping {
    const paths = new Set(this.targets.value.map(({ path }) => path));
    return Object.fromEntries(Object.entries(mapping).filter(([path]) => paths.has(path)));
  }

  /** What was chosen for the file. */
  chosen(): Chosen {
    return { mapping: this.mapping.value, together: this.together.value, blank: this.blank.value, locale: this.locale.value };
  }

  /** How the documents are to be made. */
  made(): Made {
    return { format: this.format.value, merge: this.merge.value, fileName: this.fileName.value };
  }

  /** Changes a cell. */
  edit(row: number, column: number, text: string): void {
    const sheet = this.sheet.value;
    if (!sheet) return;
    const changed = ({ cells }: { cells: readonly Cell[] }) => sheet.columns.map((_, index) => (index === column ? text : cells[index]));
    this.sheet.value = { ...sheet, rows: sheet.rows.map((line) => (line.row === row ? { row, cells: changed(line) } : line)) };
    this.failed.value = this.failed.value.filter((fault) => fault.row !== row);
  }

  /** Lets a column fill a target; -1: none. */
  map(target: Target, column: number): void {
    const mapping = { ...this.mapping.value };
    if (column < 0) delete mapping[target.path];
    else mapping[target.path] = column;
    this.mapping.value = mapping;
  }
}

function same(one: Chosen, other: Chosen): boolean {
  const sorted = ({ mapping, ...rest }: Chosen) => JSON.stringify([Object.entries(mapping).sort(), rest.together, rest.blank, rest.locale]);
  return sorted(one) === sorted(other);
}
