// A list: rows to add, remove and move.

import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Json } from "../api/types";
import { say } from "../languages";
import { announce } from "../parts/announce";
import { Icon } from "../parts/icon";
import { Fields, Input } from "./field";
import { NumberRemarks } from "./inputs";
import { pointer } from "./path";
import { Fault, type Place, Remarks, wiring } from "./place";
import { empty, type Field } from "./shape";

/** Rows that a list may have before those that come with data begin folded. */
const OPEN = 5;

/** The rows of a list. */
export function List({ element, ...place }: Place & { element: Field }) {
  const { state, path } = place;
  const value = state.value(path);
  const rows: Json[] = Array.isArray(value) ? value : [];
  const focus = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus());
  const id = (index: number, part: string) => `f${pointer([...path, index])}${part}`;

  // A row that is added is about to be filled in.
  const added = useRef(-1);
  const add = () => {
    added.current = rows.length;
    state.set(path, [...rows, empty(element.kind) ?? null]);
    announce(say("form.added", { name: `${element.label} ${rows.length + 1}` }));
    focus(id(rows.length, "="));
  };
  const remove = (index: number) => {
    state.set(path, rows.filter((_, at) => at !== index));
    announce(say("form.removed", { name: `${element.label} ${index + 1}` }));
    focus(rows.length > 1 ? id(Math.min(index, rows.length - 2), "=") : `f${pointer(path)}+`);
  };
  const move = (from: number, to: number) => {
    const moved = [...rows];
    moved.splice(to, 0, ...moved.splice(from, 1));
    state.set(path, moved);
    announce(say("form.moved", { place: to + 1, of: rows.length }));
    // At an end of the list the button that was pressed has nothing more to do: the other one takes over.
    const up = to === 0 ? false : to === rows.length - 1 ? true : to < from;
    focus(id(to, up ? "^" : "v"));
  };

  const grouped = element.kind.is === "group" || element.kind.is === "list";
  // Rows of several fields are groups with names of their own; single values are entries of a plain list.
  const Rows = grouped ? "div" : "ol";
  return (
    <>
      <Rows class={grouped ? "rows" : "rows plain"}>
        {rows.map((_, index) => {
          const here = { state, path: [...path, index] };
          const name = `${element.label} ${index + 1}`;
          const tools = (
            <span class="row-tools">
              <button type="button" class="quiet icon" id={id(index, "^")} disabled={index === 0}
                aria-label={say("form.moveUpOne", { name })} title={say("form.moveUp")} onClick={() => move(index, index - 1)}><Icon name="up" /></button>
              <button type="button" class="quiet icon" id={id(index, "v")} disabled={index === rows.length - 1}
                aria-label={say("form.moveDownOne", { name })} title={say("form.moveDown")} onClick={() => move(index, index + 1)}><Icon name="down" /></button>
              <button type="button" class="quiet icon" aria-label={say("form.removeOne", { name })} title={say("form.remove")}
                onClick={() => remove(index)}><Icon name="remove" /></button>
            </span>
          );
          if (element.kind.is === "group" || element.kind.is === "list") {
            return (
              <Row key={index} {...here} name={name} id={id(index, "=")} tools={tools} folded={rows.length > OPEN && index !== added.current}>
                {element.kind.is === "group"
                  ? <Fields {...here} fields={element.kind.fields} />
                  : <List {...here} element={element.kind.element} />}
              </Row>
            );
          }
          return (
            <li key={index} id={id(index, "=")} tabIndex={-1}>
              <div class="row-line">
                <label class="unseen" for={wiring(here).id}>{name}</label>
                <Input {...here} field={element} />
                {tools}
              </div>
              {element.kind.is === "number" ? <NumberRemarks {...here} /> : <Remarks {...here} />}
            </li>
          );
        })}
      </Rows>
      <button type="button" class="small" id={`f${pointer(path)}+`} onClick={add}>
        <Icon name="add" /> {say("form.add", { name: element.label })}
      </button>
    </>
  );
}

/** A row of several fields, which folds to a line. One with a fault stays open. */
function Row({ name, id, tools, folded, children, ...place }: Place & { name: string; id: string; tools: ComponentChildren; folded: boolean; children: ComponentChildren }) {
  const [wanted, setWanted] = useState(folded);
  const shut = wanted && !place.state.isFaulty(place.path);
  return (
    <div class="row" id={id} tabIndex={-1} role="group" aria-label={name}>
      <div class="row-head">
        <button type="button" class="quiet fold" aria-expanded={!shut} onClick={() => setWanted(!shut)}>
          <Icon name={shut ? "right" : "down"} /> <span>{name}</span> {shut && <span class="summary">{summary(place.state.value(place.path))}</span>}
        </button>
        {tools}
      </div>
      <Fault {...place} />
      {!shut && children}
    </div>
  );
}

/** The first values of a row, in a line. */
function summary(value: Json | undefined): string {
  const inner = value && typeof value === "object" ? Object.values(value) : [];
  return inner.filter((one) => typeof one === "string" || typeof one === "number").slice(0, 4).join(" · ");
}
