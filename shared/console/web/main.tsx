// The console: one page, drawn by Preact, that speaks to the service's API with the person's key.

import { effect } from "@preact/signals";
import { render } from "preact";
import { session } from "./api/calls";
import { beginSession, left, signedIn } from "./api/session";
import { speakFirst } from "./languages";
import { Announcer } from "./parts/announce";
import { ActivityScreen } from "./screens/activity";
import { Frame } from "./screens/frame";
import { GuideScreen } from "./screens/guide";
import { JobScreen } from "./screens/job";
import { JobsScreen } from "./screens/jobs";
import { KeysScreen } from "./screens/keys";
import { provider, resume, SignIn } from "./screens/sign-in";
import { TemplateScreen } from "./screens/template";
import { TemplatesScreen } from "./screens/templates";
import { ToPdfScreen } from "./screens/to-pdf";
import { UnknownScreen } from "./screens/unknown";
import { UsageScreen } from "./screens/usage";
import { route } from "./route";
import { forget, knownAccount } from "./state";

function Screen() {
  const to = route.value;
  switch (to.screen) {
    case "templates":
      return <TemplatesScreen />;
    case "template":
      return <TemplateScreen key={to.id} id={to.id} tab={to.tab} />;
    case "jobs":
      return <JobsScreen />;
    case "job":
      return <JobScreen key={to.id} id={to.id} />;
    case "guide":
      return <GuideScreen />;
    case "usage":
      return <UsageScreen />;
    case "keys":
      return <KeysScreen />;
    case "activity":
      return <ActivityScreen />;
    case "convert":
      return <ToPdfScreen />;
    case "unknown":
      return <UnknownScreen />;
  }
}

function Console() {
  return (
    <>
      {signedIn.value ? <Frame><Screen /></Frame> : <SignIn />}
      <Announcer />
    </>
  );
}

// What belongs to a key goes with it, however the session ended.
effect(() => {
  if (!signedIn.value) forget(left.value);
});

/** A new tab of a person who is signed in needs no key. Where nobody can say who it is, the key is asked for. */
async function findSession(): Promise<void> {
  if (signedIn.value) return;
  const known = await session().catch(() => null);
  provider.value = known?.provider ?? null;
  if (!known?.person) return;
  resume();
  beginSession();
}

await Promise.all([speakFirst(), findSession()]);
// A reload keeps the key, and asks whose it is again. A key that is no longer valid ends the session by itself.
if (signedIn.value) knownAccount().catch(() => {});
render(<Console />, document.getElementById("app") as HTMLElement);
