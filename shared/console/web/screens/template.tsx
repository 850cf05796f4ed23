// One template: what can be done with it.

import { keptFile, managedTemplate, metadata, model, registerTemplate } from "../api/calls";
import { type Key, say } from "../languages";
import { Heading } from "../parts/heading";
import { Icon } from "../parts/icon";
import { useLoaded } from "../parts/load";
import { Loading, Note, ProblemNote } from "../parts/notes";
import { Say } from "../parts/say";
import { href, type Tab } from "../route";
import { knownAccount, knownTemplates, listed, loadTemplates, manages, registered } from "../state";
import { Added } from "./added";
import { Bulk } from "./bulk";
import { Convert } from "./convert";
import { Describe } from "./describe";
import { Draft } from "./draft";
import { Fill } from "./fill";
import { FormLinks } from "./form-links";
import { Found } from "./found";
import { JobList } from "./jobs";
import { Live } from "./live";
import { Manage } from "./manage";
import { useNewer } from "./newer";
import { Refused } from "./register";
import { Versions } from "./versions";

const TABS: [Tab, Key][] = [
  ["fill", "template.one"],
  ["bulk", "template.many"],
  ["fields", "template.fields"],
  ["jobs", "template.jobs"],
  ["settings", "template.settings"],
];

async function load(id: string) {
  await knownAccount();
  const managed = manages.value ? await managedTemplate(id) : null;
  if (managed?.status === "disabled") return { managed, known: null };
  const draft = managed?.status === "draft" ? managed.version : undefined;
  const [found, sample, all] = await Promise.all([metadata(id, draft), model(id, draft), knownTemplates()]);
  const about = managed ?? all.find((template) => template.templateId === id);
  return { managed, known: { id, key: `${id} ${found.version}`, ...(draft && { draft }), metadata: found, model: sample }, about: about?.description || about?.fileName };
}

/** Of the template's own file: the result is its next version. */
function conversion(id: string, again: () => void) {
  return {
    source: () => keptFile(id),
    onUse: async (file: File) => {
      registered.value = await registerTemplate(file, id);
      again();
      await loadTemplates();
    },
  };
}

/** The screen of a template. */
export function TemplateScreen({ id, tab }: { id: string; tab: Tab }) {
  const [{ value: loaded, problem }, again] = useLoaded(() => load(id), [id]);
  // Of a template with errors nothing more is loaded; the next save may be without.
  useNewer(id, null, manages.value && problem?.code === "template-error", again);
  const back = <a class="back" href={href({ screen: "templates" })}><Icon name="left" /> {say("templates.title")}</a>;
  const entry = listed(id);
  const name = loaded?.known?.metadata.name ?? loaded?.managed?.name ?? entry?.name ?? say("template.tabs");
  const manage = (how: { hidden?: boolean; kept?: boolean } = {}) =>
    manages.value && <Manage id={id} name={name} tag={loaded?.managed?.tag} onChanged={again} {...how} />;
  if (problem?.code === "template-error") {
    return (
      <>
        <Heading title={name} above={back} about={entry?.description || entry?.fileName} />
        <Refused name={entry?.fileName ?? name} problem={problem} />
        {manage({ kept: false })}
      </>
    );
  }
  if (!loaded?.known) {
    return (
      <>
        <Heading title={name} above={back} />
        {problem && <ProblemNote problem={problem} />}
        {loaded && <Note tone="plain" title={say("template.isDisabled")}><p>{say("template.enableFirst")}</p></Note>}
        {loaded && manage({ hidden: true })}
        {!loaded && !problem && <Loading what="loading.template" />}
      </>
    );
  }
  const { known } = loaded;
  return (
    <>
      <Heading title={known.metadata.name} above={back} about={loaded.about} />
      <nav class="tabs" aria-label={say("template.tabs")}>
        {TABS.filter(([name]) => name !== "settings" || loaded.managed).map(([name, text]) => (
          <a key={name} href={href({ screen: "template", id, tab: name })} {...(tab === name && { "aria-current": "page" as const })}>
            {say(text)}
          </a>
        ))}
      </nav>
      {known.draft && tab !== "settings" && (
        <Note tone="warning" title={say("draft.isDraft")}><p><Say id="draft.try" link={(words) => <a href={href({ screen: "template", id, tab: "settings" })}>{words}</a>} /></p></Note>
      )}
      {(tab === "fields" || tab === "settings") && <Added metadata={known.metadata} />}
      {tab === "fill" && <Fill known={known} />}
      {tab === "bulk" && <Bulk known={known} />}
      {tab === "fields" && <Found metadata={known.metadata} convert={manages.value && <Convert {...conversion(id, again)} />} />}
      {tab === "jobs" && <JobList templateId={id} />}
      {tab === "settings" && loaded.managed && (
        <div class="settings">
          <Draft details={loaded.managed} onChanged={again} />
          <section aria-labelledby="about">
            <h2 id="about">{say("describe.title")}</h2>
            <Describe details={loaded.managed} onChanged={again} />
          </section>
          {loaded.managed.status === "ready" && <FormLinks id={id} />}
          <Live id={id} onChanged={again} />
          <Versions details={loaded.managed} onChanged={again} />
          {manage()}
        </div>
      )}
    </>
  );
}
