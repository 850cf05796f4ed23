// Inputs of single values. Each writes into the form what is entered, as the type that the template wants; what is no value
// of that type is written as the text that it is, for the service to say what is wrong with it.

import { useRef, useState } from "preact/hooks";
import type { Json } from "../api/types";
import type { Reading } from "../bulk/number";
import { say } from "../languages";
import { Say } from "../parts/say";
import { editable, meant, plainNumber, unmistakable } from "./number";
import { type Place, Remarks, wiring } from "./place";

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
    state.set(path, text === "" ? undefined : ((numeric.current ? plainNumber(text) : undefined) ?? text));
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

/** A number. What was typed stays as it was typed, with what it was taken for below. */
export function NumberInput(place: Place) {
  const { state, path } = place;
  const value = state.value(path);
  const sample = state.sample(path);
  const { text, reading, understood } = told(place);
  return (
    <input {...wiring(place, { asks: reading?.is === "either", says: understood !== undefined })} type="text" inputMode="decimal" autocomplete="off"
      placeholder={sample ? editable(Number(sample)) : ""} value={text ?? (typeof value === "number" ? editable(value) : shown(value))}
      onInput={(event) => {
        const entered = event.currentTarget.value;
        const reading = meant(entered, state.chosen());
        state.type(path, entered, entered.trim() === "" ? undefined : reading?.is === "number" ? reading.number : entered);
      }} />
  );
}

/** What is said below a number: what it was taken for, or which number is meant. */
export function NumberRemarks(place: Place) {
  const { state, path } = place;
  const { reading, understood } = told(place);
  const { id } = wiring(place);
  if (reading?.is !== "either") {
    return (
      <>
        {understood !== undefined && <p class="understood" id={`${id}=`}>= {understood}</p>}
        <Remarks {...place} />
      </>
    );
  }
  const choice = (number: number) => (
    <button type="button" class="link" onClick={() => {
      state.type(path, editable(number), number);
      document.getElementById(id)?.focus();
    }}>{unmistakable(number)}</button>
  );
  return <p class="fault" id={`${id}!`} role="alert"><Say id="form.either" one={choice(reading.thousands)} other={choice(reading.decimals)} /></p>;
}

/** What was typed for a number, what it means while that is open, and what it was taken for, unless it reads so itself. */
function told({ state, path }: Place): { text: string | undefined; reading: Reading | null; understood: string | undefined } {
  const value = state.value(path);
  const text = state.typedText(path);
  const reading = typeof value === "string" ? meant(value, state.chosen()) : null;
  const words = text !== undefined && typeof value === "number" && !/^\s*[-+]?\d*\s*$/.test(text) ? unmistakable(value) : undefined;
  return { text, reading, understood: words === text?.trim() ? undefined : words };
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
