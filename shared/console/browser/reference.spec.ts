// The reference page: operations are tried with the reader's key.

import { expect, test } from "./test";

test("an operation is tried on the reference page, and a file is saved", async ({ page, server }) => {
  await page.goto(`${server.url}/api/docs`);
  await page.getByLabel("Your key").fill(server.key);
  const list = page.locator("#getTemplates");
  await list.getByText("Samples", { exact: true }).click();
  await expect(list.getByText('curl "$BASE/api/getTemplates?pageNumber=1&pageSize=20"')).toBeVisible();
  await list.getByText("Try it").click();
  await list.getByRole("button", { name: "Send" }).click();
  await expect(list.locator("output")).toContainText("200 OK");
  const answer = JSON.parse(await list.locator("output pre").nth(1).innerText());
  const { templateId } = answer.items[0];

  const model = page.locator("#generateModel");
  await model.getByText("Try it").click();
  await model.getByLabel("templateId").fill(templateId);
  await model.getByRole("button", { name: "Send" }).click();
  await expect(model.locator("output")).toContainText("200 OK");
  const data = JSON.parse(await model.locator("output pre").nth(1).innerText());

  const document = page.locator("#generateDocument");
  await document.getByText("Try it").click();
  await document.getByLabel("Body").fill(JSON.stringify({ templateId, format: ".docx", data }));
  await document.getByRole("button", { name: "Send" }).click();
  const saving = page.waitForEvent("download");
  await document.getByRole("link", { name: /^Save / }).click();
  expect((await saving).suggestedFilename()).toMatch(/\.docx$/);

  await page.getByLabel("Your key").fill("plk_NotAKeyOfThisServer0000000000000000000");
  await list.getByRole("button", { name: "Send" }).click();
  await expect(list.locator("output")).toContainText("invalid-key");
});
