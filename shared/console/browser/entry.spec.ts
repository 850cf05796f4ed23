// Entering, finding templates.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { docx, paragraph } from "./word";
import { download, expect, fillSamples, open, signIn, test } from "./test";

test("a wrong key is told in words, and the right one opens the console", async ({ page, server }) => {
  await page.goto(server.url);
  const key = page.getByLabel("Your key");
  const enter = page.getByRole("button", { name: "Continue" });
  await expect(key).toBeFocused();
  await enter.click();
  await expect(page.getByRole("alert")).toHaveText("Enter your key.");
  await key.fill("plk_NotAKeyOfThisServer0000000000000000000");
  await enter.click();
  await expect(page.getByRole("alert")).toContainText("This key is not valid.");
  await expect(key).toHaveAttribute("aria-invalid", "true");
  await key.fill(server.key);
  await key.press("Enter");
  await expect(page.getByRole("heading", { name: "Templates", level: 1 })).toBeVisible();
  // The key is nowhere that outlives the tab or leaves it.
  expect(page.url()).not.toContain("plk_");
  // Chromium may take a moment until a call from outside the page sees what the page wrote.
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain("plk_");
  const outlives = await page.evaluate(() => document.cookie + JSON.stringify(localStorage));
  expect(outlives).not.toContain("plk_");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Templates", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByLabel("Your key")).toHaveValue("");
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test("a key that is remembered opens every tab, out of reach of scripts, until the person signs out", async ({ page, context, server }) => {
  await page.goto(server.url);
  await page.getByLabel("Your key").fill(server.key);
  await page.getByLabel("Remember me on this computer").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Templates", level: 1 })).toBeVisible();
  expect(await page.evaluate(() => document.cookie + JSON.stringify(sessionStorage) + JSON.stringify(localStorage))).not.toContain("plk_");
  // Under load, Chromium may list a cookie after the page that got it has gone on.
  const cookie = async () => (await context.cookies(server.url)).find(({ name }) => name === "platen");
  await expect.poll(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  const other = await context.newPage();
  await other.goto(server.url);
  await open(other, "Offer");
  await fillSamples(other);
  expect((await download(other, "Word")).suggestedFilename()).toBe("Offer.docx");
  await other.getByRole("button", { name: "Sign out" }).click();
  await expect(other.getByRole("status").first()).toContainText("You are signed out.");
  await page.reload();
  await expect(page.getByLabel("Your key")).toHaveValue("");
  // The key is still one.
  await signIn(page, server);
});

test("a key that is disabled meanwhile ends the session", async ({ page, server }) => {
  const made = server.command("key", "create", "--label", "short-lived", "--scope", "manage");
  const key = made.match(/plk_\w+/)?.[0] ?? "";
  const id = made.match(/[0-9a-f]{8}-[0-9a-f-]{27}/)?.[0] ?? "";
  await signIn(page, { url: server.url, key });
  await expect(page.locator("a.entry").first()).toBeVisible();
  server.command("key", "disable", id);
  // Not by a link: the picture of a template may be asked for first, and the links go with the session.
  await page.evaluate(() => (location.hash = "#/usage"));
  await expect(page.getByRole("status").first()).toContainText("no longer accepts this key");
  await expect(page.getByLabel("Your key")).toBeVisible();
});

test("templates are listed by pages, and found by words", async ({ console: page, server }) => {
  for (let number = 1; number <= 22; number += 1) {
    server.addTemplate(`Reminder ${number}.docx`, docx(paragraph("Dear {{ name }}")));
  }
  await page.reload();
  const entries = page.locator("main > .list a.entry");
  await expect(entries).toHaveCount(20);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
  await page.getByLabel("Sort by").selectOption("Last change");
  await expect(entries.first()).toContainText("Reminder 22");
  // By whom: a command, here.
  await expect(entries.first()).toContainText("command line (");
  await page.getByRole("searchbox", { name: "Search templates" }).fill("reminder 19");
  await expect(entries).toHaveCount(1);
  await expect(page.getByText("1 template found")).toBeVisible();
  await page.getByRole("searchbox").fill("discount");
  await expect(entries).toContainText("Invoice");
  await page.getByRole("searchbox").fill("nothing like it");
  await expect(page.getByText("No templates found.")).toBeVisible();
});

test("everything is reached by keyboard", async ({ console: page }) => {
  // A key that is pressed while the list is still being drawn moves a focus that goes with what was there before.
  await expect(page.getByRole("link", { name: /Offer/ })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  const entry = page.getByRole("link", { name: /Offer/ });
  for (let step = 0; step < 30 && !(await entry.evaluate((link) => link === document.activeElement)); step += 1) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Offer", level: 1 })).toBeFocused();
  await expect(page).toHaveTitle("Offer · Platen");
});

test("as static files on another host it speaks to the API that they name", async ({ page, server }) => {
  const folder = join(server.folder, "console");
  execFileSync("../../infra/console.sh", [server.url, folder, "http://console.test/"]);
  const manifest = readFileSync(join(folder, "addin/manifest.xml"), "utf8");
  expect(manifest).toContain('<SourceLocation DefaultValue="http://console.test/addin/"/>');
  expect(manifest).toContain(`<SupportUrl DefaultValue="${server.url}/api/docs/templates"/>`);
  expect(manifest).not.toContain("$");
  await page.route("http://console.test/**", (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ path: join(folder, pathname === "/" ? "index.html" : pathname) });
  });
  // API Gateway answers for the function when a browser asks from another origin.
  const cors = {
    "access-control-allow-origin": "http://console.test",
    "access-control-allow-methods": "GET, POST, PUT, DELETE",
    "access-control-allow-headers": "x-functions-key, content-type, content-encoding, idempotency-key",
    "access-control-expose-headers": "content-disposition, link, location, platen-pages, platen-warnings, retry-after, x-request-id",
  };
  await page.route(`${server.url}/api/**`, async (route) => {
    if (route.request().method() === "OPTIONS") return route.fulfill({ status: 204, headers: cors });
    const response = await route.fetch();
    return route.fulfill({ response, headers: { ...response.headers(), ...cors } });
  });
  await signIn(page, { url: "http://console.test", key: server.key });
  await page.getByRole("link", { name: /Offer/ }).click();
  await fillSamples(page);
  expect((await download(page, "Word")).suggestedFilename()).toBe("Offer.docx");
  // What the page may speak to is that host alone.
  const spoke = await page.evaluate(() => fetch("http://elsewhere.test/").then(() => true, () => false));
  expect(spoke).toBe(false);
  // The preview may still be under way.
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
