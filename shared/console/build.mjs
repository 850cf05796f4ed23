// Makes the console's files: `node build.mjs [FOLDER]`, `dist` by default. The same source gives the same bytes, and a test
// compares them with those that are committed.
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const out = process.argv[2] ?? join(here, "dist");

await rm(out, { recursive: true, force: true });
await mkdir(join(out, "console"), { recursive: true });
const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: { app: "web/main.tsx", style: "web/style/all.css" },
  outdir: join(out, "console"),
  bundle: true,
  splitting: true,
  format: "esm",
  target: ["chrome123", "firefox120", "safari17.5"],
  jsx: "automatic",
  jsxImportSource: "preact",
  minify: true,
  legalComments: "none",
  metafile: true,
  // Lazily loaded pieces keep their names: the server's list of files does not change with every edit.
  chunkNames: "[name]",
  logLevel: "warning",
});
// The guide's examples and pictures are those of its printed pages.
const guide = [["../../docx/guide/tags.json", "console/tags.json"]];
for (const name of ["placeholder", "control", "list"]) guide.push([`../../openapi/src/guide/${name}.svg`, `console/${name}.svg`]);
for (const [from, to] of [["index.html", "index.html"], ["icon.svg", "console/icon.svg"], ...guide]) {
  await cp(join(here, "web", from), join(out, to));
}

// The licences of what is in the bundle, as they ask for.
const packages = Object.keys(metafile.inputs).flatMap((input) => input.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []);
const texts = [...new Set(packages)].sort().map(async (name) => {
  const folder = join(here, "node_modules", name);
  const file = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
  if (!file) throw new Error(`${name} comes without the text of its licence`);
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  return `${name} ${version}\n\n${(await readFile(join(folder, file), "utf8")).replaceAll("\r", "").trim()}\n`;
});
await writeFile(join(out, "console", "licences.txt"), (await Promise.all(texts)).join("\n----\n\n"));
