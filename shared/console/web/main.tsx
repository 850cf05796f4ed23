// The console: one page, drawn by Preact, that speaks to the service's API with the person's key.

import { effect } from "@preact/signals";
import { type ComponentChildren, render } from "preact";
import { session } from "./api/calls";
import { beginSession, left, signedIn } from "./api/session";
import { speakFirst } from "./languages";
import { Announcer } from "./parts/announce";
import { useLoaded } from "./parts/load";
import { ProblemNote } from "./parts/notes";
import { Frame } from "./screens/frame";
import { provider, resume, SignIn } from "./screens/sign-in";
import { TemplatesScreen } from "./screens/templates";
import { UnknownScreen } from "./screens/unknown";
import { route } from "./route";
import { forget, knownAccount } from "./state";

type Others = typeof import("./screens/later");

/** The screens that nobody begins with are loaded behind the first one. */
let others: Others | null = null;

async function loadOthers(): Promise<Others> {
  return (others = await import("./screens/later"));
}

/** One of them, at once where they are there. What could not be loaded is asked for again with the next screen. */
function Later({ show }: { show: (others: Others) => ComponentChildren }) {
  const [{ value, problem }] = useLoaded(async () => others ?? loadOthers(), [route.value.screen]);
  const loaded = value ?? others;
  if (problem) return <ProblemNote problem={problem} />;
  return <>{loaded && show(loaded)}</>;
}

function Screen() {
  const to = route.value;
  switch (to.screen) {
    case "templates":
      return <TemplatesScreen />;
    case "template":
      return <Later show={({ TemplateScreen }) => <TemplateScreen key={to.id} id={to.id} tab={to.tab} />} />;
    case "jobs":
      return <Later show={({ JobsScreen }) => <JobsScreen />} />;
    case "job":
      return <Later show={({ JobScreen }) => <JobScreen key={to.id} id={to.id} />} />;
    case "guide":
      return <Later show={({ GuideScreen }) => <GuideScreen />} />;
    case "usage":
      return <Later show={({ UsageScreen }) => <UsageScreen />} />;
    case "keys":
      return <Later show={({ KeysScreen }) => <KeysScreen />} />;
    case "activity":
      return <Later show={({ ActivityScreen }) => <ActivityScreen />} />;
    case "convert":
      return <Later show={({ ToPdfScreen }) => <ToPdfScreen />} />;
    case "form":
      return <Later show={({ FormPage }) => <FormPage key={to.secret} secret={to.secret} />} />;
    case "unknown":
      return <UnknownScreen />;
  }
}

/** Whether the address is a link to a form: whoever was sent one has no account, and needs none. */
function isForm(): boolean {
  return route.value.screen === "form";
}

function Console() {
  return (
    <>
      {isForm() ? <Screen /> : signedIn.value ? <Frame><Screen /></Frame> : <SignIn />}
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
  if (signedIn.value || isForm()) return;
  const known = await session().catch(() => null);
  provider.value = known?.provider ?? null;
  if (!known?.person && !known?.remembered) return;
  resume();
  beginSession();
}

await Promise.all([speakFirst(), findSession()]);
// A reload keeps the key, and asks whose it is again. A key that is no longer valid ends the session by itself.
if (signedIn.value && !isForm()) knownAccount().catch(() => {});
render(<Console />, document.getElementById("app") as HTMLElement);
loadOthers().catch(() => {});
