// A file whose name is taken replaces nothing without a question.

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { drop, expect, open, test } from "./test";
import { docx, faulty, paragraph } from "./word";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const WIDE = docx(paragraph("{{ number }} {{ customer.name }} {{ total }}"));
const NARROW = docx(paragraph("{{ number }}"));

const question = (page: Page) => page.getByRole("dialog");

async function toTemplates(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Templates" }).first().click();
  await expect(page.getByRole("heading", { name: "Templates", level: 1 })).toBeVisible();
}

/** The fields that the form of a template asks for. */
async function asksFor(page: Page, name: string): Promise<string[]> {
  await toTemplates(page);
  await open(page, name);
  await expect(page.locator(".fields label").first()).toBeVisible();
  return page.locator(".form form > .fields label").allInnerTexts();
}

test("a dropped file with a template's name asks: cancel, draft, another template or new version", async ({ console: page }) => {
  await drop(page, "Parcel.docx", WIDE);
  await expect(page.getByText("The template is ready")).toBeVisible();
  await toTemplates(page);

  await drop(page, "Parcel.docx", NARROW);
  await expect(question(page)).toContainText("“Parcel” already exists");
  await expect(question(page)).toContainText(/Version 1 of .*, added by .*, is in use\./);
  await expect(question(page)).toContainText("2 fields disappear.");
  await expect(question(page).getByRole("listitem")).toContainText([/Removed\s*customer\.name/, /Removed\s*total/]);
  // Where data would no longer fit, the draft is what is meant as a rule.
  await expect(question(page).locator("button.primary")).toHaveText("Save as draft");
  for (const width of [390, 1380]) {
    await page.setViewportSize({ width, height: 900 });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id }) => id)).toEqual([]);
  }
  await page.keyboard.press("Escape");
  await expect(question(page)).toHaveCount(0);
  expect(await asksFor(page, "Parcel")).toEqual(["Number", "Name", "Total"]);

  await toTemplates(page);
  await drop(page, "Parcel.docx", NARROW);
  await question(page).getByRole("button", { name: "Add as “Parcel 2”" }).click();
  await expect(page.getByRole("heading", { name: "Parcel 2", level: 1 })).toBeVisible();
  await toTemplates(page);
  await drop(page, "Parcel.docx", NARROW);
  await expect(question(page).getByRole("button", { name: "Add as “Parcel 3”" })).toBeVisible();
  await question(page).getByRole("button", { name: "Save as draft" }).click();
  await expect(page.getByRole("heading", { name: "Draft: version 2" })).toBeVisible();
  await expect(page.getByText("is in use now")).toHaveCount(0);
  await page.getByRole("link", { name: "One document" }).click();
  await expect(page.getByLabel("Total")).toBeVisible();

  await toTemplates(page);
  await drop(page, "Parcel.docx", NARROW);
  await question(page).getByRole("button", { name: "Use as new version" }).click();
  await expect(page.getByText("is in use now")).toBeVisible();
  await page.getByRole("link", { name: "One document" }).click();
  await expect(page.getByLabel("Number", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Total")).toHaveCount(0);
});

test("a sample that is there already is not added over it", async ({ console: page }) => {
  await page.getByRole("link", { name: "Guide" }).click();
  await page.getByRole("button", { name: "Add Letter" }).click();
  await expect(question(page)).toContainText("“Letter” already exists");
  await expect(question(page)).toContainText("The same fields as in version 1.");
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: "Letter", level: 1 })).toHaveCount(0);
});

test("a file with errors under a taken name is told, and nothing is recorded of it", async ({ console: page }) => {
  await drop(page, "Dunning.docx", WIDE);
  await expect(page.getByText("The template is ready")).toBeVisible();
  await toTemplates(page);
  await drop(page, "Dunning.docx", faulty());
  await expect(page.getByRole("alert")).toContainText("Fix 2 errors in Dunning.docx");
  await open(page, "Dunning", "Settings");
  await expect(page.getByRole("button", { name: "Delete…" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Versions" })).toHaveCount(0);
});

test("a new version is asked about where data would no longer fit, and only there", async ({ console: page }) => {
  await drop(page, "Quote.docx", WIDE);
  await expect(page.getByText("The template is ready")).toBeVisible();
  await page.getByRole("link", { name: "Settings" }).click();
  const input = page.getByLabel("New version");
  await input.setInputFiles({ name: "Quote.docx", mimeType: "", buffer: docx(paragraph("No. {{ number }} {{ customer.name }} {{ total }}")) });
  await expect(page.getByText("Version 2 is in use now")).toBeVisible();
  await input.setInputFiles({ name: "Quote.docx", mimeType: "", buffer: NARROW });
  await expect(question(page)).toContainText("Replace “Quote”?");
  await question(page).getByRole("button", { name: "Save as draft" }).click();
  await expect(page.getByRole("heading", { name: "Draft: version 3" })).toBeVisible();
});

test("whoever replaces a template is told how many keys use it", async ({ console: page, server }) => {
  await drop(page, "Waybill.docx", WIDE);
  await expect(page.getByText("The template is ready")).toBeVisible();
  const id = page.url().match(/[0-9a-f]{8}-[0-9a-f-]{27}/)?.[0] ?? "";
  const headers = { "x-functions-key": server.key };
  const data = { number: "1", customer: { name: "Ada" }, total: 2 };
  const made = await page.request.post(`${server.url}/api/generateDocument`, { headers, data: { templateId: id, format: ".docx", data } });
  expect(made.status()).toBe(200);
  await expect.poll(async () => (await (await page.request.get(`${server.url}/api/templates/${id}`, { headers })).json()).usedByKeys).toBe(1);
  await toTemplates(page);
  await drop(page, "Waybill.docx", NARROW);
  await expect(question(page)).toContainText("1 key created documents from it in the last month.");
});
