// Values in words, as people read them.

const LANGUAGE = globalThis.navigator?.language || "en";
const NUMBER = new Intl.NumberFormat(LANGUAGE);
const DAY = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium" });
const MOMENT = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeStyle: "short" });

/** `12,345`. */
export function count(value: number): string {
  return NUMBER.format(value);
}

/** `1 field`, `12 fields`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** `14.6 kB`. */
export function bytes(value: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit += 1) value /= 1000;
  return `${NUMBER.format(Number(value.toFixed(unit && value < 100 ? 1 : 0)))} ${units[unit]}`;
}

/** `21 Nov 2026`. */
export function day(moment: string): string {
  return DAY.format(new Date(moment));
}

/** `21 Nov 2026, 16:25`. */
export function moment(moment: string): string {
  return MOMENT.format(new Date(moment));
}

/** `about 3 minutes`, from seconds. */
export function duration(seconds: number): string {
  if (seconds < 1) return "less than a second";
  if (seconds < 90) return counted(Math.round(seconds), "second");
  if (seconds < 5400) return `about ${counted(Math.round(seconds / 60), "minute")}`;
  return `about ${counted(Math.round(seconds / 3600), "hour")}`;
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
  return text.charAt(0).toLocaleUpperCase(LANGUAGE) + text.slice(1);
}

/** A fault's detail as a sentence beside a field: `is missing; a number is wanted` is `Fill this in: a number is wanted.` */
export function fault(detail: string): string {
  const missing = detail.match(/^is (?:missing|null); (.*)$/s)?.[1]?.replace(/^(a text, a number or a boolean|a value) is wanted/, "");
  const text = missing === undefined ? detail.replace(/^(is|has) /, "This $1 ") : missing === "" ? "Fill this in" : `Fill this in: ${missing.trim()}`;
  return /[.?!)]$/.test(text) ? text : `${sentence(text)}.`;
}
