// What the first screen costs on the way, compressed as it is sent, in each language.

import { expect, test } from "./test";

/** Bytes of the files that the list of templates needs. */
const MOST = 70_000;

for (const locale of ["en-GB", "de-DE", "fr-FR", "es-ES", "pt-BR"]) {
  test.describe(locale, () => {
    test.use({ locale });

    test("the first load is small", async ({ page, server }) => {
      test.skip(process.env.DIST !== undefined, "files of a folder come without being compressed");
      // The other screens come behind the first one, with what they alone need.
      await page.route("**/console/later.js", (route) => route.abort());
      await page.goto(server.url);
      await page.locator("#key").fill(server.key);
      await page.locator("#key").press("Enter");
      await expect(page.locator("a.entry").first()).toBeVisible();
      const files = await page.evaluate(() => {
        const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")] as PerformanceResourceTiming[];
        return all.map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize })).filter(({ path }) => !path.startsWith("/api/"));
      });
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      test.info().annotations.push({ type: "bytes", description: String(bytes) });
      expect(bytes, files.map(({ path, bytes }) => `${path} ${bytes}`).join(", ")).toBeLessThanOrEqual(MOST);
      // A page that loaded nothing would be small, too.
      expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(["/", "/console/app.js", "/console/style.css"]));
    });
  });
}
