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
