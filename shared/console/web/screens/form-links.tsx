// Links under which somebody without an account fills in the form of a template.

import { useId, useRef, useState } from "preact/hooks";
import { createFormLink, formLinks, removeFormLink } from "../api/calls";
import type { FormLink } from "../api/types";
import { say } from "../languages";
import { announce } from "../parts/announce";
import { Ask } from "../parts/ask";
import { useAttempt } from "../parts/attempt";
import { Copy } from "../parts/copy";
import { useLoaded } from "../parts/load";
import { Note, ProblemNote } from "../parts/notes";
import { Pager } from "../parts/pager";
import { day, moment } from "../words";
import { DAY_MS, LIVES } from "./new-key";

const PAGE = 20;

/** How long a link can last: it must end. */
const DAYS = LIVES.filter(([days]) => days > 0);

/** The links to one template's form. */
export function FormLinks({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const [{ value: found, problem }, again] = useLoaded(() => formLinks(id, page, PAGE), [id, page]);
  return (
    <section aria-labelledby="form-links">
      <h2 id="form-links">{say("formLinks.title")}</h2>
      <p class="muted">{say("formLinks.about")}</p>
      <NewLink id={id} onMade={again} />
      {problem && <ProblemNote problem={problem} />}
      {found && found.items.length > 0 && <ul class="list">{found.items.map((link) => <Entry key={link.linkId} of={link} onGone={again} />)}</ul>}
      {found && <Pager page={page} last={found.totalPages} onPage={setPage} />}
    </section>
  );
}

function NewLink({ id, onMade }: { id: string; onMade: () => void }) {
  const [made, setMade] = useState<{ name: string; url: string } | null>(null);
  const [name, setName] = useState("");
  const [wanted, setWanted] = useState({ result: "keep", format: ".pdf", days: 30, once: false });
  const [wrong, setWrong] = useState(false);
  const { busy, problem, attempt } = useAttempt();
  const first = useRef<HTMLInputElement>(null);
  const at = useId();
  const make = (event: Event) => {
    event.preventDefault();
    setWrong(name.trim() === "");
    if (name.trim() === "") return first.current?.focus();
    void attempt(async () => {
      const { days, ...rest } = wanted;
      const expiresAt = new Date(Date.now() + days * DAY_MS).toISOString();
      const { url } = await createFormLink({ ...rest, name: name.trim(), templateId: id, expiresAt });
      // The service knows its own address; the page may have another one.
      setMade({ name: name.trim(), url: new URL(new URL(url).hash, location.href).href });
      setName("");
      onMade();
    });
  };
  const choices: [keyof typeof wanted, string, [string | number, string][]][] = [
    ["result", say("formLinks.result"), [["keep", say("formLinks.keep")], ["download", say("formLinks.download")]]],
    ["format", say("formLinks.format"), [[".pdf", say("fill.pdf")], [".docx", say("fill.word")]]],
    ["days", say("keys.expires"), DAYS.map(([days, text]) => [days, say(text)])],
  ];
  return (
    <details class="new-key">
      <summary>{say("formLinks.new")}</summary>
      <form onSubmit={make} noValidate>
        <div class="field">
          <label for={`${at}name`}>{say("formLinks.name")}</label>
          <input id={`${at}name`} ref={first} type="text" maxLength={100} value={name} onInput={(event) => setName(event.currentTarget.value)}
            {...(wrong && { "aria-invalid": true as const, "aria-describedby": `${at}wrong` })} />
          {wrong && <p class="fault" id={`${at}wrong`} role="alert">{say("formLinks.nameEmpty")}</p>}
        </div>
        {choices.map(([what, label, options]) => (
          <div key={what} class="field">
            <label for={`${at}${what}`}>{label}</label>
            <select id={`${at}${what}`} value={String(wanted[what])} onChange={({ currentTarget: { value } }) => setWanted({ ...wanted, [what]: what === "days" ? Number(value) : value })}>
              {options.map(([value, text]) => <option key={value} value={String(value)}>{text}</option>)}
            </select>
          </div>
        ))}
        <label class="switch"><input type="checkbox" checked={wanted.once} onChange={(event) => setWanted({ ...wanted, once: event.currentTarget.checked })} /> {say("formLinks.once")}</label>
        <button class="primary" disabled={busy}>{say("formLinks.make")}</button>
      </form>
      {problem && <ProblemNote problem={problem} />}
      {made && (
        <Note tone="good" title={say("formLinks.made", { name: made.name })}>
          <p>{say("keys.once")}</p>
          <p><Copy text={made.url} /></p>
        </Note>
      )}
    </details>
  );
}

function Entry({ of: link, onGone }: { of: FormLink; onGone: () => void }) {
  const [asking, setAsking] = useState(false);
  const { problem, attempt } = useAttempt();
  const { name } = link;
  const remove = () => attempt(async () => {
    setAsking(false);
    await removeFormLink(link.linkId);
    announce(say("formLinks.removed", { name }));
    onGone();
  });
  const facts = [
    say(link.result === "keep" ? "formLinks.keep" : "formLinks.download"),
    link.once && say("formLinks.once"),
    link.expiresAt && say("keys.expiresOn", { day: day(link.expiresAt) }),
    link.lastUsedAt ? say("keys.used", { moment: moment(link.lastUsedAt) }) : say("keys.unused"),
  ];
  return (
    <li>
      <div class="entry">
        <span class="entry-main">
          <span class="entry-title">{name}</span>
          <span class="muted">{facts.filter(Boolean).join(" · ")}</span>
        </span>
        <button type="button" class="small danger" onClick={() => setAsking(true)} aria-label={say("keys.removeName", { name })}>{say("keys.remove")}</button>
      </div>
      {problem && <ProblemNote problem={problem} />}
      {asking && (
        <Ask title={say("formLinks.removeQuestion")} yes={say("formLinks.removeYes")} no={say("keys.keep")} danger onYes={remove} onNo={() => setAsking(false)}>
          <p>{say("formLinks.removeAbout", { name })}</p>
        </Ask>
      )}
    </li>
  );
}
