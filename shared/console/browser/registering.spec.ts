// Adding templates and changing them.

import { bytesOf, drop, expect, open, signIn, test } from "./test";
import { control, docx, faulty, offer, paragraph } from "./word";

test("a dropped document becomes a template, and shows at once what was found", async ({ console: page }) => {
  await drop(page, "Order form.docx", offer());
  await expect(page.getByRole("heading", { name: "Order form", level: 1 })).toBeVisible();
  await expect(page.getByText("The template is ready")).toBeVisible();
  // A row tells of a field: its name, the tag to copy, where it stands, what it takes, whether it is required.
  await expect(page.getByRole("region", { name: "Placeholders" }).getByRole("row")).toContainText([
    /Field\s*Value type/, /number.*\{\{ number \}\}.*body.*Text or number, required$/, /customer\.name/, /lines.*for line in lines.*List, required$/, /lines\[\]\.text/, /lines\[\]\.price.*Number, required$/, /total/, /note.*Text or number$/,
  ]);
  await expect(page.getByRole("region", { name: "Content controls" })).toContainText("Drop-down list: By post, Pick up");
  await page.getByText("For programs").click();
  await expect(page.locator(".code-block")).toContainText('"$schema": "https://json-schema.org/draft/2020-12/schema"');

  // The same file name again is a new version, once that is said.
  await page.getByRole("link", { name: "Templates" }).first().click();
  await page.locator(".drop input").first().setInputFiles({ name: "Order form.docx", mimeType: "", buffer: docx(paragraph("{{ number }} {{ colour }}")) });
  await page.getByRole("button", { name: "Use as new version" }).click();
  await expect(page.getByText("Version 2 is in use now")).toBeVisible();
  await page.getByRole("link", { name: "Fill it in" }).click();
  await expect(page.getByLabel("Colour")).toHaveAttribute("placeholder", "Sample colour");
});

