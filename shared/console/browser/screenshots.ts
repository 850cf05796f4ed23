// Pictures of every screen, light and dark and narrow, in the folder SCREENSHOTS: `make screenshots`.

import { join } from "node:path";
import { everyScreen } from "./screens";
import { test } from "./test";

const FOLDER = process.env.SCREENSHOTS ?? "screenshots";

for (const [name, colorScheme, width] of [["light", "light", 1380], ["dark", "dark", 1380], ["narrow", "light", 390]] as const) {
  test(`pictures, ${name}`, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    let number = 0;
    await everyScreen(page, server, async (screen) => {
      number += 1;
      // The browser draws the PDF in a process of its own, which tells nobody when it is done.
      if (screen.startsWith("one-document")) await page.waitForTimeout(2000);
      const path = join(FOLDER, `${String(number).padStart(2, "0")}-${screen}-${name}.png`);
      await page.screenshot({ path, fullPage: !screen.startsWith("one-document") });
    });
    await page.goto(`${server.url}/api/docs`);
    await page.screenshot({ path: join(FOLDER, `99-reference-${name}.png`) });
  });
}
