// Uses the npm package of the TypeScript client: BASE_URL KEY TEMPLATE MISBEHAVING_URL.

import { createHmac } from "node:crypto";
import { openAsBlob } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import assert from "node:assert/strict";

import { ConnectionFailed, InvalidData, JobNotCompleted, Platen, ServiceError, UnknownTemplate, VERSION, WebhookRefused, verifyWebhook } from "platen-client";

const [baseUrl, key, template, misbehaving] = process.argv.slice(2);
const platen = new Platen(baseUrl, key);
const data = { name: "Ada Lovelace", number: 17 };

const bytes = await readFile(template);
const { templateId } = await platen.registerTemplate(bytes, { fileName: "npm.docx", name: "From a package" });
const names = [];
for await (const each of platen.allTemplates()) names.push(each.templateId);
assert(names.includes(templateId));
const found = { keys: 0, webhooks: 0, events: 0 };
for await (const each of platen.allKeys()) found.keys += each.scope === "administer" ? 1 : 0;
for await (const _ of platen.allWebhooks()) found.webhooks += 1;
for await (const each of platen.allEvents()) found.events += each.targetId === templateId ? 1 : 0;
assert.deepEqual(found, { keys: 1, webhooks: 0, events: 1 });


const file = await platen.generateDocument({ templateId, format: ".pdf", fileName: "Für {{ name }}", data });
assert.equal(file.name, "Für Ada Lovelace.pdf");
assert.equal(file.mediaType, "application/pdf");
assert.equal(file.blob().size, file.bytes.length);
assert.equal(new TextDecoder().decode(file.bytes.slice(0, 5)), "%PDF-");

