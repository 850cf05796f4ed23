// The page where it cannot work: in a browser, or where Office.js could not be loaded.

import { say } from "../languages";
import { Icon } from "../parts/icon";
import { LanguageChoice } from "../parts/language";
import { Note } from "../parts/notes";
import { Wordmark } from "../screens/frame";
import type { Place } from "./word";

const STEPS = ["addin.step1", "addin.step2", "addin.step3"] as const;

/** How to get it into Word. */
export function Outside({ place }: { place: Exclude<Place, "word"> }) {
  return (
    <main class="pane">
      <h1><Wordmark /></h1>
      <Note tone="plain" title={say("addin.outside")}>
        <p>{say("addin.outsideAbout")}</p>
        {location.protocol === "http:" && <Note tone="warning" title={say("addin.http")}><p>{say("addin.httpHow")}</p></Note>}
        <p><a class="button primary" href={new URL("manifest.xml", document.baseURI).href} download="platen-manifest.xml"><Icon name="download" /> {say("addin.manifest")}</a></p>
        <ol class="steps-list">{STEPS.map((step) => <li key={step}>{say(step)}</li>)}</ol>
        <p class="muted">{say("addin.everybody")}</p>
      </Note>
      {place === "no-office" && <Note tone="plain" title={say("addin.noOffice")}><p>{say("addin.noOfficeHow")}</p></Note>}
      <LanguageChoice />
    </main>
  );
}
