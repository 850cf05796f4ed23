// One document: the form, the preview, the downloads.

import { devices, type Page } from "@playwright/test";
import { Server } from "./server";
import { bytesOf, docxText, download, drop, expect, fillSamples, open, openFilled, pdfText, signIn, test, unzipped } from "./test";
import { docx, offer, paragraph, pictureControl, point } from "./word";

/** The data of all pictures that the page is sent from now on, as they come. `hold` is called before a request goes out. */
async function previews(page: Page, hold = async (_: string) => {}): Promise<string[]> {
  const shown: string[] = [];
  await page.route("**/api/generateDocument", async (route) => {
    const asked = route.request().postData() ?? "";
    await hold(asked);
    const response = await route.fetch();
    const body = await response.body();
    if (body.includes("\x89PNG", 0, "latin1")) shown.push(asked);
    // The page may have given the request up.
    await route.fulfill({ response, body }).catch(() => {});
  });
  return shown;
}

const breakPage = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';

/** The picture of the page. */
const picture = (page: Page) => page.locator(".paper img");

test("the preview follows the form", async ({ console: page }) => {
  const made = await previews(page);
  await openFilled(page, "Offer");
  const frame = picture(page);
  await expect(frame).toHaveAttribute("src", /^blob:/);
  await expect(frame).toHaveAccessibleName("Preview of the document, page 1 of 1");
  const before = await page.locator(".paper").screenshot();
  const source = await frame.getAttribute("src");

  const name = page.getByRole("group", { name: "Customer" }).getByLabel("Name");
  await name.press("End");
  await name.pressSequentially(" Ada Lovelace", { delay: 20 });
  await expect.poll(() => made.at(-1)).toContain("Sample name Ada Lovelace");
  await expect(frame).not.toHaveAttribute("src", source ?? "");
  await expect.poll(async () => (await page.locator(".paper").screenshot()).equals(before)).toBe(false);
  // Thirteen letters are not thirteen documents.
  expect(made.length).toBeLessThan(6);
});

test("previews bear a mark and do not count; downloads do", async ({ page }) => {
  const server = await new Server().start();
  try {
    server.addTemplate("Offer.docx", offer());
    server.command("subscription", "set", "--monthly-documents", "1");
    await signIn(page, server);
    const used = async () => {
      const headers = { "x-functions-key": server.key };
      const answer = await fetch(`${server.url}/api/getSubscription`, { headers });
      return ((await answer.json()) as { usage: { documents: number } }).usage.documents;
    };
    const asked: { preview?: boolean }[] = [];
    // On its way, since only there the browser tells what a request carries.
    await page.route("**/api/generateDocument", (route) => {
      asked.push(JSON.parse(route.request().postData() ?? "{}"));
      return route.continue();
    });
    await openFilled(page, "Offer");
    const frame = picture(page);
    await expect(frame).toHaveAttribute("src", /^blob:/);
    await expect(page.getByText("Downloaded files have no PREVIEW watermark.")).toBeVisible();
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every((request) => request.preview)).toBe(true);
    expect(await used()).toBe(0);
    await download(page, "PDF");
    expect([asked.at(-1)?.preview, await used()]).toEqual([undefined, 1]);

    // Nothing is left of the month: the preview goes on, a download is refused in words.
    const source = await frame.getAttribute("src");
    await page.getByLabel("Number", { exact: true }).fill("O-9");
    await expect(frame).not.toHaveAttribute("src", source ?? "");
    await page.getByRole("button", { name: "Word", exact: true }).click();
    await page.getByRole("button", { name: "Create anyway" }).click();
    await expect(page.getByRole("alert")).toContainText("This month's quota is used up (documents: 1).");
    expect(await used()).toBe(1);
    await page.getByRole("link", { name: "Usage" }).click();
    await expect(page.getByText("Previews do not count.")).toBeVisible();
  } finally {
    await server.remove();
  }
});

