// Many documents, from each kind of file.

import type { Page } from "@playwright/test";
import { type Server } from "./server";
import { docxText, drop, expect, open, pdfText, test, unzipped } from "./test";
import { docx, paragraph, xlsx } from "./word";

const HEAD = ["Number", "Customer name", "Text", "Amount per piece", "TOTAL", "Valid until", "Delivery", "Urgent"];

/** Chooses the column that the names do not tell. */
async function mapPrice(page: Page): Promise<void> {
  await page.getByLabel("Column for Lines › Price").selectOption({ label: "Amount per piece" });
}

async function makeAndDownload(page: Page, button: string, end = "Done"): Promise<Map<string, Buffer>> {
  await page.getByRole("button", { name: button }).click();
  await expect(page.getByText(end, { exact: true })).toBeVisible({ timeout: 40_000 });
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Download \(/ }).click();
  return unzipped(await download);
}

test("CSV with columns to map becomes a ZIP of PDFs", async ({ console: page }) => {
  await open(page, "Offer", "Many documents");
  const csv = [
    HEAD.join(";"),
    "O-1;Ada Lovelace;Desk;200,50;\"1.234,50\";31.01.2026;By post;yes",
    "O-2;\"Gödel; Kurt\";Chair;80;80,00;28.02.2026;pickup;",
    "",
    "O-3;\"Line\nbreak\";Lamp;30;30;2026-03-31;post;no",
  ].join("\r\n");
  await drop(page, "offers.csv", Buffer.from(csv, "latin1"));
  await expect(page.getByText("3 rows, 8 columns")).toBeVisible();
  await expect(page.getByText("1 required field has no column")).toBeVisible();
  await mapPrice(page);
  await expect(page.getByText("All rows fit the template.")).toBeVisible();
  await page.getByLabel("File names").fill("Offer ");
  await page.getByRole("button", { name: "Number", exact: true }).click();
  await expect(page.getByText("The first is called")).toContainText("Offer O-1.pdf (of 3)");
  const files = await makeAndDownload(page, "Create 3 documents");
  expect([...files.keys()].sort()).toEqual(["Offer O-1.pdf", "Offer O-2.pdf", "Offer O-3.pdf"]);
  const first = pdfText(files.get("Offer O-1.pdf") as Buffer);
  expect(first).toContain("Desk costs 200.50");
  expect(first).toContain("Total 1234.50");
  expect(first).toContain("31 January 2026");
  expect(pdfText(files.get("Offer O-2.pdf") as Buffer)).toContain("Gödel; Kurt");
});

test("rows of an Excel workbook that belong together become one document", async ({ console: page }) => {
  await open(page, "Offer", "Many documents");
  const day = new Date("2026-05-01T00:00:00Z");
  await drop(page, "offers.xlsx", xlsx([
    HEAD,
    ["O-1", "Ada", "Desk", 200.5, 280.5, day, "By post", "x"],
    ["O-1", "Ada", "Chair", 80, 280.5, day, "By post", "x"],
    ["O-2", "Kurt", "Lamp", 30, 30, day, "Pick up", ""],
  ]));
  await mapPrice(page);
  await page.getByLabel("Combine rows into one document by").selectOption({ label: "The same “Number”" });
  await page.getByLabel("Word files").check();
  await page.getByLabel("File names").fill("{{ number }} {{ customer.name }}");
  await expect(page.getByText("The first is called")).toContainText("O-1 Ada.docx (of 2)");
  const files = await makeAndDownload(page, "Create 2 documents");
  expect([...files.keys()].sort()).toEqual(["O-1 Ada.docx", "O-2 Kurt.docx"]);
  expect(docxText(files.get("O-1 Ada.docx") as Buffer)).toMatch(/Desk costs 200\.50 .*Chair costs 80\.00 .*Total 280\.50 .*1 May 2026 .*☒/);
});

test("all documents in one Word file", async ({ console: page }) => {
  await open(page, "Offer", "Many documents");
  const item = (number: string, text: string) => ({
    number, customer: { name: "Ada" }, lines: [{ text, price: 1 }], total: 1, valid: "2026-01-31", delivery: "post", urgent: true,
  });
  await drop(page, "offers.json", Buffer.from(JSON.stringify([item("W-1", "Desk"), item("W-2", "Lamp")])));
  await page.getByLabel("One Word document with all of them").check();
  const files = await makeAndDownload(page, "Create 2 documents");
  expect(String(files.get("word/document.xml"))).toMatch(/Desk.*<w:sectPr.*Lamp/s);
});

test("JSON items, with one that fails at the service", async ({ console: page }) => {
  await open(page, "Offer", "Many documents");
  const item = (number: string, price: unknown) => ({
    number, customer: { name: "Ada" }, lines: [{ text: "Desk", price }], total: 1, valid: "2026-01-31", delivery: "post", urgent: true,
  });
  await drop(page, "offers.json", Buffer.from(JSON.stringify([item("J-1", 1), item("J-2", "dear"), item("J-3", 3)])));
  await expect(page.getByText("3 items, 7 columns")).toBeVisible();
  await page.getByLabel("Word files").check();
  await page.getByLabel("File names").fill("{{ number }}");
  const files = await makeAndDownload(page, "Create 3 documents", "Done with errors");
  expect([...files.keys()].sort()).toEqual(["J-1.docx", "J-3.docx", "errors.json"]);
  await expect(page.getByRole("heading", { name: "1 document failed" })).toBeVisible();
  const row = page.getByRole("row").nth(1);
  await expect(row).toContainText("2");
  await expect(row).toContainText("“Lines › 1 › Price” is \"dear\"; it must be a number.");
  // It is among the jobs, with its counts.
  await page.getByRole("link", { name: "Jobs", exact: true }).first().click();
  await expect(page.locator("a.entry").first()).toContainText("2 of 3 documents, Word, 1 failed");
});

