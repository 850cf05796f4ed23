// What was found in a template: its fields, its content controls, its schema, remarks for its author.

import type { ComponentChildren } from "preact";
import type { Metadata } from "../api/types";
import { Copy } from "../parts/copy";
import { Remarks } from "../parts/diagnostics";
import { Nothing, Note } from "../parts/notes";
import { saveJson } from "../parts/save";
import { href } from "../route";
import { registered } from "../state";
import { Table } from "../parts/table";
import { isForeign } from "./convert";
import { tagOf } from "../tags";
import { counted } from "../words";

const CONTROLS = {
  plainText: "Text",
  richText: "Formatted text",
  checkBox: "Check box",
  dropDownList: "Drop-down list",
  comboBox: "Combo box",
  date: "Date",
  picture: "Picture",
  repeatingSection: "Repeating section",
} as const;

const TYPES: Record<string, string> = {
  string: "Text",
  number: "Number",
  boolean: "Yes or no",
  array: "List",
  object: "Group",
  any: "Text or number",
};

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
        <Note tone="good" title={registered.value.version > 1 ? `Version ${registered.value.version} is in use now` : "The template is ready"}>
          <p>
            {counted(placeholders.length, "placeholder")} and {counted(contentControls.length, "content control")} were found.{" "}
            <a href={href({ screen: "template", id: metadata.templateId, tab: "fill" })}>Fill it in</a>
          </p>
        </Note>
      )}
      {warnings.length > 0 && (
        <Note tone="warning" title={counted(warnings.length, "remark")}>
          <Remarks remarks={warnings} />
          {warnings.some(isForeign) && convert}
        </Note>
      )}
      {!hasFields && (
        <Nothing icon="file" title="This document has no fields.">
          <p>Write <code>{"{{ name }}"}</code> into the document where a value goes, or give a content control a tag. <a href={href({ screen: "guide" })}>How to write a template</a></p>
        </Nothing>
      )}
      {placeholders.length > 0 && (
        <section>
          <h2>{counted(placeholders.length, "placeholder")}</h2>
          <Table label="Placeholders">
            <thead><tr><th scope="col">Field</th><th scope="col">Takes</th><th scope="col">Required</th><th scope="col">Tag</th><th scope="col">Where</th></tr></thead>
            <tbody>
              {placeholders.map((field) => (
                <tr key={field.path}>
                  <th scope="row"><code>{field.path}</code></th>
                  <td>{field.kind === "loop" ? "List" : (TYPES[field.type] ?? field.type)}</td>
                  <td>{field.required ? "Yes" : <span class="muted">No</span>}</td>
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
          <h2>{counted(contentControls.length, "content control")}</h2>
          <Table label="Content controls">
            <thead><tr><th scope="col">Field</th><th scope="col">Title in Word</th><th scope="col">Kind</th><th scope="col">Where</th></tr></thead>
            <tbody>
              {contentControls.map((control, index) => (
                <tr key={index}>
                  <th scope="row"><code>{control.path}</code></th>
                  <td>{control.title || <span class="muted">None</span>}</td>
                  <td>
                    {CONTROLS[control.type]}
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
          <h2>For programs</h2>
          <button type="button" class="small" onClick={() => saveJson(schema, `${metadata.name}.schema.json`)}>Download the JSON Schema</button>
        </div>
        <p class="muted">Template <code>{metadata.templateId}</code>, version {metadata.version}</p>
        <details>
          <summary>JSON Schema of the data</summary>
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
      {others.length > 0 && <span class="muted"> and {counted(others.length, "other place")}</span>}
    </span>
  );
}
