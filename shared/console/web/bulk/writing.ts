// How a language writes numbers and dates (Unicode CLDR, as the browser has it). The service's own reader does the same
// (`shared/tables/src/writing.rs`); a table of cases holds for both.

/** A language's way. */
export interface Writing {
  tag: string;
  decimal: string;
  /** Between groups of digits. */
  group: string | undefined;
  /** Groups before the last have two digits, as in India. */
  smallGroups: boolean;
  order: "day" | "month" | "year";
  /** 1234.5 and 31 January 2026, for messages. */
  number: string;
  date: string;
}

const known = new Map<string, Writing>();

/** The way of a language (BCP 47). */
export function writingOf(tag: string): Writing {
  const writing = known.get(tag) ?? wayOf(tag);
  known.set(tag, writing);
  return writing;
}

function wayOf(tag: string): Writing {
  // Sheets have the digits 0 to 9, whatever a language writes in letters.
  const numbers = new Intl.NumberFormat(`${tag}-u-nu-latn`);
  const parts = numbers.formatToParts(123456789.5);
  const groups = parts.filter(({ type }) => type === "integer");
  const dates = new Intl.DateTimeFormat(`${tag}-u-nu-latn-ca-gregory`, { dateStyle: "short", timeZone: "UTC" });
  const [first] = dates.formatToParts(Date.UTC(2033, 10, 22)).filter(({ type }) => ["day", "month", "year"].includes(type));
  const order = first?.type === "day" || first?.type === "month" ? first.type : "year";
  // As the language writes it, unless that has words or marks of direction, which are not read.
  const own = dates.formatToParts(Date.UTC(2026, 0, 31)).map(({ type, value }) => (type === "year" ? "2026" : value)).join("");
  const isRead = /^\d+([./-]) ?\d+\1 ?\d+\.?$/.test(own);
  return {
    tag,
    decimal: parts.find(({ type }) => type === "decimal")?.value ?? ".",
    group: parts.find(({ type }) => type === "group")?.value,
    smallGroups: groups.length > 2 && groups.at(-2)?.value.length === 2,
    order,
    number: numbers.format(1234.5),
    date: isRead ? own : { day: "31/01/2026", month: "01/31/2026", year: "2026-01-31" }[order],
  };
}
