// A picture: a file of the person's, kept in the data as a data URL.

import { useState } from "preact/hooks";
import { bytes } from "../words";
import { type Place, wiring } from "./field";
import { pointer } from "./path";

/** Larger files would make the request too large: it carries them in base64. */
const MOST_BYTES = 5_000_000;

/** Chooses, shows and describes a picture. */
export function Picture(place: Place) {
  const { state, path } = place;
  const [refused, setRefused] = useState<string | null>(null);
  const source = state.value([...path, "$image"]);
  const described = `f${pointer(path)}/alt`;
  const choose = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (!file) return;
    if (file.size > MOST_BYTES) {
      setRefused(`This picture has ${bytes(file.size)}; at most ${bytes(MOST_BYTES)} are taken.`);
      return;
    }
    setRefused(null);
    const before = state.value(path);
    const others = before && typeof before === "object" && !Array.isArray(before) ? before : {};
    state.set(path, { ...others, $image: await dataUrl(file) });
  };
  return (
    <div class="picture">
      {typeof source === "string" && source.startsWith("data:image/") && <img src={source} alt="" />}
      <div class="fields">
        <div class="field">
          <label for={`f${pointer(path)}/$image`}>File (PNG, JPEG, GIF, SVG)</label>
          <input {...wiring({ state, path: [...path, "$image"] })} type="file" accept="image/*"
            onChange={(event) => choose(event.currentTarget)} />
          {refused && <p class="fault" role="alert">{refused}</p>}
        </div>
        <div class="field">
          <label for={described}>Description for people who cannot see it</label>
          <input id={described} type="text" value={String(state.value([...path, "alt"]) ?? "")}
            onInput={(event) => state.set([...path, "alt"], event.currentTarget.value || undefined)} />
        </div>
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
