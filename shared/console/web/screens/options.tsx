// How documents are made, behind a line that opens.

import { useId } from "preact/hooks";
import { type Key, say } from "../languages";
import { ARCHIVE, languageName, localesByName, type MakeOptions } from "../options";
import { Say } from "../parts/say";

/** The choices; the name of the file where `named`. */
export function OptionFields({ options, named, name }: { options: MakeOptions; named: boolean; name: string }) {
  const id = useId();
  const { locale, fileName, conformance, watermark } = options.chosen.value;
  const shown = [locale && languageName(locale), named && fileName, STANDARDS.filter(([value]) => value === conformance).map(([, words]) => say(words))[0], watermark && say("options.hasWatermark"), options.password.value && say("options.hasPassword")];
  const chosen = shown.filter(Boolean).join(", ");
  const text = (event: { currentTarget: { value: string } }) => event.currentTarget.value;
  return (
    <details class="options">
      <summary>{say("options.title")}{chosen && <span class="muted">: {chosen}</span>}</summary>
      <div class="fields">
        <div class="field">
          <label for={`${id}locale`}>{say("options.locale")}</label>
          <select id={`${id}locale`} value={locale} onChange={(event) => options.choose({ locale: text(event) })}>
            <option value="">{say("options.localeOwn")}</option>
            {localesByName().map((tag) => <option key={tag} value={tag}>{languageName(tag)}</option>)}
          </select>
        </div>
        {named && <div class="field">
          <label for={`${id}name`}>{say("options.fileName")}</label>
          <input id={`${id}name`} type="text" autocomplete="off" spellcheck={false} placeholder={name} value={fileName}
            aria-describedby={`${id}name?`} onInput={(event) => options.choose({ fileName: text(event) })} />
          <p class="hint" id={`${id}name?`}><Say id="options.fileNameHint" example={<code>{say("options.fileNameExample", { field: "{{ name }}" })}</code>} /></p>
        </div>}
        <div class="field">
          <label for={`${id}standard`}>{say("options.standard")}</label>
          <select id={`${id}standard`} value={conformance} onChange={(event) => options.choose({ conformance: text(event) })}>
            <option value="">{say("none")}</option>
            {STANDARDS.map(([value, words]) => <option key={value} value={value}>{say(words)}</option>)}
          </select>
        </div>
        <div class="field">
          <label for={`${id}mark`}>{say("options.watermark")}</label>
          <input id={`${id}mark`} type="text" autocomplete="off" placeholder={say("options.watermarkExample")} value={watermark}
            onInput={(event) => options.choose({ watermark: text(event) })} />
        </div>
        <div class="field">
          <label for={`${id}word`}>{say("options.password")}</label>
          <input id={`${id}word`} type="password" autocomplete="new-password" value={options.password.value} disabled={conformance === ARCHIVE}
            aria-describedby={`${id}word?`} onInput={(event) => (options.password.value = text(event))} />
          <p class="hint" id={`${id}word?`}>{say(conformance === ARCHIVE ? "options.passwordArchive" : "options.passwordNotSaved")}</p>
        </div>
      </div>
      <p class="hint">{say("options.saved")}</p>
    </details>
  );
}

const STANDARDS: [string, Key][] = [[ARCHIVE, "options.archive"], ["ua-1", "options.accessible"]];
