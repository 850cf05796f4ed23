// Reads the Swagger 2.0 document at an address with swagger-parser, which checks it against the specification's JSON Schema and its
// rules; then holds it to what Power Platform takes besides (the schema in the repository microsoft/PowerPlatformConnectors).

import assert from "node:assert/strict";
import SwaggerParser from "@apidevtools/swagger-parser";

const document = await (await fetch(process.argv[2])).json();
await SwaggerParser.validate(structuredClone(document));

// Where each extension may stand: paths, operations, parameters, roots of definitions, and members.
const PATH = ["x-ms-notification-content"];
const OPERATION = ["x-ms-visibility", "x-ms-trigger", "x-ms-trigger-hint"];
const PARAMETER = ["x-ms-summary", "x-ms-visibility", "x-ms-dynamic-values", "x-ms-dynamic-list", "x-ms-url-encoding"];
const MEMBER = ["x-ms-summary", "x-ms-visibility", "x-ms-dynamic-values", "x-ms-dynamic-list", "x-ms-notification-url"];
const ROOT = [...MEMBER, "x-ms-dynamic-schema", "x-ms-dynamic-properties"];
// What a schema may have besides.
const KEYWORDS = [
  "$ref", "format", "title", "description", "default", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum",
  "maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxProperties", "minProperties", "required", "enum",
  "additionalProperties", "type", "items", "allOf", "properties", "discriminator", "readOnly", "xml", "externalDocs", "example", "x-nullable",
];

function extensions(value, allowed, place) {
  for (const name of Object.keys(value)) {
    if (name.startsWith("x-ms-")) assert(allowed.includes(name), `${name} at ${place}`);
  }
  const visibility = value["x-ms-visibility"];
  assert(visibility === undefined || ["important", "advanced", "internal"].includes(visibility), place);
}

function schema(value, place, root) {
  extensions(value, root ? ROOT : MEMBER, place);
  for (const name of Object.keys(value)) assert(KEYWORDS.includes(name) || name.startsWith("x-ms-"), `${name} at ${place}`);
  assert(typeof (value.type ?? "") === "string", `several types at ${place}`);
  for (const [name, inner] of Object.entries(value.properties ?? {})) schema(inner, `${place}/${name}`, false);
  if (value.items) schema(value.items, `${place}/items`, false);
  if (typeof value.additionalProperties === "object") schema(value.additionalProperties, `${place}/*`, false);
  for (const part of value.allOf ?? []) schema(part, `${place}/allOf`, false);
}

for (const [name, definition] of Object.entries(document.definitions)) schema(definition, name, true);
for (const [path, item] of Object.entries(document.paths)) {
  extensions(item, PATH, path);
  const told = item["x-ms-notification-content"];
  if (!told) continue;
  schema(told.schema, `${path}/notification`, true);
  // A path that is told of something has the operation that subscribes, and that one a member for the address.
  assert.equal(item.post["x-ms-trigger"], "single", path);
  const body = item.post.parameters.find((parameter) => parameter.in === "body").schema.$ref.split("/").at(-1);
  const members = Object.values(document.definitions[body].properties);
  assert.equal(members.filter((member) => member["x-ms-notification-url"] === true && member["x-ms-visibility"] === "internal").length, 1);
}
const operations = Object.values(document.paths).flatMap((item) =>
  Object.entries(item).filter(([name]) => !name.startsWith("x-")).map(([, operation]) => operation),
);
const ids = new Set(operations.map((operation) => operation.operationId));
for (const operation of operations) {
  extensions(operation, OPERATION, operation.operationId);
  for (const parameter of operation.parameters) {
    extensions(parameter, PARAMETER, `${operation.operationId}/${parameter.name}`);
    assert(parameter["x-ms-summary"] && parameter["x-ms-visibility"], `${operation.operationId}/${parameter.name}`);
    if (parameter.schema) schema(parameter.schema, `${operation.operationId}/${parameter.name}`, true);
  }
  for (const response of Object.values(operation.responses)) {
    if (response.schema) schema(response.schema, operation.operationId, true);
  }
}
for (const found of JSON.stringify(document).matchAll(/"x-ms-dynamic-[a-z]+":\{"operationId":"(\w+)"/g)) assert(ids.has(found[1]), found[1]);
