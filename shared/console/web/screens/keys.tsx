// Keys of the subscription, and the people who are signed in.

import { useState } from "preact/hooks";
import { allowPerson, blockedPeople, blockPerson, keys as ask, removeKey } from "../api/calls";
import { asProblem, type Problem } from "../api/problem";
import type { BlockedPerson, ManagedKey, Role } from "../api/types";
import { announce } from "../parts/announce";
import { Ask } from "../parts/ask";
import { say } from "../languages";
import { Heading } from "../parts/heading";
import { useLoaded } from "../parts/load";
import { Loading, ProblemNote } from "../parts/notes";
import { Pager } from "../parts/pager";
import { account, administers, knownAccount } from "../state";
import { day, moment } from "../words";
import { NewKeyForm } from "./new-key";
import { NotYours } from "./not-yours";

const PAGE = 50;

/** The screen. */
export function KeysScreen() {
  const [{ value: known, problem }] = useLoaded(knownAccount, []);
  if (!known) return problem ? <ProblemNote problem={problem} /> : <Loading what="loading.keys" />;
  if (!administers.value) return <NotYours title={say("frame.keys")} />;
  return <AllKeys />;
}

function AllKeys() {
  const [page, setPage] = useState(1);
  const [{ value: found, problem }, againKeys] = useLoaded(() => ask(page, PAGE), [page]);
  const [blockedPage, setBlockedPage] = useState(1);
  const [{ value: blocked, problem: unread }, againBlocked] = useLoaded(() => blockedPeople(blockedPage, PAGE), [blockedPage]);
  const again = () => {
    againKeys();
    againBlocked();
  };
  return (
    <>
      <Heading title={say("frame.keys")} about={say("keys.about")} />
      <NewKeyForm onMade={again} />
      {problem && <ProblemNote problem={problem} />}
      {!found && !problem && <Loading what="loading.keys" />}
      {found && (
        <>
          <List title={say("frame.keys")} items={found.items.filter((key) => key.person === null)} onGone={again} />
          <List title={say("keys.people")} items={found.items.filter((key) => key.person !== null)} onGone={again} />
          <Pager page={page} last={found.totalPages} onPage={setPage} />
          {unread && <ProblemNote problem={unread} />}
          <Blocked people={blocked?.items ?? []} onGone={again} />
          <Pager page={blockedPage} last={Math.max(blocked?.totalPages ?? 1, blockedPage)} onPage={setBlockedPage} />
        </>
      )}
    </>
  );
}

function List({ title, items, onGone }: { title: string; items: ManagedKey[]; onGone: () => void }) {
  if (items.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul class="list">
        {items.map((key) => <Entry key={key.keyId} of={key} onGone={onGone} />)}
      </ul>
    </section>
  );
}

function Blocked({ people, onGone }: { people: BlockedPerson[]; onGone: () => void }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  if (people.length === 0) return null;
  const allow = async ({ blockId, person }: BlockedPerson) => {
    try {
      await allowPerson(blockId);
      announce(say("keys.allowed", { name: person.name }));
      onGone();
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <section>
      <h2>{say("keys.blockedPeople")}</h2>
      {problem && <ProblemNote problem={problem} />}
      <ul class="list">
        {people.map((blocked) => (
          <li key={blocked.blockId}>
            <div class="entry">
              <span class="entry-main">
                <span class="entry-title">{blocked.person.name}</span>
                <span class="muted">{say("keys.blockedSince", { moment: moment(blocked.blockedAt) })}</span>
              </span>
              <button type="button" class="small" onClick={() => allow(blocked)} aria-label={say("keys.allowName", { name: blocked.person.name })}>{say("keys.allow")}</button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What can be done to a key or a session. */
type Act = "remove" | "signOut" | "block";

function Entry({ of: key, onGone }: { of: ManagedKey; onGone: () => void }) {
  const [asking, setAsking] = useState<Act | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const mine = account.value?.key.keyId === key.keyId;
  const name = key.person?.name ?? key.name;
  const end: Act = key.person ? "signOut" : "remove";
  const act = async (what: Act) => {
    setAsking(null);
    try {
      if (what === "block" && key.person) await blockPerson(key.person);
      else await removeKey(key.keyId);
      announce(say(DONE[what], { name }));
      onGone();
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <li>
      <div class="entry">
        <span class="entry-main">
          <span class="entry-title">{name}{mine && <span class="badge">{say("keys.you")}</span>}{!isValid(key) && <span class="badge failed">{say(key.disabledAt ? "keys.disabled" : "keys.expired")}</span>}</span>
          <span class="muted">{facts(key)}</span>
        </span>
        <button type="button" class="small danger" onClick={() => setAsking(end)} aria-label={say(key.person ? "keys.signOutName" : "keys.removeName", { name })}>{say(key.person ? "keys.signOut" : "keys.remove")}</button>
        {key.person && !mine && <button type="button" class="small danger" onClick={() => setAsking("block")} aria-label={say("keys.blockName", { name })}>{say("keys.block")}</button>}
      </div>
      {problem && <ProblemNote problem={problem} />}
      {asking && <Question act={asking} mine={mine} name={name} onYes={() => act(asking)} onNo={() => setAsking(null)} />}
    </li>
  );
}

const DONE = { remove: "keys.removed", signOut: "keys.signedOut", block: "keys.blocked" } as const;

const QUESTIONS = {
  remove: ["keys.removeQuestion", "keys.removeYes", "keys.removeAbout"],
  signOut: ["keys.signOutQuestion", "keys.signOutYes", "keys.signOutAbout"],
  block: ["keys.blockQuestion", "keys.blockYes", "keys.blockAbout"],
} as const;

function Question({ act, mine, name, onYes, onNo }: { act: Act; mine: boolean; name: string; onYes: () => void; onNo: () => void }) {
  const [title, yes, about] = QUESTIONS[act];
  return (
    <Ask title={say(title)} yes={say(yes)} no={say("keys.keep")} danger onYes={onYes} onNo={onNo}>
      <p>{say(about, { name })}</p>
      {mine && <p><strong>{say("keys.own")}</strong></p>}
    </Ask>
  );
}

function isValid(key: ManagedKey): boolean {
  return key.disabledAt === null && (key.expiresAt === null || Date.parse(key.expiresAt) > Date.now());
}

/** `Make documents · expires 31 Dec 2027 · last used 21 Nov 2026, 16:25`. */
function facts(key: ManagedKey): string {
  return [
    key.person ? [say(`role.${key.scope as Role}`), key.person.email].filter(Boolean).join(", ") : say(`may.${key.scope}`),
    key.templateLabels.length > 0 && say("keys.only", { labels: key.templateLabels.join(", ") }),
    key.requestsPerMinute !== null && say("keys.atMost", { count: key.requestsPerMinute }),
    end(key),
    key.lastUsedAt ? say("keys.used", { moment: moment(key.lastUsedAt) }) : say("keys.unused"),
  ].filter(Boolean).join(" · ");
}

function end(key: ManagedKey): string {
  if (key.expiresAt === null) return say("keys.neverExpires");
  if (key.person) return say("keys.sessionEnds", { moment: moment(key.expiresAt) });
  return say(isValid(key) ? "keys.expiresOn" : "keys.expiredOn", { day: day(key.expiresAt) });
}
