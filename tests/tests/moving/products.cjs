// Reads [{ product, template, data }] as JSON, renders each template (base64) with the product itself, and writes the paragraphs of
// each document that say something, or { error }. Without a product the template is read as it is.
// What the products log is no answer.
console.log = () => {};

const PizZip = require("pizzip");
const Docxtemplater = require("docxtemplater");
const expressions = require("docxtemplater/expressions.js");
const { createReport } = require("docx-templates");
const { TemplateHandler } = require("easy-template-x");

const docxtemplater = (parser) => (template, data) => {
  const options = { paragraphLoop: true, linebreaks: true, nullGetter: () => "", ...parser };
  return new Docxtemplater(new PizZip(template), options).render(data).toBuffer();
};
const products = {
  "": (template) => template,
  docxtemplater: docxtemplater({}),
  "docxtemplater with expressions": docxtemplater({ parser: expressions }),
  "easy-template-x": (template, data) => new TemplateHandler().process(template, data),
  "docx-templates": async (template, data) => Buffer.from(await createReport({ template, data, cmdDelimiter: "+++" })),
};

function paragraphs(document) {
  const xml = new PizZip(document).file("word/document.xml").asText();
  const signs = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&" };
  const text = (paragraph) =>
    [...paragraph.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>|<w:br\/>/g)]
      .map((found) => (found[1] ?? "\n").replace(/&\w+;/g, (sign) => signs[sign] ?? sign))
      .join("");
  return [...xml.matchAll(/<w:p[ >].*?<\/w:p>/gs)].map((found) => text(found[0]).trim()).filter(Boolean);
}

(async () => {
  const asked = JSON.parse(require("fs").readFileSync(0, "utf8"));
  const said = [];
  for (const { product, template, data } of asked) {
    try {
      said.push(paragraphs(await products[product](Buffer.from(template, "base64"), data)));
    } catch (error) {
      said.push({ error: String(error.message ?? error) });
    }
  }
  process.stdout.write(JSON.stringify(said));
})();
