// The Word add-in, in Chromium, with Microsoft's mock in the place of Office.js; and its manifest, read by Microsoft's reader.

import { createRequire } from "node:module";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { OFFICE, openPane } from "./addin";
import type { OpenDocument } from "./office-mock";
import { expect, test } from "./test";
import { docx, faulty, paragraph } from "./word";

const require = createRequire(import.meta.url);

async function openData(page: Page, data: unknown): Promise<void> {
  await page.locator(".source input[type=file]").setInputFiles({ name: "order.json", mimeType: "", buffer: Buffer.from(JSON.stringify(data)) });
  await expect(page.locator(".tree").first()).toBeVisible();
}

/** What was done to the document since the last time. */
async function done(page: Page): Promise<unknown[][]> {
  return page.evaluate(() => (window as unknown as { word: OpenDocument }).word.done.splice(0));
}

const ORDER = { customer: { name: "Ada", "due date": "2026-05-01" }, paid: true, items: [{ name: "Desk", price: 200 }] };

test("a click inserts a tag or a content control", async ({ page, server }) => {
  await openPane(page, server);
  await openData(page, ORDER);
  await page.getByRole("button", { name: "Name", exact: true }).first().click();
  await expect.poll(() => done(page)).toEqual([["insertText", "{{ customer.name }}", "Replace"], ["select", "End"]]);
  await page.getByRole("button", { name: "Price", exact: true }).click();
  await expect.poll(() => done(page)).toEqual([["insertText", "{{ item.price }}", "Replace"], ["select", "End"]]);
  await page.getByRole("radio", { name: "a content control" }).check();
  await page.getByRole("button", { name: "Name", exact: true }).first().click();
  const [inserted] = await done(page);
  expect(inserted).toEqual(["insertContentControl", "PlainText", { tag: "customer.name", title: "Name", placeholderText: "Name" }]);
  await page.getByRole("button", { name: "Price", exact: true }).click();
  await expect.poll(() => done(page)).toMatchObject([["insertContentControl", "PlainText", { tag: "item.price" }]]);
});

test("a condition wraps words, or paragraphs", async ({ page, server }) => {
  await openPane(page, server, { isEmpty: false });
  await openData(page, ORDER);
  await page.getByRole("button", { name: "Show the selected text only if Paid has a value" }).click();
  await expect.poll(() => done(page)).toEqual([["insertText", "{% if paid %}", "Start"], ["insertText", "{% endif %}", "End"]]);
});

test("several paragraphs are wrapped and repeated as such", async ({ page, server }) => {
  await openPane(page, server, { isEmpty: false, paragraphs: 3 });
  await openData(page, ORDER);
  await page.getByRole("button", { name: "Show the selected text only if Paid has a value" }).click();
  await expect.poll(() => done(page)).toEqual([["first.insertParagraph", "{%p if paid %}", "Before"], ["last.insertParagraph", "{%p endif %}", "After"]]);
  await page.getByRole("button", { name: /^Repeat the table row/ }).click();
  await expect.poll(() => done(page)).toEqual([["first.insertParagraph", "{%p for item in items %}", "Before"], ["last.insertParagraph", "{%p endfor %}", "After"]]);
});

test("in a table the row repeats", async ({ page, server }) => {
  await openPane(page, server, { cells: 3 });
  await openData(page, ORDER);
  await page.getByRole("button", { name: /^Repeat the table row/ }).click();
  await expect.poll(() => done(page)).toEqual([
    ["insertRows", "Before", 1, [["{%tr for item in items %}", "", ""]]],
    ["insertRows", "After", 1, [["{%tr endfor %}", "", ""]]],
  ]);
});

test("fields come from templates and samples, too", async ({ page, server }) => {
  await openPane(page, server);
  await page.getByLabel("Fields of").selectOption({ label: "Offer" });
  await expect(page.locator(".tree").first()).toBeVisible();
  await page.getByLabel("Fields of").selectOption({ label: "Certificate" });
  await expect(page.locator(".tree").first()).toContainText("Course");
  await page.locator(".source input[type=file]").setInputFiles({ name: "order.doc", mimeType: "", buffer: Buffer.from("x") });
  await expect(page.getByRole("alert")).toContainText("order.doc is not a CSV, Excel or JSON file.");
});

