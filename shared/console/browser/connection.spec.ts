// The server goes away, and comes back.

import { expect, openFilled, signIn, test } from "./test";
import { Server } from "./server";
import { offer } from "./word";

test("a lost connection is told, and everything goes on when it is back", async ({ page }) => {
  const server = await new Server().start();
  server.addTemplate("Offer.docx", offer());
  try {
    await signIn(page, server);
    await openFilled(page, "Offer");
    await expect(page.locator(".paper img")).toHaveAttribute("src", /^blob:/);
    const source = await page.locator(".paper img").getAttribute("src");
    await server.kill();
    const number = page.getByLabel("Number", { exact: true });
    await number.fill("O-42");
    const banner = page.getByText("Reconnecting…");
    await expect(banner).toBeVisible();
    await number.fill("O-43");
    await server.start();
    await expect(banner).toHaveCount(0);
    await expect(page.locator(".paper img")).not.toHaveAttribute("src", source ?? "");
    await expect(number).toHaveValue("O-43");
    await page.getByRole("link", { name: "Usage" }).click();
    await expect(page.getByText("No monthly limit.")).toBeVisible();
  } finally {
    await server.remove();
  }
});