test("an old answer never takes the place of a newer one", async ({ console: page }) => {
  let held = 0;
  const made = await previews(page, async (data) => {
    if (!data.includes("slow")) return;
    held += 1;
    await new Promise((resolve) => setTimeout(resolve, 2500));
  });
  await openFilled(page, "Offer");
  const frame = picture(page);
  await expect(frame).toHaveAttribute("src", /^blob:/);
  const name = page.getByRole("group", { name: "Customer" }).getByLabel("Name");
  await name.fill("slow");
  await expect.poll(() => held).toBe(1);
  const first = await frame.getAttribute("src");
  await name.fill("quick");
  await expect(frame).not.toHaveAttribute("src", first ?? "");
  const source = await frame.getAttribute("src");
  await expect.poll(() => made.at(-1)).toContain("slow");
  await page.waitForTimeout(300);
  await expect(frame).toHaveAttribute("src", source ?? "");
  await expect(page.getByText(/\d sample value/)).toBeVisible();
});

test("the pages of the preview are turned, and open as a PDF", async ({ console: page, server }) => {
  server.addTemplate("Pages.docx", docx(paragraph("First {{ name }}"), breakPage, paragraph("Second {{ name }}"), paragraph("{%p if more %}"), breakPage, paragraph("Third"), paragraph("{%p endif %}")));
  await page.reload();
  await openFilled(page, "Pages");
  const frame = picture(page);
  await expect(frame).toHaveAccessibleName("Preview of the document, page 1 of 3");
  const first = await page.locator(".paper").screenshot();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(frame).toHaveAccessibleName("Preview of the document, page 2 of 3");
  await expect.poll(async () => (await page.locator(".paper").screenshot()).equals(first)).toBe(false);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(frame).toHaveAccessibleName("Preview of the document, page 3 of 3");
  // The page that is shown goes.
  await page.getByLabel("More").uncheck();
  await expect(frame).toHaveAccessibleName("Preview of the document, page 1 of 2");

  const opened = page.context().waitForEvent("page");
  await page.getByRole("button", { name: "Open the preview as a PDF" }).click();
  const tab = await opened;
  await tab.waitForURL(/^blob:/);
});

test("a phone shows the preview and the templates' first pages", async ({ browser, server }) => {
  const context = await browser.newContext({ ...devices["Pixel 7"] });
  const page = await context.newPage();
  await signIn(page, server);
  await expect(page.getByRole("link", { name: /^Offer/ }).locator("img")).toBeVisible();
  await open(page, "Offer");
  const frame = picture(page);
  await expect(frame).toBeVisible();
  const size = await frame.evaluate((image: HTMLImageElement) => ({ pixels: image.naturalWidth, width: image.width }));
  expect(size.width).toBeGreaterThan(200);
  expect(size.pixels).toBeGreaterThan(size.width * 1.5);
  await context.close();
});

test("what is missing or wrong is told beside its field", async ({ console: page }) => {
  await openFilled(page, "Offer");
  const name = page.getByRole("group", { name: "Customer" }).getByLabel("Name");
  await name.fill("");
  const fault = page.getByText("Required.");
  await expect(fault).toBeVisible();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(name).toHaveAccessibleDescription("Required.");
  await page.getByLabel("Total").fill("12o");
  await expect(page.getByLabel("Total")).toHaveAccessibleDescription("This is \"12o\"; it must be a number.");
  await page.getByRole("button", { name: "2 fields need attention" }).click();
  await expect(name).toBeFocused();
  // A download takes the person to the first field, too.
  await page.getByRole("button", { name: "Word", exact: true }).click();
  await expect(name).toBeFocused();
  await name.fill("Ada");
  await page.getByLabel("Total").fill("12,5");
  await expect(page.getByText(/\d sample value/)).toBeVisible();
  await expect(fault).toHaveCount(0);
  await page.getByLabel("Number", { exact: true }).fill("");
  await page.getByLabel("Leave empty fields blank in the document").check();
  await expect(page.getByText(/\d sample value/)).toBeVisible();
});

