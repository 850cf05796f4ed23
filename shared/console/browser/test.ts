// The test function of the console: with a server, and a page that is signed in.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Download, expect, type Page, test as base } from "@playwright/test";
import { Server } from "./server";
import { offer } from "./word";

export { expect };

/** The test function. `console` is a page with the list of templates; it fails the test on errors in the page. */
export const test = base.extend<{ console: Page; tidied: void }, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = await new Server().start();
      server.addTemplate("Offer.docx", offer());
      await server.keepTemplates();
      await use(server);
      await server.remove();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  // A list shows a page of templates: which of them are on it must not depend on the tests that came before.
  tidied: [
    async ({ server }, use) => {
      await use();
      await server.removeOtherTemplates();
    },
    { auto: true },
  ],
  page: async ({ page }, use) => {
    await fromFolder(page);
    await use(page);
  },
  console: async ({ page, server }, use) => {
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => {
      // The browser itself notes every answer that is no success; those are shown on the page.
      if (message.type() === "error" && !/Failed to load resource|ERR_/.test(message.text())) faults.push(message.text());
    });
    await signIn(page, server);
    await use(page);
    expect(faults).toEqual([]);
  },
});

/** While the console is being worked on: its files as they are in a folder, not as they are in the program. */
export async function fromFolder(page: Page): Promise<void> {
  const folder = process.env.DIST;
  if (!folder) return;
  await page.route(/^[^/]*\/\/[^/]*\/((console|addin)\/(?!manifest).*)?$/, (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ path: join(folder, pathname.replace(/\/$/, "/index.html")) });
  });
}

/** Enters the key. */
export async function signIn(page: Page, server: Pick<Server, "url" | "key">): Promise<void> {
  await page.goto(server.url);
  await page.getByLabel("Your key").fill(server.key);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Templates", exact: true, level: 1 })).toBeVisible();
}

/** Goes to a screen of the menu. */
export async function toScreen(page: Page, name: string): Promise<void> {
  await chooseScreen(page, name);
  // The screen before stays for a moment, and may have fields of the same kind.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name === "Guide" ? "How to write a template" : name);
}

/** Clicks on a screen's name in the menu, which is behind a button where the window is narrow. */
export async function chooseScreen(page: Page, name: string): Promise<void> {
  await openMenu(page);
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name, exact: true }).click();
}

/** Opens the menu where it is behind a button, in whatever language. */
export async function openMenu(page: Page): Promise<void> {
  const menu = page.locator("button.menu");
  if ((await menu.isVisible()) && (await menu.getAttribute("aria-expanded")) === "false") await menu.click();
}

/** Opens a template, and one of its tabs. */
export async function open(page: Page, name: string, tab = "One document"): Promise<void> {
  // Other tests add templates too, and a list shows a page of them.
  await page.getByRole("searchbox", { name: "Search templates" }).fill(name);
  await page.getByRole("link", { name: new RegExp(`^${name}`) }).click();
  await page.getByRole("navigation", { name: "Template" }).getByRole("link", { name: tab }).click();
}

/** Opens a template's form, and fills it with its sample values. */
export async function openFilled(page: Page, name: string): Promise<void> {
  await open(page, name);
  await fillSamples(page);
}

/** Fills the form with the template's sample values. */
export async function fillSamples(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sample values" }).click();
  await expect(page.getByText(/\d sample value/)).toBeVisible();
}

/** Downloads the document; sample values in it are confirmed. */
export async function download(page: Page, format: "Word" | "PDF"): Promise<Download> {
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: format, exact: true }).click();
  const anyway = page.getByRole("button", { name: "Create anyway" });
  await Promise.race([coming, anyway.click({ timeout: 20_000 }).catch(() => {})]);
  return coming;
}

/** Drops a file on the page, as a person does. */
export async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  const carried = await page.evaluateHandle(([name, base64]) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const carried = new DataTransfer();
    carried.items.add(new File([bytes], name));
    return carried;
  }, [name, bytes.toString("base64")] as const);
  // The page listens a moment after it is drawn: a person sees the zone light up before letting go.
  await expect(async () => {
    await page.dispatchEvent("main", "dragover", { dataTransfer: carried });
    await expect(page.locator(".drop.over")).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.dispatchEvent("main", "drop", { dataTransfer: carried });
}

/** The text of a PDF, as poppler reads it. */
export function pdfText(pdf: Buffer): string {
  return execFileSync("pdftotext", ["-layout", "-", "-"], { input: pdf, encoding: "utf8" });
}

/** The files of a downloaded ZIP, as Info-ZIP reads them. */
export async function unzipped(download: Download): Promise<Map<string, Buffer>> {
  const folder = mkdtempSync(join(tmpdir(), "platen-zip-"));
  try {
    const path = join(folder, "all.zip");
    await download.saveAs(path);
    execFileSync("unzip", ["-tqq", path]);
    const names = execFileSync("unzip", ["-Z1", path], { encoding: "utf8" }).trim().split("\n");
    return new Map(names.map((name) => [name, execFileSync("unzip", ["-p", path, name.replaceAll("[", "\\[")])]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The text of a Word document. */
export function docxText(file: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), "platen-docx-"));
  try {
    const path = join(folder, "one.docx");
    writeFileSync(path, file);
    return execFileSync("unzip", ["-p", path, "word/document.xml"], { encoding: "utf8" }).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The bytes of a download. */
export async function bytesOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}
