// Entering the key.

import { useState } from "preact/hooks";
import { subscription } from "../api/calls";
import { asProblem } from "../api/problem";
import { begin, farewell } from "../api/session";
import { account } from "../state";
import { Wordmark } from "./frame";

/** The first screen. The key is tried before the session begins. */
export function SignIn() {
  const [key, setKey] = useState("");
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const enter = async (event: Event) => {
    event.preventDefault();
    const text = key.trim();
    if (text === "") return setWrong("Enter your key.");
    setBusy(true);
    setWrong(null);
    try {
      account.value = await subscription(text);
      begin(text);
    } catch (error) {
      const problem = asProblem(error);
      setWrong(
        problem.status === 401
          ? "This key is not valid. Copy all of it; keys begin with plk_."
          : problem.message,
      );
      setBusy(false);
    }
  };
  return (
    <main class="sign-in">
      <form onSubmit={enter} class="card">
        <Wordmark />
        <h1>Documents from your Word templates</h1>
        {farewell.value && !wrong && <p class="note plain" role="status">{farewell.value}</p>}
        <div class="field">
          <label for="key">Your key</label>
          <div class="row-line">
            <input id="key" {...secret(shown)} autocomplete="off" spellcheck={false} placeholder="plk_…"
              value={key} onInput={(event) => setKey(event.currentTarget.value)} autofocus
              {...(wrong && { "aria-invalid": true as const, "aria-describedby": "key!" })} />
            <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>{shown ? "Hide" : "Show"}</button>
          </div>
          {wrong && <p class="fault" id="key!" role="alert">{wrong}</p>}
        </div>
        <button class="primary" disabled={busy}>{busy ? "Checking the key…" : "Continue"}</button>
        <p class="muted">
          The key was shown when it was made; whoever runs this service makes another one with{" "}
          <code>platen key create</code>. It stays in this browser tab and is forgotten when you close it.
        </p>
      </form>
    </main>
  );
}

/** An input whose text can be shown. (The types want to know which of the two it is.) */
function secret(shown: boolean) {
  return shown ? { type: "text" as const } : { type: "password" as const };
}
