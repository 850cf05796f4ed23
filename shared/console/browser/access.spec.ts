// Accessibility on every screen, light and dark: axe finds no serious fault. And the budget of the page.

import AxeBuilder from "@axe-core/playwright";
import { everyScreen } from "./screens";
import { expect, test } from "./test";

// Colours that are on their way to others are none to judge.
test.use({ contextOptions: { reducedMotion: "reduce" } });

test("axe finds no serious fault on any screen, light or dark", async ({ page, server }) => {
  test.setTimeout(150_000);
  const faults: string[] = [];
  const judge = async (name: string, builder: AxeBuilder) => {
    const { violations } = await builder.setLegacyMode(true).analyze();
    for (const { id, impact, nodes } of violations) {
      if (impact === "serious" || impact === "critical") faults.push(`${name}: ${id}: ${nodes.map((node) => node.html).join(" ")}`);
    }
  };
  await everyScreen(page, server, async (name) => {
    await judge(name, new AxeBuilder({ page }));
    await page.emulateMedia({ colorScheme: "dark" });
    // Colors are judged as drawn: the next frame has the other ones.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await judge(`${name}, dark`, new AxeBuilder({ page }).withRules(["color-contrast"]));
    await page.emulateMedia({ colorScheme: "light" });
  });
  expect(faults).toEqual([]);
});

test("narrow windows need no sideways scrolling", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const wide: string[] = [];
  await everyScreen(page, server, async (name) => {
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) wide.push(`${name}: ${over} pixels`);
  });
  expect(wide).toEqual([]);
});

test("the page is light and soon there, and asks nobody else", async ({ page, server }) => {
  const others: string[] = [];
  let bytes = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).host !== new URL(server.url).host) others.push(request.url());
  });
  page.on("response", async (response) => {
    bytes += Number((await response.allHeaders())["content-length"] ?? 0);
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
