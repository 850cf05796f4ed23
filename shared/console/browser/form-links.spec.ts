// Links to forms: made by whoever manages a template, used by somebody without an account.

import AxeBuilder from "@axe-core/playwright";
import type { Browser, Page } from "@playwright/test";
import type { Server } from "./server";
import { bytesOf, docxText, expect, open, signIn, test, toScreen } from "./test";
import { docx, paragraph } from "./word";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Makes a link to the form of a badge, and gives its address. */
async function makeLink(page: Page, server: Server, name: string, choices: { result?: string; format?: string; once?: boolean }): Promise<string> {
  server.addTemplate("Badge.docx", docx(paragraph(`{% if company %}{{ firm|field("Firm", when="company") }}, {% endif %}Badge of {{ name|field("Your name", help="As in your passport", order=1) }}`)));
  await signIn(page, server);
  await open(page, "Badge", "Settings");
  await page.getByText("New link", { exact: true }).click();
  const form = page.locator("section", { has: page.getByRole("heading", { name: "Links to this form" }) });
  await form.getByRole("button", { name: "Create link" }).click();
  await expect(form.getByRole("alert")).toContainText("Enter a name");
  await form.getByLabel("Who it is for").fill(name);
  if (choices.result) await form.getByLabel("The document is").selectOption({ label: choices.result });
  if (choices.format) await form.getByLabel("File format").selectOption({ label: choices.format });
  if (choices.once) await form.getByLabel("For one document only").check();
  await form.getByRole("button", { name: "Create link" }).click();
  return (await form.locator(".copy code").textContent()) ?? "";
}

/** A page of somebody who was sent a link, in a browser of their own. */
async function stranger(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 800 }, acceptDownloads: true })).newPage();
  await page.goto(url);
  return page;
}

async function fillAll(page: Page, text: string): Promise<void> {
  for (const input of await page.locator(".fields").getByRole("textbox").all()) await input.fill(text);
}

test("somebody without an account downloads one document, on a phone", async ({ page, browser, server }) => {
  const url = await makeLink(page, server, "Visitor", { result: "downloaded by the person", format: "Word", once: true });
  expect(url).toMatch(new RegExp(`^${server.url}/#/form/plk_`));
  const theirs = await stranger(browser, url);
  await expect(theirs.getByRole("heading", { name: "Badge", level: 1 })).toBeVisible();
  await expect(theirs.getByText("As in your passport")).toBeVisible();
  // Nothing else of the console is there.
  await expect(theirs.getByRole("navigation")).toHaveCount(0);
  await theirs.getByRole("button", { name: "Download" }).click();
  await expect(theirs.locator("[aria-invalid=true]").first()).toBeFocused();
  const { violations } = await new AxeBuilder({ page: theirs }).setLegacyMode(true).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  expect(await theirs.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
  // A field that is asked for only where another one says so.
  await expect(theirs.getByLabel("Firm")).toHaveCount(0);
  await theirs.getByLabel("Company").check();
  await expect(theirs.getByLabel("Firm")).toBeVisible();
  await fillAll(theirs, "Ada");
  // What was entered survives a reload.
  await theirs.reload();
  await expect(theirs.locator(".fields").getByRole("textbox").first()).toHaveValue("Ada");
  const coming = theirs.waitForEvent("download");
  await theirs.getByRole("button", { name: "Download" }).click();
  expect(docxText(await bytesOf(await coming))).toContain("Ada");
  await expect(theirs.getByRole("heading", { name: "Your document was downloaded" })).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
  await theirs.context().close();
});

test("what is sent is kept as a job, until the link is removed", async ({ page, browser, server }) => {
  const url = await makeLink(page, server, "Members", {});
  const theirs = await stranger(browser, url);
  await theirs.getByRole("button", { name: "Send" }).click();
  await expect(theirs.getByLabel("Your name")).toBeFocused();
  await fillAll(theirs, "Grace");
  await theirs.getByRole("button", { name: "Send" }).click();
  await expect(theirs.getByRole("heading", { name: "Thank you. Your answers were sent." })).toBeVisible();
  await page.reload();
  const entry = page.getByRole("listitem").filter({ hasText: "Members" });
  await expect(entry).toContainText("kept here, under Jobs · expires");
  await expect(entry).toContainText("last used");
  expect(await page.content()).not.toContain(url.split("/").pop());
  await page.getByRole("navigation", { name: "Template" }).getByRole("link", { name: "Jobs" }).click();
  await expect(page.getByRole("link", { name: /Done Badge.*PDF/ })).toBeVisible();
  await page.getByRole("navigation", { name: "Template" }).getByRole("link", { name: "Settings" }).click();
  await entry.getByRole("button", { name: "Remove Members" }).click();
  await page.getByRole("button", { name: "Remove link" }).click();
  await expect(entry).toHaveCount(0);
  await theirs.reload();
  await expect(theirs.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
  await theirs.context().close();
  await toScreen(page, "Activity");
  await expect(page.getByRole("row").filter({ hasText: "Removed a link to a form" }).first()).toContainText("Members");
});
