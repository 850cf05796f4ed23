// Several files at once: templates, and conversions to PDF.

import { expect, pdfText, bytesOf, test, toScreen } from "./test";
import { docx, faulty, paragraph } from "./word";

const file = (name: string, buffer: Buffer) => ({ name, mimeType: "", buffer });

test("several documents become templates, and what became of each is told", async ({ console: page }) => {
  const input = page.locator(".drop input");
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
  await page.locator(".drop input").setInputFiles([file("Report.docx", docx(paragraph("Sales of {{ year }} as they stand")))]);
  const made = await coming;
  expect(made.suggestedFilename()).toBe("Report.pdf");
  expect(pdfText(await bytesOf(made))).toContain("Sales of {{ year }} as they stand");
  await expect(page.locator(".outcomes")).toContainText("Downloaded Report.pdf");
  await page.locator(".drop input").setInputFiles([file("Broken.docx", Buffer.from("just text")), file("notes.txt", Buffer.from("x"))]);
  await expect(page.getByRole("alert")).toHaveCount(2);
});
