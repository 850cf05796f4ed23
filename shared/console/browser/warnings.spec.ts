// What a document lacks is told where it is made, and what is stored where usage is shown.

import { Server } from "./server";
import { download, expect, open, signIn, test, toScreen } from "./test";
import { docx, paragraph } from "./word";

/** A character of a private plane, which no font has. */
const RARE = "\u{F0000}";

test("a yellow note tells what the document lacks, and goes when it lacks nothing", async ({ console: page, server }) => {
  server.addTemplate("Rare.docx", docx(paragraph("Dear {{ name }}")));
  await page.reload();
  await open(page, "Rare");
  const frame = page.locator(".paper img");
  await expect(frame).toHaveAttribute("src", /^blob:/);
  const note = page.locator(".note.warning");
  await expect(note).toHaveCount(0);
  const name = page.getByLabel("Name", { exact: true });
  await name.fill(`Ada ${RARE}`);
  await expect(note).toContainText("This document has 1 warning");
  await expect(note).toContainText("No font has U+F0000; empty boxes are shown instead.");
  // A Word document brings no fonts of its own, and lacks nothing.
  for (const [button, count] of [["Word", 0], ["PDF", 1]] as const) {
    expect((await download(page, button)).suggestedFilename()).toMatch(/^Rare\.(docx|pdf)$/);
    await expect(note).toHaveCount(count);
  }
  await name.fill("Ada");
  await expect(note).toHaveCount(0);
});

test("a job tells what its documents lack", async ({ console: page, server }) => {
  server.addTemplate("Rare letters.docx", docx(paragraph("Dear {{ name }}")));
  const templateId = await server.templateId("Rare letters");
  const items = ["Ada", `Grace ${RARE}`, `Edith ${RARE}`].map((name) => ({ name }));
  const started = await server.send("POST", "/api/generateDocumentsBulk", { templateId, format: ".pdf", items });
  const { jobId } = await started.json() as { jobId: string };
  await page.goto(`${server.url}/#/jobs/${jobId}`);
  await expect(page.getByRole("heading", { name: "2 documents with warnings" })).toBeVisible();
  const cells = page.getByRole("region", { name: "Warnings" }).locator("tbody tr").locator("th, td");
  await expect(cells).toHaveText(["2", "2", /No font has U\+F0000; empty boxes are shown instead\. At: .*/]);
});

test("usage shows what is stored, and of how much", async ({ page }) => {
  const server = await new Server().start();
  try {
    server.addTemplate("Note.docx", docx(paragraph("Dear {{ name }}")));
    await signIn(page, server);
    await page.getByRole("link", { name: "Usage" }).click();
    const tile = page.locator(".tile", { hasText: "Storage" });
    await expect(tile).toContainText("No limit.");
    await expect(tile.locator("progress")).toHaveCount(0);
    server.command("subscription", "set", "--storage-bytes", "10000000");
    await page.reload();
    await expect(tile).toContainText(/\d[\d.,]* (kB|KB|KiB|MB|MiB) of \d/);
    await expect(tile.getByRole("progressbar", { name: "Storage of this subscription" })).toBeVisible();
  } finally {
    await server.remove();
  }
});

test("fonts with look-alikes of the same widths alarm nobody", async ({ console: page }) => {
  await open(page, "Invoice", "Fields");
  await expect(page.getByRole("region", { name: "Placeholders" })).toBeVisible();
  await expect(page.locator(".note.warning")).toHaveCount(0);
  await page.getByText("2 fonts have look-alikes of the same widths in PDFs").click();
  await expect(page.locator(".remarks li")).toHaveCount(2);
});

test("limits stand in the unit of the documentation, and nothing is called by a name that nobody gave", async ({ console: page }) => {
  await toScreen(page, "Usage");
  await expect(page.getByText("50 MiB", { exact: true })).toBeVisible();
  await expect(page.getByText(/Drafts, disabled templates and those with errors do not count/)).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Console" })).not.toContainText("default");
});
