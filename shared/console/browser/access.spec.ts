// Accessibility on every screen, light and dark: axe finds no serious fault. And the budget of the page.

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { everyScreen } from "./screens";
import { expect, open, signIn, test, toScreen } from "./test";
import { docx, paragraph } from "./word";

// Colors in transition cannot be judged.
test.use({ contextOptions: { reducedMotion: "reduce" } });

test("axe finds no serious fault on any screen, light or dark, and nothing moves", async ({ page, server }) => {
  test.setTimeout(300_000);
  const faults: string[] = [];
  const judge = async (name: string, builder: AxeBuilder) => {
    const { violations } = await builder.setLegacyMode(true).analyze();
    for (const { id, impact, nodes } of violations) {
      if (impact === "serious" || impact === "critical") faults.push(`${name}: ${id}: ${nodes.map((node) => node.html).join(" ")}`);
    }
  };
  await everyScreen(page, server, async (name) => {
    faults.push(...(await moving(page)).map((what) => `${name}: ${what}`));
    await judge(name, new AxeBuilder({ page }));
    await inColors(page, "dark");
    await judge(`${name}, dark`, new AxeBuilder({ page }).withRules(["color-contrast"]));
    await inColors(page, "light");
  });
  expect(faults).toEqual([]);
});

/** What has a transition although its reader asked for less motion. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => Array.from(document.querySelectorAll("*"))
    .filter((element) => getComputedStyle(element).transitionDuration !== "0s")
    .map((element) => `${element.localName}.${element.className} moves`));
}

/** Switches the colors, and waits until they are drawn: the frame after the next has them. */
async function inColors(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** Windows of phones, a tablet, and of a desk's screen at 200 %: 1380 pixels become 690. */
const WIDTHS = [320, 390, 690, 820];

/** Says by how much the page is wider than its window, at each of the widths. */
async function overflow(page: Page, screen: string): Promise<string[]> {
  const wide: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) wide.push(`${screen} at ${width}: ${over} pixels`);
  }
  return wide;
}

test("no screen needs sideways scrolling, on phones, tablets and at 200 %", async ({ page, server }) => {
  test.setTimeout(200_000);
  const wide: string[] = [];
  await page.setViewportSize({ width: WIDTHS[0] ?? 320, height: 800 });
  await everyScreen(page, server, async (name) => void wide.push(...(await overflow(page, name))));
  expect(wide).toEqual([]);
});

test("the page is light and soon there, and asks nobody else", async ({ page, server }) => {
  const others: string[] = [];
  let bytes = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).host !== new URL(server.url).host) others.push(request.url());
  });
  page.on("response", async (response) => {
    // The last answer may come when the test is over.
    const headers = await response.allHeaders().catch((): Record<string, string> => ({}));
    bytes += Number(headers["content-length"] ?? 0);
  });
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.getElementById("key")) return;
      observer.disconnect();
      // After the input is there, the first moment at which the page has nothing else to do.
      requestIdleCallback(() => Object.assign(window, { interactive: performance.now() }));
    }).observe(document, { childList: true, subtree: true });
  });
  const times: number[] = [];
  for (let load = 0; load < 3; load += 1) {
    await page.goto(server.url);
    const interactive = await page.waitForFunction(() => (window as unknown as { interactive?: number }).interactive);
    times.push(Math.round(Number(await interactive.jsonValue())));
  }
  console.log(`time to interactive: ${times.join(", ")} ms; first load ${bytes} bytes`);
  expect(Math.min(...times)).toBeLessThanOrEqual(1000);
  expect(others).toEqual([]);
});

test("long names need no sideways scrolling either", async ({ page, server }) => {
  const name = `Annual_report_of_the_department_for_${"very_long_names_".repeat(8)}`;
  server.addTemplate(`${name}.docx`, docx(paragraph(`{{ ${"a_field_with_a_long_name_".repeat(4)} }} {{ name }}`)));
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page, server);
  const wide: string[] = [];
  const measure = async (screen: string) => void wide.push(...(await overflow(page, screen)));
  await expect(page.getByRole("link", { name: new RegExp(name) })).toBeVisible();
  await measure("templates");
  await open(page, name);
  await page.locator(".preview[aria-busy=false] img").first().waitFor();
  await measure("one document");
  await page.getByRole("link", { name: "Fields" }).click();
  await expect(page.getByRole("region", { name: "Placeholders" })).toBeVisible();
  await measure("fields");
  await page.getByRole("link", { name: "Many documents" }).click();
  await page.locator(".drop input").setInputFiles({ name: `${name}.csv`, mimeType: "", buffer: Buffer.from("name,x\nAda,1\n") });
  await page.getByLabel("Leave fields without a value blank in the documents").check();
  await measure("many documents");
  await page.getByRole("button", { name: "Create 1 document" }).click();
  await expect(page.getByText("Done", { exact: true })).toBeVisible({ timeout: 40_000 });
  await measure("job");
  await toScreen(page, "Jobs");
  await expect(page.locator("a.entry").first()).toBeVisible();
  await measure("jobs");
  expect(wide).toEqual([]);
});
