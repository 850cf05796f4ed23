// What is around every screen: the way to the others, and whether the server answers.

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { address } from "../api/address";
import { lost } from "../api/connection";
import { signOut } from "../api/calls";
import { bySession, end, signOutElsewhere } from "../api/session";
import { type Key, say } from "../languages";
import { Icon, type IconName } from "../parts/icon";
import { LanguageChoice } from "../parts/language";
import { href, route, type Route } from "../route";
import { account, administers, composes } from "../state";

const NAME = "Platen";

/** Beside the scripts, which pages of several folders have. */
const ICON = new URL("../console/icon.svg", import.meta.url).href;

/** The product's name with its sign: a sheet over the roller of a typewriter, its platen. */
export function Wordmark() {
  return (
    <span class="wordmark">
      <img src={ICON} alt="" width="28" height="28" /> {NAME}
    </span>
  );
}

/** What the first subscription of a server is called; most have no other. */
export const FIRST = "default";

const LINKS: [Route, Key, IconName][] = [
  [{ screen: "templates" }, "frame.templates", "templates"],
  [{ screen: "jobs" }, "frame.jobs", "jobs"],
  [{ screen: "guide" }, "frame.guide", "edit"],
  [{ screen: "usage" }, "frame.usage", "usage"],
];

/** For keys that may send documents. */
const CONVERT: [Route, Key, IconName] = [{ screen: "convert" }, "frame.toPdf", "file"];

/** Those of administrators. */
const MORE: [Route, Key, IconName][] = [
  [{ screen: "keys" }, "frame.keys", "key"],
  [{ screen: "activity" }, "frame.activity", "activity"],
];

/** Leaves: nothing of the person stays in this browser. A server that does not answer cannot keep them. */
async function leave(): Promise<void> {
  const elsewhere = bySession.value ? await signOut().catch(() => null) : null;
  end(say("session.ended"), true);
  signOutElsewhere.value = elsewhere;
}

/** Who is signed in: a person, or the subscription of the key where it has a name that somebody gave it. */
function who(): string | undefined {
  const name = account.value?.name;
  return account.value?.key.person?.name ?? (name === FIRST ? undefined : name);
}

/** Whether a link leads to where the person is. */
function here(to: Route): boolean {
  const now = route.value.screen;
  return to.screen === now || (to.screen === "templates" && now === "template") || (to.screen === "jobs" && now === "job");
}

/** The frame. */
export function Frame({ children }: { children: ComponentChildren }) {
  // Where the window is narrow, everything but the name is behind a button.
  const [open, setOpen] = useState(false);
  const now = route.value;
  useEffect(() => setOpen(false), [now]);
  return (
    <div class="frame">
      <a class="skip" href="#main" onClick={(event) => {
        // The part after `#` names the screen: only the focus moves.
        event.preventDefault();
        document.querySelector<HTMLElement>("h1")?.focus();
      }}>{say("frame.skip")}</a>
      <nav class={open ? "side open" : "side"} aria-label={say("frame.console")} onKeyDown={(event) => event.key === "Escape" && setOpen(false)}>
        <a class="home" href={href({ screen: "templates" })} aria-label={say("frame.home")}><Wordmark /></a>
        <button type="button" class="menu" aria-expanded={open} onClick={() => setOpen(!open)}><Icon name="menu" /> {say("frame.menu")}</button>
        <ul>
          {[...LINKS, ...(composes.value ? [CONVERT] : []), ...(administers.value ? MORE : [])].map(([to, name, icon]) => (
            <li key={name}>
              <a href={href(to)} {...(here(to) && { "aria-current": "page" as const })}><Icon name={icon} /> <span>{say(name)}</span></a>
            </li>
          ))}
        </ul>
        <div class="side-end">
          {who() && <p class="muted who">{who()}</p>}
          <a href={address("api/docs").href} target="_blank" rel="noopener"><Icon name="book" /> <span>{say("frame.reference")}</span></a>
          <button type="button" class="bare" onClick={leave}><Icon name="leave" /> <span>{say("frame.signOut")}</span></button>
          <LanguageChoice />
        </div>
      </nav>
      <main id="main">
        {lost.value && (
          <div class="banner" role="alert">
            <span class="spinner" aria-hidden="true" /> {say("frame.lost")}
          </div>
        )}
        {children}
      </main>
    </div>
  );
}
