// Keys are made, limited and removed; what was done can be read.

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { chooseScreen, expect, signIn, test, toScreen } from "./test";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** What axe finds, and how far the page is too wide. */
async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id }) => id);
  return over > 0 ? [...serious, `${over} pixels too wide`] : serious;
}

for (const [device, viewport] of [["desktop", { width: 1380, height: 900 }], ["phone", { width: 390, height: 800 }]] as const) {
  test(`a key is made, used, seen and removed on a ${device}`, async ({ page, server, request }) => {
    await page.setViewportSize(viewport);
    await signIn(page, server);
    await toScreen(page, "Keys");
    await page.getByText("New key", { exact: true }).click();
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByRole("alert")).toContainText("Enter a name");
    const name = `Web shop on a ${device}, ${"long ".repeat(10)}`.trim();
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Permissions", { exact: true }).selectOption({ label: "Create documents and manage templates" });
    await page.getByLabel("Requests per minute").fill("many");
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByRole("alert")).toContainText("Enter a whole number");
    await page.getByLabel("Requests per minute").fill("600");
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByText("Copy it now")).toBeVisible();
    const key = (await page.locator(".new-key .copy code").textContent()) ?? "";
    expect(key).toMatch(/^plk_\w{38}$/);
    // It is shown only now: a click on the menu asks.
    await chooseScreen(page, "Jobs");
    await expect(page.getByRole("dialog")).toContainText("You won’t be able to see it again.");
    await page.getByRole("button", { name: "Stay" }).click();
    await expect(page.locator(".new-key .copy code")).toHaveText(key);
    const entry = page.getByRole("listitem").filter({ hasText: name });
    await expect(entry).toContainText("Create documents and manage templates · at most 600 requests a minute · expires");
    expect(await faults(page)).toEqual([]);
    const ask = () => request.get(`${server.url}/api/templates?pageNumber=1&pageSize=1`, { headers: { "x-functions-key": key } });
    expect((await ask()).status()).toBe(200);
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.reload();
    await expect(entry).toBeVisible();
    expect(await page.content()).not.toContain(key);
    await entry.getByRole("button", { name: `Remove ${name}` }).click();
    await page.getByRole("button", { name: "Remove key" }).click();
    await expect(entry).toHaveCount(0);
    expect((await ask()).status()).toBe(401);
    await toScreen(page, "Activity");
    const rows = page.getByRole("row");
    await expect(rows.nth(1)).toContainText("Removed a key or session");
    await expect(rows.nth(2)).toContainText("Created a key");
    expect(await faults(page)).toEqual([]);
  });
}

test("a key that nobody copied is left behind only on purpose", async ({ page, server }) => {
  await signIn(page, server);
  await toScreen(page, "Keys");
  await page.getByText("New key", { exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill("Lost");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("Copy it now")).toBeVisible();
  await chooseScreen(page, "Jobs");
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Jobs", level: 1 })).toBeVisible();
  await toScreen(page, "Keys");
  await toScreen(page, "Usage");
});

test("an author sees nothing of keys but whose they are to manage", async ({ page, server }) => {
  const key = server.command("key", "create", "--label", "author", "--scope", "manage").match(/plk_\w+/)?.[0] ?? "";
  await signIn(page, { url: server.url, key });
  await expect(page.getByRole("link", { name: "Usage" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Keys" })).toHaveCount(0);
  for (const screen of ["keys", "activity"]) {
    await page.goto(`${server.url}/#/${screen}`);
    await expect(page.getByText("Only administrators can see this page.")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByLabel("Permissions")).toHaveCount(0);
  }
});

test("a key for the templates of a department is made, and shown as such", async ({ page, server, request }) => {
  await signIn(page, server);
  await toScreen(page, "Keys");
  await page.getByText("New key", { exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill("Payroll");
  await page.getByLabel("Only templates with the label").fill("HR, Pay");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("Copy it now")).toBeVisible();
  const key = (await page.locator(".new-key .copy code").textContent()) ?? "";
  await expect(page.getByRole("listitem").filter({ hasText: "Payroll" })).toContainText("only templates labeled HR, Pay");
  const seen = await request.get(`${server.url}/api/getTemplates?pageNumber=1&pageSize=10`, { headers: { "x-functions-key": key } });
  expect(await seen.json()).toMatchObject({ totalCount: 0 });
  await page.getByRole("button", { name: "I have copied it" }).click();
  // Who administers sees all keys, and so all templates.
  await page.getByLabel("Permissions", { exact: true }).selectOption("administer");
  await expect(page.getByLabel("Only templates with the label")).toHaveCount(0);
});
