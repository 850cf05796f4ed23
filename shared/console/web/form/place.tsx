// A place in a form: the ids that tie its input to what is said of it.

import { say } from "../languages";
import { fault } from "../words";
import { type Path, pointer } from "./path";
import type { FormState } from "./state";

/** What every input of a form is given. */
export interface Place {
  state: FormState;
  path: Path;
  /** What the template's author says of the field stands below its input. */
  helped?: boolean;
}

/** The ids and states that tie an input to its label and its fault; `more` says what else belongs to it. */
export function wiring({ state, path, helped }: Place, more: { asks?: boolean; says?: boolean } = {}) {
  const id = `f${pointer(path)}`;
  const wrong = more.asks || state.fault(path) !== undefined;
  const sample = state.isSample(path);
  return {
    id,
    onBlur: () => state.touch(path),
    ...(sample && { class: "sample-value" }),
    ...(wrong && { "aria-invalid": true as const }),
    ...((wrong || sample || more.says || helped) && { "aria-describedby": [wrong && `${id}!`, sample && `${id}~`, more.says && `${id}=`, helped && `${id}?`].filter(Boolean).join(" ") }),
  };
}

/** What is said below an input: that it holds a sample, and what is wrong. */
export function Remarks(place: Place) {
  return (
    <>
      {place.state.isSample(place.path) && <p class="unseen" id={`f${pointer(place.path)}~`}>{say("form.sample")}</p>}
      <Fault {...place} />
    </>
  );
}

/** What the template's author says of a field. */
export function Help({ path, text }: Place & { text: string | undefined }) {
  return text === undefined ? null : <p class="hint" id={`f${pointer(path)}?`}>{text}</p>;
}

/** What is wrong with the value at a place, if anything. */
export function Fault({ state, path }: Place) {
  const detail = state.fault(path);
  return detail === undefined ? null : (
    <p class="fault" id={`f${pointer(path)}!`}>
      {fault(detail)}
    </p>
  );
}
