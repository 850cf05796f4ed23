// What was found in a template: its fields, its content controls, its schema, remarks for its author.

import type { ComponentChildren } from "preact";
import { type Key, say } from "../languages";
import type { Metadata } from "../api/types";
import { Copy } from "../parts/copy";
import { Remarks } from "../parts/diagnostics";
import { Nothing, Note } from "../parts/notes";
import { Say } from "../parts/say";
import { saveJson } from "../parts/save";
import { href } from "../route";
import { Table } from "../parts/table";
import { place } from "../phrases";
import { isForeign } from "./convert";
import { tagOf } from "../tags";

const TYPES: Record<string, Key> = {
  string: "type.string",
  number: "type.number",
  boolean: "type.boolean",
  array: "type.array",
  object: "type.object",
  any: "type.any",
};

/** A type in words; kinds of content controls among them. */
export function typeName(type: string): string {
  return say(TYPES[type] ?? (`kind.${type}` as Key));
}

/** Whether a remark is of a font that is drawn as wide as it should be: there is nothing to fix, and nearly every document has some. */
function isFitted({ place, message }: Metadata["warnings"][number]): boolean {
  return place === "fonts" && message.endsWith(FITTED);
}

/** How the service ends such a remark. */
const FITTED = "a look-alike font with the same widths";

function takes({ kind, type, required }: Metadata["placeholders"][number]): string {
  const name = typeName(kind === "loop" ? "array" : type);
  return required ? say("changes.required", { type: name }) : name;
}

/** The tables of a template's fields. */
export function Found({ metadata, convert }: {
  metadata: Metadata;
  /** Converts marks of another product, for keys that may. */
  convert?: ComponentChildren;
}) {
  const { placeholders, contentControls, warnings, schema } = metadata;
  const [fitted, others] = [warnings.filter(isFitted), warnings.filter((warning) => !isFitted(warning))];
  const hasFields = placeholders.length + contentControls.length > 0;
  return (
    <div class="found">
      {others.length > 0 && (
        <Note tone="warning" title={say("count.remarks", { count: others.length })}>
          <Remarks remarks={others} />
          {others.some(isForeign) && convert}
        </Note>
      )}
      {fitted.length > 0 && (
        <details class="muted">
          <summary>{say("found.fonts", { count: fitted.length })}</summary>
          <Remarks remarks={fitted} />
        </details>
      )}
      {!hasFields && (
        <Nothing icon="file" title={say("found.none")}>
          <p><Say id="found.how" example={<code>{"{{ name }}"}</code>} link={(words) => <a href={href({ screen: "guide" })}>{words}</a>} /></p>
        </Nothing>
      )}
      {placeholders.length > 0 && (
        <section>
          <h2>{say("count.placeholders", { count: placeholders.length })}</h2>
          <Table label={say("found.placeholders")}>
            <thead><tr><th scope="col">{say("found.field")}</th><th scope="col">{say("found.takes")}</th></tr></thead>
            <tbody>
              {placeholders.map((field) => (
                <tr key={field.path}>
                  <th scope="row"><div class="stack"><span>{field.path}</span> <Copy text={tagOf(field.path, field.kind)} /><Places of={field.locations} /></div></th>
                  <td>{takes(field)}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </section>
      )}
      {contentControls.length > 0 && (
        <section>
          <h2>{say("count.controls", { count: contentControls.length })}</h2>
          <Table label={say("found.controls")}>
            <thead><tr><th scope="col">{say("found.field")}</th><th scope="col">{say("found.titleInWord")}</th><th scope="col">{say("found.kind")}</th></tr></thead>
            <tbody>
              {contentControls.map((control, index) => (
                <tr key={index}>
                  <th scope="row"><div class="stack"><code>{control.path}</code><Places of={control.locations} /></div></th>
                  <td>{control.title || <span class="muted">{say("none")}</span>}</td>
                  <td>
                    {say(`kind.${control.type}` as Key)}
                    {control.options?.length ? <span class="muted">: {control.options.map((option) => option.displayText).join(", ")}</span> : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </section>
      )}
      <details>
        <summary>{say("found.programs")}</summary>
        <p class="muted"><Say id="found.template" template={<code>{metadata.templateId}</code>} version={metadata.version} /></p>
        <p><button type="button" class="small" onClick={() => saveJson(schema, `${metadata.name}.schema.json`)}>{say("found.downloadSchema")}</button></p>
        <pre class="code-block" tabIndex={0} aria-label={say("found.schema")}>{JSON.stringify(schema, null, 2)}</pre>
      </details>
    </div>
  );
}

function Places({ of }: { of: { part: string; text: string }[] }) {
  const [first, ...others] = of;
  if (!first) return null;
  return (
    <span class="places muted">
      {place(first.part)}: <q>{first.text}</q>
      {others.length > 0 && say("count.places", { count: others.length })}
    </span>
  );
}
