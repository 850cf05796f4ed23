// Uses the client that @hey-api/openapi-ts made: BASE_URL KEY TEMPLATE. What does not fit the document does not compile.

import { generateDocument, generateModel, getTemplates } from "./generated";
import { client } from "./generated/client.gen";

declare const process: { argv: string[]; exit(code: number): never };

function check(holds: boolean, what: unknown): asserts holds {
  if (!holds) throw new Error(JSON.stringify(what));
}

async function main(): Promise<void> {
  const [baseUrl = "", key = "", templateId = ""] = process.argv.slice(2);
  client.setConfig({ baseUrl, headers: { "x-functions-key": key } });
  const listed = await getTemplates({ query: { pageNumber: 1, pageSize: 10 } });
  check(listed.data?.items.some((item) => item.templateId === templateId) === true, listed.error);
  const model = await generateModel({ query: { templateId } });
  check(model.data !== undefined, model.error);
  const made = await generateDocument({ body: { templateId, format: ".pdf", data: model.data } });
  check(made.data instanceof Blob && made.data.size > 1000 && made.data.type === "application/pdf", made.error);
  const refused = await generateDocument({ body: { templateId, format: ".pdf", data: {} } });
  check(refused.error?.code === "invalid-data", refused.error);
  console.log("the client of hey-api works");
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
