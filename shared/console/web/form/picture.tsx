// A picture: a file of the person's, kept in the data as a data URL.

import { useState } from "preact/hooks";
import { say } from "../languages";
import { bytes } from "../words";
import { pointer } from "./path";
import { type Place, wiring } from "./place";

/** Larger files would make the request too large: it carries them in base64. */
const MOST_BYTES = 5_000_000;

/** Chooses and shows a picture, and describes it unless it stands alone in the data. */
export function Picture({ alone, ...place }: Place & { alone: boolean }) {
  const { state, path } = place;
  const [refused, setRefused] = useState<string | null>(null);
  const file = alone ? path : [...path, "$image"];
  const source = state.value(file);
  const described = `f${pointer(path)}/alt`;
  const choose = async (input: HTMLInputElement) => {
    const chosen = input.files?.[0];
    if (!chosen) return;
    if (chosen.size > MOST_BYTES) {
      setRefused(say("form.pictureTooLarge", { size: bytes(chosen.size), limit: bytes(MOST_BYTES) }));
      return;
    }
    setRefused(null);
    state.set(file, await dataUrl(chosen));
  };
  return (
    <div class="picture">
      {typeof source === "string" && source.startsWith("data:image/") && <img src={source} alt="" />}
      <div class="fields">
        <div class="field">
          <label for={`f${pointer(file)}`}>{say("form.picture")}</label>
          <input {...wiring({ state, path: file })} type="file" accept="image/*"
            onChange={(event) => choose(event.currentTarget)} />
          {refused && <p class="fault" role="alert">{refused}</p>}
        </div>
        {!alone && <div class="field">
          <label for={described}>{say("form.pictureAlt")}</label>
          <input id={described} type="text" value={String(state.value([...path, "alt"]) ?? "")}
            onInput={(event) => state.set([...path, "alt"], event.currentTarget.value || undefined)} />
        </div>}
      </div>
    </div>
  );
}

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
