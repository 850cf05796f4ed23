// The pictures of docs/tutorial.md and of README, in the folder PICTURES: `make pictures`.

import { join } from "node:path";
import type { Page } from "@playwright/test";
import { openPane } from "./addin";
import { drop, expect, signIn, test } from "./test";
import { docx, xlsx } from "./word";

const FOLDER = process.env.PICTURES ?? "pictures";

/** A paragraph as a letter has it. */
function line(text: string, size = 24): string {
  const bold = size > 24 ? "<w:b/>" : "";
  return `<w:p><w:pPr><w:spacing w:after="240" w:line="300" w:lineRule="auto"/></w:pPr><w:r><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/>${bold}<w:sz w:val="${size}"/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;
}

const LETTER = docx(
  line("Payment reminder", 44),
  line("Dear {{ customer }},"),
  line("our invoice {{ invoice }} of {{ amount|currency(&quot;EUR&quot;) }} was due on {{ due|date }}. Please transfer the amount within ten days."),
  line("With kind regards"),
  line("Accounts"),
);

const NAMES = ["Ada Lovelace", "Ben Okri", "Cleo Hart", "Dai Rees", "Eve Nagy", "Finn Berg", "Gus Moro", "Hana Sato", "Ivo Kral", "Jo Weiss", "Kim Duarte", "Lea Roth", "Max Ott", "Nia Bell", "Olu Ade", "Pia Lund", "Quin Foy", "Ravi Rao", "Sam Cole", "Tess Hill"];
const SHEET = xlsx([["Customer", "Invoice", "Amount", "Due"], ...NAMES.map((name, index) => [name, `INV-${1001 + index}`, 119 + 7 * index, new Date(Date.UTC(2026, 4, 31))])]);

async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

test("the console's screens", async ({ page, server }) => {
  await page.setViewportSize({ width: 1120, height: 680 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page, server);
  await drop(page, "Payment reminder.docx", LETTER);
  await expect(page.getByText("The template is ready")).toBeVisible();
  await picture(page, "console-ready");

  await page.getByRole("link", { name: "Fill it in" }).click();
  await page.setViewportSize({ width: 1280, height: 680 });
  await page.getByLabel("Customer").fill("Ada Lovelace");
  await page.getByLabel("Invoice").fill("INV-1001");
  await page.getByLabel("Amount").fill("119");
  await page.getByLabel("Due").fill("2026-05-31");
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  await page.locator(".preview[aria-busy=false] img").first().waitFor();
  await picture(page, "console-form");

  await page.setViewportSize({ width: 1120, height: 680 });
  await page.getByRole("link", { name: "Many documents" }).click();
  await page.locator(".drop input").setInputFiles({ name: "Reminders of May.xlsx", mimeType: "", buffer: SHEET });
  await expect(page.getByText("All rows fit the template.")).toBeVisible();
  await picture(page, "console-columns");
  await page.getByRole("button", { name: /^Use “/ }).click();
  await expect(page.getByText("(of 20)")).toBeVisible();
  await page.getByRole("button", { name: "Create 20 documents" }).scrollIntoViewIfNeeded();
  await picture(page, "console-names");
  await page.getByRole("button", { name: "Create 20 documents" }).click();
  await expect(page.getByText("Done", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("heading", { name: "Payment reminder: many documents" })).toBeVisible();
  await page.setViewportSize({ width: 1120, height: 520 });
  // The bar moves to its place.
  await page.waitForTimeout(500);
  await picture(page, "console-job");
});

test("the add-in's pane", async ({ page, server }) => {
  await openPane(page, server, { base64: LETTER.toString("base64"), url: "C:\\Payment reminder.docx" });
  await page.setViewportSize({ width: 340, height: 820 });
  const order = { customer: "Ada Lovelace", invoice: "INV-1001", amount: 119, due: "2026-05-31", items: [{ name: "Desk", price: 119 }] };
  await page.locator(".source input[type=file]").setInputFiles({ name: "order.json", mimeType: "", buffer: Buffer.from(JSON.stringify(order)) });
  await expect(page.locator(".tree").first()).toBeVisible();
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByText("No errors were found")).toBeVisible();
  await picture(page, "addin-pane");
});
