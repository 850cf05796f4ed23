// Fills the fields of a PDF in with pdf.js, saves it, reads it again, and prints kinds and values as JSON: MODULES VALUES FILE.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [modules, values, file] = process.argv.slice(2);
const { getDocument } = await import(pathToFileURL(`${modules}/pdfjs-dist/legacy/build/pdf.mjs`));
const open = (data) => getDocument({ data: new Uint8Array(data), verbosity: 0 }).promise;

let pdf = await open(fs.readFileSync(file));
let fields = await pdf.getFieldObjects();
for (const [name, value] of Object.entries(JSON.parse(values))) {
  pdf.annotationStorage.setValue(fields[name][0].id, { value });
}
pdf = await open(await pdf.saveDocument());
fields = await pdf.getFieldObjects();
const read = Object.entries(fields).map(([name, [field]]) => [name, [field.type, field.value]]);
console.log(JSON.stringify(Object.fromEntries(read)));
