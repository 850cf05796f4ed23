// One template: what can be done with it.

import { managedTemplate, metadata, model, registerTemplate, templateFile } from "../api/calls";
import type { Data, Metadata } from "../api/types";
import { Heading } from "../parts/heading";
import { Icon } from "../parts/icon";
import { useLoaded } from "../parts/load";
import { Loading, Note, ProblemNote } from "../parts/notes";
import { href, type Tab } from "../route";
import { knownAccount, knownTemplates, listed, loadTemplates, manages, registered } from "../state";
import { Bulk } from "./bulk";
import { Convert } from "./convert";
import { Fill } from "./fill";
import { Found } from "./found";
import { JobList } from "./jobs";
import { Manage } from "./manage";
import { Refused } from "./register";
import { Versions } from "./versions";

/** What the tabs work with. */
export interface Known {
  id: string;
  /** Names the template in this version: what is begun for it is kept under this. */
  key: string;
  metadata: Metadata;
  model: Data;
}

const TABS: [Tab, string][] = [
  ["fill", "One document"],
  ["bulk", "Many documents"],
  ["fields", "Fields"],
  ["jobs", "Jobs"],
];

async function load(id: string) {
  await knownAccount();
  const managed = manages.value ? await managedTemplate(id) : null;
  if (managed?.status === "disabled") return { managed, known: null };
  const [found, sample, all] = await Promise.all([metadata(id), model(id), knownTemplates()]);
  const about = managed ?? all.find((template) => template.templateId === id);
  return { managed, known: { id, key: `${id} ${found.version}`, metadata: found, model: sample }, about: about?.description || about?.fileName };
}

/** Of the template's own file: the result is its next version. */
function conversion(id: string, again: () => void) {
  return {
    source: async () => {
      const { file, name } = await templateFile(id);
      return new File([file], name);
    },
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
  const back = <a class="back" href={href({ screen: "templates" })}><Icon name="left" /> Templates</a>;
  const entry = listed(id);
  const name = loaded?.known?.metadata.name ?? loaded?.managed?.name ?? entry?.name ?? "Template";
  const manage = (how: { hidden?: boolean; kept?: boolean } = {}) =>
    manages.value && <Manage id={id} name={name} onChanged={again} {...how} />;
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
        {loaded && <Note tone="plain" title="This template is disabled"><p>No documents can be made from it until it is enabled.</p></Note>}
        {loaded && manage({ hidden: true })}
        {!loaded && !problem && <Loading what="the template" />}
      </>
    );
  }
  const { known } = loaded;
  return (
    <>
      <Heading title={known.metadata.name} above={back} about={loaded.about} />
      <nav class="tabs" aria-label="Template">
        {TABS.map(([name, text]) => (
          <a key={name} href={href({ screen: "template", id, tab: name })} {...(tab === name && { "aria-current": "page" as const })}>
            {text}
          </a>
        ))}
      </nav>
      {tab === "fill" && <Fill known={known} />}
      {tab === "bulk" && <Bulk known={known} />}
      {tab === "fields" && <Found metadata={known.metadata} convert={manages.value && <Convert {...conversion(id, again)} />}>
        {loaded.managed && <Versions id={id} details={loaded.managed} onChanged={again} />}
        {manage()}
      </Found>}
      {tab === "jobs" && <JobList templateId={id} />}
    </>
  );
}
