// The walk of an office manager who has a letter in Word and a sheet in Excel, and reads no manual: twenty PDFs.

import type { Locator } from "@playwright/test";
import { expect, test, unzipped } from "./test";
import { docx, paragraph, xlsx } from "./word";

const NAMES = ["Ada", "Ben", "Cleo", "Dai", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jo", "Kim", "Lea", "Max", "Nia", "Olu", "Pia", "Quin", "Ravi", "Sam", "Tess"];

/** Beside the choosing of files: more would be a detour. */
const MOST_CLICKS = 8;

test("an own letter becomes twenty PDFs of a sheet in a few clicks", async ({ page, server }) => {
  const begun = Date.now();
  const clicked: string[] = [];
  const click = async (what: Locator, words: string) => {
    clicked.push(words);
    await what.click();
  };
  await page.goto(server.url);
  await page.getByLabel("Your key").fill(server.key);
  await click(page.getByRole("button", { name: "Continue" }), "Continue");

  // What does one write into the letter? The sheet's own columns, as tags to copy.
  await click(page.getByRole("link", { name: "How to write a template" }).first(), "How to write a template");
  const rows = NAMES.map((name, index) => [name, `${index + 1} High Street`, 1000 + index * 10.5, new Date(Date.UTC(2026, 5, 1 + index))]);
  const sheet = { name: "Members.xlsx", mimeType: "", buffer: xlsx([["Name", "Street", "Amount", "Due date"], ...rows]) };
  await page.getByRole("region", { name: "Start from your data" }).locator(".drop input").setInputFiles(sheet);
  const tags = page.getByRole("region", { name: "Tags of your data" });
  for (const tag of ["{{ Name }}", "{{ Street }}"]) await expect(tags).toContainText(tag);
  const tagOf = async (column: string) => ((await tags.innerText()).match(new RegExp(`\\{\\{ ${column}[^}]*\\}\\}`)) ?? [""])[0];
  const [amount, due] = [await tagOf("Amount"), await tagOf("Due_date")];

  // The letter, with these in it.
  const letter = docx([paragraph("{{ Name }}"), paragraph("{{ Street }}"), paragraph(`Dear {{ Name }}, please pay ${amount} by ${due}.`)].join(""));
  await click(page.getByRole("link", { name: "Templates", exact: true }).first(), "Templates");
  // The guide stays for a moment, and has a place for files too.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Templates");
  await page.locator(".drop input").first().setInputFiles({ name: "Membership fee.docx", mimeType: "", buffer: letter });
  await expect(page.getByText("The template is ready")).toBeVisible();
  await click(page.getByRole("link", { name: "Fill it in" }), "Fill it in");
  await click(page.getByRole("link", { name: "Many documents" }), "Many documents");
  await page.locator(".drop input").setInputFiles(sheet);
  await expect(page.getByText("All rows fit the template.")).toBeVisible();
  await click(page.getByRole("button", { name: "Create 20 documents" }), "Create 20 documents");
  await expect(page.getByText("Done", { exact: true })).toBeVisible({ timeout: 60_000 });
  const all = page.waitForEvent("download");
  await click(page.getByRole("button", { name: /^Download/ }), "Download");
  const files = await unzipped(await all);
  expect(files.size).toBe(20);
  for (const [name, bytes] of files) expect(`${name} ${bytes.subarray(0, 5).toString()}`).toMatch(/\.pdf %PDF-$/);
  console.log(`${clicked.length} clicks (${clicked.join(", ")}), ${Math.round((Date.now() - begun) / 1000)} s`);
  expect(clicked.length).toBeLessThanOrEqual(MOST_CLICKS);
});