await assert.rejects(platen.generateDocument({ templateId, format: ".docx", data: {} }), (error) => {
  assert(error instanceof InvalidData && error.name === "InvalidData" && error.requestId);
  assert.match(error.errors[0].pointer, /^\/data\//);
  return true;
});

const looks = [];
const uploaded = await platen.uploadItems(new TextEncoder().encode(JSON.stringify(data) + "\n" + JSON.stringify(data)));
const job = await platen.runJob(
  { templateId, format: ".docx", itemsUploadId: uploaded },
  { onProgress: (job) => looks.push(job.completedCount) },
);
assert.equal(looks.at(-1), 2);
const jobs = [];
for await (const each of platen.allJobs()) jobs.push(each.jobId);
assert(jobs.includes(job.jobId));
console.log("tested: Lists are walked through");
const archive = new Uint8Array(await (await platen.download(job)).arrayBuffer());
assert.equal(String.fromCharCode(...archive.slice(0, 2)), "PK");

const { jobId } = await platen.generateDocumentsBulk({ templateId, format: ".docx", items: Array(2000).fill(data) });
await platen.cancelBulkGenerationJob({ jobId });
await platen.waitForJob(jobId).catch((error) => assert(error instanceof JobNotCompleted, error));
await platen.deleteTemplate({ templateId });
await assert.rejects(platen.getTemplate({ templateId }), UnknownTemplate);
console.log("tested: Errors are types");
console.log("tested: Jobs are waited for");
await assert.rejects(platen.health({ signal: AbortSignal.abort(new Error("no more")) }), /no more/);

// What the service that misbehaves was asked below a name.
const asked = async (name, path) => {
  const all = await (await fetch(`${misbehaving}/${name}/asked`)).json();
  return all.filter((each) => each.path === path);
};
const unsteady = new Platen(`${misbehaving}/typescript/`, "plk_x", { retries: { firstPause: 10 } });
await unsteady.generateDocument({ templateId, format: ".pdf", data });
const keys = (await asked("typescript", "/api/generateDocument")).map((each) => each["idempotency-key"]);
assert.equal(keys.length, 3);
assert(keys[0] && new Set(keys).size === 1);
// Nothing says that this one may come twice: a break is not tried again.
await assert.rejects(unsteady.createKey({ name: "x", scope: "generate" }), ConnectionFailed);
assert.equal((await asked("typescript", "/api/keys")).length, 2);
console.log("tested: Busy and broken answers are tried again with one key");

// A key for one call, and each attempt told of.
const seen = [];
const watched = new Platen(`${misbehaving}/typescript-seen`, "plk_x", { retries: { firstPause: 10 }, onAttempt: (each) => seen.push(each) });
await watched.with({ key: "plk_other" }).generateDocument({ templateId: "x", format: ".pdf", data: {} });
assert.deepEqual(
  seen.map((each) => [each.method, each.path, each.number, each.status]),
  [503, undefined, 200].map((status, at) => ["POST", "/typescript-seen/api/generateDocument", at + 1, status]),
);
assert(seen[0].error instanceof ServiceError && seen[1].error instanceof ConnectionFailed && !seen[2].error);
assert(seen.every((each) => each.milliseconds > 0));
const own = await asked("typescript-seen", "/api/generateDocument");
assert.deepEqual(own.map((each) => each["x-functions-key"]), ["plk_other", "plk_other", "plk_other"]);
console.log("tested: A key holds for one call");
console.log("tested: Each attempt is told of");

// A file that takes longer than the service may be silent, breaks on the way, and stalls.
const patient = unsteady.with({ timeout: 800 });
const fetched = async (path) => {
  const body = await patient.download({ ...job, zipUrl: `/${path}` });
  return Buffer.from(await body.arrayBuffer()).toString();
};
assert.equal(await fetched("slow"), "archive".repeat(5));
assert.equal(await fetched("breaks"), "archive".repeat(5));
assert.deepEqual((await asked("typescript", "/breaks")).map((each) => [each.range, each["if-range"]]), [
  [null, null],
  ["bytes=12-", '"five"'],
]);
await assert.rejects(fetched("untagged"), ConnectionFailed);
await assert.rejects(fetched("stalls"), ConnectionFailed);
// A file is a Blob, which Node reads as it is sent.
await writeFile("items.jsonl", "{}\n{}");
assert.equal(await patient.uploadItems(await openAsBlob("items.jsonl")), "u");
assert.deepEqual((await asked("typescript", "/put")).map((each) => each.body), ["{}\n{}", "{}\n{}"]);
console.log("tested: Items are sent from a file");
console.log("tested: Settings hold for one call");
console.log("tested: No thread waits for an answer");
console.log("tested: A timeout counts silence, not length");
console.log("tested: A download that broke goes on");

// An answer that is cut is asked for again, and wrapped in the end.
let cuts = 0;
const cut = createServer((request, answer) => {
  answer.writeHead(200, { "content-type": "application/json", "content-length": 100 });
  answer.write("{");
  cuts += 1;
  setTimeout(() => request.socket.destroy(), 10);
});
await new Promise((listening) => cut.listen(0, "127.0.0.1", listening));
const broken = new Platen(`http://127.0.0.1:${cut.address().port}`, "plk_x", { retries: { firstPause: 10 } });
await assert.rejects(broken.health(), ConnectionFailed);
assert.equal(cuts, 4);
cut.close();

const required = createRequire(import.meta.url)("platen-client");
assert(required.VERSION === VERSION && required.Platen !== Platen, "one for import, one for require");

const secret = "whsec_" + Buffer.from("a secret of some bytes").toString("base64");
const message = JSON.stringify({ jobId, status: "Completed" });
const sent = String(Math.floor(Date.now() / 1000));
const signature = createHmac("sha256", "a secret of some bytes").update(`m1.${sent}.${message}`).digest("base64");
const headers = { "Webhook-Id": "m1", "webhook-timestamp": sent, "webhook-signature": `v1,AAAA v1,${signature}` };
assert.equal((await verifyWebhook(secret, headers, message)).jobId, jobId);
await assert.rejects(verifyWebhook(secret, headers, message + " "), WebhookRefused);
await assert.rejects(verifyWebhook(secret, headers, message, Date.now() + 301_000), WebhookRefused);
await assert.rejects(verifyWebhook(secret, {}, message), WebhookRefused);
console.log("tested: Webhooks are verified");
console.log("the npm package works", VERSION);
