// Serves the console while it is being worked on: `node dev.mjs [API] [PORT]`. Every request for a page builds again; what
// is not the console's goes to the API, a running `platen serve`.
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const api = new URL(process.argv[2] ?? "http://127.0.0.1:8080");
const port = Number(process.argv[3] ?? 8090);
const here = fileURLToPath(new URL(".", import.meta.url));
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json" };

createServer(async (incoming, outgoing) => {
  const path = incoming.url.split("?")[0];
  if (path.startsWith("/api/") || path === "/addin/manifest.xml") {
    const options = { host: api.hostname, port: api.port, path: incoming.url, method: incoming.method, headers: incoming.headers };
    const onward = request(options, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
    return;
  }
  try {
    if (path.endsWith("/")) execFileSync(process.execPath, [join(here, "build.mjs")], { stdio: "inherit" });
    const file = path.replace(/\/$/, "/index.html");
    const bytes = await readFile(join(here, "dist", file));
    outgoing.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain", "cache-control": "no-store" });
    outgoing.end(bytes);
  } catch {
    outgoing.writeHead(404).end();
  }
}).listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${port}`));
