// Runs the nodes for n8n from their package as n8n does: BASE_URL KEY TEMPLATE. A small reading of n8n's declarative style
// (docs.n8n.io/integrations/creating-nodes/build/reference/code-standards) stands in for n8n.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Platen } = require("n8n-nodes-platen/dist/nodes/Platen/Platen.node.js");
const { PlatenTrigger } = require("n8n-nodes-platen/dist/nodes/Platen/PlatenTrigger.node.js");
const { PlatenApi } = require("n8n-nodes-platen/dist/credentials/PlatenApi.credentials.js");
const [baseUrl, key, template] = process.argv.slice(2);
const [node, credentials] = [new Platen(), { baseUrl, key }];

/** A text that begins with `=` is an expression. */
function evaluated(text, known) {
  if (typeof text !== "string" || !text.startsWith("=")) return text;
  const names = Object.keys(known);
  const one = (code) => new Function(...names, `return (${code})`)(...Object.values(known));
  const whole = /^=\{\{((?:(?!\}\}).)*)\}\}$/.exec(text);
  return whole ? one(whole[1]) : text.slice(1).replace(/\{\{(.*?)\}\}/g, (_, code) => one(code));
}

async function send({ url, method = "GET", qs = {}, headers = {}, body }) {
  const authentic = Object.entries(new PlatenApi().authenticate.properties.headers);
  for (const [name, value] of authentic) headers[name] = evaluated(value, { $credentials: credentials });
  if (body !== undefined && !(body instanceof Uint8Array)) {
    headers["content-type"] = "application/json";
    body = JSON.stringify(body);
  }
  return fetch(`${url}?${new URLSearchParams(qs)}`, { method, headers, body });
}

/** Runs an operation with what a person filled in. */
async function run(resource, operation, given = {}, file) {
  const $parameter = { resource, operation, ...given };
  const shown = node.description.properties.filter(({ displayOptions }) =>
    Object.entries(displayOptions?.show ?? {}).every(([name, values]) => values.includes($parameter[name])),
  );
  const chosen = shown.find(({ name }) => name === "operation").options.find(({ value }) => value === operation);
  const fields = shown.flatMap((field) =>
    field.type === "collection"
      ? field.options.filter(({ name }) => name in (given.additionalFields ?? {})).map((inner) => [inner, given.additionalFields[inner.name]])
      : [[field, given[field.name] ?? field.default]],
  );
  const base = evaluated(node.description.requestDefaults.baseURL, { $credentials: credentials });
  let request = { method: chosen.routing.request.method, qs: {}, headers: { ...chosen.routing.request.headers } };
  request.url = base + evaluated(chosen.routing.request.url, { $parameter });
  for (const [field, $value] of fields) {
    const value = evaluated(field.routing?.send?.value, { $value, $parameter }) ?? $value;
    if (field.routing?.send?.type === "query") request.qs[field.routing.send.property] = value;
    if (field.routing?.send?.type === "body") request.body = { ...request.body, [field.routing.send.property]: value };
    for (const [name, text] of Object.entries(field.routing?.request?.headers ?? {})) request.headers[name] = evaluated(text, { $value });
    for (const preSend of field.routing?.send?.preSend ?? []) {
      const context = { getNodeParameter: () => "data", helpers: { getBinaryDataBuffer: async () => file } };
      request = await preSend.call(context, request);
    }
  }
  const answer = await send(request);
  assert(answer.ok, `${operation}: ${answer.status} ${await answer.clone().text()}`);
  const isFile = chosen.routing.output?.postReceive?.[0]?.type === "binaryData";
  return isFile ? new Uint8Array(await answer.arrayBuffer()) : answer.status === 204 ? {} : answer.json();
}

const made = await run("Administration", "registerTemplate", { additionalFields: { fileName: "n8n.docx", name: "From n8n" } }, await readFile(template));
const { templateId } = made;
const options = await node.methods.loadOptions.getTemplates.call({
  getCredentials: async () => credentials,
  helpers: { httpRequestWithAuthentication: async (_, request) => (await send(request)).json() },
});
assert(options.some(({ name, value }) => name === "From n8n" && value === templateId), JSON.stringify(options));

// What people type into a field for JSON is a text; what an expression gives is a value.
const data = { name: "Ada", number: 17 };
for (const given of [data, JSON.stringify(data)]) {
  const document = await run("Documents", "generateDocument", { templateId, format: ".docx", data: given });
  assert.equal(String.fromCharCode(...document.slice(0, 2)), "PK");
}

// A workflow with the trigger is switched on, runs once, and is switched off.
const trigger = new PlatenTrigger();
const receiver = createServer();
receiver.listen(0, "127.0.0.1");
await once(receiver, "listening");
const staticData = {};
const hook = {
  getCredentials: async () => credentials,
  getNodeParameter: (name) => ({ templateId })[name],
  getNodeWebhookUrl: () => `http://127.0.0.1:${receiver.address().port}/webhook/7`,
  getWorkflowStaticData: () => staticData,
  helpers: {
    httpRequestWithAuthentication: async (_, request) => {
      const answer = await send(request);
      assert(answer.ok || request.ignoreHttpStatusErrors, `${answer.status} ${request.url}`);
      const body = answer.status === 204 ? undefined : await answer.json();
      return request.returnFullResponse ? { statusCode: answer.status, body } : body;
    },
  },
};
const { checkExists, create, delete: remove } = trigger.webhookMethods.default;
assert.equal(await checkExists.call(hook), false);
assert.equal(await create.call(hook), true);
assert.equal(await checkExists.call(hook), true);

const told = once(receiver, "request");
const started = await run("Bulk jobs", "generateDocumentsBulk", { templateId, format: ".docx", additionalFields: { items: "[{\"name\": \"Ada\", \"number\": 1}]" } });
const job = await run("Bulk jobs", "getBulkGenerationJob", { jobId: started.jobId });
assert.equal(job.jobId, started.jobId);
const [request, response] = await told;
const rawBody = Buffer.concat(await request.toArray());
response.writeHead(200).end();
const returnJsonArray = (data) => [{ json: data }];
const answers = [];
const receiving = (rawBody) => ({
  getBodyData: () => JSON.parse(rawBody),
  getRequestObject: () => ({ headers: request.headers, rawBody }),
  getResponseObject: () => ({ status: (code) => ({ end: () => answers.push(code) }) }),
  getWorkflowStaticData: () => staticData,
  helpers: { returnJsonArray },
});
const forged = await trigger.webhook.call(receiving(Buffer.from(rawBody.toString().replace("Completed", "Failed"))));
assert.deepEqual([forged, answers], [{ noWebhookResponse: true }, [401]]);
const { workflowData } = await trigger.webhook.call(receiving(rawBody));
assert.deepEqual([workflowData[0][0].json.jobId, workflowData[0][0].json.status], [started.jobId, "Completed"]);
assert.equal(await remove.call(hook), true);
assert.equal(await checkExists.call(hook), false);
receiver.close();
receiver.closeAllConnections();
assert.equal((await run("Templates", "getTemplates", { pageNumber: 1, pageSize: 1 })).items.length, 1);
await run("Administration", "deleteTemplate", { templateId });
console.log("the node for n8n works");
