// The console: one page, drawn by Preact, that speaks to the service's API with the person's key.

import { effect } from "@preact/signals";
import { render } from "preact";
import { key } from "./api/session";
import { Announcer } from "./parts/announce";
import { Frame } from "./screens/frame";
import { GuideScreen } from "./screens/guide";
import { JobScreen } from "./screens/job";
import { JobsScreen } from "./screens/jobs";
import { SignIn } from "./screens/sign-in";
import { TemplateScreen } from "./screens/template";
import { TemplatesScreen } from "./screens/templates";
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
  }
}

function Console() {
  return (
    <>
      {key.value === null ? <SignIn /> : <Frame><Screen /></Frame>}
      <Announcer />
    </>
  );
}

// What belongs to a key goes with it, however the session ended.
effect(() => {
  if (key.value === null) forget();
});

// A reload keeps the key, and asks whose it is again. A key that is no longer valid ends the session by itself.
if (key.value !== null) knownAccount().catch(() => {});

render(<Console />, document.getElementById("app") as HTMLElement);