test("rows, dates, choices and boxes go into the documents", async ({ console: page }) => {
  await openFilled(page, "Offer");
  const rows = page.getByRole("group", { name: /^Line \d$/ });
  await expect(rows).toHaveCount(2);
  await rows.nth(0).getByLabel("Text").fill("Desk");
  await rows.nth(0).getByLabel("Price").fill("200.5");
  await rows.nth(1).getByLabel("Text").fill("Chair");
  await page.getByRole("button", { name: "Add line" }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(2)).toBeFocused();
  await rows.nth(2).getByLabel("Text").fill("Lamp");
  await rows.nth(2).getByLabel("Price").fill("30");
  await page.getByRole("button", { name: "Move Line 3 up" }).click();
  await page.getByRole("button", { name: "Move Line 2 up" }).click();
  await expect(page.getByRole("button", { name: "Move Line 1 down" })).toBeFocused();
  await page.getByRole("button", { name: "Remove Line 3" }).click();
  await page.getByLabel("Valid until").fill("2026-12-24");
  await page.getByLabel("Delivery").selectOption({ label: "Pick up" });
  await page.getByLabel("Urgent").check();
  await expect(page.getByText(/\d sample value/)).toBeVisible();

  const file = await download(page, "Word");
  expect(file.suggestedFilename()).toBe("Offer.docx");
  const text = docxText(await bytesOf(file));
  expect(text).toMatch(/Lamp costs 30\.00 .*Desk costs 200\.50 .*24 December 2026 .*Pick up .*☒/);
  expect(text).not.toContain("Chair");
  expect(pdfText(await bytesOf(await download(page, "PDF")))).toContain("24 December 2026");
});

test("a field may be called as anything of the page is", async ({ console: page, server }) => {
  server.addTemplate("Shop.docx", docx(paragraph("{{ open }} {{ close }}")));
  await page.reload();
  await open(page, "Shop");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Load data…" }).click();
  await (await chooser).setFiles({ name: "data.json", mimeType: "application/json", buffer: Buffer.from('{"open": "9:00", "close": "18:00"}') });
  await expect(page.getByLabel("Open", { exact: true })).toHaveValue("9:00");
});

test("what was entered stays, can be kept as a file and taken in again", async ({ console: page }) => {
  await open(page, "Offer");
  const number = page.getByLabel("Number", { exact: true });
  await number.fill("O-77");
  await page.getByRole("link", { name: "Fields" }).click();
  await page.getByRole("link", { name: "One document" }).click();
  await expect(number).toHaveValue("O-77");
  const kept = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save data" }).click();
  const file = await bytesOf(await kept);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(number).toHaveValue("");
  await page.getByLabel("Load data from a file", { exact: true }).setInputFiles({ name: "data.json", mimeType: "application/json", buffer: file });
  await expect(number).toHaveValue("O-77");
  await page.getByLabel("Load data from a file", { exact: true }).setInputFiles({ name: "data.json", mimeType: "application/json", buffer: Buffer.from("[1]") });
  await expect(page.getByRole("alert")).toContainText("Can't read data.json");
});

test("a picture is chosen from a file", async ({ console: page, server }) => {
  server.addTemplate("Card.docx", docx(paragraph("For {{ name }}"), pictureControl("photo", "Photo")));
  await page.reload();
  await open(page, "Card");
  const png = point(255, 0, 0);
  await page.getByLabel("File (PNG, JPEG, GIF, SVG)").setInputFiles({ name: "red.png", mimeType: "image/png", buffer: png });
  await page.getByLabel("Description for people who cannot see the picture").fill("A red point");
  await expect(page.locator(".picture img")).toHaveAttribute("src", `data:image/png;base64,${png.toString("base64")}`);
  await page.getByLabel("Name", { exact: true }).fill("Ada");
  await expect(page.getByText("Ready")).toBeVisible();
  const parts = await unzipped(await download(page, "Word"));
  expect([...parts.values()].some((part) => part.equals(png))).toBe(true);
});

