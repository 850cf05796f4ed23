// Signing in: through the provider that the service knows, or with a key.

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { address } from "../api/address";
import { rememberKey, signOut, subscription } from "../api/calls";
import { asProblem } from "../api/problem";
import { begin, beginSession, farewell, signOutElsewhere } from "../api/session";
import { type Key, say } from "../languages";
import { draft, dropDraft, keepDraft } from "../parts/draft";
import { LanguageChoice } from "../parts/language";
import { Say } from "../parts/say";
import { recognize } from "../state";
import { Wordmark } from "./frame";

/** The provider through whom people sign in; null where only keys are known. */
export const provider = signal<string | null>(null);

const FAILED = "#/sign-in/";

/** Why signing in failed, by the word at the end of the address. */
const REASONS: Record<string, Key> = {
  denied: "signIn.denied",
  expired: "signIn.expired",
  failed: "signIn.failed",
  unavailable: "signIn.unavailable",
  "no-role": "signIn.noRole",
  inactive: "signIn.inactive",
  blocked: "signIn.blocked",
};

/** Failures that another account may not have. */
const OTHER_ACCOUNT = /^#\/sign-in\/(no-role|inactive|blocked)$/;

/** Why the person is back here without a session, by what stands behind the address. */
export function failure(hash: string): string | null {
  if (!hash.startsWith(FAILED)) return null;
  return say(REASONS[hash.slice(FAILED.length)] ?? "signIn.unknown");
}

/** Whether the browser can remember a key: a cookie lets in pages of the service's own address only. */
const remembers = address("api").origin === location.origin;

/** Remembers the screen: the way through the provider ends at the first one. */
function leave(): void {
  keepDraft("place", location.hash.startsWith(FAILED) ? "" : location.hash);
}

/** Goes back to the screen where the person was. */
export function resume(): void {
  const place = draft("place");
  dropDraft("place");
  if (typeof place === "string" && place !== "") location.hash = place;
}

/** The first screen. The key is tried before the session begins. A pane in Word signs in by a window, and has no cookies. */
export function SignIn({ byWindow }: { byWindow?: () => void }) {
  const [remember, setRemember] = useState(false);
  const [key, setKey] = useState("");
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const enter = async (event: Event) => {
    event.preventDefault();
    const text = key.trim();
    if (text === "") return setWrong(say("signIn.empty"));
    setBusy(true);
    setWrong(null);
    try {
      recognize(await subscription(text));
      if (remember && await rememberKey(text)) beginSession();
      else begin(text);
    } catch (error) {
      const problem = asProblem(error);
      setWrong(
        problem.status === 401
          ? say("signIn.invalid")
          : problem.message,
      );
      setBusy(false);
    }
  };
  // Whoever has no access with one account may have it with another, which the provider asks for only after this one left.
  useEffect(() => {
    if (!provider.value || !OTHER_ACCOUNT.test(location.hash)) return;
    void signOut().then((url) => (signOutElsewhere.value = url), () => {});
  }, []);
  const why = farewell.value ?? failure(location.hash);
  return (
    <main class="sign-in">
      <form onSubmit={enter} class="card">
        <Wordmark />
        <h1>{say("signIn.title")}</h1>
        {why && !wrong && <p class="note plain" role="status">{why}</p>}
        {provider.value && signOutElsewhere.value && (
          <p><a href={signOutElsewhere.value}>{say("signIn.outOf", { name: provider.value })}</a></p>
        )}
        {provider.value && (
          <>
            {byWindow
              ? <button type="button" class="primary" onClick={byWindow}>{say("signIn.with", { name: provider.value })}</button>
              : <a class="button primary" href={address("api/sign-in").href} onClick={leave}>{say("signIn.with", { name: provider.value })}</a>}
            <p class="or muted"><span>{say("signIn.or")}</span></p>
          </>
        )}
        <div class="field">
          <label for="key">{say("signIn.key")}</label>
          <div class="row-line">
            <input id="key" {...secret(shown)} autocomplete="off" spellcheck={false} placeholder="plk_…"
              value={key} onInput={(event) => setKey(event.currentTarget.value)} autofocus={provider.value === null}
              {...(wrong && { "aria-invalid": true as const, "aria-describedby": "key!" })} />
            <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>{say(shown ? "signIn.hide" : "signIn.show")}</button>
          </div>
          {wrong && <p class="fault" id="key!" role="alert">{wrong}</p>}
        </div>
        {remembers && !byWindow && (
          <label class="switch"><input type="checkbox" checked={remember} onChange={(event) => setRemember(event.currentTarget.checked)} /> {say("signIn.remember")}</label>
        )}
        <button class={provider.value ? "" : "primary"} disabled={busy}>{say(busy ? "signIn.checking" : "signIn.continue")}</button>
        <p class="muted">
          <Say id="signIn.about" />
        </p>
      </form>
      <LanguageChoice />
    </main>
  );
}

/** An input whose text can be shown. (The types want to know which of the two it is.) */
function secret(shown: boolean) {
  return shown ? { type: "text" as const } : { type: "password" as const };
}
