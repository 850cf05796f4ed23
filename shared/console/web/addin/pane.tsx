// The pane: fields to insert, and the document as the service sees it.

import { useState } from "preact/hooks";
import { signOut } from "../api/calls";
import { bySession, end } from "../api/session";
import type { Data } from "../api/types";
import { say } from "../languages";
import { Icon } from "../parts/icon";
import { LanguageChoice } from "../parts/language";
import { useLoaded } from "../parts/load";
import { Wordmark } from "../screens/frame";
import { knownAccount, manages } from "../state";
import { Document } from "./document";
import { Fields } from "./fields";

/** Leaves. A server that does not answer cannot keep anybody. */
async function leave(): Promise<void> {
  if (bySession.value) await signOut().catch(() => null);
  end(say("session.ended"), true);
}

/** The pane of a person who is signed in. */
export function Pane() {
  useLoaded(knownAccount, []);
  const [data, setData] = useState<Data | null>(null);
  return (
    <main class="pane">
      <header class="toolbar">
        <h1><Wordmark /></h1>
        <button type="button" class="small" onClick={leave}><Icon name="leave" /> {say("frame.signOut")}</button>
      </header>
      <Fields data={data} onData={setData} />
      {manages.value ? <Document data={data} /> : <p class="muted">{say("addin.cannotManage")}</p>}
      <LanguageChoice />
    </main>
  );
}
