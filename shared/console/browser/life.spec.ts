// A template's life: its words, its drafts, its versions, and two people at once.

import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { bytesOf, docxText, download, drop, expect, fillSamples, open, signIn, test } from "./test";
import { Server } from "./server";
import { docx, faulty, paragraph } from "./word";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const section = (page: Page, name: string | RegExp) => page.getByRole("region", { name });

/** Nothing of a screen is out of reach: no fault of accessibility, and no page wider than its window, on a phone too. */
async function isFit(page: Page): Promise<void> {
  for (const [width, height] of [[390, 844], [1380, 900]] as const) {
    await page.setViewportSize({ width, height });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
  }
}

/** Stands for a file that Word has open: each text is a save. A browser under test opens no picker. */
async function openInWord(page: Page, name: string, first: Buffer): Promise<(saved: Buffer) => Promise<void>> {
  const save = (saved: Buffer) => page.evaluate(([name, base64]) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const disk = window as unknown as { file: File; saves: number };
    disk.saves = (disk.saves ?? 0) + 1;
    disk.file = new File([bytes], name, { lastModified: disk.saves });
  }, [name, saved.toString("base64")] as const);
  await save(first);
  await page.evaluate((name) => {
    const disk = window as unknown as { file: File; showOpenFilePicker: unknown };
    disk.showOpenFilePicker = async () => [{ name, getFile: async () => disk.file }];
  }, name);
  return save;
}

test("a template gets another name, a description and labels, and is found by them", async ({ console: page }) => {
  await drop(page, "Engagement.docx", docx(paragraph("Dear {{ name }}")));
  await expect(page.getByText("The template is ready")).toBeVisible();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Letter of engagement");
  await page.getByLabel("Description").fill("For new clients");
  // A click on the menu loses nothing that was typed.
  await page.getByRole("link", { name: "Jobs", exact: true }).first().click();
  await page.goBack();
  await expect(page.getByLabel("Description")).toHaveValue("For new clients");
  await page.getByLabel("Labels", { exact: true }).fill("Clients, , Audit , clients");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Letter of engagement", level: 1 })).toBeVisible();
  await expect(page.getByLabel("Labels", { exact: true })).toHaveValue("Audit, Clients");
  await isFit(page);
  await page.getByRole("link", { name: "Templates" }).first().click();
  const entry = page.getByRole("link", { name: /Letter of engagement/ });
  await expect(entry).toContainText("For new clients");
  await expect(entry.locator(".badge.label")).toHaveText(["Audit", "Clients"]);
  await page.getByLabel("Label", { exact: true }).selectOption("Audit");
  await expect(page.locator("a.entry")).toHaveCount(1);
  await expect(page.getByText("1 template found")).toBeVisible();
  await isFit(page);
});

test("of two people who change a template the later one is told, and loses nothing", async ({ console: page, context, server }) => {
  await drop(page, "Shared.docx", docx(paragraph("Dear {{ name }}")));
  await expect(page.getByText("The template is ready")).toBeVisible();
  await page.getByRole("link", { name: "Settings" }).click();
  const other = await context.newPage();
  await signIn(other, server);
  await open(other, "Shared", "Settings");
  await other.getByLabel("Description").fill("Of the other");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await expect(other.getByText("Of the other").first()).toBeVisible();

  await page.getByLabel("Name", { exact: true }).fill("Shared by two");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Somebody else changed this template")).toBeVisible();
  await page.getByRole("button", { name: "Load it as it is now" }).click();
  await expect(page.getByText("Of the other").first()).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Shared by two");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Shared by two", level: 1 })).toBeVisible();
  await expect(page.getByLabel("Description")).toHaveValue("Of the other");
});

