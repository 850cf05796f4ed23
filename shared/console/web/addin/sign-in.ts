// Signing in through the provider, in a window that Word opens beside the document: providers refuse to be shown in a frame, and
// Word's frame has no cookies. The window begins and ends with a page of the add-in's own, which hands the session to the pane.

/// <reference types="office-js" />
import { address } from "../api/address";
import { beginInPane, farewell } from "../api/session";
import { say } from "../languages";
import { failure } from "../screens/sign-in";

/** In the query of the window's first page. */
const BEGIN = "sign-in";

/** Behind the address of its last page, before the secret of the session. */
const DONE = "#/signed-in/";

/** Of the screen. */
const SIZE = { height: 65, width: 35 };

/** Whether this page is the window's. It goes on to the provider, or hands over what came back. */
export async function isWindow(): Promise<boolean> {
  if (new URLSearchParams(location.search).has(BEGIN)) {
    const to = address("api/sign-in");
    to.searchParams.set("from", "word");
    location.replace(to);
    return true;
  }
  const back = location.hash;
  if (!back.startsWith(DONE) && failure(back) === null) return false;
  // No secret stays in the address.
  history.replaceState(null, "", location.pathname);
  if (typeof Office === "undefined") return false;
  await Office.onReady();
  Office.context.ui.messageParent(back);
  return true;
}

/** Opens the window. */
export function signInByWindow(): void {
  const page = new URL(document.baseURI);
  page.hash = "";
  page.search = BEGIN;
  Office.context.ui.displayDialogAsync(page.href, SIZE, (opened) => {
    if (opened.status !== Office.AsyncResultStatus.Succeeded) {
      farewell.value = say("addin.noWindow", { why: opened.error.message });
      return;
    }
    const window = opened.value;
    window.addEventHandler(Office.EventType.DialogMessageReceived, (said) => {
      window.close();
      const back = "message" in said ? said.message : "";
      if (back.startsWith(DONE)) beginInPane(back.slice(DONE.length));
      else farewell.value = failure(back);
    });
  });
}
