// Where the person is: the part of the address after `#`, so that any server of static files can hold the console.

import { computed, signal } from "@preact/signals";

/** What is done with a template. */
export type Tab = "fill" | "bulk" | "fields" | "jobs" | "settings";

const TABS: readonly Tab[] = ["fill", "bulk", "fields", "jobs", "settings"];

/** A screen. */
export type Route =
  | { screen: "templates" }
  | { screen: "template"; id: string; tab: Tab }
  | { screen: "jobs" }
  | { screen: "job"; id: string }
  | { screen: "guide" }
  | { screen: "usage" }
  | { screen: "keys" }
  | { screen: "activity" }
  | { screen: "convert" }
  | { screen: "form"; secret: string }
  | { screen: "unknown" };

const hash = signal(location.hash);
window.addEventListener("hashchange", () => {
  if (!held || location.hash === hash.value) return void (hash.value = location.hash);
  const to = location.hash;
  history.replaceState(null, "", hash.value || "#");
  held(to);
});
window.addEventListener("beforeunload", (event) => held && event.preventDefault());

let held: ((to: string) => void) | null = null;

/** Stays on the screen until it is released: `onLeave` is told the address that somebody wants to go to. */
export function hold(onLeave: (to: string) => void): () => void {
  held = onLeave;
  return () => (held = null);
}

/** The screen that the address names; the templates where it names nothing. */
export const route = computed<Route>(() => {
  const [screen, id, tab] = hash.value.replace(/^#\/?/, "").split("/");
  if (screen === "form" && id) return { screen: "form", secret: id };
  if (screen === "jobs") return id ? { screen: "job", id } : { screen: "jobs" };
  if (screen === "guide") return { screen: "guide" };
  if (screen === "usage" || screen === "keys" || screen === "activity" || screen === "convert") return { screen };
  if (screen === "templates" && id) {
    return { screen: "template", id, tab: TABS.find((known) => known === tab) ?? "fill" };
  }
  if (screen === "" || screen === "templates" || screen === "sign-in") return { screen: "templates" };
  return { screen: "unknown" };
});

/** The address of a screen, for links. */
export function href(to: Route): string {
  switch (to.screen) {
    case "template":
      return `#/templates/${to.id}/${to.tab}`;
    case "form":
      return `#/form/${to.secret}`;
    case "job":
      return `#/jobs/${to.id}`;
    default:
      return `#/${to.screen}`;
  }
}

/** Goes to a screen. */
export function go(to: Route): void {
  location.hash = href(to);
}
