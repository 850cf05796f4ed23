// The form that a link opens, for somebody without an account: nothing else of the console is here.

import { useMemo, useState } from "preact/hooks";
import { fillForm, openForm } from "../api/calls";
import { asProblem } from "../api/problem";
import type { OpenForm } from "../api/types";
import { Fields } from "../form/field";
import { complete, fieldsOf } from "../form/shape";
import { FormState } from "../form/state";
import { say } from "../languages";
import { announce } from "../parts/announce";
import { useAttempt } from "../parts/attempt";
import { draft, dropDraft } from "../parts/draft";
import { Heading } from "../parts/heading";
import { LanguageChoice } from "../parts/language";
import { useLoaded } from "../parts/load";
import { Loading, Note, ProblemNote } from "../parts/notes";
import { save } from "../parts/save";
import type { Data } from "../api/types";
import { focusFirst, useDraft } from "./fill";

/** Answers to a link that lets nobody in any more. */
const OVER = ["invalid-key", "invalid-link", "unknown-template"];

/** The page. */
export function FormPage({ secret }: { secret: string }) {
  const [{ value: form, problem }] = useLoaded(() => openForm(secret), [secret]);
  return (
    <main class="form-page">
      {form && <Asked of={form} secret={secret} />}
      {!form && !problem && <Loading what="loading.fields" />}
      {problem && (OVER.includes(problem.code) ? <Over /> : <ProblemNote problem={problem} />)}
      <LanguageChoice />
    </main>
  );
}

function Over() {
  return (
    <>
      <Heading title={say("openForm.over")} />
      <p>{say("openForm.overAbout")}</p>
    </>
  );
}

function Asked({ of: asked, secret }: { of: OpenForm; secret: string }) {
  const fields = useMemo(() => fieldsOf(asked, asked.model), [asked]);
  // What is kept for a reload is this link's alone; its key is in the address already.
  const place = `form ${secret}`;
  const form = useMemo(() => new FormState(complete(fields, (draft(place) as Data | undefined) ?? {}), asked.model), [asked]);
  const kept = useDraft(place, form, fields);
  const once = useMemo(() => crypto.randomUUID(), []);
  const [sent, setSent] = useState(0);
  const { busy, problem, attempt } = useAttempt();
  const keeps = asked.result === "keep";

  const send = (event: Event) => {
    event.preventDefault();
    return attempt(async () => {
      form.showAll.value = true;
      try {
        const made = await fillForm(secret, form.data.value, `${once} ${sent}`);
        if (made) {
          save(made.file, made.name);
          announce(say("downloaded", { name: made.name }));
        }
        if (keeps || asked.once) dropDraft(place);
        setSent(sent + 1);
      } catch (error) {
        const problem = asProblem(error);
        if (problem.code !== "invalid-data") throw problem;
        form.judge(problem.errors);
        focusFirst(form);
      }
    });
  };
  if (sent > 0 && (keeps || asked.once)) {
    return (
      <>
        <Heading title={say(keeps ? "openForm.thanks" : "openForm.downloaded")} />
        <p>{say("openForm.close")}</p>
      </>
    );
  }
  return (
    <>
      <Heading title={asked.name} about={asked.description ?? undefined} />
      <form onSubmit={send} noValidate>
        <Fields fields={fields} state={form} path={[]} />
        {!kept && <Note tone="warning" title={say("fill.tooLarge")} />}
        {problem && (OVER.includes(problem.code) ? <Note tone="warning" title={say("openForm.over")}><p>{say("openForm.overAbout")}</p></Note> : <ProblemNote problem={problem} />)}
        <p class="muted">{keeps ? say("openForm.goesTo") : say("openForm.gives", { format: say(asked.format === ".pdf" ? "fill.pdf" : "fill.word") })}</p>
        <p class="actions"><button class="primary large" disabled={busy}>{say(busy ? "fill.making" : keeps ? "openForm.send" : "openForm.download")}</button></p>
      </form>
    </>
  );
}
