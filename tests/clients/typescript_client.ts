// Uses the types that openapi-typescript made: BASE_URL KEY TEMPLATE. What does not fit the document does not compile.

import createClient from "openapi-fetch";
import type { components, paths } from "./platen.js";

declare const process: { argv: string[]; exitCode: number };

const [baseUrl = "", key = "", templateId = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { "x-functions-key": key } });

function check(holds: boolean, what: unknown): asserts holds {
  if (!holds) throw new Error(JSON.stringify(what));
}

const listed = await client.GET("/api/getTemplates", { params: { query: { pageNumber: 1, pageSize: 10 } } });
check(listed.data !== undefined, listed.error);
const template: components["schemas"]["Template"] | undefined = listed.data.items.find((item) => item.templateId === templateId);
check(template !== undefined, listed.data);

const model = await client.POST("/api/generateModel", { params: { query: { templateId } } });
check(model.data !== undefined, model.error);

const body = { templateId, format: ".docx", data: model.data };
const document = await client.POST("/api/generateDocument", { body, parseAs: "arrayBuffer" });
check(document.data !== undefined, document.error);
const start = new Uint8Array(document.data as unknown as ArrayBuffer).slice(0, 2);
check(String.fromCharCode(...start) === "PK", start);

const preview = await client.POST("/api/generateDocument", { body: { ...body, format: ".pdf", preview: true }, parseAs: "arrayBuffer" });
check(preview.data !== undefined, preview.error);
const jobs = await client.GET("/api/bulkGenerationJobs", { params: { query: { pageNumber: 1, pageSize: 10 } } });
check(jobs.data?.length === 0, jobs.error);

const refused = await client.POST("/api/generateDocument", { body: { ...body, data: {} } });
const problem: components["schemas"]["Problem"] | undefined = refused.error;
check(problem?.code === "invalid-data", refused);

// @ts-expect-error A format is a text.
const typo = await client.POST("/api/generateDocument", { body: { ...body, format: 7 } });
check(typo.error?.code === "invalid-body", typo);
console.log("the TypeScript client works");
