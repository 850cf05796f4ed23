// Checks the page's texts: `node languages.mjs`. Every language has every text, with the same placeholders; every text is used;
// and no text that a person reads stands in the source.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join, relative } from "node:path";
import { parse } from "@babel/parser";

const web = fileURLToPath(new URL("web", import.meta.url));
const faults = [];

/** The texts of a language. */
function textsOf(tag) {
  return JSON.parse(readFileSync(join(web, "languages", `${tag}.json`), "utf8"));
}

/** The forms of a text by plural category; of a plain text its only one. */
function forms(text) {
  return typeof text === "string" ? { other: text } : text;
}

/** Placeholders and spans: `{count}`, `<link>`. */
function places(text) {
  const found = Object.values(forms(text)).flatMap((form) => form.match(/\{\w+\}|<\/?\w+>|`[^`]*`/g) ?? []);
  return [...new Set(found)].sort().join(" ");
}

const tags = readdirSync(join(web, "languages")).map((file) => file.replace(".json", ""));
const english = textsOf("en");
for (const tag of tags) {
  const texts = textsOf(tag);
  // `many` is for a million and more, which no screen counts in words.
  const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.filter((category) => category !== "many");
  for (const [key, text] of Object.entries(english)) {
    const own = texts[key];
    if (own === undefined) {
      faults.push(`${tag}.json: ${key} is missing`);
      continue;
    }
    if (typeof own !== typeof text) faults.push(`${tag}.json: ${key} must be ${typeof text === "string" ? "one text" : "a text for each plural"}`);
    else if (places(own) !== places(text)) faults.push(`${tag}.json: ${key} has ${places(own) || "nothing"} where English has ${places(text) || "nothing"}`);
    if (typeof own === "object") for (const category of categories) if (!own[category]) faults.push(`${tag}.json: ${key} has no form for “${category}”`);
    if (Object.values(forms(own)).some((form) => form.trim() === "")) faults.push(`${tag}.json: ${key} is empty`);
  }
  for (const key of Object.keys(texts)) if (!(key in english)) faults.push(`${tag}.json: ${key} is not in en.json`);
}

// Sentences of the service: the same in every language, with the same gaps.
const gaps = (text) => [...new Set(text.replaceAll("*}", "}").match(/\{\d\}/g) ?? [])].sort().join(" ");
const phrases = Object.fromEntries(tags.filter((tag) => tag !== "en").map((tag) => [tag, JSON.parse(readFileSync(join(web, "phrases", `${tag}.json`), "utf8"))]));
const [[first, known], ...others] = Object.entries(phrases);
for (const [tag, list] of [[first, known], ...others]) {
  for (const [text, words] of Object.entries(list)) if (gaps(text) !== gaps(words)) faults.push(`phrases/${tag}.json: “${text}” has other gaps than “${words}”`);
  for (const text of Object.keys(known)) if (!(text in list)) faults.push(`phrases/${tag}.json: “${text}” is missing`);
  for (const text of Object.keys(list)) if (!(text in known)) faults.push(`phrases/${first}.json: “${text}” is missing`);
}

// What the examples say of themselves: every sentence in every language.
const guide = JSON.parse(readFileSync(fileURLToPath(new URL("../docx/guide/tags.json", import.meta.url)), "utf8"));
const sentences = guide.groups.flatMap(({ title, entries }) => [title, ...entries.flatMap(({ about, shows }) => [about, ...(shows ? [shows] : [])])]);
const told = Object.fromEntries(Object.keys(phrases).map((tag) => [tag, JSON.parse(readFileSync(join(web, "guide", `${tag}.json`), "utf8"))]));
for (const [tag, list] of Object.entries(told)) {
  for (const text of sentences) if (!list[text]) faults.push(`guide/${tag}.json: “${text}” is missing`);
  // The others are of the samples.
  for (const text of Object.keys(told[first])) if (!list[text]) faults.push(`guide/${tag}.json: “${text}” is missing`);
}

/** Attributes that people read or hear. */
const READ = new Set(["aria-label", "title", "alt", "placeholder", "label", "hint", "about", "yes", "no"]);
/** Attributes that may have several words, none of which is read. */
const UNREAD = new Set(["class", "accept", "style", "d", "points", "viewBox", "rel", "list", "aria-describedby"]);
const WORDS = /\p{L}{2,}[,;:.]? \p{L}{2,}/u;
const LETTERS = /\p{L}{2,}/u;

/** What looks like text and is none, and words of the service's that are looked for. */
const NOT_READ = new Set([
  "bic dob eu eur gbp gdpr iban id isbn pdf po sku uk url usa usd vat", "an array", "plk_…", "platen migrate", "a look-alike font with the same widths", "`platen migrate` rewrites all of them",
]);

const used = new Set();
const prefixes = [];

/** Looks at a node of the syntax tree and what is below it. `attribute` is the JSX attribute around it. */
function visit(node, file, attribute) {
  if (Array.isArray(node)) return node.forEach((each) => visit(each, file, attribute));
  if (!node || typeof node.type !== "string") return;
  const fault = (text) => {
    if (!NOT_READ.has(text)) faults.push(`${file}:${node.loc.start.line}: put “${text.trim()}” into languages/en.json`);
  };
  switch (node.type) {
    case "ImportDeclaration":
    case "TSLiteralType":
      return;
    case "JSXAttribute":
      return visit(node.value, file, node.name.name?.name ?? node.name.name);
    case "JSXText":
      if (LETTERS.test(node.value)) fault(node.value);
      return;
    case "StringLiteral":
      used.add(node.value);
      if (READ.has(attribute) ? LETTERS.test(node.value) && !(node.value in english) : !UNREAD.has(attribute) && WORDS.test(node.value)) fault(node.value);
      return;
    case "TemplateLiteral": {
      const pieces = node.quasis.map((quasi) => quasi.value.cooked);
      // `status.${job.status}` names one of several texts.
      if (/^\w+\.$/.test(pieces[0])) prefixes.push([pieces[0], pieces.at(-1)]);
      if (!UNREAD.has(attribute) && pieces.some((piece) => WORDS.test(piece))) fault(pieces.join("…"));
      return visit(node.expressions, file, undefined);
    }
  }
  for (const [name, inner] of Object.entries(node)) {
    if (name !== "loc" && typeof inner === "object") visit(inner, file, node.type === "JSXExpressionContainer" || node.type === "ConditionalExpression" || node.type === "LogicalExpression" ? attribute : undefined);
  }
}

for (const file of readdirSync(web, { recursive: true }).filter((file) => /\.tsx?$/.test(file))) {
  const path = join(web, file);
  visit(parse(readFileSync(path, "utf8"), { sourceType: "module", plugins: ["typescript", "jsx", "importAttributes"] }).program, relative(web, path), undefined);
}
for (const key of Object.keys(english)) {
  const named = used.has(key) || prefixes.some(([start, end]) => key.startsWith(start) && key.endsWith(end));
  if (!named) faults.push(`en.json: ${key} is not used`);
}

for (const fault of faults) console.error(fault);
console.log(`${Object.keys(english).length} texts in ${tags.length} languages`);
process.exitCode = faults.length ? 1 : 0;
