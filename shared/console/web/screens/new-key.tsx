// Making a key. It is shown once; what was typed stays until it is made.

import { useEffect, useId, useRef, useState } from "preact/hooks";
import { createKey } from "../api/calls";
import { asProblem, type Problem } from "../api/problem";
import type { NewKey, Scope } from "../api/types";
import { type Key, say } from "../languages";
import { Ask } from "../parts/ask";
import { Copy } from "../parts/copy";
import { Note, ProblemNote } from "../parts/notes";
import { useLoaded } from "../parts/load";
import { hold } from "../route";
import { knownTemplates, labelsOf } from "../state";
import { labelsIn } from "./describe";

export const DAY_MS = 86_400_000;

/** When a key expires, in days from now; 0 is never. */
export const LIVES: [number, Key][] = [[30, "keys.in30"], [90, "keys.in90"], [365, "keys.in365"], [0, "keys.never"]];

const SCOPES: Scope[] = ["generate", "compose", "manage", "administer"];

/** The form, and the key that it made. */
export function NewKeyForm({ onMade }: { onMade: () => void }) {
  const [made, setMade] = useState<NewKey | null>(null);
  const [name, setName] = useState("");
  const [scope, setScope] = useState<Scope>("generate");
  const [days, setDays] = useState(365);
  const [most, setMost] = useState("");
  const [labels, setLabels] = useState("");
  const [{ value: templates }] = useLoaded(knownTemplates, []);
  const known = labelsOf(templates ?? []);
  const [wrong, setWrong] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [noNumber, setNoNumber] = useState(false);
  const [first, last] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const [leaving, setLeaving] = useState<string | null>(null);
  const release = useRef(() => {});
  // A key that is shown once is not lost by a click beside it.
  useEffect(() => {
    if (!made) return;
    release.current = hold(setLeaving);
    return () => release.current();
  }, [made]);
  const leave = () => {
    release.current();
    location.hash = leaving ?? "";
  };
  // Who administers sees all keys, and so all templates.
  const limits = scope !== "administer";
  const id = useId();
  const make = async (event: Event) => {
    event.preventDefault();
    setProblem(null);
    setWrong(name.trim() === "" ? say("keys.nameEmpty") : null);
    const bounded = /^\s*([1-9]\d*)?\s*$/.test(most);
    setNoNumber(!bounded);
    if (name.trim() === "") return first.current?.focus();
    if (!bounded) return last.current?.focus();
    setBusy(true);
    try {
      setMade(await createKey({
        name: name.trim(),
        scope,
        ...(limits && labelsIn(labels).length > 0 && { templateLabels: labelsIn(labels) }),
        expiresAt: days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString(),
        requestsPerMinute: most.trim() === "" ? null : Number(most),
      }));
      setName("");
      setMost("");
      setLabels("");
      onMade();
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  };
  return (
    <details class="new-key">
      <summary>{say("keys.new")}</summary>
      <form onSubmit={make} noValidate>
        <div class="field">
          <label for={`${id}name`}>{say("keys.name")}</label>
          <input id={`${id}name`} ref={first} type="text" maxLength={100} value={name} onInput={(event) => setName(event.currentTarget.value)}
            {...(wrong && { "aria-invalid": true as const, "aria-describedby": `${id}wrong` })} />
          {wrong && <p class="fault" id={`${id}wrong`} role="alert">{wrong}</p>}
        </div>
        <div class="field">
          <label for={`${id}scope`}>{say("keys.may")}</label>
          <select id={`${id}scope`} value={scope} onChange={(event) => setScope(event.currentTarget.value as Scope)}>
            {SCOPES.map((scope) => <option key={scope} value={scope}>{say(`may.${scope}`)}</option>)}
          </select>
        </div>
        {limits && (
          <div class="field">
            <label for={`${id}labels`}>{say("keys.labels")}</label>
            <input id={`${id}labels`} type="text" autocomplete="off" list={`${id}known`} value={labels} aria-describedby={`${id}all`} onInput={(event) => setLabels(event.currentTarget.value)} />
            <datalist id={`${id}known`}>{known.map((label) => <option key={label} value={label} />)}</datalist>
            <p class="hint" id={`${id}all`}>{say("keys.labelsHint")}</p>
          </div>
        )}
        <div class="field">
          <label for={`${id}days`}>{say("keys.expires")}</label>
          <select id={`${id}days`} value={String(days)} onChange={(event) => setDays(Number(event.currentTarget.value))}>
            {LIVES.map(([days, text]) => <option key={days} value={String(days)}>{say(text)}</option>)}
          </select>
        </div>
        <div class="field">
          <label for={`${id}most`}>{say("keys.most")}</label>
          <input id={`${id}most`} ref={last} type="text" inputMode="numeric" placeholder={say("keys.noMost")} value={most} onInput={(event) => setMost(event.currentTarget.value)}
            {...(noNumber && { "aria-invalid": true as const, "aria-describedby": `${id}none` })} />
          {noNumber && <p class="fault" id={`${id}none`} role="alert">{say("keys.noNumber")}</p>}
        </div>
        <button class="primary" disabled={busy}>{say(busy ? "keys.making" : "keys.make")}</button>
      </form>
      {problem && <ProblemNote problem={problem} />}
      {made && (
        <Note tone="good" title={say("keys.made", { name: made.name })}>
          <p>{say("keys.once")}</p>
          <p><Copy text={made.key} /></p>
          <p class="actions"><button type="button" onClick={() => setMade(null)}>{say("keys.copied")}</button></p>
        </Note>
      )}
      {made && leaving !== null && (
        <Ask title={say("keys.leave", { name: made.name })} yes={say("keys.leaveYes")} no={say("keys.stay")} danger onYes={leave} onNo={() => setLeaving(null)}>
          <p>{say("keys.leaveAbout")}</p>
        </Ask>
      )}
    </details>
  );
}
