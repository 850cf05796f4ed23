// How to write a template: three pictures, samples and one's own data to start from, every tag with its result.

import { useState } from "preact/hooks";
import { address } from "../api/address";
import { examples } from "../examples";
import { Copy } from "../parts/copy";
import { Heading } from "../parts/heading";
import { Icon } from "../parts/icon";
import { useLoaded } from "../parts/load";
import { Loading, Nothing, ProblemNote } from "../parts/notes";
import { counted } from "../words";
import { FromData, Samples } from "./start";

const STEPS = [
  ["placeholder", "Type a field", "Write its name between double braces. The value takes the look of the tag: make the tag bold, and the value is bold."],
  ["control", "Or use a content control", "On the Developer tab insert a control (1), open Properties (2), and enter the field's name as the tag (3). Check boxes, dates, drop-down lists and pictures work too. No Developer tab? Choose File, Options, Customize Ribbon."],
  ["list", "Repeat a table row", "Put a row with the beginning of the loop above the row, and a row with its end below. Both are removed from the document."],
] as const;

/** The screen. */
export function GuideScreen() {
  return (
    <div class="guide">
      <Heading title="Write a template" about="A template is a Word document with marks where data goes. Save it as .docx and add it under Templates.">
        <a class="button" href={address("api/docs/templates").href} target="_blank" rel="noopener">Printable guide</a>
      </Heading>
      <ol class="pictures">
        {STEPS.map(([picture, title, words], index) => (
          <li key={picture}>
            <img src={`console/${picture}.svg`} width="480" height="310" alt={ALT[picture]} />
            <h2>{index + 1}. {title}</h2>
            <p class="muted">{words}</p>
          </li>
        ))}
      </ol>
      <Samples />
      <FromData />
      <Tags />
    </div>
  );
}

const ALT = {
  placeholder: "A letter in Word: “Dear {{ customer.name }}, thank you for your order {{ number }}.”",
  control: "Word's Developer tab with a content control in the text; in the dialog of its properties the tag is customer.name",
  list: "A table in Word: a row with {%tr for item in items %}, a row with {{ item.name }}, a row with {%tr endfor %}",
};

/** Every tag and filter, with search. */
function Tags() {
  const [{ value: guide, problem }] = useLoaded(examples, []);
  const [sought, setSought] = useState("");
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = (guide ?? []).map(({ title, entries }) => ({
    title,
    entries: entries.filter((entry) => {
      const text = [title, entry.write, entry.gives, entry.shows, entry.about].flat().join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    }),
  })).filter(({ entries }) => entries.length > 0);
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <section aria-labelledby="tags">
      <h2 id="tags">Tags and filters</h2>
      <div class="toolbar">
        <label class="search">
          <span class="unseen">Search tags and filters</span>
          <Icon name="search" />
          <input type="search" placeholder="Search: date, list, currency…" value={sought} onInput={(event) => setSought(event.currentTarget.value)} />
        </label>
        {guide && <p class="muted" role="status">{counted(count, "example")}</p>}
      </div>
      {problem && <ProblemNote problem={problem} />}
      {!guide && !problem && <Loading what="the examples" />}
      {guide && count === 0 && <Nothing icon="search" title="No examples found." />}
      {groups.map(({ title, entries }) => (
        <section key={title} class="tags">
          <h3>{title}</h3>
          <ul>
            {entries.map((entry, index) => (
              <li key={index}>
                <Copy text={lines(entry.write).join("\n")} />
                <div class="gives">{entry.shows ?? lines(entry.gives ?? "").map((line, index) => <p key={index}>{line}</p>)}</div>
                <p class="muted">{entry.about}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function lines(text: string | string[]): string[] {
  return [text].flat();
}
