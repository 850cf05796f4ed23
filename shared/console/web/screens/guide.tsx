// How to write a template: three pictures, samples and one's own data to start from, every tag with its result.

import { useState } from "preact/hooks";
import { address } from "../api/address";
import { examples, speakOfExamples, told } from "../examples";
import { language, say } from "../languages";
import { Copy } from "../parts/copy";
import { Heading } from "../parts/heading";
import { Icon } from "../parts/icon";
import { useLoaded } from "../parts/load";
import { Loading, Nothing, ProblemNote } from "../parts/notes";
import { Say } from "../parts/say";
import { phrase } from "../phrases";
import { FromData, Samples } from "./start";

const PICTURES = ["placeholder", "control", "list"] as const;

/** What follows the pictures, far down the page. */
const PARTS = [["samples", "start.sample"], ["from-data", "start.data"], ["tags", "guide.tags"]] as const;

/** The screen. */
export function GuideScreen() {
  useLoaded(speakOfExamples, [language.value]);
  return (
    <div class="guide">
      <Heading title={say("guide.title")} about={say("guide.about")}>
        <a class="button" href={address("api/docs/templates").href} target="_blank" rel="noopener">{say("guide.printable")}</a>
      </Heading>
      <nav class="chips" aria-label={say("guide.contents")}>
        {PARTS.map(([id, text]) => <button key={id} type="button" class="chip" onClick={() => document.getElementById(id)?.scrollIntoView()}>{say(text)}</button>)}
      </nav>
      <ol class="pictures">
        {PICTURES.map((picture, index) => (
          <li key={picture}>
            <Picture name={picture} />
            <h2>{index + 1}. {say(`guide.${picture}`)}</h2>
            <p class="muted">{say(`guide.${picture}How`)}</p>
          </li>
        ))}
      </ol>
      <p><Say id="guide.addin" link={(words) => <a href={new URL("addin/", document.baseURI).href} target="_blank" rel="noopener">{words}</a>} /></p>
      <Samples />
      <FromData />
      <Tags />
    </div>
  );
}

/** A picture of Word, with the words that Word has in the reader's language. */
function Picture({ name }: { name: (typeof PICTURES)[number] }) {
  const file = new URL(`console/${name}.svg`, document.baseURI).href;
  const [{ value: translated }] = useLoaded(async () => (language.value === "en" ? null : inWords(file)), [language.value]);
  return <img src={translated ?? file} width="480" height="310" alt={say(`guide.${name}Alt`)} />;
}

/** A picture whose texts are in the reader's language. */
async function inWords(file: string): Promise<string> {
  const picture = new DOMParser().parseFromString(await (await fetch(file)).text(), "image/svg+xml");
  for (const text of picture.querySelectorAll("*")) {
    if (text.childElementCount === 0) text.textContent = phrase(text.textContent ?? "");
  }
  return `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
}

/** Every tag and filter, with search. */
function Tags() {
  const [{ value: guide, problem }] = useLoaded(examples, []);
  const [sought, setSought] = useState("");
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = (guide ?? []).map(({ title, entries }) => ({
    title,
    entries: entries.filter((entry) => {
      const said = [title, entry.about, entry.shows ?? ""];
      const english = [...said, entry.write, entry.gives].flat().join(" ").toLowerCase();
      const text = `${english} ${said.map(told).join(" ").toLowerCase()}`;
      // What a word means is looked for in English alone: `date` is in the German `Daten`.
      return words.every((word) => text.includes(word) || meanings(word).some((one) => english.includes(one)));
    }),
  })).filter(({ entries }) => entries.length > 0);
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <section aria-labelledby="tags">
      <h2 id="tags">{say("guide.tags")}</h2>
      <div class="toolbar">
        <label class="search">
          <span class="unseen">{say("guide.search")}</span>
          <Icon name="search" />
          <input type="search" placeholder={say("guide.searchHint")} value={sought} onInput={(event) => setSought(event.currentTarget.value)} />
        </label>
        {guide && <p class="muted" role="status">{say("count.examples", { count })}</p>}
      </div>
      {problem && <ProblemNote problem={problem} />}
      {!guide && !problem && <Loading what="loading.examples" />}
      {guide && count === 0 && <Nothing icon="search" title={say("guide.noExamples")} />}
      {groups.map(({ title, entries }) => (
        <section key={title} class="tags">
          <h3>{told(title)}</h3>
          <ul>
            {entries.map((entry, index) => (
              <li key={index}>
                <Copy text={lines(entry.write).join("\n")} />
                <div class="gives">{entry.shows !== undefined ? told(entry.shows) : lines(entry.gives ?? "").map((line, index) => <p key={index}>{line}</p>)}</div>
                <p class="muted">{told(entry.about)}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

/** What the examples, which are in English, call what a reader looks for: `Datum=date`. */
function meanings(word: string): string[] {
  const pairs = say("guide.words").toLowerCase().split(" ").map((pair) => pair.split("="));
  return pairs.flatMap(([own = "", english = ""]) => (word.length > 2 && own.startsWith(word) ? [english] : []));
}

function lines(text: string | string[]): string[] {
  return [text].flat();
}
