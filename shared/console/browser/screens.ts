// Every screen of the console, one after the other: for the check of accessibility, and for pictures.

import type { Page } from "@playwright/test";
import { drop, expect, open, toScreen } from "./test";
import type { Server } from "./server";
import { docx, faulty, paragraph } from "./word";

/** Goes through all screens; `at` is called on each, with its name. */
export async function everyScreen(page: Page, server: Server, at: (name: string) => Promise<void>): Promise<void> {
  await page.goto(server.url);
  await expect(page.getByLabel("Your key")).toBeVisible();
  await at("sign-in");
  await page.getByLabel("Your key").fill("plk_wrong");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await at("sign-in-wrong");
  await page.getByLabel("Your key").fill(server.key);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.locator("a.entry").first()).toBeVisible();
  await at("templates");

  await drop(page, "Reminder of May.docx", faulty());
  await expect(page.getByText("Fix 2 errors in")).toBeVisible();
  await at("template-with-errors");

  await open(page, "Invoice");
  await page.locator(".preview[aria-busy=false] img").first().waitFor();
  await page.getByText("Options", { exact: true }).click();
  await at("one-document-empty");
  await page.getByRole("button", { name: "Sample values" }).click();
  await expect(page.getByText(/\d sample value/)).toBeVisible();
  await page.locator(".preview[aria-busy=false] img").first().waitFor();
  await at("one-document");
  await page.getByRole("button", { name: "PDF", exact: true }).click();
  await at("one-document-question");
  await page.getByRole("button", { name: "Back to the form" }).click();
  await page.getByRole("group", { name: "Customer" }).getByLabel("Name").fill("");
  await expect(page.getByText("1 field to fill in")).toBeVisible();
  await at("one-document-with-a-fault");

  await page.getByRole("link", { name: "Fields" }).click();
  await expect(page.getByRole("table").first()).toBeVisible();
  await at("fields");
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByLabel("Description")).toBeVisible();
  await at("settings");
  await page.getByRole("button", { name: "Delete…" }).click();
  await at("delete");
  await page.getByRole("button", { name: "Keep" }).click();
  await page.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("This template is disabled")).toBeVisible();
  await at("template-disabled");
  await page.getByRole("button", { name: "Enable" }).click();

  await toScreen(page, "Templates");
  await drop(page, "Order of another product.docx", docx(paragraph("Dear {d.customer.name},"), paragraph("{d.when:formatD(YYYY):unknown(1)}")));
  await page.getByRole("button", { name: "Convert these marks" }).click();
  await expect(page.getByText(/marks? (was|were) converted/)).toBeVisible();
  await at("template-converted");
  await page.getByRole("button", { name: "Use the converted template" }).click();
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("region", { name: "Versions" })).toBeVisible();
  await at("versions");
  await toScreen(page, "Templates");
  await open(page, "Invoice");

  await page.getByRole("link", { name: "Many documents" }).click();
  await expect(page.getByText("or drop it anywhere")).toBeVisible();
  await at("many-documents");
  await page.locator(".drop input").setInputFiles({ name: "Invoices of May.csv", mimeType: "text/csv", buffer: Buffer.from(invoices(40, 7)) });
  await expect(page.getByText("Row 9:")).toBeVisible();
  await at("many-documents-with-a-fault");
  await page.getByLabel("Leave out this row and create the others").check();
  await page.getByLabel("File names").fill("Invoice {{ number }}");
  await expect(page.getByText("The first is called")).toBeVisible();
  await at("many-documents-ready");
  await page.getByRole("button", { name: "Create 39 documents" }).click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await at("job-running");
  await expect(page.getByText("Done", { exact: true })).toBeVisible({ timeout: 30_000 });
  await at("job");

  await toScreen(page, "Jobs");
  await expect(page.locator("a.entry").first()).toBeVisible();
  await at("jobs");
  await toScreen(page, "Guide");
  await expect(page.locator(".samples img")).toHaveCount(await page.locator(".samples > li").count());
  await expect(page.locator(".tags li").first()).toBeVisible();
  await page.locator(".drop input").setInputFiles({ name: "order.json", mimeType: "application/json", buffer: Buffer.from('{"number": "A-1", "items": [{"name": "Desk", "price": 200}]}') });
  await expect(page.getByRole("table", { name: "" }).first()).toBeVisible();
  await at("guide");
  await toScreen(page, "Keys");
  await page.getByText("New key", { exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill("Web shop");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("Copy it now")).toBeVisible();
  await at("keys");
  await page.getByRole("button", { name: "I have copied it" }).click();
  await toScreen(page, "Activity");
  await expect(page.getByRole("row").nth(1)).toContainText("Created a key");
  await at("activity");
  await toScreen(page, "Word to PDF");
  await at("word-to-pdf");
  await toScreen(page, "Usage");
  await expect(page.getByText("No monthly limit.")).toBeVisible();
  await at("usage");
}

/** Rows of invoices; the price of one of them is no number. */
function invoices(count: number, bad: number): string {
  const head = "number;customer name;street;city;postcode;customer number;date;due date;order reference;description;sku;quantity;unit;price;vat rate;currency";
  const rows = Array.from({ length: count }, (_, index) =>
    `INV-${1001 + index};Halden & Daughter ${index + 1};${index + 1} Quay Street;Bristol;BS1 4RW;C-${200 + index};2026-05-31;2026-06-14;PO ${7000 + index};Oak desk;OD-1;2;pcs;${index === bad ? "1oo.00" : "100.00"};20;GBP`);
  return [head, ...rows].join("\n");
}
