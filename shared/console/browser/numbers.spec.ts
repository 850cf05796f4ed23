// A number that is typed means one thing: what the reader's language says, or what the person answers.

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import type { Server } from "./server";
import { docx, paragraph } from "./word";

/** What is typed; then for each reader the number, or the two that are asked about. */
const WAYS = {
  "1,234": { "en-GB": 1234, "de-DE": [1234, 1.234], "fr-FR": [1234, 1.234], "de-CH": [1234, 1.234] },
  "1.234": { "en-GB": [1234, 1.234], "de-DE": 1234, "fr-FR": [1234, 1.234], "de-CH": [1234, 1.234] },
  "1,234.50": { "en-GB": 1234.5, "de-DE": 1234.5, "fr-FR": 1234.5, "de-CH": 1234.5 },
  "1.234,50": { "en-GB": 1234.5, "de-DE": 1234.5, "fr-FR": 1234.5, "de-CH": 1234.5 },
  "1 234": { "en-GB": 1234, "de-DE": 1234, "fr-FR": 1234, "de-CH": 1234 },
  "1'234": { "en-GB": 1234, "de-DE": 1234, "fr-FR": 1234, "de-CH": 1234 },
  "1234,5": { "en-GB": 1234.5, "de-DE": 1234.5, "fr-FR": 1234.5, "de-CH": 1234.5 },
} as const;

/** 1234, 1.234 and 1234.5 as each of them is told: in no other language one of these is another one. */
const TOLD = {
  "en-GB": ["1,234.00", "1.2340", "1,234.5"],
  "de-DE": ["1.234,00", "1,2340", "1.234,5"],
  "fr-FR": ["1\u202f234,00", "1,2340", "1\u202f234,5"],
  "de-CH": ["1’234.00", "1.2340", "1’234.5"],
} as const;

const total = (page: Page) => page.locator("[id='f/total']");

async function openForm(page: Page, server: Server): Promise<void> {
  server.addTemplate("Amount.docx", docx(paragraph("{{ total|currency('EUR') }}")));
  await page.goto(server.url);
  await page.locator("#key").fill(server.key);
  await page.locator("#key").press("Enter");
  await page.locator("a.entry").filter({ hasText: "Amount" }).click();
  await expect(total(page)).toBeVisible();
}

/** What stands in the data. */
async function saved(page: Page): Promise<unknown> {
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: /^(Save data|Daten speichern|Enregistrer les données)$/ }).click();
  return JSON.parse(readFileSync(await (await coming).path(), "utf8")).total;
}

for (const reader of Object.keys(TOLD) as (keyof typeof TOLD)[]) {
  test.describe(reader, () => {
    test.use({ locale: reader });

    test("seven ways of writing a number are understood, or asked about", async ({ page, server }) => {
      await openForm(page, server);
      const [thousands, decimals, half] = TOLD[reader];
      // Unicode changed the apostrophe of Switzerland in 2025 (CLDR 48): browsers have the one or the other.
      const told = (number: number) => new RegExp(`^(= )?${(number === 1234 ? thousands : number === 1.234 ? decimals : half).replace(/[.’]/g, (sign) => (sign === "." ? "\\." : "[’']"))}$`);
      for (const [typed, readings] of Object.entries(WAYS)) {
        const reading = readings[reader];
        await total(page).fill(typed);
        if (typeof reading === "number") {
          // It stands below, unless the field itself reads so.
          const words = told(reading);
          await expect(page.locator(".understood"), typed).toHaveText(words.test(typed) ? [] : [words]);
          expect(await saved(page), typed).toBe(reading);
          continue;
        }
        for (const number of reading) {
          await total(page).fill(typed);
          await expect(total(page)).toHaveAttribute("aria-invalid", "true");
          await expect(page.locator(".fault .link"), typed).toHaveText(reading.map(told));
          await page.locator(".fault .link").nth(reading.indexOf(number)).click();
          await expect(page.locator(".fault")).toHaveCount(0);
          await expect(total(page)).toBeFocused();
          expect(await saved(page), typed).toBe(number);
        }
      }
      await total(page).fill("12o");
      await expect(page.locator(".fault")).toBeVisible();
      expect(await saved(page)).toBe("12o");
    });
  });
}

test("the language of the documents decides with the reader's, and what was typed survives another screen", async ({ page, server }) => {
  await openForm(page, server);
  await page.getByText("Options", { exact: true }).click();
  const language = page.getByLabel("Language of dates and numbers");
  await language.selectOption("en-US");
  await total(page).fill("1.234");
  expect(await saved(page)).toBe(1.234);
  // A document in German made by an Englishman: both may be meant.
  await language.selectOption({ label: "German (Germany)" });
  await total(page).fill("1,234");
  await expect(page.locator(".fault .link")).toHaveText(["1,234.00", "1.2340"]);
  await total(page).fill("20 %");
  await expect(page.locator(".understood")).toHaveText("= 0.2");
  await page.getByRole("link", { name: "Many documents" }).click();
  await page.getByRole("link", { name: "One document" }).click();
  await expect(total(page)).toHaveValue("20 %");
  await expect(page.locator(".understood")).toHaveText("= 0.2");
});

test("a sheet shows what its first row was taken for", async ({ page, server }) => {
  await openForm(page, server);
  await page.getByRole("link", { name: "Many documents" }).click();
  await page.locator(".drop input").setInputFiles({ name: "amounts.csv", mimeType: "text/csv", buffer: Buffer.from("total\n\"1,234\"\n20 %\n") });
  await expect(page.locator(".row-faults").getByText("which may mean 1234 or 1.234")).toBeVisible();
  const writing = page.getByLabel("Numbers and dates are written in");
  await expect(writing.locator("option").nth(1)).toHaveText(/^English \(/);
  await writing.selectOption({ label: "German (Germany): 1.234,5 · 31.01.2026" });
  await expect(page.locator("td.sample")).toHaveText("1,234 = 1.2340");
  await writing.selectOption({ label: "English (United Kingdom): 1,234.5 · 31/01/2026" });
  await expect(page.locator("td.sample")).toHaveText("1,234 = 1,234.00");
  await expect(page.getByText("All rows fit the template.")).toBeVisible();
});