/** The names of all templates, and whether each is only a draft. */
async function templates(page: Page, { url, key }: { url: string; key: string }): Promise<Record<string, string>> {
  const answer = await page.request.get(`${url}/api/templates?pageNumber=1&pageSize=100`, { headers: { "x-functions-key": key } });
  const { items } = (await answer.json()) as { items: { name: string; status: string; version: number }[] };
  return Object.fromEntries(items.map(({ name, status, version }) => [name, `${status} ${version}`]));
}

test("the open document is checked and shown without being saved, and saved as a draft under a name", async ({ page, server }) => {
  const file = docx(paragraph("Dear {{ customer.name }}, you owe {{ total }}."));
  await openPane(page, server, { base64: Buffer.from(file).toString("base64"), url: "https://example.sharepoint.com/Shared%20Documents/First%20reminder.docx?web=1" });
  await openData(page, ORDER);
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByText("No errors were found")).toBeVisible();
  await expect(page.getByText("1 field of the document is not in your data: total")).toBeVisible();
  const before = await templates(page, server);
  await page.getByRole("button", { name: "Preview" }).click();
  await page.locator(".preview[aria-busy=false] img").first().waitFor();
  expect(await templates(page, server)).toEqual(before);

  await expect(page.getByLabel("Name of the template")).toHaveValue("First reminder");
  await page.getByRole("button", { name: "Save as draft" }).click();
  await expect(page.getByText("Saved as a draft: “First reminder”, version 1")).toBeVisible();
  expect(await templates(page, server)).toEqual({ ...before, "First reminder": "draft 1" });
  await page.getByRole("button", { name: "Publish version 1" }).click();
  await expect(page.getByRole("main").getByText("Version 1 is in use now")).toBeVisible();
  expect((await templates(page, server))["First reminder"]).toBe("ready 1");
  expect(await page.evaluate(() => (window as unknown as { word: OpenDocument }).word.filesOpen)).toBe(0);
  // A pane of 320 pixels needs no sideways scrolling.
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
});

test("a document without a name is asked for one, and one of another template is not saved over it", async ({ page, server }) => {
  server.addTemplate("Notice.docx", docx(paragraph("{{ name }} {{ city }}")));
  await openPane(page, server, { base64: Buffer.from(docx(paragraph("Dear {{ name }}"))).toString("base64") });
  const before = await templates(page, server);
  const name = page.getByLabel("Name of the template");
  await expect(name).toHaveValue("");
  await page.getByRole("button", { name: "Save as draft" }).click();
  await expect(page.getByRole("alert")).toHaveText("Enter a name.");
  await expect(name).toBeFocused();
  await name.fill("Notice");
  await page.getByRole("button", { name: "Save as draft" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("“Notice” already exists");
  await expect(question.getByRole("listitem")).toContainText([/Removed\s*city/]);
  await expect(question.getByRole("button", { name: "Use as new version" })).toHaveCount(0);
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(await templates(page, server)).toEqual(before);
  await page.getByRole("button", { name: "Save as draft" }).click();
  await question.getByRole("button", { name: "Add as “Notice 2”" }).click();
  await expect(page.getByText("Saved as a draft: “Notice 2”, version 1")).toBeVisible();
  await expect(name).toHaveValue("Notice 2");
  // From now on it is this document's own.
  await page.getByRole("button", { name: "Save as draft" }).click();
  await expect(page.getByText("Saved as a draft: “Notice 2”")).toBeVisible();
  expect(await templates(page, server)).toMatchObject({ Notice: "ready 1", "Notice 2": expect.stringContaining("draft") });
});

test("errors of the document are told at their place", async ({ page, server }) => {
  await openPane(page, server, { base64: Buffer.from(faulty()).toString("base64"), url: "C:\\Users\\ada\\Reminder.docx" });
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByText("This document has 2 errors")).toBeVisible();
  await expect(page.locator(".excerpt mark").first()).toBeVisible();
});

test("a document that Word does not hand over is said", async ({ page, server }) => {
  await openPane(page, server);
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByText("Word could not hand over the document: The document is busy.")).toBeVisible();
});

test("a key that may only make documents inserts fields", async ({ page, server }) => {
  const key = server.command("key", "create", "--label", "k", "--scope", "generate").match(/plk_\w+/)?.[0] ?? "";
  await openPane(page, { url: server.url, key });
  await page.getByLabel("Fields of").selectOption({ label: "Offer" });
  await expect(page.locator(".tree").first()).toBeVisible();
  await expect(page.getByText("ask for a key that can manage templates")).toBeVisible();
  await expect(page.getByRole("button", { name: "Check", exact: true })).toHaveCount(0);
});