test("files that cannot be used are told in words", async ({ console: page }) => {
  await open(page, "Offer", "Many documents");
  for (const [name, bytes, words] of [
    ["old.xls", "x", "Save it as an Excel workbook (.xlsx) or as CSV"],
    ["fake.xlsx", "no workbook", "cannot be read as an Excel workbook"],
    ["broken.json", "[{", "broken.json is not valid JSON"],
    ["empty.csv", "", "empty.csv is empty."],
    ["head.csv", "a,b\n", "has column names, but no rows."],
    ["picture.png", "x", "is not a CSV, Excel or JSON file."],
  ] as const) {
    await drop(page, name, Buffer.from(bytes));
    await expect(page.getByRole("alert")).toContainText(words);
  }
  await drop(page, "rows.csv", Buffer.from("number,total,x\n1,2,3\n4,5\n6,\"7,8\n"));
  await page.getByLabel("Leave fields without a value blank in the documents").check();
  const faults = page.locator(".row-faults li");
  await expect(faults.nth(0)).toHaveText("Row 3: it has 2 values, but the first row names 3 columns.");
  await expect(faults.nth(1)).toHaveText("Row 4: a quotation mark is never closed.");
  await expect(page.getByRole("button", { name: /^Create/ })).toBeDisabled();
});

/** A template of two fields, so that a large sheet is of many rows. */
function addBill(server: Server): void {
  server.addTemplate("Bill.docx", docx(paragraph("Bill {{ number }} of {{ '%.2f'|format(amount) }}")));
}

test("in a CSV of 10 MB the one bad row is named; the others are uploaded, and the job is canceled", async ({ console: page, server }) => {
  addBill(server);
  await page.reload();
  await open(page, "Bill", "Many documents");
  const lines = ["number,amount,remark"];
  for (let row = 2; row <= 95_001; row += 1) {
    lines.push(`B-${row},${row === 70_001 ? "12o.50" : `${row}.50`},${"a remark that nobody prints but makes the file as large as real ones are ".slice(0, 88)}`);
  }
  const csv = Buffer.from(lines.join("\n"));
  expect(csv.length).toBeGreaterThan(8_000_000);
  await page.locator(".drop input").setInputFiles({ name: "bills.csv", mimeType: "text/csv", buffer: csv });
  await expect(page.locator(".row-faults li")).toHaveText(["Row 70,001: “Amount” is “12o.50”; it must be a number."]);
  await expect(page.getByText("1 row does not fit the template")).toBeVisible();
  const start = page.getByRole("button", { name: "Create 94,999 documents" });
  await expect(start).toBeDisabled();
  await page.getByLabel("Leave out this row and create the others").check();
  await page.getByLabel("Word files").check();
  const uploaded = page.waitForRequest((request) => request.method() === "PUT" && request.url().includes("/api/uploads/"));
  await start.click();
  expect((await uploaded).headers()["content-encoding"]).toBe("gzip");
  const progress = page.getByRole("progressbar", { name: "Documents created" });
  await expect(progress).toHaveAttribute("aria-valuemax", "94999");
  await expect(page.locator(".job-count")).not.toHaveText(/^0 /);
  await expect(page.getByText(/ a second, .* left/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel the job" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("discarded");
  await question.getByRole("button", { name: "Cancel the job" }).click();
  await expect(page.getByText("The job was canceled before it finished; there is no file.")).toBeVisible();
  await expect(page.getByText("Canceled", { exact: true })).toBeVisible();
});

test("columns are matched as the last time, and by name again where that is asked for", async ({ console: page, server }) => {
  server.addTemplate("Badge.docx", docx(paragraph("{{ name }} {{ room }}")));
  await page.reload();
  const rows = (count: number) => Buffer.from(["Guest,Place,Name,Room", ...Array.from({ length: count }, (_, row) => `Ada ${row},Hall,N,R`)].join("\n"));
  await open(page, "Badge", "Many documents");
  await drop(page, "guests.csv", rows(1));
  const column = (field: string) => page.getByLabel(`Column for ${field}`).locator("option:checked");
  await expect(column("Name")).toHaveText("Name");
  await page.getByLabel("Column for Name").selectOption({ label: "Guest" });
  await page.getByLabel("Column for Room").selectOption({ label: "Place" });
  await page.getByLabel("Word files").check();
  const files = await makeAndDownload(page, "Create 1 document");
  expect(docxText([...files.values()][0] as Buffer)).toContain("Ada 0 Hall");

  // After a reload too; a sheet of other columns is matched by its names.
  await page.getByRole("link", { name: "Templates" }).first().click();
  await page.reload();
  await open(page, "Badge", "Many documents");
  await drop(page, "guests.csv", rows(2));
  await expect(page.getByText("Columns are matched as the last time")).toBeVisible();
  await expect(column("Name")).toHaveText("Guest");
  await expect(column("Room")).toHaveText("Place");
  await drop(page, "others.csv", Buffer.from("Name,Room\nAda,1\nBo,2\nCy,3"));
  await expect(page.getByText("3 rows, 2 columns")).toBeVisible();
  await expect(page.getByText("Columns are matched as the last time")).toHaveCount(0);
  await expect(column("Name")).toHaveText("Name");
  await drop(page, "guests.csv", rows(2));
  await page.getByRole("button", { name: "Match them by name instead" }).click();
  await expect(column("Name")).toHaveText("Name");
  await expect(column("Room")).toHaveText("Room");
});
