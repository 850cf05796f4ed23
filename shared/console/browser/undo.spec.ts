// One click empties a form of sixty fields, and one brings it back.

import type { Page } from "@playwright/test";
import { drop, expect, test } from "./test";
import { docx, paragraph } from "./word";

const NAMES = Array.from({ length: 60 }, (_, index) => `field${index + 1}`);

const values = (page: Page) => page.locator(".fields input[id^='f/']").evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

async function openForm(page: Page, name: string): Promise<void> {
  await drop(page, `${name}.docx`, docx(...NAMES.map((name) => paragraph(`{{ ${name} }}`)), paragraph("{{ total * 2 }}{% if paid %}Paid{% endif %}")));
  await page.getByRole("link", { name: "Fill it in" }).click();
  for (const [index, input] of (await page.locator(".fields input[id^='f/field']").all()).entries()) await input.fill(`typed ${index + 1}`);
  await page.getByLabel("Total").fill("1,234.50");
}

test("clear, sample values and loaded data can be taken back", async ({ console: page }) => {
  await openForm(page, "Sixty");
  const typed = await values(page);
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toHaveCount(0);

  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByText("The form is empty.")).toBeVisible();
  expect((await values(page)).every((value) => value === "" || value === "on")).toBe(true);
  await undo.click();
  await expect(page.getByText("Your entries are back.")).toBeVisible();
  expect(await values(page)).toEqual(typed);
  await expect(page.locator(".understood")).toHaveText("= 1,234.5");

  await page.getByLabel("Load data from a file", { exact: true }).setInputFiles({ name: "data.json", mimeType: "", buffer: Buffer.from('{"field1": "loaded"}') });
  await expect(page.getByText("data.json was loaded.")).toBeVisible();
  expect((await values(page))[0]).toBe("loaded");
  // Typing does not take the way back away, and what was typed is not lost by it either.
  await page.getByLabel("Field 2", { exact: true }).or(page.locator("[id='f/field2']")).first().fill("since");
  await page.getByRole("link", { name: "Many documents" }).click();
  await page.getByRole("link", { name: "One document" }).click();
  await undo.click();
  expect(await values(page)).toEqual(typed);
  await undo.click();
  expect((await values(page)).slice(0, 2)).toEqual(["loaded", "since"]);
});

test("sample values fill what is empty, and nothing else", async ({ console: page }) => {
  await openForm(page, "Sixty more");
  await page.locator("[id='f/field7']").fill("");
  await page.getByLabel("Leave empty fields blank in the document").check();
  const typed = await values(page);
  await page.getByRole("button", { name: "Sample values" }).click();
  const filled = await values(page);
  expect(filled.filter((value, index) => value !== typed[index])).toEqual(["Sample field7"]);
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await values(page)).toEqual(typed);
  await page.reload();
  // A reload keeps what was entered, and how.
  await expect(page.locator("[id='f/field1']")).toHaveValue("typed 1");
  await expect(page.getByLabel("Leave empty fields blank in the document")).toBeChecked();
});
