// The page speaks the browser's language, or the one that was chosen.

import { drop, expect, openMenu, signIn, test } from "./test";
import { docx, paragraph } from "./word";

const TEMPLATES = { de: "Vorlagen", fr: "Modèles", es: "Plantillas", pt: "Modelos" } as const;

for (const [language, title] of Object.entries(TEMPLATES)) {
  test.describe(language, () => {
    test.use({ locale: `${language}-${language === "pt" ? "BR" : language.toUpperCase()}` });

    test("the browser's language is spoken from the first screen on", async ({ page, server }) => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await page.goto(server.url);
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      expect(asked.filter((path) => path.startsWith("/console/languages/"))).toEqual([`/console/languages/${language}.json`]);
      await page.locator("#key").fill(server.key);
      await page.locator("#key").press("Enter");
      await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
      // Plurals and numbers as the language has them.
      await expect(page.getByRole("status").filter({ hasText: /\d/ }).first()).not.toContainText("template");
      await page.locator("a.entry").filter({ hasText: "Invoice" }).click();
      await expect(page.locator(".preview[aria-busy=false] img").first()).toBeVisible();
      // No text has lost its words: keys have a point between small letters.
      expect(await page.locator("body").innerText()).not.toMatch(/\b(fill|bulk|jobs?|preview|form|options|template|found)\.[a-z]\w+/);
    });
  });
}

test("a language is chosen, and kept", async ({ page, server }) => {
  await signIn(page, server);
  await page.getByLabel("Language").selectOption("de");
  await expect(page.getByRole("heading", { name: "Vorlagen", level: 1 })).toBeVisible();
  await expect(page).toHaveTitle("Vorlagen · Platen");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Vorlagen", level: 1 })).toBeVisible();
  await page.getByLabel("Sprache").selectOption("en");
  await expect(page.getByRole("heading", { name: "Templates", level: 1 })).toBeVisible();
});

test("a language that cannot be loaded is said, and the page stays as it is", async ({ page, server }) => {
  await signIn(page, server);
  await page.route("**/languages/fr.json", (route) => route.fulfill({ status: 404 }));
  await page.getByLabel("Language").selectOption("fr");
  await expect(page.getByRole("alert")).toHaveText("Français could not be loaded. Check your connection, then choose it again.");
  await expect(page.getByRole("heading", { name: "Templates", level: 1 })).toBeVisible();
  await expect(page.getByLabel("Language")).toHaveValue("en");
});

test("long words of other languages need no sideways scrolling", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page, server);
  const wide: string[] = [];
  for (const language of Object.keys(TEMPLATES)) {
    await openMenu(page);
    await page.locator(".language select").selectOption(language);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    for (const screen of ["templates", "jobs", "guide", "usage"]) {
      await page.evaluate((to) => (location.hash = `#/${to}`), screen);
      await page.waitForLoadState("networkidle");
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (over > 0) wide.push(`${language}, ${screen}: ${over} pixels`);
    }
  }
  expect(wide).toEqual([]);
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("what is wrong with a document or with data is said in the reader's language", async ({ page, server }) => {
    await page.goto(server.url);
    await page.locator("#key").fill(server.key);
    await page.locator("#key").press("Enter");
    await expect(page.getByRole("heading", { name: "Vorlagen", level: 1 })).toBeVisible();
    await drop(page, "Falsch.docx", docx(paragraph("Summe {{ total|euro }}"), paragraph("{% fro x in xs %}"), paragraph("Hier fehlt {{ x")));
    const wrong = page.getByRole("alert");
    await expect(wrong).toContainText("Beheben Sie 3 Fehler in Falsch.docx, um es zu verwenden");
    await expect(wrong.locator(".place").first()).toHaveText("Haupttext, Absatz 1");
    await expect(wrong.locator(".message")).toContainText(["Einen Filter namens euro gibt es nicht.", "fro ist keine bekannte Anweisung.", "Dieses {{ wird nie geschlossen."]);
    await expect(wrong.locator(".hint")).toContainText(['Schreiben Sie einen Filter: {{ price|currency("EUR") }}.', "Meinten Sie for?"]);
    // Nothing can be searched for in a language that one does not know.
    await page.goto(`${server.url}/#/guide`);
    await page.getByRole("searchbox", { name: "Tags und Filter suchen" }).fill("Datum");
    await expect(page.locator(".tags li").first()).toContainText("date");
    await expect(page.locator(".tags li").filter({ hasText: "Ein Datum in der Sprache des Dokuments." })).toContainText("{{ due|date }}");
    // Word's own words are in the pictures of Word.
    await expect(page.locator(".pictures img").nth(1)).toHaveAttribute("src", /Entwicklertools/);
    await page.goto(`${server.url}/#/templates/b40c2648-0000-4000-8000-000000000000/fill`);
    await expect(page.getByRole("alert")).toContainText("Vorlage nicht gefunden");
  });

  test("faults of a form are said in the reader's language", async ({ page, server }) => {
    server.addTemplate("Zahlen.docx", docx(paragraph("{{ total|number(2) }} {{ day|date }} {{ name }}")));
    await page.goto(server.url);
    await page.locator("#key").fill(server.key);
    await page.locator("#key").press("Enter");
    await page.getByRole("link", { name: /^Zahlen/ }).click();
    await page.getByRole("button", { name: /Felder auszufüllen/ }).click();
    await expect(page.getByLabel("Name", { exact: true })).toHaveAccessibleDescription("Pflichtfeld.");
    await page.getByLabel("Total").fill("viel");
    await expect(page.getByLabel("Total")).toHaveAccessibleDescription(/es muss sein: eine Zahl/);
  });
});
