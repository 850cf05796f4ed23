// What is around every screen: the way to the others, and whether the server answers.

import type { ComponentChildren } from "preact";
import { address } from "../api/address";
import { lost } from "../api/connection";
import { end } from "../api/session";
import { Icon, type IconName } from "../parts/icon";
import { href, route, type Route } from "../route";
import { account } from "../state";

/** The product's name with its sign: a sheet over the roller of a typewriter, its platen. */
export function Wordmark() {
  return (
    <span class="wordmark">
      <img src="console/icon.svg" alt="" width="28" height="28" /> Platen
    </span>
  );
}

const LINKS: [Route, string, IconName][] = [
  [{ screen: "templates" }, "Templates", "templates"],
  [{ screen: "jobs" }, "Jobs", "jobs"],
  [{ screen: "guide" }, "Guide", "edit"],
  [{ screen: "usage" }, "Usage", "usage"],
];

/** Whether a link leads to where the person is. */
function here(to: Route): boolean {
  const now = route.value.screen;
  return to.screen === now || (to.screen === "templates" && now === "template") || (to.screen === "jobs" && now === "job");
}

/** The frame. */
export function Frame({ children }: { children: ComponentChildren }) {
  return (
    <div class="frame">
      <a class="skip" href="#main" onClick={(event) => {
        // The part after `#` names the screen: only the focus moves.
        event.preventDefault();
        document.querySelector<HTMLElement>("h1")?.focus();
      }}>Skip to the content</a>
      <nav class="side" aria-label="Console">
        <a class="home" href={href({ screen: "templates" })} aria-label="Platen, templates"><Wordmark /></a>
        <ul>
          {LINKS.map(([to, name, icon]) => (
            <li key={name}>
              <a href={href(to)} {...(here(to) && { "aria-current": "page" as const })}><Icon name={icon} /> <span>{name}</span></a>
            </li>
          ))}
        </ul>
        <div class="side-end">
          {account.value && <p class="muted who">{account.value.name}</p>}
          <a href={address("api/docs").href} target="_blank" rel="noopener"><Icon name="book" /> <span>API reference</span></a>
          <button type="button" class="bare" onClick={() => end("You are signed out.")}><Icon name="leave" /> <span>Sign out</span></button>
        </div>
      </nav>
      <main id="main">
        {lost.value && (
          <div class="banner" role="alert">
            <span class="spinner" aria-hidden="true" /> No connection to the server. Trying again. Nothing you entered is lost.
          </div>
        )}
        {children}
      </main>
    </div>
  );
}