test("outside of Word, and without Office.js, the page says what to do", async ({ page, server }) => {
  await page.route(OFFICE, (route) => route.abort());
  await page.goto(`${server.url}/addin/`);
  // What to do comes before what is missing; nothing is alarming in a browser, where Office.js is not needed.
  await expect(page.locator(".note-title")).toHaveText(["Open this page in Word", "Word needs an https address", "If this is Word: its part of this page could not be loaded"]);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByText("Office.js comes from appsforoffice.microsoft.com.")).toBeVisible();
  await expect(page.getByRole("listitem")).toHaveCount(3);
  await expect(page.getByRole("link", { name: "Download the manifest" })).toHaveAttribute("href", `${server.url}/addin/manifest.xml`);
  await page.unroute(OFFICE);
  await page.route(OFFICE, (route) => route.fulfill({ contentType: "text/javascript", body: "window.Office = { HostType: { Word: 'Word' }, onReady: async () => ({ host: null }) }" }));
  await page.reload();
  await expect(page.getByText("Open this page in Word")).toBeVisible();
});

test("axe finds no serious fault in the pane, light or dark; it asks Microsoft's host and no other", async ({ page, server }) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).origin));
  await openPane(page, server, { base64: Buffer.from(docx(paragraph("Dear {{ name }}"))).toString("base64") });
  await openData(page, ORDER);
  await page.getByRole("button", { name: "Preview" }).click();
  await page.locator(".preview[aria-busy=false] img").first().waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
  expect([...hosts].filter((host) => !host.startsWith("blob:") && host !== "null").sort()).toEqual([server.url, new URL(OFFICE).origin].sort());
});

test("Microsoft's reader understands the manifest, and what it names is there", async ({ page, server }) => {
  const answer = await page.request.get(`${server.url}/addin/manifest.xml`);
  const text = await answer.text();
  const path = join(server.folder, "manifest.xml");
  writeFileSync(path, text);
  const { OfficeAddinManifest } = require("office-addin-manifest") as typeof import("office-addin-manifest");
  const manifest = await OfficeAddinManifest.readManifestFile(path);
  expect(manifest).toMatchObject({
    displayName: "Platen", defaultLocale: "en-US", hosts: ["Document"], officeAppType: "TaskPaneApp", permissions: "ReadWriteDocument", version: "0.1.0.0",
    defaultSettings: { sourceLocation: `${server.url}/addin/` },
  });
  expect(manifest.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  // All that it refers to exists, and every name in it is declared.
  for (const [, url] of text.matchAll(/DefaultValue="(http[^"]+)"/g)) expect((await page.request.get(url ?? "")).status(), url).toBe(200);
  const declared = new Set([...text.matchAll(/<bt:(?:Image|Url|String) id="([^"]+)"/g)].map(([, id]) => id));
  for (const [, resid] of text.matchAll(/resid="([^"]+)"/g)) expect(declared).toContain(resid);
  expect([...declared].every((id) => (id ?? "").length <= 32)).toBe(true);
});

test("a value is inserted with a format, by what its sample looks like", async ({ page, server }) => {
  await openPane(page, server);
  await openData(page, { total: 200, due: "2026-05-01", name: "Ada" });
  await expect(page.getByLabel("Format of Name")).toHaveCount(0);
  await page.getByLabel("Format of Total").selectOption("money");
  await page.getByRole("button", { name: "Total", exact: true }).click();
  await expect.poll(() => done(page)).toEqual([["insertText", '{{ total|currency("EUR") }}', "Replace"], ["select", "End"]]);
  await page.getByLabel("Format of Due").selectOption("long date");
  await page.getByRole("button", { name: "Due", exact: true }).click();
  await expect.poll(() => done(page)).toEqual([["insertText", '{{ due|date("long") }}', "Replace"], ["select", "End"]]);
});

test("an error leads to its place in the document", async ({ page, server }) => {
  const file = docx(paragraph("Dear {{ name|uper }}"), paragraph("{{ gone|lowr }}"));
  await openPane(page, server, { base64: Buffer.from(file).toString("base64"), url: "https://example.org/letter.docx" });
  await page.getByRole("button", { name: "Check", exact: true }).click();
  const show = page.getByRole("button", { name: "Show it in the document" });
  await show.first().click();
  await expect.poll(() => done(page)).toEqual([["select", "{{ name|uper }}"]]);
  await show.nth(1).click();
  await expect(page.getByText("It was not found in the document’s text.")).toBeAttached();
});