test("a file that is open in Word becomes a draft at each save, until it is published", async ({ console: page }) => {
  await drop(page, "Live.docx", docx(paragraph("Dear {{ name }}")));
  await expect(page.getByText("The template is ready")).toBeVisible();
  await page.getByRole("link", { name: "Settings" }).click();
  const save = await openInWord(page, "Live.docx", docx(paragraph("Dear {{ name }} of {{ city }}")));
  await page.getByRole("button", { name: "Watch a file…" }).click();
  await expect(page.getByRole("heading", { name: "Draft: version 2" })).toBeVisible();
  const draft = section(page, /^Draft/);
  await expect(draft.getByRole("list", { name: "Changes since version 1" })).toContainText(/Added\s*city/);
  await expect(draft.getByRole("img", { name: "First page of version 2 with example data" })).toBeVisible();
  await isFit(page);

  await save(faulty());
  await expect(draft.getByText("The draft has 2 errors")).toBeVisible();
  await expect(draft.locator(".remarks li")).toHaveCount(2);
  await save(docx(paragraph("Dear {{ name }} of {{ town }}")));
  await expect(draft.getByRole("list")).toContainText(/Added\s*town/);
  // One draft, whatever was saved before; documents are made from the version in use.
  await expect(section(page, "Versions").getByRole("row")).toHaveCount(3);
  await page.getByRole("link", { name: "One document" }).click();
  await expect(page.getByLabel("Town")).toHaveCount(0);

  await page.getByRole("link", { name: "Settings" }).click();
  await draft.getByRole("button", { name: /^Publish version/ }).click();
  await expect(page.getByRole("heading", { name: /^Draft/ })).toHaveCount(0);
  await page.getByRole("link", { name: "One document" }).click();
  await expect(page.getByLabel("Town")).toBeVisible();
});

test("versions tell who added them and what they changed, and each can be put into use again", async ({ console: page }) => {
  await drop(page, "Changes.docx", docx(paragraph("{{ name }} {{ age }} {{ old }}")));
  await expect(page.getByText("The template is ready")).toBeVisible();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("New version").setInputFiles({ name: "Changes.docx", mimeType: "", buffer: docx(paragraph("{{ name }} {{ age * 2 }} {{ new }}")) });
  await page.getByRole("button", { name: "Use as new version" }).click();
  const versions = section(page, "Versions");
  await versions.getByRole("button", { name: "What changed in version 2" }).click();
  const changes = versions.getByRole("list", { name: "Changes since version 1" });
  await expect(changes.getByRole("listitem")).toContainText([/Added\s*new/, /Removed\s*old/, /Changed\s*age\s*Text or number, required → Number, required/]);
  await expect(versions.getByRole("row").nth(1)).toContainText(/first key/i);
  await versions.getByRole("button", { name: "Restore version 1" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore", exact: true }).click();
  await expect(versions.getByRole("row").nth(2)).toContainText(/1\s*In use/);
  await page.getByRole("link", { name: "One document" }).click();
  await expect(page.getByLabel("Old")).toBeVisible();
});

test("a watched folder makes drafts of what is saved there, which can be tried and published", async ({ page }) => {
  const server = new Server();
  const folder = join(server.folder, "templates");
  mkdirSync(folder);
  await server.start("--watch", folder);
  try {
    const save = (name: string, bytes: Buffer) => {
      // As Word does: written beside, then put in its place.
      writeFileSync(join(folder, "~WRL0001.tmp"), bytes);
      renameSync(join(folder, "~WRL0001.tmp"), join(folder, name));
    };
    save("Notice.docx", faulty());
    writeFileSync(join(folder, "~$Notice.docx"), "Anna");
    await signIn(page, server);
    const entry = page.getByRole("link", { name: /^Notice/ });
    await expect(async () => {
      await page.reload();
      await page.getByText("1 file with errors").click({ timeout: 1000 });
      await expect(entry).toContainText("2 errors", { timeout: 1000 });
    }).toPass();
    await expect(page.getByRole("link", { name: /~\$/ })).toHaveCount(0);
    await entry.click();
    await expect(page.locator(".remarks li")).toHaveCount(2);
    // The page sees by itself that the file was saved again.
    save("Notice.docx", docx(paragraph("To {{ name }}")));
    await expect(page.getByRole("heading", { name: "Draft: version 2" })).toBeVisible();
    await page.getByRole("link", { name: "One document" }).click();
    await expect(page.getByText("This template is a draft")).toBeVisible();
    await fillSamples(page);
    expect(docxText(await bytesOf(await download(page, "Word")))).toContain("To Sample name");
    await page.getByRole("link", { name: "publish it" }).click();
    await expect(page.getByText("by watched folder")).toBeVisible();
    save("Notice.docx", docx(paragraph("To {{ name }} in {{ room }}")));
    await expect(page.getByRole("heading", { name: "Draft: version 3" })).toBeVisible();
    await page.getByRole("button", { name: "Publish version 3" }).click();
    await expect(page.getByRole("heading", { name: /^Draft/ })).toHaveCount(0);
    await expect(page.getByText("This template is a draft")).toHaveCount(0);
  } finally {
    await server.remove();
  }
});
