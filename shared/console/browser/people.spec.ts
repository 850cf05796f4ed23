// People sign in through a real OpenID provider's own pages, work without a key, and leave.

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { openStrangersPane } from "./addin";
import { Server } from "./server";
import { drop, expect, fromFolder, open, test as base } from "./test";
import { docx, paragraph } from "./word";

const test = base.extend<object, { home: Server }>({
  home: [
    async ({}, use) => {
      const home = await new Server().signsPeopleIn("admins=administrator; press=author; office=operator; hr=author:HR");
      await use(home);
      await home.remove();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});

// The provider's pages ask for a font from elsewhere, which nobody waits for.
test.beforeEach(({ context }) => context.route((url) => url.hostname !== "127.0.0.1", (route) => route.abort()));

/** Goes through the provider's pages as `name.group.group`. */
async function enter(page: Page, who: string): Promise<void> {
  await page.getByRole("link", { name: "Sign in with Example Login" }).click();
  await identify(page, who);
}

/** Fills in the provider's pages. */
async function identify(page: Page, who: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(who);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

const heading = (page: Page, name: string) => expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();

test("an administrator signs in, works in several tabs without a key, and signs out of all of them", async ({ page, context, home }) => {
  await page.goto(home.url);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
  await enter(page, "ada.admins");
  await heading(page, "Templates");
  expect(new URL(page.url()).origin).toBe(home.url);
  await expect(page.getByRole("navigation", { name: "Console" })).toContainText("Ada");
  // No script can read it, and no key is anywhere.
  expect(await page.evaluate(() => document.cookie + JSON.stringify(sessionStorage) + JSON.stringify(localStorage))).not.toContain("plk_");
  const [cookie] = (await context.cookies(home.url)).filter(({ name }) => name === "platen");
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  const other = await context.newPage();
  await other.goto(`${home.url}/#/activity`);
  await heading(other, "Activity");
  await expect(other.getByRole("row").nth(1)).toContainText("Ada ada@example.org");
  await expect(other.getByRole("row").nth(1)).toContainText("Signed in");
  await page.getByRole("link", { name: "Keys" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Administrator, ada@example.org" })).toBeVisible();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("status").first()).toContainText("You are signed out.");
  // The other tab learns it with its next request.
  await other.getByRole("link", { name: "Usage" }).click();
  await expect(other.getByRole("status").first()).toContainText("Your session has ended.");
});

test("whoever leaves a shared computer signs out at the provider, too", async ({ page, home }) => {
  await page.goto(home.url);
  await enter(page, "di.office");
  await heading(page, "Templates");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.getByRole("link", { name: "Also sign out of Example Login" }).click();
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  // The provider leads back, and asks who it is from now on.
  await expect(page.getByLabel("Your key")).toBeVisible();
  expect(new URL(page.url()).origin).toBe(home.url);
  await expect(page.getByRole("link", { name: /Also sign out/ })).toHaveCount(0);
  await enter(page, "flo.office");
  await expect(page.getByRole("navigation", { name: "Console" })).toContainText("Flo");
});

test("an answer that comes late says nothing to whoever has signed out", async ({ page, home }) => {
  await page.goto(home.url);
  await enter(page, "kim.office");
  await heading(page, "Templates");
  let answer = () => {};
  const signedOut = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/bulkGenerationJobs*", async (route) => {
    await signedOut;
    await route.continue();
  });
  await page.getByRole("link", { name: "Jobs", exact: true }).first().click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  const status = page.getByRole("status").first();
  await expect(status).toContainText("You are signed out.");
  const late = page.waitForResponse(/bulkGenerationJobs/);
  answer();
  expect((await late).status()).toBe(401);
  await (await late).finished();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
  await expect(status).toContainText("You are signed out.");
  await expect(page.getByRole("link", { name: "Also sign out of Example Login" })).toBeVisible();
});

test("a session that ends in the middle costs nothing that was typed", async ({ page, home }) => {
  await page.goto(home.url);
  await enter(page, "bo.office");
  await open(page, "Letter");
  const field = page.getByRole("textbox").first();
  await field.fill("Typed before it ended");
  await expect(page.locator(".preview[aria-busy=false] img").first()).toBeVisible();
  const sessions = JSON.parse(home.command("key", "list")) as { id: string; label: string }[];
  home.command("key", "delete", sessions.find(({ label }) => label === "Bo")?.id ?? "");
  await page.getByRole("link", { name: "Jobs", exact: true }).first().click();
  await expect(page.getByRole("status").first()).toContainText("Your session has ended. Sign in again");
  await page.goBack();
  // The provider still knows who it is, and asks nothing.
  await page.getByRole("link", { name: "Sign in with Example Login" }).click();
  await heading(page, "Letter");
  await expect(field).toHaveValue("Typed before it ended");
});

test("groups decide what a person may, and who is in none is told", async ({ page, home }) => {
  await page.goto(home.url);
  await enter(page, "cy.office");
  await heading(page, "Templates");
  await expect(page.getByRole("link", { name: "Keys" })).toHaveCount(0);
  await page.context().clearCookies();
  await page.goto(home.url);
  await enter(page, "eve.strangers");
  await expect(page.getByRole("status").first()).toContainText("your account has no access to Platen");
  // With another account there may be a way in, once the provider has forgotten this one.
  await expect(page.getByRole("link", { name: "Also sign out of Example Login" })).toHaveAttribute("href", /^http/);
  await expect(page.getByLabel("Your key")).toBeVisible();
  // The key is still a way in.
  await page.getByLabel("Your key").fill(home.key);
  await page.getByRole("button", { name: "Continue" }).click();
  await heading(page, "Templates");
});

test("a person who gives up at the provider is back with a sentence", async ({ page, home }) => {
  await page.goto(home.url);
  await page.getByRole("link", { name: "Sign in with Example Login" }).click();
  await page.getByRole("link", { name: /Cancel/ }).click();
  await expect(page.getByRole("status").first()).toContainText("You did not sign in.");
});

test("in Word people sign in in a window, and the pane needs neither a key nor a cookie", async ({ page, context, home }) => {
  await openStrangersPane(page, home.url);
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Sign in with Example Login" }).click();
  const window = await opening;
  await identify(window, "kim.press");
  await expect(page.getByRole("heading", { name: "Fields" })).toBeVisible();
  await expect.poll(() => window.isClosed()).toBe(true);
  expect((await context.cookies(home.url)).filter(({ name }) => name === "platen")).toEqual([]);
  // An author may check documents; and the pane stays open at a reload.
  await page.reload();
  await expect(page.getByRole("heading", { name: "This document" })).toBeVisible();
  const sessions = JSON.parse(home.command("key", "list")) as { label: string }[];
  expect(sessions.some(({ label }) => label === "Kim")).toBe(true);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Sign in with Example Login" })).toBeVisible();
  const left = JSON.parse(home.command("key", "list")) as { label: string }[];
  expect(left.some(({ label }) => label === "Kim")).toBe(false);
});

test("in Word, too, whoever has no role is told why", async ({ page, home }) => {
  await openStrangersPane(page, home.url);
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Sign in with Example Login" }).click();
  await identify(await opening, "eve.strangers");
  await expect(page.getByRole("status").first()).toContainText("your account has no access to Platen");
});

test("a department sees and adds its own templates", async ({ page, home }) => {
  await page.goto(home.url);
  await enter(page, "hal.hr");
  await heading(page, "Templates");
  await expect(page.getByText("You see the templates labeled HR.")).toBeVisible();
  await expect(page.locator("a.entry")).toHaveCount(0);
  await drop(page, "Leave.docx", docx(paragraph("{{ days }}")));
  await expect(page.getByRole("heading", { name: "Leave" })).toBeVisible();
  await page.getByRole("link", { name: "Templates", exact: true }).first().click();
  await expect(page.locator("a.entry")).toHaveCount(1);
  await expect(page.locator("a.entry")).toContainText("HR");
});

test("somebody who is blocked is out at once, and stays out until an administrator allows it", async ({ page, browser, home }) => {
  await page.goto(home.url);
  await enter(page, "lee.office");
  await heading(page, "Templates");
  const away = await browser.newContext();
  await away.route((url) => url.hostname !== "127.0.0.1", (route) => route.abort());
  const desk = await away.newPage();
  await fromFolder(desk);
  await desk.goto(`${home.url}/#/keys`);
  await enter(desk, "ann.admins");
  await desk.goto(`${home.url}/#/keys`);
  await desk.getByRole("button", { name: "Block Lee" }).first().click();
  await expect(desk.getByRole("dialog")).toContainText("Lee is signed out everywhere");
  await desk.getByRole("button", { name: "Block", exact: true }).click();
  await expect(desk.getByRole("heading", { name: "People who may not sign in" })).toBeVisible();
  const { violations } = await new AxeBuilder({ page: desk }).setLegacyMode(true).analyze();
  expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
  await page.getByRole("link", { name: "Jobs", exact: true }).first().click();
  await expect(page.getByRole("status").first()).toContainText("Your session has ended.");
  // The provider still knows them, and lets them through.
  await page.getByRole("link", { name: "Sign in with Example Login" }).click();
  await expect(page.getByRole("status").first()).toContainText("An administrator has blocked your account.");
  await expect(page.getByLabel("Your key")).toBeVisible();
  await desk.getByRole("button", { name: "Allow Lee to sign in" }).click();
  await expect(desk.getByRole("heading", { name: "People who may not sign in" })).toHaveCount(0);
  await page.getByRole("link", { name: "Sign in with Example Login" }).click();
  await expect(page.getByRole("navigation", { name: "Console" })).toContainText("Lee");
  await away.close();
});
