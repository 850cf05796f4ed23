// A job that failed is told as it is, and repaired where it is seen; rows that belong together are asked about.

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { docxText, expect, open, test, unzipped } from "./test";
import { docx, paragraph } from "./word";

test.use({ contextOptions: { reducedMotion: "reduce" } });

async function give(page: Page, csv: string): Promise<void> {
  await page.locator(".drop input").setInputFiles({ name: "rows.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
}

async function isFit(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
}

test("rows that failed become a table with the fault at its place, are changed there and made", async ({ page, console: _, server }) => {
  server.addTemplate("Shares.docx", docx(paragraph("{{ name }}: {{ 100 / parts }}")));
  await page.reload();
  await open(page, "Shares", "Many documents");
  await give(page, "name,parts,unused\nAda,4,x\nBen,0,x\nCleo,5,x\nDai,0,x\n");
  await page.getByLabel("Word files").check();
  await page.getByLabel("File names").fill("{{ name }}");
  await page.getByRole("button", { name: "Create 4 documents" }).click();
  await expect(page.getByText("Done with errors", { exact: true })).toBeVisible();
  // Two were made, of four; the bar says the same.
  await expect(page.locator(".job-count")).toHaveText("2 of 4");
  const width = (part: string) => page.locator(part).evaluate((element) => Math.round(element.getBoundingClientRect().width / (element.parentElement?.getBoundingClientRect().width ?? 1) * 100));
  await expect.poll(() => Promise.all([width(".bar span:not(.failed)"), width(".bar .failed")])).toEqual([50, 50]);
  await isFit(page);

  await page.getByRole("button", { name: "Correct and try again" }).click();
  await expect(page.getByText("2 rows need to be corrected")).toBeVisible();
  await expect(page.getByText("All rows fit the template.")).toHaveCount(0);
  const table = page.getByRole("region", { name: "Rows to correct" });
  await expect(table.getByRole("columnheader")).toHaveText(["Row", "name", "parts"]);
  await expect(table.locator(".fault")).toHaveCount(2);
  for (const width of [390, 1380]) {
    await page.setViewportSize({ width, height: 900 });
    await isFit(page);
  }
  await table.getByLabel("parts, row 3").fill("8");
  await table.getByLabel("parts, row 5").fill("x");
  await page.keyboard.press("Tab");
  await expect(table.getByLabel("parts, row 5")).toHaveAccessibleDescription(/must be a number/);
  await expect(page.getByText("1 row needs to be corrected")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Create/ })).toBeDisabled();
  await table.getByLabel("parts, row 5").fill("10");
  await page.keyboard.press("Tab");
  await expect(page.getByText("All rows fit the template.")).toBeVisible();
  // Format and names are those of the job.
  await expect(page.getByLabel("Word files")).toBeChecked();
  await expect(page.getByLabel("File names")).toHaveValue("{{ name }}");
  await page.getByRole("button", { name: "Create 2 documents" }).click();
  await expect(page.getByText("Done", { exact: true })).toBeVisible();
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Download/ }).click();
  const files = await unzipped(await coming);
  expect([...files].map(([name, bytes]) => `${name} ${docxText(bytes).trim()}`).sort()).toEqual(["Ben.docx Ben: 12.5", "Dai.docx Dai: 10.0"]);
});

test("what does not fit is corrected beside the list, and the first document that fails is no green line", async ({ page, console: _, server }) => {
  server.addTemplate("Parts.docx", docx(paragraph("{{ name }}: {{ 100 / parts }}")));
  await page.reload();
  await open(page, "Parts", "Many documents");
  await give(page, "name,parts\nAda,none\nBen,5\n");
  await expect(page.getByText("Row 2:")).toBeVisible();
  await page.getByText("Correct the rows here").click();
  await page.getByLabel("parts, row 2").fill("0");
  await page.keyboard.press("Tab");
  await expect(page.getByText("The first document cannot be created: see below.")).toBeVisible();
  await expect(page.getByText("All rows fit the template.")).toHaveCount(0);
});

test("rows of one document are noticed and asked about", async ({ page, console: _, server }) => {
  server.addTemplate("Positions.docx", docx(paragraph("{{ number }} {{ customer }}"), paragraph("{%p for p in positions %}"), paragraph("{{ p.name }}"), paragraph("{%p endfor %}")));
  await page.reload();
  await open(page, "Positions", "Many documents");
  await give(page, "number,customer,positions[].name\n1,Ada,Desk\n1,Ada,Chair\n2,Ada,Lamp\n");
  await expect(page.getByText("2 rows have “1” as number. Are they one document?")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Create/ })).toBeDisabled();
  await isFit(page);
  await page.getByRole("button", { name: "Yes, combine such rows" }).click();
  await expect(page.getByRole("button", { name: "Create 2 documents" })).toBeEnabled();
  await expect(page.getByLabel("Combine rows into one document by")).toHaveValue("0");
  // Customers have several orders: their name alone says nothing.
  await give(page, "number,customer,positions[].name\n1,Ada,Desk\n2,Ada,Chair\n");
  await expect(page.getByRole("button", { name: "Create 2 documents" })).toBeEnabled();
  await give(page, "number,customer,positions[].name\n1,Ada,Desk\n1,Ada,Chair\n2,Ada,Lamp\n");
  await page.getByRole("button", { name: "No, one document per row" }).click();
  await expect(page.getByRole("button", { name: "Create 3 documents" })).toBeEnabled();
});
