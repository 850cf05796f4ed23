// The console in a browser, over a real server: `PLATEN=path/to/platen npm test`. Each worker has a server of its own.
// `DIST=dist` takes the console's files from that folder, so that the program need not be built again for each change.
import { defineConfig, devices } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  outputDir: "../../../.work/console-tests",
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 90_000,
  // What breaks everything must not take minutes to say so.
  maxFailures: 6,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1380, height: 900 },
    locale: "en-GB",
    timezoneId: "UTC",
    // Debian's browser: Playwright's own ones come from elsewhere.
    launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium" },
  },
  projects: [
    { name: "tests", testMatch: "*.spec.ts" },
    { name: "screenshots", testMatch: "screenshots.ts" },
    { name: "tutorial", testMatch: "tutorial.ts" },
  ],
});
