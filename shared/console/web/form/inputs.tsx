// Inputs of single values. Each writes into the form what is entered, as the type that the template wants; what is no value
// of that type is written as the text that it is, for the service to say what is wrong with it.

import { useRef, useState } from "preact/hooks";
import type { Json } from "../api/types";
import { say } from "../languages";
import { numberOf } from "./number";
import { type Place, wiring } from "./place";

function shown(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Text, of one line or of several. */
export function Text({ long, suggestions, ...place }: Place & { long: boolean; suggestions: string[] }) {
  const { state, path } = place;
  const value = state.value(path);
  // Where data had a number it stays one: `vatRate: 9.5` that becomes 10 is not the text "10".
  const numeric = useRef(typeof value === "number");
  const enter = (event: { currentTarget: { value: string } }) => {
    const text = event.currentTarget.value;
    const number = numeric.current ? numberOf(text) : undefined;
    const whole = number !== undefined && String(number) === text;
    state.set(path, text === "" ? undefined : whole ? number : text);
  };
  const tied = wiring(place);
  const hint = state.sample(path) ?? "";
  if (long) return <textarea {...tied} rows={2} placeholder={hint} value={shown(value)} onInput={enter} />;
  return (
    <>
      <input {...tied} type="text" autocomplete="off" placeholder={hint} value={shown(value)} onInput={enter}
        {...(suggestions.length && { list: `${tied.id}?` })} />
      {suggestions.length > 0 && (
        <datalist id={`${tied.id}?`}>
          {suggestions.map((text) => <option key={text} value={text} />)}
        </datalist>
      )}
    </>
  );
}

/** A number. What is half entered, such as `12.`, stays as it is entered. */
export function NumberInput(place: Place) {
  const { state, path } = place;
  const value = state.value(path);
  const [text, setText] = useState(shown(value));
  const current = (numberOf(text) ?? (text === "" ? undefined : text)) === value ? text : shown(value);
  return (
    <input {...wiring(place)} type="text" inputMode="decimal" autocomplete="off" placeholder={state.sample(path) ?? ""} value={current}
      onInput={(event) => {
        const entered = event.currentTarget.value;
        setText(entered);
        state.set(path, entered.trim() === "" ? undefined : (numberOf(entered) ?? entered));
      }} />
  );
}

/** True or false. */
export function Check(place: Place) {
  const { state, path } = place;
  return (
    <input {...wiring(place)} type="checkbox" checked={state.value(path) === true}
      onChange={(event) => state.set(path, event.currentTarget.checked)} />
  );
}

/** A date, or a date with a time. */
export function DateInput({ time, ...place }: Place & { time: boolean }) {
  const { state, path } = place;
  const value = shown(state.value(path));
  return (
    <input {...wiring(place)} type={time ? "datetime-local" : "date"} value={value.slice(0, time ? 16 : 10)}
      onInput={(event) => {
        const entered = event.currentTarget.value;
        state.set(path, entered === "" ? undefined : time ? `${entered}:00Z` : entered);
      }} />
  );
}

/** One of several entries. */
export function Choice({ options, required, ...place }: Place & { options: { value: string; text: string }[]; required: boolean }) {
  const { state, path } = place;
  const value = shown(state.value(path));
  // A list may be filled by the text of its entry, too.
  const chosen = options.find((option) => option.value === value || option.text === value)?.value ?? "";
  return (
    <select {...wiring(place)} value={chosen}
      onChange={(event) => state.set(path, event.currentTarget.value || undefined)}>
      <option value="">{say(required ? "form.choose" : "none")}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>{option.text}</option>
      ))}
    </select>
  );
}

/** Data of any form, written as JSON. */
export function JsonText(place: Place) {
  const { state, path } = place;
  const [text, setText] = useState(JSON.stringify(state.value(path), null, 2) ?? "");
  return (
    <textarea {...wiring(place)} class="code" rows={4} spellcheck={false} value={text}
      onInput={(event) => {
        const entered = event.currentTarget.value;
        setText(entered);
        try {
          state.set(path, entered.trim() === "" ? undefined : JSON.parse(entered));
        } catch {
          state.set(path, entered);
        }
      }} />
  );
}
