// How documents are made, behind a line that opens.

import { useId } from "preact/hooks";
import { ARCHIVE, LOCALES, type MakeOptions, language } from "../options";

/** The choices; the name of the file where `named`. */
export function OptionFields({ options, named, name }: { options: MakeOptions; named: boolean; name: string }) {
  const id = useId();
  const { locale, fileName, conformance, watermark } = options.chosen.value;
  const shown = [locale && language(locale), named && fileName, conformance && STANDARDS[conformance], watermark && "watermark", options.password.value && "password"];
  const chosen = shown.filter(Boolean).join(", ");
  const text = (event: { currentTarget: { value: string } }) => event.currentTarget.value;
  return (
    <details class="options">
      <summary>Options{chosen && <span class="muted">: {chosen}</span>}</summary>
      <div class="fields">
        <div class="field">
          <label for={`${id}locale`}>Language of dates and numbers</label>
          <select id={`${id}locale`} value={locale} onChange={(event) => options.choose({ locale: text(event) })}>
            <option value="">The template's own</option>
            {LOCALES.map((tag) => <option key={tag} value={tag}>{language(tag)}</option>)}
          </select>
        </div>
        {named && <div class="field">
          <label for={`${id}name`}>File name</label>
          <input id={`${id}name`} type="text" autocomplete="off" spellcheck={false} placeholder={name} value={fileName}
            aria-describedby={`${id}name?`} onInput={(event) => options.choose({ fileName: text(event) })} />
          <p class="hint" id={`${id}name?`}>May contain fields, such as <code>{"Letter {{ name }}"}</code>.</p>
        </div>}
        <div class="field">
          <label for={`${id}standard`}>PDF standard</label>
          <select id={`${id}standard`} value={conformance} onChange={(event) => options.choose({ conformance: text(event) })}>
            <option value="">None</option>
            {Object.entries(STANDARDS).map(([value, words]) => <option key={value} value={value}>{words}</option>)}
          </select>
        </div>
        <div class="field">
          <label for={`${id}mark`}>PDF watermark</label>
          <input id={`${id}mark`} type="text" autocomplete="off" placeholder="DRAFT" value={watermark}
            onInput={(event) => options.choose({ watermark: text(event) })} />
        </div>
        <div class="field">
          <label for={`${id}word`}>Password to open the PDF</label>
          <input id={`${id}word`} type="password" autocomplete="new-password" value={options.password.value} disabled={conformance === ARCHIVE}
            aria-describedby={`${id}word?`} onInput={(event) => (options.password.value = text(event))} />
          <p class="hint" id={`${id}word?`}>{conformance === ARCHIVE ? "PDF/A files cannot have a password." : "Not saved in this browser."}</p>
        </div>
      </div>
      <p class="hint">Saved in this browser for this template, except for the password.</p>
    </details>
  );
}

const STANDARDS: Record<string, string> = { [ARCHIVE]: "PDF/A-2b, for archives", "ua-1": "PDF/UA-1, accessible" };