test("a form begins empty, with samples as hints; what is made of samples is asked about", async ({ console: page }) => {
  await open(page, "Offer");
  const number = page.getByLabel("Number", { exact: true });
  await expect(number).toHaveValue("");
  await expect(number).toHaveAttribute("placeholder", "A-1001");
  await expect(page.getByRole("group", { name: /^Line \d$/ })).toHaveCount(0);
  await expect(page.getByText("Required.")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^\d fields to fill in$/ })).toBeVisible();
  // The page is there all the same, with its tags.
  await expect(picture(page)).toBeVisible();
  await expect(page.getByText("Fields that are not filled in show their tags.")).toBeVisible();
  // A list may stay empty.
  await number.fill("O-1");
  await page.getByRole("group", { name: "Customer" }).getByLabel("Name").fill("Ada");
  await page.getByLabel("Total").fill("5");
  await page.getByLabel("Valid until").fill("2026-12-24");
  await page.getByLabel("Delivery").selectOption({ label: "Pick up" });
  await expect(page.getByText("Ready")).toBeVisible();
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Word", exact: true }).click();
  expect(docxText(await bytesOf(await coming))).toMatch(/Offer O-1 for Ada .*Total 5\.00/);

  // Samples take the place of nothing that was entered.
  await page.getByRole("button", { name: "Clear" }).click();
  await fillSamples(page);
  await expect(number).toHaveAccessibleDescription("Sample value");
  await number.fill("O-2");
  await expect(number).toHaveAccessibleDescription("");
  await page.getByRole("button", { name: "PDF", exact: true }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("still have their sample values");
  await question.getByRole("button", { name: "Back to the form" }).click();
  await expect(question).toHaveCount(0);
  expect(docxText(await bytesOf(await download(page, "Word")))).toContain("Offer O-2 for Sample name");
});

test("a reload keeps what was entered, signing out forgets it", async ({ console: page, server }) => {
  await open(page, "Offer");
  const number = page.getByLabel("Number", { exact: true });
  await number.fill("O-55");
  await page.getByRole("button", { name: "Add line" }).click();
  await page.getByRole("group", { name: "Line 1" }).getByLabel("Text").fill("Desk");
  await page.reload();
  await expect(number).toHaveValue("O-55");
  await expect(page.getByRole("group", { name: "Line 1" }).getByLabel("Text")).toHaveValue("Desk");
  await page.getByRole("button", { name: "Sign out" }).click();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await signIn(page, server);
  await open(page, "Offer");
  await expect(number).toHaveValue("");
});

test("language, name, watermark and password are chosen, and remembered for the template", async ({ console: page, server }) => {
  server.addTemplate("Receipt.docx", docx(paragraph("Paid {{ amount|number }} on {{ day|date('long') }}")));
  await page.reload();
  await open(page, "Receipt");
  await page.getByLabel("Amount").fill("1234.5");
  await page.getByLabel("Day").fill("2026-01-31");
  await page.getByText("Options", { exact: true }).click();
  await page.getByLabel("Language of dates and numbers").selectOption("de-DE");
  await page.getByLabel("File name").fill("Quittung {{ day }}");
  await page.getByLabel("PDF watermark").fill("KOPIE");
  await page.getByLabel("Password to open the PDF").fill("secret");
  const pdf = await download(page, "PDF");
  expect(pdf.suggestedFilename()).toBe("Quittung 2026-01-31.pdf");
  expect((await bytesOf(pdf)).toString("latin1")).toContain("/Encrypt");
  // What is only of PDFs does not keep a Word document from being made.
  expect(docxText(await bytesOf(await download(page, "Word")))).toContain("Paid 1.234,5 on 31. Januar 2026");
  await page.getByLabel("PDF standard").selectOption({ label: "PDF/A-2b, for archives" });
  await expect(page.getByLabel("Password to open the PDF")).toBeDisabled();
  expect(pdfText(await bytesOf(await download(page, "PDF")))).toMatch(/1\.234,5 on 31\. Januar 2026/);
  await page.reload();
  await expect(page.locator(".options summary")).toContainText("German (Germany), Quittung {{ day }}, PDF/A-2b, for archives, watermark");
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("secret");
});