test("errors of a document are told at their place, with what to do", async ({ console: page }) => {
  await drop(page, "Reminder.docx", faulty());
  const note = page.getByRole("alert");
  await expect(note).toContainText("Fix 2 errors in Reminder.docx to use it");
  const remarks = note.locator(".remarks li");
  await expect(remarks).toHaveCount(2);
  await expect(remarks.nth(0)).toContainText("Body, paragraph 2");
  await expect(remarks.nth(0)).toContainText("This if is never closed.");
  await expect(remarks.nth(0).locator("mark")).toHaveText("{% if paid %}");
  await expect(remarks.nth(0)).toContainText("{% endif %} after the text that it applies to.");
  await expect(remarks.nth(1)).toContainText("nosuch");
  // Each is marked on the picture of its page, with its number in the list.
  const shown = note.getByRole("img", { name: "Page 1 of the document; marked are the errors 1, 2" });
  await expect(shown).toBeVisible();
  await expect(note.locator(".error-number")).toHaveText(["1", "2"]);
  const [sheet, mark] = [await shown.boundingBox(), await note.locator(".error-mark").nth(1).boundingBox()];
  expect(sheet && mark && mark.x > sheet.x && mark.y > sheet.y && mark.y + mark.height < sheet.y + sheet.height).toBe(true);
  // It stays in the list, where its errors can be read again.
  await page.getByText(/^\d+ files? with errors$/).click();
  await page.getByRole("link", { name: /^Reminder\s*2 errors/ }).click();
  await expect(page.getByRole("alert").locator(".remarks li")).toHaveCount(2);
  await expect(page.getByRole("heading", { name: "This template" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Download", exact: true })).toHaveCount(0);
  // A fixed file takes its place.
  await page.getByLabel("New version").setInputFiles({ name: "Reminder.docx", mimeType: "", buffer: docx(paragraph("Dear {{ name }}")) });
  await expect(page.getByRole("link", { name: "One document" })).toBeVisible();
  await page.getByRole("link", { name: "One document" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveAttribute("placeholder", "Sample name");
});

test("a template is downloaded as it was added, and put back changed", async ({ console: page }) => {
  const [first, second] = [docx(paragraph("One {{ name }}")), docx(paragraph("Two {{ name }}"))];
  await drop(page, "Gruß an alle.docx", first);
  await expect(page.getByText("The template is ready")).toBeVisible();
  await page.getByRole("link", { name: "Settings" }).click();
  const download = async () => {
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download", exact: true }).click();
    return coming;
  };
  const file = await download();
  expect(file.suggestedFilename()).toBe("Gruß an alle.docx");
  expect((await bytesOf(file)).equals(first)).toBe(true);
  await page.getByLabel("New version").setInputFiles({ name: "Gruß an alle.docx", mimeType: "", buffer: second });
  await expect(page.getByText("Version 2 is in use now")).toBeVisible();
  expect((await bytesOf(await download())).equals(second)).toBe(true);
  // The file of a version with errors is not kept; that of the version in use is there.
  await page.getByLabel("New version").setInputFiles({ name: "Gruß an alle.docx", mimeType: "", buffer: faulty() });
  await expect(page.getByRole("alert")).toContainText("Fix 2 errors in Gruß an alle.docx to use it");
  await expect(page.getByRole("alert")).toContainText("The current version stays in use.");
  expect((await bytesOf(await download())).equals(second)).toBe(true);
});

test("what is no Word document is refused in words", async ({ console: page }) => {
  await drop(page, "notes.doc", Buffer.from("of another time"));
  await expect(page.getByRole("alert")).toContainText("notes.doc is not a .docx file. In Word choose Save As");
  await drop(page, "notes.docx", Buffer.from("just text"));
  await expect(page.getByRole("alert")).toContainText("Fix 1 error in notes.docx to use it");
  await expect(page.getByRole("alert")).toContainText("The file is not a Word document but a file of another kind");
  // It leaves nothing behind.
  await page.reload();
  await expect(page.getByRole("link", { name: /Offer/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /^notes/ })).toHaveCount(0);
});

test("a template is hidden, shown again and removed", async ({ console: page, server }) => {
  server.addTemplate("Label.docx", docx(paragraph("To {{ name }}"), control("when", "When", "<w:text/>")));
  await page.reload();
  await open(page, "Label", "Settings");
  await page.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("This template is disabled")).toBeVisible();
  await page.getByRole("link", { name: "Templates" }).first().click();
  await expect(page.getByRole("link", { name: /Label/ })).toContainText("Disabled");
  await page.getByRole("link", { name: /Label/ }).click();
  await page.getByRole("button", { name: "Enable" }).click();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Keep" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Templates", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: /Offer/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /Label/ })).toHaveCount(0);
});

test("a key that may only make documents sees no way to change templates", async ({ page, server }) => {
  const key = server.command("key", "create", "--label", "k", "--scope", "generate").match(/plk_\w+/)?.[0] ?? "";
  await signIn(page, { url: server.url, key });
  await open(page, "Offer");
  await page.getByRole("link", { name: "Fields" }).click();
  await expect(page.getByText("For programs")).toBeVisible();
  await expect(page.getByRole("link", { name: "Settings" })).toHaveCount(0);
  await page.getByRole("link", { name: "Templates" }).first().click();
  await expect(page.locator("a.entry").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a Word document" })).toHaveCount(0);
});

test("versions are listed, downloaded and restored", async ({ console: page }) => {
  const [first, second] = [docx(paragraph("First {{ name }}")), docx(paragraph("Second {{ name }} {{ city }}"))];
  await drop(page, "History.docx", first);
  await expect(page.getByText("The template is ready")).toBeVisible();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("New version").setInputFiles({ name: "History.docx", mimeType: "", buffer: second });
  await page.getByRole("button", { name: "Use as new version" }).click();
  const versions = page.getByRole("region", { name: "Versions" });
  await expect(versions.getByRole("row").nth(1)).toContainText(/2\s*In use/);
  const coming = page.waitForEvent("download");
  await versions.getByRole("button", { name: "Download version 1" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe("History (version 1).docx");
  expect((await bytesOf(file)).equals(first)).toBe(true);
  await versions.getByRole("button", { name: "Restore version 1" }).click();
  await expect(page.getByRole("dialog").getByRole("listitem")).toContainText([/Removed\s*city/]);
  await page.getByRole("dialog").getByRole("button", { name: "Restore", exact: true }).click();
  await expect(versions.getByRole("row").nth(2)).toContainText(/1\s*In use/);
  await expect(versions.getByRole("button", { name: "Restore version 2" })).toBeVisible();
  await page.getByRole("link", { name: "One document" }).click();
  await expect(page.getByLabel("City")).toHaveCount(0);
});
