// A PDF form, filled in by keyboard and mouse in pdf.js, the viewer that Firefox has.

import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { control, docx, paragraph } from "./word";

/** pdf.js, which `tests/set-up.sh` installs. */
const PDF_JS = join(import.meta.dirname, "../../../.work/pdfjs/node_modules/pdfjs-dist");

const VIEWER = `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/web/pdf_viewer.css">
<div id="frame" style="position: absolute; inset: 0; overflow: auto"><div class="pdfViewer"></div></div>
<script type="module">
import * as pdfjsLib from "/build/pdf.mjs";
globalThis.pdfjsLib = pdfjsLib;
pdfjsLib.GlobalWorkerOptions.workerSrc = "/build/pdf.worker.mjs";
const { EventBus, PDFViewer } = await import("/web/pdf_viewer.mjs");
globalThis.read = (url) => pdfjsLib.getDocument({ url, standardFontDataUrl: "/standard_fonts/" }).promise;
globalThis.shown = await read("/form.pdf");
new PDFViewer({ container: document.querySelector("#frame"), eventBus: new EventBus() }).setDocument(shown);
</script>`;

/** Shows a PDF at an address of its own; nothing leaves the machine. */
async function openInViewer(page: Page, pdf: Buffer): Promise<void> {
  await page.route("http://viewer.test/**", (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/") return route.fulfill({ contentType: "text/html", body: VIEWER });
    if (pathname === "/form.pdf") return route.fulfill({ contentType: "application/pdf", body: pdf });
    return route.fulfill({ path: join(PDF_JS, pathname) });
  });
  await page.goto("http://viewer.test/");
}

/** The values of the fields of the PDF that the viewer saves, by name. */
async function savedValues(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(async () => {
    const { shown, read } = globalThis as unknown as { shown: Pdf; read: (url: string) => Promise<Pdf> };
    const saved = await read(URL.createObjectURL(new Blob([await shown.saveDocument()])));
    const fields = Object.entries(await saved.getFieldObjects());
    return Object.fromEntries(fields.map(([name, [field]]) => [name, field?.value]));
  });
}

/** What the test uses of a document of pdf.js. */
interface Pdf {
  saveDocument(): Promise<Uint8Array<ArrayBuffer>>;
  getFieldObjects(): Promise<Record<string, { value: unknown }[]>>;
}

test("a person fills a form in and saves it", async ({ page, server }) => {
  const list = `<w:dropDownList><w:listItem w:displayText="Red" w:value="r"/><w:listItem w:displayText="Grün" w:value="g"/></w:dropDownList>`;
  const check = `<w14:checkbox><w14:checked w14:val="0"/></w14:checkbox>`;
  const template = docx(
    paragraph("{{ company }} would like to know:"),
    control("client", "Your name", "<w:text/>"),
    control("color", "Color", list, "Red"),
    control("agree", "I agree", check, "☐"),
  );
  server.addTemplate("Form.docx", template);
  const generated = await server.send("POST", "/api/generateDocument", {
    templateId: await server.templateId("Form"),
    format: ".pdf",
    data: { company: "Example Ltd", client: "Ada", color: "r", agree: false },
    options: { pdf: { forms: true } },
  });
  await openInViewer(page, Buffer.from(await generated.arrayBuffer()));

  await expect(page.locator(".textLayer")).toContainText("Example Ltd would like to know:");
  const name = page.locator(".annotationLayer input[type=text]");
  await expect(name).toHaveValue("Ada");
  await name.fill("");
  await name.pressSequentially("Żaneta Müller");
  await page.keyboard.press("Tab");
  await page.locator(".annotationLayer select").selectOption("Grün");
  await page.locator(".annotationLayer input[type=checkbox]").click();
  expect(await savedValues(page)).toEqual({ client: "Żaneta Müller", color: "g", agree: "Yes" });
});
