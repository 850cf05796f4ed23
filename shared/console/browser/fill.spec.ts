// One document: the form, the preview, the downloads.

import { devices, type Page } from "@playwright/test";
import { Server } from "./server";
import { bytesOf, docxText, expect, open, pdfText, signIn, test, unzipped } from "./test";
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
  await open(page, "Offer");
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
    await open(page, "Offer");
    const frame = picture(page);
    await expect(frame).toHaveAttribute("src", /^blob:/);
    await expect(page.getByText("Downloads do not have the mark.")).toBeVisible();
    expect(asked.map((request) => request.preview)).toEqual([true]);
    expect(await used()).toBe(0);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "PDF", exact: true }).click();
    await download;
    expect([asked.at(-1)?.preview, await used()]).toEqual([undefined, 1]);

    // Nothing is left of the month: the preview goes on, a download is refused in words.
    const source = await frame.getAttribute("src");
    await page.getByLabel("Number", { exact: true }).fill("O-9");
    await expect(frame).not.toHaveAttribute("src", source ?? "");
    await page.getByRole("button", { name: "Word", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("The documents of this month (1) are used up.");
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
  await open(page, "Offer");
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
  await expect(page.getByText("Ready")).toBeVisible();
});

test("the pages of the preview are turned, and open as a PDF", async ({ console: page, server }) => {
  server.addTemplate("Pages.docx", docx(paragraph("First {{ name }}"), breakPage, paragraph("Second {{ name }}"), paragraph("{%p if more %}"), breakPage, paragraph("Third"), paragraph("{%p endif %}")));
  await page.reload();
  await open(page, "Pages");
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
  await open(page, "Offer");
  const name = page.getByRole("group", { name: "Customer" }).getByLabel("Name");
  await name.fill("");
  const fault = page.getByText("Fill this in.");
  await expect(fault).toBeVisible();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(name).toHaveAccessibleDescription("Fill this in.");
  await page.getByLabel("Total").fill("12o");
  await expect(page.getByLabel("Total")).toHaveAccessibleDescription("This is \"12o\"; a number is wanted.");
  await page.getByRole("button", { name: "2 fields need attention" }).click();
  await expect(name).toBeFocused();
  // A download takes the person to the first field, too.
  await page.getByRole("button", { name: "Word", exact: true }).click();
  await expect(name).toBeFocused();
  await name.fill("Ada");
  await page.getByLabel("Total").fill("12,5");
  await expect(page.getByText("Ready")).toBeVisible();
  await expect(fault).toHaveCount(0);
  await page.getByLabel("Number", { exact: true }).fill("");
  await page.getByLabel("Leave empty fields blank in the document").check();
  await expect(page.getByText("Ready")).toBeVisible();
});

test("rows, dates, choices and boxes go into the documents", async ({ console: page }) => {
  await open(page, "Offer");
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
  await expect(page.getByText("Ready")).toBeVisible();

  const word = page.waitForEvent("download");
  await page.getByRole("button", { name: "Word", exact: true }).click();
  const file = await word;
  expect(file.suggestedFilename()).toBe("Offer.docx");
  const text = docxText(await bytesOf(file));
  expect(text).toMatch(/Lamp costs 30\.00 .*Desk costs 200\.50 .*24 December 2026 .*Pick up .*☒/);
  expect(text).not.toContain("Chair");
  const pdf = page.waitForEvent("download");
  await page.getByRole("button", { name: "PDF", exact: true }).click();
  expect(pdfText(await bytesOf(await pdf))).toContain("24 December 2026");
});

test("a field may be called as anything of the page is", async ({ console: page, server }) => {
  server.addTemplate("Shop.docx", docx(paragraph("{{ open }} {{ close }}")));
  await page.reload();
  await open(page, "Shop");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open data…" }).click();
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
  await page.getByRole("button", { name: "Keep data" }).click();
  const file = await bytesOf(await kept);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(number).toHaveValue("");
  await page.getByLabel("Open data", { exact: true }).setInputFiles({ name: "data.json", mimeType: "application/json", buffer: file });
  await expect(number).toHaveValue("O-77");
  await page.getByLabel("Open data", { exact: true }).setInputFiles({ name: "data.json", mimeType: "application/json", buffer: Buffer.from("[1]") });
  await expect(page.getByRole("alert")).toContainText("data.json cannot be read as data");
});

test("a picture is chosen from a file", async ({ console: page, server }) => {
  server.addTemplate("Card.docx", docx(paragraph("For {{ name }}"), pictureControl("photo", "Photo")));
  await page.reload();
  await open(page, "Card");
  const png = point(255, 0, 0);
  await page.getByLabel("File (PNG, JPEG, GIF, SVG)").setInputFiles({ name: "red.png", mimeType: "image/png", buffer: png });
  await page.getByLabel("Description for people who cannot see it").fill("A red point");
  await expect(page.locator(".picture img")).toHaveAttribute("src", `data:image/png;base64,${png.toString("base64")}`);
  await expect(page.getByText("Ready")).toBeVisible();
  const word = page.waitForEvent("download");
  await page.getByRole("button", { name: "Word", exact: true }).click();
  const parts = await unzipped(await word);
  expect([...parts.values()].some((part) => part.equals(png))).toBe(true);
});
