// Choosing the language of the page.

import { useState } from "preact/hooks";
import { asProblem } from "../api/problem";
import { choose, type Language, LANGUAGES, language, say } from "../languages";

/** The choice. Each language stands there under its own name. */
export function LanguageChoice() {
  const [wrong, setWrong] = useState<string | null>(null);
  const change = (to: Language) => {
    setWrong(null);
    choose(to).catch((error) => setWrong(asProblem(error).message));
  };
  return (
    <label class="language">
      <span class="unseen">{say("language")}</span>
      <select value={language.value} onChange={(event) => change(event.currentTarget.value as Language)}>
        {Object.entries(LANGUAGES).map(([tag, name]) => <option key={tag} value={tag} lang={tag}>{name}</option>)}
      </select>
      {wrong && <span class="fault" role="alert">{wrong}</span>}
    </label>
  );
}
