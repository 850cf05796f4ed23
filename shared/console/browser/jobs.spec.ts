// The list of jobs.

import type { Page } from "@playwright/test";
import { expect, open, signIn, test } from "./test";
import { Server } from "./server";
import { docx, offer, paragraph } from "./word";

/** Starts jobs of one document each, one after the other. The template's id. */
async function start(server: Server, name: string, count: number): Promise<string> {
  const templateId = await server.templateId(name);
  for (let number = 0; number < count; number += 1) {
    const job = { templateId, format: ".docx", items: [{ name: `N${number}` }], options: { missing: "empty" } };
    await server.send("POST", "/api/generateDocumentsBulk", job);
  }
  return templateId;
}

/** The titles of the jobs on the screen. */
const titles = (page: Page) => page.locator("a.entry .entry-title").allTextContents();

test("jobs of all templates are listed by pages, newest first", async ({ page }) => {
  const server = await new Server().start();
  try {
    server.addTemplate("Offer.docx", offer());
    server.addTemplate("Note.docx", docx(paragraph("Dear {{ name }}")));
    await start(server, "Offer", 3);
    await start(server, "Note", 19);
    await start(server, "Offer", 1);
    await signIn(page, server);
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith("/api/bulkGenerationJobs")) asked.push(pathname + search);
    });
    await page.getByRole("link", { name: "Jobs", exact: true }).first().click();
    await expect(page.getByText("Page 1 of 2")).toBeVisible();
    await expect.poll(() => titles(page)).toEqual(["Offer", ...Array(19).fill("Note")]);
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText("Page 2 of 2")).toBeVisible();
    await expect.poll(() => titles(page)).toEqual(["Offer", "Offer", "Offer"]);
    await page.getByRole("button", { name: "Previous" }).click();
    await expect(page.locator("a.entry")).toHaveCount(20);
    // One question for each page, however many templates there are.
    const all = (number: number) => `/api/bulkGenerationJobs?pageNumber=${number}&pageSize=20`;
    expect(asked).toEqual([all(1), all(2), all(1)]);

    await page.getByLabel("Template", { exact: true }).selectOption({ label: "Offer" });
    await expect.poll(() => titles(page)).toEqual(Array(4).fill("Offer"));
    await expect(page.getByText("Page 1 of")).toHaveCount(0);
    await page.getByRole("link", { name: "Templates" }).first().click();
    await open(page, "Note", "Jobs");
    await expect(page.locator("a.entry")).toHaveCount(19);
    // Deleted template still has its jobs.
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Templates", level: 1 })).toBeVisible();
    await page.getByRole("link", { name: "Jobs", exact: true }).first().click();
    await expect(page.locator("a.entry").nth(1)).toContainText("Deleted template");
  } finally {
    await server.remove();
  }
});

test("whoever cancels a job may keep the documents that are finished", async ({ page }) => {
  const server = await new Server().start();
  try {
    server.addTemplate("Note.docx", docx(paragraph("Dear {{ name }}")));
    const templateId = await start(server, "Note", 0);
    await signIn(page, server);
    // A job whose end is held back until the question is answered: its first documents are made, the others wait.
    const job = { jobId: "0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071", templateId, status: "Running", totalCount: 60, completedCount: 25, failedGenerationCount: 0, warnedCount: 0, failedGenerations: [], warnings: [], startedAt: new Date().toISOString(), endTime: null, zipUrl: null, zipSizeBytes: null, errorMessage: null };
    const canceled: string[] = [];
    await page.route("**/api/bulkGenerationJobs/*", (route) => route.fulfill({ json: job }));
    await page.route("**/api/bulkGenerationJobs/*/cancel*", (route) => {
      canceled.push(new URL(route.request().url()).search);
      Object.assign(job, { status: "Completed", failedGenerationCount: 35, endTime: new Date().toISOString(), zipUrl: "/archive", zipSizeBytes: 1000 });
      return route.fulfill({ json: job });
    });
    await page.goto(`${server.url}/#/jobs/${job.jobId}`);
    await page.getByRole("button", { name: "Cancel the job" }).click();
    await expect(page.getByRole("dialog")).toContainText("If you cancel, 25 finished documents are discarded");
    await page.getByRole("button", { name: "Keep it running" }).click();
    expect(canceled).toEqual([]);
    await page.getByRole("button", { name: "Cancel the job" }).click();
    await page.getByRole("button", { name: "Keep the finished ones" }).click();
    await expect(page.getByRole("button", { name: /^Download/ })).toBeVisible();
    expect(canceled).toEqual(["?archive=true"]);
  } finally {
    await server.remove();
  }
});
