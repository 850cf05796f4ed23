// The add-in: a pane beside a document in Word, made of the console's parts.

import { effect } from "@preact/signals";
import { render } from "preact";
import { key, left } from "../api/session";
import { speakFirst } from "../languages";
import { Announcer } from "../parts/announce";
import { SignIn } from "../screens/sign-in";
import { forget, knownAccount } from "../state";
import { Outside } from "./outside";
import { Pane } from "./pane";
import { type Place, whereAmI } from "./word";

function AddIn({ place }: { place: Place }) {
  if (place !== "word") return <Outside place={place} />;
  return (
    <>
      {key.value === null ? <SignIn /> : <Pane />}
      <Announcer />
    </>
  );
}

effect(() => {
  if (key.value === null) forget(left.value);
});
if (key.value !== null) knownAccount().catch(() => {});

const [place] = await Promise.all([whereAmI(), speakFirst()]);
render(<AddIn place={place} />, document.getElementById("app") as HTMLElement);
