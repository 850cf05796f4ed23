// The page where it cannot work: in a browser, or where Office.js could not be loaded.

import { say } from "../languages";
import { LanguageChoice } from "../parts/language";
import { Note } from "../parts/notes";
import { Say } from "../parts/say";
import { Wordmark } from "../screens/frame";
import type { Place } from "./word";

/** How to get it into Word. */
export function Outside({ place }: { place: Exclude<Place, "word"> }) {
  const manifest = (words: string) => <a href={new URL("manifest.xml", document.baseURI).href} download="platen-manifest.xml">{words}</a>;
  return (
    <main class="pane">
      <h1><Wordmark /></h1>
      {place === "no-office" && <Note tone="error" title={say("addin.noOffice")}><p>{say("addin.noOfficeHow")}</p></Note>}
      <Note tone="plain" title={say("addin.outside")}><p><Say id="addin.outsideHow" link={manifest} /></p></Note>
      <LanguageChoice />
    </main>
  );
}
