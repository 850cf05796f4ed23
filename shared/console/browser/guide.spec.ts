// Writing templates: the guide, samples, one's own data, templates of other products.

import { bytesOf, docxText, drop, expect, open, signIn, test } from "./test";
import { docx, paragraph, xlsx } from "./word";

test("tags are searched and copied; the pictures are there", async ({ console: page }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("link", { name: "How to write a template" }).first().click();
  await expect(page.getByRole("heading", { name: "How to write a template", level: 1 })).toBeFocused();
  for (const picture of await page.locator(".pictures img").all()) {
    await expect(picture).toHaveJSProperty("complete", true);
    await expect(picture).not.toHaveJSProperty("naturalWidth", 0);
  }
  await expect(page.locator(".tags li").nth(60)).toBeVisible();
  await page.getByRole("searchbox", { name: "Search tags and filters" }).fill("currency");
  const entry = page.locator(".tags li").filter({ hasText: "An amount of money" });
  await expect(entry).toContainText("€1,234.50");
  await entry.getByRole("button").click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('{{ total|currency("EUR") }}');
  await page.getByRole("searchbox", { name: "Search tags and filters" }).fill("nothing like it");
  await expect(page.getByText("No examples found.")).toBeVisible();
  const printed = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Printable guide" }).click();
  await expect((await printed).getByRole("heading", { name: "How to write a template" })).toBeVisible();
});

test("a sample becomes a template", async ({ console: page }) => {
  await page.getByRole("link", { name: "How to write a template" }).first().click();
  const sample = page.locator(".samples > li").filter({ hasText: "Report" });
  await expect(sample.locator("img")).toBeVisible();
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download Report" }).click();
  expect((await coming).suggestedFilename()).toBe("report.docx");
  await page.getByRole("button", { name: "Add Report as a template" }).click();
  await expect(page.getByRole("heading", { name: "report", level: 1 })).toBeVisible();
  await expect(page.getByText("The template is ready")).toBeVisible();
});

test("a sheet becomes tags and a template that its rows fill", async ({ console: page }) => {
  await page.getByRole("link", { name: "How to write a template" }).first().click();
  const sheet = xlsx([["Customer name", "Amount", "Due date", "items[].text"], ["Ada", 12.5, new Date("2026-05-01T00:00:00Z"), "Desk"], ["Kurt", 3, new Date("2026-06-01T00:00:00Z"), "Lamp"]]);
  // The screen before has fields for files, too.
  const data = page.getByRole("region", { name: "Start from your data" });
  await data.locator(".drop input").setInputFiles({ name: "Reminders.xlsx", mimeType: "", buffer: sheet });
  const tags = page.getByRole("region", { name: "Tags of your data" });
  await expect(tags.getByRole("row")).toContainText(["Field", "{{ Customer name }}", "{{ Amount }}", "{{ Due date }}", "{% for item in items %}", "{{ item.text }}"]);
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download a starter template" }).click();
  const starter = await coming;
  expect(starter.suggestedFilename()).toBe("Reminders.docx");
  expect(docxText(await bytesOf(starter))).toContain("{{ Customer name }}");
  await page.getByRole("button", { name: "Add it as a template" }).click();
  await expect(page.getByText("The template is ready")).toBeVisible();

  // Without another word the same sheet fills it.
  await page.getByRole("link", { name: "Many documents" }).click();
  await drop(page, "Reminders.xlsx", sheet);
  await expect(page.getByText("All rows fit the template.")).toBeVisible();
  await page.getByLabel("Word files").check();
  await page.getByRole("button", { name: "Create 2 documents" }).click();
  await expect(page.getByText("Done", { exact: true })).toBeVisible({ timeout: 40_000 });
});

test("marks of another product are converted, with a report of what stays", async ({ console: page }) => {
  await drop(page, "Order.docx", docx(paragraph("Dear {d.customer.name},"), paragraph("{d.items[i].name}"), paragraph("{d.items[i+1].name}"), paragraph("{d.when:formatD(YYYY):unknown(1)}")));
  await expect(page.getByText(/remark/).first()).toBeVisible();
  await page.getByRole("button", { name: "Convert these marks" }).click();
  await expect(page.getByText(/marks? (was|were) converted/)).toBeVisible();
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download it" }).click();
  expect(docxText(await bytesOf(await coming))).toContain("{{ customer.name }}");
  await page.getByRole("button", { name: "Use the converted template" }).click();
  await expect(page.getByText("Version 2 is in use now")).toBeVisible();
  await expect(page.getByRole("region", { name: "Placeholders" })).toContainText("customer.name");
});

test("a key that may only make documents can download samples, and sees tags", async ({ page, server }) => {
  const key = server.command("key", "create", "--label", "k", "--scope", "generate").match(/plk_\w+/)?.[0] ?? "";
  await signIn(page, { url: server.url, key });
  await page.getByRole("link", { name: "How to write a template" }).first().click();
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download Letter" }).click();
  await coming;
  await expect(page.getByRole("button", { name: "Add Letter as a template" })).toHaveCount(0);
  await page.locator(".drop input").setInputFiles({ name: "a.json", mimeType: "", buffer: Buffer.from('{"name": "Ada"}') });
  await expect(page.getByText("{{ name }}").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Download a starter template" })).toHaveCount(0);
});

test("failed rows are told in words, kept as a sheet and tried again", async ({ console: page, server }) => {
  server.addTemplate("Fee.docx", docx(paragraph("{{ name }} pays {{ '%.2f'|format(fee) }} for {{ 100 / share }}")));
  await page.reload();
  await open(page, "Fee", "Many documents");
  const blank = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download a sheet to fill in" }).click();
  expect((await bytesOf(await blank)).toString("utf8")).toBe("\ufeffname,fee,share\r\n");
  await drop(page, "fees.csv", Buffer.from("sep=;\nname;fee;share\nAda;5;1\nKurt;6;0\nGrace;7;2\n"));
  await expect(page.getByText("3 rows, 3 columns")).toBeVisible();
  await page.getByRole("button", { name: "Use “Fee {{ name }}”" }).click();
  await expect(page.getByText("The first is called")).toContainText("Fee Ada.pdf (of 3)");
  await page.getByLabel("Word files").check();
  await page.getByRole("button", { name: "Create 3 documents" }).click();
  await expect(page.getByText("Done with errors", { exact: true })).toBeVisible({ timeout: 40_000 });
  const failed = page.getByRole("region", { name: "Failed documents" });
  await expect(failed.getByRole("row").nth(1)).toContainText("4");
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the failed rows" }).click();
  expect((await bytesOf(await coming)).toString("utf8")).toMatch(/^\ufeffname,fee,share,What is wrong\r\nKurt,6,0,/);
  await page.getByRole("button", { name: "Correct and try again" }).click();
  await expect(page.getByText("1 row, 3 columns")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create 1 document" })).toBeEnabled();
});
