// The add-in: a pane beside a document in Word, made of the console's parts.

import { effect } from "@preact/signals";
import { render } from "preact";
import { session } from "../api/calls";
import { left, signedIn } from "../api/session";
import { speakFirst } from "../languages";
import { Announcer } from "../parts/announce";
import { provider, SignIn } from "../screens/sign-in";
import { forget, knownAccount } from "../state";
import { Outside } from "./outside";
import { Pane } from "./pane";
import { isWindow, signInByWindow } from "./sign-in";
import { type Place, whereAmI } from "./word";

function AddIn({ place }: { place: Place }) {
  if (place !== "word") return <Outside place={place} />;
  return (
    <>
      {signedIn.value ? <Pane /> : <SignIn byWindow={signInByWindow} />}
      <Announcer />
    </>
  );
}

/** Through whom people can sign in here. */
async function findProvider(): Promise<void> {
  provider.value = (await session().catch(() => null))?.provider ?? null;
}

if (!(await isWindow())) {
  effect(() => {
    if (!signedIn.value) forget(left.value);
  });
  if (signedIn.value) knownAccount().catch(() => {});
  const [place] = await Promise.all([whereAmI(), speakFirst(), findProvider()]);
  render(<AddIn place={place} />, document.getElementById("app") as HTMLElement);
}
