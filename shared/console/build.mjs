// Makes the console's files: `node build.mjs [FOLDER]`, `dist` by default. The same source gives the same bytes, and a test
// compares them with those that are committed.
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { basename, join } from "node:path";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const out = process.argv[2] ?? join(here, "dist");
const used = new Set();

/** The console does without the texts of the add-in. */
const withoutAddIn = {
  name: "without-add-in",
  setup: ({ onLoad }) => onLoad({ filter: /[\\/]en\.json$/ }, async ({ path }) => {
    const texts = JSON.parse(await readFile(path, "utf8"));
    return { loader: "json", contents: JSON.stringify(Object.fromEntries(Object.entries(texts).filter(([key]) => !key.startsWith("addin.")))) };
  }),
};

/** Bundles the page of a folder. Each has pieces of its own: the console does not load what the add-in needs. */
async function bundle(folder, entryPoints) {
  await mkdir(join(out, folder), { recursive: true });
  const { metafile } = await build({
    absWorkingDir: here,
    entryPoints,
    outdir: join(out, folder),
    bundle: true,
    splitting: true,
    format: "esm",
    target: ["chrome123", "firefox120", "safari17.5"],
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: true,
    legalComments: "none",
    metafile: true,
    plugins: folder === "addin" ? [] : [withoutAddIn],
    chunkNames: "[name]-[hash]",
    logLevel: "warning",
  });
  for (const input of Object.keys(metafile.inputs)) {
    const name = input.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1];
    if (name) used.add(name);
  }
  await rename(Object.keys(metafile.outputs).map((path) => basename(path)), join(out, folder), metafile);
}

/** Gives pieces names without a hash: the server's list of files does not change with every edit. What several pieces share is `chunk.js`, `chunk2.js`… */
async function rename(files, folder, { outputs }) {
  const size = (file) => Object.entries(outputs).find(([path]) => basename(path) === file)[1].bytes;
  const hashed = files.filter((file) => /-[A-Z0-9]{8}\.js$/.test(file)).sort((one, other) => size(other) - size(one));
  const names = new Map();
  for (const file of hashed) {
    const name = file.slice(0, -"-XXXXXXXX.js".length);
    const before = [...names.values()].filter((known) => known.replace(/\d*\.js$/, "") === name).length;
    names.set(file, `${name}${before ? before + 1 : ""}.js`);
  }
  for (const file of files.filter((file) => file.endsWith(".js"))) {
    let text = await readFile(join(folder, file), "utf8");
    for (const [from, to] of names) text = text.replaceAll(from, to);
    await rm(join(folder, file));
    await writeFile(join(folder, names.get(file) ?? file), text);
  }
}

await rm(out, { recursive: true, force: true });
await bundle("console", { app: "web/main.tsx", style: "web/style/all.css" });
await bundle("addin", { addin: "web/addin/main.tsx", pane: "web/addin/pane.css" });

const copies = ["index.html", "addin/index.html", "addin/manifest.xml"].map((name) => [join("web", name), name]);
for (const size of [16, 32, 64, 80]) copies.push([`web/addin/icon-${size}.png`, `addin/icon-${size}.png`]);
// The guide's examples and pictures are those of its printed pages.
copies.push(["web/icon.svg", "console/icon.svg"], ["../docx/guide/tags.json", "console/tags.json"]);
for (const name of ["placeholder", "control", "list"]) copies.push([`../openapi/src/guide/${name}.svg`, `console/${name}.svg`]);
for (const [from, to] of copies) await cp(join(here, from), join(out, to));

// What the examples and samples say of themselves in other languages.
await mkdir(join(out, "console", "guide"));
for (const name of await readdir(join(here, "web", "guide"))) {
  await writeFile(join(out, "console", "guide", name), JSON.stringify(JSON.parse(await readFile(join(here, "web", "guide", name), "utf8"))));
}

// English is part of the scripts.
await mkdir(join(out, "console", "languages"));
for (const name of await readdir(join(here, "web", "languages"))) {
  if (name === "en.json") continue;
  const [texts, phrases] = await Promise.all(["languages", "phrases"].map(async (folder) => JSON.parse(await readFile(join(here, "web", folder, name), "utf8"))));
  await writeFile(join(out, "console", "languages", name), JSON.stringify({ texts, phrases }));
}

// The licences of what is in the bundles, as they ask for.
const texts = [...used].sort().map(async (name) => {
  const folder = join(here, "node_modules", name);
  const file = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
  if (!file) throw new Error(`${name} comes without the text of its licence`);
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  return `${name} ${version}\n\n${(await readFile(join(folder, file), "utf8")).replaceAll("\r", "").trim()}\n`;
});
await writeFile(join(out, "console", "licences.txt"), (await Promise.all(texts)).join("\n----\n\n"));
