// The add-in's pane beside a document, with Microsoft's mock in the place of Office.js.

import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { build } from "esbuild";
import type { OpenDocument } from "./office-mock";
import type { Server } from "./server";
import { expect } from "./test";

/** Where the page loads Office.js from. */
export const OFFICE = "https://appsforoffice.microsoft.com/lib/1/hosted/office.js";

const require = createRequire(import.meta.url);

/** The mock as a script. Of the manifest's package it needs the names of applications alone, not what that does on a disk. */
async function officeScript(): Promise<string> {
  const applications = join(require.resolve("office-addin-manifest"), "../officeApp.js");
  const { outputFiles } = await build({
    entryPoints: ["browser/office-mock.ts"], bundle: true, write: false, platform: "browser", logLevel: "error",
    alias: { "office-addin-manifest": applications },
  });
  return outputFiles[0]?.text ?? "";
}

/** Opens the pane beside a document, before anybody has signed in. */
export async function openStrangersPane(page: Page, url: string, about: Partial<OpenDocument> = {}): Promise<void> {
  const document: OpenDocument = { base64: "", url: "", isEmpty: true, paragraphs: 1, cells: 0, done: [], filesOpen: 0, ...about };
  const script = await officeScript();
  // The window that signs in has Office.js, too.
  await page.context().route(OFFICE, (route) => route.fulfill({ contentType: "text/javascript", body: script }));
  await page.context().addInitScript((document) => Object.assign(window, { word: document }), document);
  await page.setViewportSize({ width: 320, height: 900 });
  await page.goto(`${url}/addin/`);
}

/** Opens the pane beside a document, and signs in. */
export async function openPane(page: Page, server: Pick<Server, "url" | "key">, about: Partial<OpenDocument> = {}): Promise<void> {
  await openStrangersPane(page, server.url, about);
  await page.getByLabel("Your key").fill(server.key);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Fields" })).toBeVisible();
  // The samples push the buttons below them down: a click before that may miss.
  await expect(page.getByLabel("Fields of").getByRole("option", { name: "Invoice" }).first()).toBeAttached();
}
