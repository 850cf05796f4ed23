// Several files at once: templates, and conversions to PDF.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, pdfText, bytesOf, test, toScreen } from "./test";
import { docx, faulty, paragraph } from "./word";

/** Chooses files; beside it is the one that chooses a folder. */
const FILES = ".drop input:not([webkitdirectory])";

const file = (name: string, buffer: Buffer) => ({ name, mimeType: "", buffer });

test("several documents become templates, and what became of each is told", async ({ console: page }) => {
  const input = page.locator(FILES);
  await input.setInputFiles([file("Welcome.docx", docx(paragraph("Dear {{ name }} of {{ city }}"))), file("Farewell.docx", faulty()), file("Empty.docx", Buffer.alloc(0)), file("notes.txt", Buffer.from("x"))]);
  const lines = page.getByRole("region", { name: "4 files" }).locator(".outcomes > li");
  await expect(lines).toHaveCount(4);
  await expect(lines.nth(0)).toContainText(/Welcome\.docx\s*2 fields/);
  await lines.nth(1).getByText("Fix 2 errors in Farewell.docx to use it").click();
  await expect(lines.nth(1).locator(".remarks li")).toHaveCount(2);
  await expect(lines.nth(2)).toContainText("Empty.docx is empty. Save it in Word and try again.");
  await expect(lines.nth(3)).toContainText("notes.txt is not a .docx file.");
  // Nothing that is in use is replaced without a question.
  await input.setInputFiles([file("welcome.docx", docx(paragraph("Dear {{ name }}"))), file("Second.docx", docx(paragraph("{{ a }}")))]);
  const again = page.getByRole("region", { name: "2 files" }).locator(".outcomes > li");
  await expect(again.nth(0)).toContainText("already exists. Add this file by itself to replace it.");
  await again.nth(1).getByRole("link", { name: "Second.docx" }).click();
  await expect(page.getByRole("heading", { name: "Second", level: 1 })).toBeVisible();
});

test("Word documents become PDFs as they are", async ({ console: page }) => {
  await toScreen(page, "Word to PDF");
  const coming = page.waitForEvent("download");
  await page.locator(FILES).setInputFiles([file("Report.docx", docx(paragraph("Sales of {{ year }} as they stand")))]);
  const made = await coming;
  expect(made.suggestedFilename()).toBe("Report.pdf");
  expect(pdfText(await bytesOf(made))).toContain("Sales of {{ year }} as they stand");
  await expect(page.locator(".outcomes")).toContainText("Downloaded Report.pdf");
  await page.locator(FILES).setInputFiles([file("Broken.docx", Buffer.from("just text")), file("notes.txt", Buffer.from("x"))]);
  await expect(page.getByRole("alert")).toHaveCount(2);
});

test("a folder of another product's templates is converted and added", async ({ console: page }) => {
  const folder = mkdtempSync(join(tmpdir(), "platen-folder-"));
  try {
    mkdirSync(join(folder, "letters"));
    writeFileSync(join(folder, "Order.docx"), docx(paragraph("Dear {d.customer.name},")));
    writeFileSync(join(folder, "letters", "Plan.docx"), docx(paragraph("{d.name} {d.when:formatD(YYYY):unknown(1)}")));
    writeFileSync(join(folder, "letters", "Note.docx"), docx(paragraph("Dear {{ name }}")));
    // What Word leaves beside an open document, and what is no document.
    writeFileSync(join(folder, "letters", "~$Note.docx"), "x");
    writeFileSync(join(folder, "readme.txt"), "x");
    await page.locator(".drop input[webkitdirectory]").setInputFiles(folder);
    const lines = page.getByRole("region", { name: "3 files" }).locator(".outcomes > li");
    await expect(lines).toHaveCount(3);
    await expect(lines.filter({ hasText: "Order.docx" })).toContainText("has marks of another product");
    await expect(lines.filter({ hasText: "Note.docx" })).toContainText("1 field");
    await expect(page.getByRole("link", { name: /^Order/ })).toHaveCount(0);

    await page.getByRole("button", { name: "Convert the marks in 2 files" }).click();
    await expect(lines.filter({ hasText: "Order.docx" })).toContainText("1 mark was converted");
    // What cannot be converted is told, and no document is made with it.
    const plan = lines.filter({ hasText: "Plan.docx" });
    await expect(plan).toContainText("Draft");
    await plan.getByText(/could not be/).click();
    await expect(plan.getByRole("region", { name: "Marks that stay" })).toContainText("d.when");
    await lines.getByRole("link", { name: "Order.docx" }).click();
    await expect(page.getByRole("region", { name: "Placeholders" })).toContainText("customer.name");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
