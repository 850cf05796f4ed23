// A field with its label, its input and what is wrong with it.

import type { ComponentChildren } from "preact";
import { say } from "../languages";
import { Check, Choice, DateInput, JsonText, NumberInput, NumberRemarks, Text } from "./inputs";
import { List } from "./list";
import { pointer } from "./path";
import { Picture } from "./picture";
import { Fault, Help, type Place, Remarks, wiring } from "./place";
import { type Field, isAsked } from "./shape";

/** All fields of an object. */
export function Fields({ fields, ...place }: Place & { fields: Field[] }) {
  return (
    <div class="fields">
      {fields.filter((field) => isAsked(field, place.state.data.value)).map((field) => (
        <FieldOf key={field.name} field={field} state={place.state} path={[...place.path, field.name]} />
      ))}
    </div>
  );
}

/** One field. */
export function FieldOf({ field, ...at }: Place & { field: Field }) {
  const place = { ...at, ...(field.help !== undefined && { helped: true }) };
  const help = <Help {...at} text={field.help} />;
  switch (field.kind.is) {
    case "group":
      return (
        <Group {...at} legend={field.label}>
          {help}
          <Fields {...at} fields={field.kind.fields} />
        </Group>
      );
    case "list":
      return (
        <Group {...at} legend={field.label}>
          {help}
          <List {...at} element={field.kind.element} />
        </Group>
      );
    case "picture":
      return (
        <Group {...at} legend={<Label field={field} />}>
          {help}
          <Picture {...place} alone={field.kind.alone} />
        </Group>
      );
    case "check":
      return (
        <div class="field check">
          <label>
            <Check {...place} /> {field.label}
          </label>
          {help}
          <Fault {...place} />
        </div>
      );
    default:
      return (
        <div class={`field ${field.kind.is}${field.kind.is === "text" && field.kind.long ? " long" : ""}`}>
          <label for={wiring(place).id}>
            <Label field={field} />
          </label>
          <Input {...place} field={field} />
          {help}
          {field.kind.is === "text" && field.kind.markup && <p class="hint">{say(field.kind.markup)}</p>}
          {field.kind.is === "number" ? <NumberRemarks {...place} /> : <Remarks {...place} />}
        </div>
      );
  }
}

/** The bare input of a field that has a single value. */
export function Input({ field, ...place }: Place & { field: Field }) {
  switch (field.kind.is) {
    case "text":
      return <Text {...place} long={field.kind.long} suggestions={field.kind.suggestions} />;
    case "number":
      return <NumberInput {...place} />;
    case "date":
      return <DateInput {...place} time={field.kind.time} />;
    case "choice":
      return <Choice {...place} options={field.kind.options} required={field.required} />;
    case "check":
      return <Check {...place} />;
    case "picture":
      return <Picture {...place} alone={field.kind.alone} />;
    default:
      return <JsonText {...place} />;
  }
}

function Label({ field }: { field: Field }) {
  return (
    <>
      {field.label}
      {field.required ? null : <span class="optional"> {say("optional")}</span>}
    </>
  );
}

function Group({ legend, children, ...place }: Place & { legend: ComponentChildren; children: ComponentChildren }) {
  return (
    <fieldset class="group" id={`f${pointer(place.path)}`} tabIndex={-1}>
      <legend>{legend}</legend>
      <Fault {...place} />
      {children}
    </fieldset>
  );
}