test("on a phone the downloads stay within reach", async ({ browser, server }) => {
  const context = await browser.newContext({ ...devices["Pixel 7"] });
  const page = await context.newPage();
  await signIn(page, server);
  await open(page, "Invoice");
  await expect(page.getByRole("button", { name: "PDF", exact: true })).toBeInViewport();
  await page.getByRole("group", { name: "Customer" }).getByLabel("Name").focus();
  await expect(page.getByRole("button", { name: "Word", exact: true })).toBeInViewport();
  await context.close();
});

test("a long list folds to lines, and a long form has its groups at hand", async ({ console: page, server }) => {
  const lists = ["orders", "notes", "visits", "people"].map((list) => paragraph(`{% for x in ${list} %}{{ x.name }} {{ x.place }}, {% endfor %}`));
  server.addTemplate("Long.docx", docx(...lists));
  await page.reload();
  await open(page, "Long");
  const orders = Array.from({ length: 8 }, (_, index) => ({ name: `Order ${index + 1}`, place: "Bristol" }));
  await page.getByLabel("Load data from a file", { exact: true }).setInputFiles({ name: "data.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ orders, notes: [], visits: [], people: [] })) });
  const third = page.getByRole("group", { name: "Order 3" });
  await expect(third.getByRole("button", { name: /Order 3/ }).first()).toContainText("Order 3 · Bristol");
  await expect(third.getByLabel("Name")).toHaveCount(0);
  await third.getByRole("button", { name: /Order 3/ }).first().click();
  await expect(third.getByLabel("Name")).toHaveValue("Order 3");
  // One that is added is open, and so is one with a fault.
  await page.getByRole("button", { name: "Add Order" }).click();
  await expect(page.getByRole("group", { name: "Order 9" }).getByLabel("Name")).toBeVisible();
  const faulty = [...orders, { name: "Order 9" }];
  await page.getByLabel("Load data from a file", { exact: true }).setInputFiles({ name: "data.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ orders: faulty, notes: [], visits: [], people: [] })) });
  await page.getByRole("button", { name: "1 field to fill in" }).click();
  await expect(page.getByRole("group", { name: "Order 9" }).getByLabel("Place")).toBeFocused();
  await page.getByRole("navigation", { name: "Parts of the form" }).getByRole("button", { name: "People" }).click();
  await expect(page.getByRole("group", { name: "People" })).toBeFocused();
});

test("what is required is said in words of the form", async ({ console: page, server }) => {
  server.addTemplate("Badge.docx", docx(paragraph('{{ photo|image("2cm") }} for {{ name|upper }}')));
  await page.reload();
  await open(page, "Badge");
  await page.getByRole("button", { name: "2 fields to fill in" }).click();
  await expect(page.getByText("Choose a picture.", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveAccessibleDescription("Required.");
  await expect(page.getByText(/data:image|a text\b/)).toHaveCount(0);
});

test("a template says what its form says", async ({ console: page }) => {
  const tags = ['{{ vat|field("VAT number", help="As on your invoice") }}', '{{ way|field("Delivery", choices=["By post", "Pick up"]) }}'];
  await drop(page, "Shipping.docx", docx(...tags.map(paragraph)));
  await page.getByRole("navigation", { name: "Template" }).getByRole("link", { name: "One document" }).click();
  const number = page.getByLabel("VAT number");
  await expect(number).toHaveAccessibleDescription("As on your invoice");
  await number.fill("GB 1");
  await page.getByLabel("Delivery").selectOption("Pick up");
  expect(docxText(await bytesOf(await download(page, "Word")))).toMatch(/GB 1\s+Pick up/);
});
