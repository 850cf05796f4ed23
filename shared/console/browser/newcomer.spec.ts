// A newcomer with a sheet, a browser and a key: from signing in to a template and twenty documents, by the screens alone.

import { bytesOf, docxText, expect, test, unzipped } from "./test";
import { xlsx } from "./word";

const NAMES = ["Ada", "Ben", "Cleo", "Dai", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jo", "Kim", "Lea", "Max", "Nia", "Olu", "Pia", "Quin", "Ravi", "Sam", "Tess"];

/** A sheet as an office has one: reminders to twenty customers. */
const SHEET = xlsx([["Customer", "Invoice", "Amount", "Due date"], ...NAMES.map((name, index) => [name, `INV-${1001 + index}`, 100 + index, new Date(Date.UTC(2026, 4, 1 + index))])]);

test("a newcomer makes a template of a sheet, and a document for each of its rows", async ({ page, server }) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).origin));
  await page.goto(server.url);
  await page.getByLabel("Your key").fill(server.key);
  await page.getByRole("button", { name: "Continue" }).click();

  await page.getByRole("link", { name: "How to write a template" }).first().click();
  const sheet = { name: "Reminders of May.xlsx", mimeType: "", buffer: SHEET };
  await page.getByRole("region", { name: "Start from your data" }).locator(".drop input").setInputFiles(sheet);
  await expect(page.getByRole("region", { name: "Tags of your data" })).toContainText("{{ Customer }}");
  await page.getByRole("button", { name: "Add it as a template" }).click();
  await expect(page.getByText("The template is ready")).toBeVisible();

  // One to see what it looks like.
  await page.getByRole("link", { name: "Fill it in" }).click();
  await page.getByLabel("Customer").fill("Ada");
  await page.getByLabel("Invoice").fill("INV-1");
  await page.getByLabel("Amount").fill("12");
  await page.getByLabel("Due date").fill("2026-05-01");
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  const one = page.waitForEvent("download");
  await page.getByRole("button", { name: "Word", exact: true }).click();
  expect(docxText(await bytesOf(await one))).toContain("INV-1");

  // And all of them, without choosing a single column.
  await page.getByRole("link", { name: "Many documents" }).click();
  await page.locator(".drop input").setInputFiles(sheet);
  await expect(page.getByText("All rows fit the template.")).toBeVisible();
  await page.getByLabel("Word files").check();
  await page.getByRole("button", { name: /^Use “/ }).click();
  await expect(page.getByText("(of 20)")).toBeVisible();
  await page.getByRole("button", { name: "Create 20 documents" }).click();
  await expect(page.getByText("Done", { exact: true })).toBeVisible({ timeout: 60_000 });
  const all = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Download/ }).click();
  const files = await unzipped(await all);
  expect([...files.keys()].sort()).toEqual(NAMES.map((name) => `Reminders of May ${name}.docx`).sort());
  expect(docxText(files.get("Reminders of May Tess.docx") ?? Buffer.alloc(0))).toContain("INV-1020");
  expect([...hosts]).toEqual([server.url]);
});
