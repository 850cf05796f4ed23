// Phones and 200 %: a header of one row with the menu behind a button, and nothing that is cut off.

import { expect, open, signIn, test, toScreen } from "./test";

for (const width of [320, 375, 640]) {
  test(`at ${width} pixels the header is one row, with the menu behind a button`, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 740 });
    await signIn(page, server);
    const header = page.getByRole("navigation", { name: "Console" });
    expect((await header.boundingBox())?.height).toBeLessThanOrEqual(64);
    const [menu, jobs] = [page.getByRole("button", { name: "Menu" }), header.getByRole("link", { name: "Jobs" })];
    await expect(jobs).toBeHidden();
    await menu.click();
    await expect(menu).toHaveAttribute("aria-expanded", "true");
    for (const inside of [jobs, header.getByLabel("Language"), header.getByRole("button", { name: "Sign out" })]) await expect(inside).toBeVisible();
    await menu.press("Escape");
    await expect(jobs).toBeHidden();
    await toScreen(page, "Jobs");
    await expect(page.getByRole("heading", { name: "Jobs", level: 1 })).toBeVisible();
    await expect(jobs).toBeHidden();
    await toScreen(page, "Templates");
    const search = page.getByRole("searchbox", { name: "Search templates" });
    expect((await search.boundingBox())?.width).toBeGreaterThan(Math.min(width - 60, 300));
    // Each tab is whole within the window.
    await open(page, "Invoice", "Settings");
    for (const tab of await page.getByRole("navigation", { name: "Template" }).getByRole("link").all()) {
      const box = await tab.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true);
    }
    // No table is wider than its frame: columns that have no room stand below others.
    await toScreen(page, "Activity");
    const table = page.getByRole("region", { name: "Activity" });
    await expect(table).toBeVisible();
    expect(await table.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBeLessThanOrEqual(0);
  });
}

/** What is outside of the window, or lies over something else. */
function misplaced(): string[] {
  const width = document.documentElement.clientWidth;
  const isShown = (element: Element) => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && getComputedStyle(element).visibility !== "hidden" && !element.closest(".unseen, .skip");
  };
  const isIn = (element: Element) => element.closest(".table, .code-block, .paper, .pages") !== null;
  const words = (element: Element) => `${element.tagName} ${(element.textContent ?? "").trim().slice(0, 30)}`;
  const shown = [...document.querySelectorAll("body *")].filter((element) => isShown(element) && !isIn(element));
  const outside = shown.filter((element) => {
    const { left, right } = element.getBoundingClientRect();
    return left < -1 || right > width + 1;
  });
  // Bars that stay lie over what is scrolled.
  const apart = shown.filter((element) => element.matches("button, a, input, select, textarea, label, h1, h2, h3, .badge, .entry-main, dt, dd") && !element.closest(".make, .jumps, .drop"));
  const over = apart.flatMap((one, index) => apart.slice(index + 1).filter((other) => {
    if (one.contains(other) || other.contains(one)) return false;
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  }).map((other) => `${words(one)} over ${words(other)}`));
  return [...outside.map((element) => `${words(element)} is outside`), ...over];
}

for (const language of ["de", "fr", "es", "pt"]) {
  test(`at 320 pixels nothing is outside of the window or lies over something else, in ${language}`, async ({ page, server }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await signIn(page, server);
    await open(page, "Invoice", "Settings");
    const template = new URL(page.url()).hash.replace(/\/settings$/, "");
    const headers = { "x-functions-key": server.key, "content-type": "application/json" };
    const templateId = template.split("/").pop();
    // A job that fails has the longest word.
    await fetch(`${server.url}/api/generateDocumentsBulk`, { method: "POST", headers, body: JSON.stringify({ templateId, format: ".docx", items: [{}] }) });
    await page.evaluate((language) => localStorage.setItem("platen.language", language), language);
    await page.reload();
    // What each screen is there with.
    const screens = [["#/templates", "a.entry"], [`${template}/fill`, ".make .standing"], [`${template}/bulk`, ".drop"], [`${template}/fields`, "table"], [`${template}/jobs`, ".badge.failed"],
      [`${template}/settings`, ".new-key"], ["#/jobs", ".badge.failed"], ["#/guide", ".tags li"], ["#/keys", ".entry > button"], ["#/activity", "tbody tr"], ["#/convert", ".drop"], ["#/usage", ".tile"]] as const;
    for (const [screen, sign] of screens) {
      await page.evaluate((screen) => void (location.hash = screen), screen);
      await page.locator(sign).first().waitFor();
      // The standing of a form comes with the service's answer, and with it the width of its bar.
      if (sign === ".make .standing") await page.locator(".make .standing.link").waitFor();
      for (const folded of await page.locator("details").all()) await folded.evaluate((details) => details.setAttribute("open", ""));
      expect(await page.evaluate(misplaced), screen).toEqual([]);
    }
  });
}

test("an address that names nothing says so", async ({ console: page, server }) => {
  await page.goto(`${server.url}/#/nowhere`);
  await expect(page.getByRole("heading", { name: "Page not found", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Go to the templates" }).click();
  await expect(page.getByRole("heading", { name: "Templates", exact: true, level: 1 })).toBeVisible();
  await page.goto(`${server.url}/#/templates/b40c2648-0000-4000-8000-000000000000/fill`);
  await expect(page.getByRole("alert")).toContainText("It was deleted, or the address is wrong.");
  await expect(page.getByRole("alert")).not.toContainText("GET /api");
  const answer = await page.goto(`${server.url}/nowhere`);
  expect(answer?.status()).toBe(404);
  await page.getByRole("link", { name: "go to the templates" }).click();
  await expect(page).toHaveURL(`${server.url}/`);
});
