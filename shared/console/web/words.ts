// Values in words, as people read them.

import { locale, say, written } from "./languages";
import { phrase } from "./phrases";

/** `12,345`. */
export function count(value: number): string {
  return written(value);
}

/** `14.6 kB`. */
export function bytes(value: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"];
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit += 1) value /= 1000;
  const style = { style: "unit", unit: units[unit], unitDisplay: unit ? "short" : "long", maximumFractionDigits: unit && value < 100 ? 1 : 0 } as const;
  return new Intl.NumberFormat(locale.value, style).format(value);
}

/** `50 MiB`: a limit, in the unit that the documentation and the settings have. */
export function mebibytes(value: number): string {
  return `${new Intl.NumberFormat(locale.value, { maximumFractionDigits: 1 }).format(value / (1 << 20))} MiB`;
}

/** `21 Nov 2026`. */
export function day(moment: string): string {
  return new Intl.DateTimeFormat(locale.value, { dateStyle: "medium" }).format(new Date(moment));
}

/** `21 Nov 2026, 16:25`. */
export function moment(moment: string): string {
  return new Intl.DateTimeFormat(locale.value, { dateStyle: "medium", timeStyle: "short" }).format(new Date(moment));
}

/** `21 Nov 2026, 16:25:07`, where several things happen within a minute. */
export function second(moment: string): string {
  return new Intl.DateTimeFormat(locale.value, { dateStyle: "medium", timeStyle: "medium" }).format(new Date(moment));
}

/** `about 3 minutes`, from seconds. */
export function duration(seconds: number): string {
  if (seconds < 1) return say("duration.short");
  if (seconds < 90) return say("duration.seconds", { count: Math.round(seconds) });
  if (seconds < 5400) return say("duration.minutes", { count: Math.round(seconds / 60) });
  return say("duration.hours", { count: Math.round(seconds / 3600) });
}

/** Words that people write in capitals, whatever a template's author did. */
const ABBREVIATIONS = new Set("bic dob eu eur gbp gdpr iban id isbn pdf po sku uk url usa usd vat".split(" "));

/** A field's name as a label: `dueDate`, `due_date` and `DUE-DATE` are `Due date`. */
export function label(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[\s_\-.]+/u)
    .filter(Boolean)
    .map((word) => {
      const lower = word.toLowerCase();
      if (ABBREVIATIONS.has(lower)) return word.toUpperCase();
      return /^\p{Lu}{2,4}$/u.test(word) && name !== name.toUpperCase() ? word : lower;
    });
  return sentence(words.join(" "));
}

/** The same text with a capital at its start. */
export function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale.value) + text.slice(1);
}

/** A fault's detail as a sentence beside a field: `is missing; it must be a number` is `Required: a number.` */
export function fault(detail: string): string {
  return about(detail, say("fault.this"), (what) => (what === "" ? say("fault.required") : what === "an array" ? say("fault.addEntry") : say("fault.requiredAs", { what: phrase(what) })));
}

/** The same with the field's name: `“Total” is required: a number.` */
export function faultOf(name: string, detail: string): string {
  return about(detail, `“${name}”`, (what) => (what === "" ? say("fault.named", { name }) : what === "an array" ? say("fault.namedEmpty", { name }) : say("fault.namedAs", { name, what: phrase(what) })));
}

/** `(is|has) …` as a sentence about `subject`; of what is missing, what `missing` makes of what belongs there. */
function about(detail: string, subject: string, missing: (wanted: string) => string): string {
  const wanted = detail.match(/^is (?:missing|null|required)(?:; it must be (.*?))?( \(the data has .*\))?$/s);
  const any = /^(a text|a text, a number or a boolean|a value)$/;
  if (wanted?.[1]?.startsWith("a picture")) return `${say("fault.choosePicture")}.`;
  const told = phrase(detail);
  const text = wanted ? missing((wanted[1] ?? "").replace(any, "")) + (wanted[2] ? ` ${phrase(wanted[2].trim())}` : "")
    : told === detail ? detail.replace(/^(is|has) /, `${subject} $1 `) : `${subject} ${told}`;
  return /[.?!)]$/.test(text) ? text : `${sentence(text)}.`;
}

/** A place in data in words: `/lines/0/unitPrice` is `Lines › 1 › Unit price`. */
export function placeOf(pointer: string): string {
  const steps = pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  return steps.map((step) => (/^\d+$/.test(step) ? String(Number(step) + 1) : label(step))).join(" › ");
}

/** Why an item failed, as the service tells it (`/total: is missing; ...; /name: ...`), by the places that are wrong. */
export function faultsOf(error: string): { pointer: string; text: string }[] {
  return error.split(/; (?=\/)/).map((part) => {
    const [, pointer, detail] = part.match(/^(\/[^:]*): (.*)$/s) ?? [];
    return pointer !== undefined && detail !== undefined ? { pointer, text: faultOf(placeOf(pointer), detail) } : { pointer: "", text: /[.?!)]$/.test(part) ? sentence(part) : `${sentence(part)}.` };
  });
}
