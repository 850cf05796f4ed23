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
import { registered } from "../state";
import { Table } from "../parts/table";
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

/** The tables of a template's fields. */
export function Found({ metadata, convert, children }: {
  metadata: Metadata;
  /** Converts marks of another product, for keys that may. */
  convert?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const { placeholders, contentControls, warnings, schema } = metadata;
  const hasFields = placeholders.length + contentControls.length > 0;
  return (
    <div class="found">
      {hasFields && registered.value?.templateId === metadata.templateId && (
        <Note tone="good" title={registered.value.version > 1 ? say("found.version", { version: registered.value.version }) : say("found.ready")}>
          <p>
            <Say id="found.counts" placeholders={say("count.placeholders", { count: placeholders.length })} controls={say("count.controls", { count: contentControls.length })}
              link={(words) => <a href={href({ screen: "template", id: metadata.templateId, tab: "fill" })}>{words}</a>} />
          </p>
        </Note>
      )}
      {warnings.length > 0 && (
        <Note tone="warning" title={say("count.remarks", { count: warnings.length })}>
          <Remarks remarks={warnings} />
          {warnings.some(isForeign) && convert}
        </Note>
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
            <thead><tr><th scope="col">{say("found.field")}</th><th scope="col">{say("found.takes")}</th><th scope="col">{say("found.required")}</th><th scope="col">{say("found.tag")}</th><th scope="col">{say("found.where")}</th></tr></thead>
            <tbody>
              {placeholders.map((field) => (
                <tr key={field.path}>
                  <th scope="row"><code>{field.path}</code></th>
                  <td>{typeName(field.kind === "loop" ? "array" : field.type)}</td>
                  <td>{field.required ? say("yes") : <span class="muted">{say("no")}</span>}</td>
                  <td><Copy text={tagOf(field.path, field.kind)} /></td>
                  <td><Places of={field.locations} /></td>
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
            <thead><tr><th scope="col">{say("found.field")}</th><th scope="col">{say("found.titleInWord")}</th><th scope="col">{say("found.kind")}</th><th scope="col">{say("found.where")}</th></tr></thead>
            <tbody>
              {contentControls.map((control, index) => (
                <tr key={index}>
                  <th scope="row"><code>{control.path}</code></th>
                  <td>{control.title || <span class="muted">{say("none")}</span>}</td>
                  <td>
                    {say(`kind.${control.type}`)}
                    {control.options?.length ? <span class="muted">: {control.options.map((option) => option.displayText).join(", ")}</span> : null}
                  </td>
                  <td><Places of={control.locations} /></td>
                </tr>
              ))}
            </tbody>
          </Table>
        </section>
      )}
      <section>
        <div class="toolbar">
          <h2>{say("found.programs")}</h2>
          <button type="button" class="small" onClick={() => saveJson(schema, `${metadata.name}.schema.json`)}>{say("found.downloadSchema")}</button>
        </div>
        <p class="muted"><Say id="found.template" template={<code>{metadata.templateId}</code>} version={metadata.version} /></p>
        <details>
          <summary>{say("found.schema")}</summary>
          <pre class="code-block" tabIndex={0}>{JSON.stringify(schema, null, 2)}</pre>
        </details>
      </section>
      {children}
    </div>
  );
}

function Places({ of }: { of: { part: string; text: string }[] }) {
  const [first, ...others] = of;
  if (!first) return null;
  return (
    <span class="places">
      {first.part}: <q>{first.text}</q>
      {others.length > 0 && <span class="muted">{say("count.places", { count: others.length })}</span>}
    </span>
  );
}
