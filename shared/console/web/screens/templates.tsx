// The templates: find one, add one.

import { useState } from "preact/hooks";
import { say } from "../languages";
import { Heading } from "../parts/heading";
import { Icon } from "../parts/icon";
import { useLoaded } from "../parts/load";
import { Loading, Nothing, ProblemNote } from "../parts/notes";
import { Pager } from "../parts/pager";
import { Say } from "../parts/say";
import { Thumbnail } from "../parts/thumbnail";
import { href } from "../route";
import { account, labelsOf, type Listed, loadTemplates, manages, templates } from "../state";
import { day } from "../words";
import { Register } from "./register";

const PAGE = 20;

/** The list, with search. */
export function TemplatesScreen() {
  const [{ problem }, again] = useLoaded(loadTemplates, []);
  const [sought, setSought] = useState("");
  const [label, setLabel] = useState("");
  const [newest, setNewest] = useState(false);
  const [page, setPage] = useState(1);
  const all = templates.value;
  const labels = labelsOf(all ?? []);
  const yours = account.value?.key.templateLabels ?? [];
  const words = sought.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = (all ?? []).filter((template) => {
    const text = `${template.name} ${template.description ?? ""} ${template.fileName}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word)) && (!label || template.labels?.includes(label));
  });
  if (newest) found.sort((one, other) => other.updatedAt.localeCompare(one.updatedAt));
  // A file that never became a template waits to be fixed, out of the way of those that are used.
  const notReady = found.filter(({ status }) => status === "rejected");
  const ready = found.filter(({ status }) => status !== "rejected");
  const last = Math.max(1, Math.ceil(ready.length / PAGE));
  const shown = ready.slice((Math.min(page, last) - 1) * PAGE, Math.min(page, last) * PAGE);
  return (
    <>
      <Heading title={say("templates.title")} about={say("templates.about")}>
        <a class="button" href={href({ screen: "guide" })}>{say("templates.write")}</a>
      </Heading>
      {yours.length > 0 && <p class="muted">{say("templates.yours", { labels: yours.join(", ") })}</p>}
      {manages.value && <Register onRejected={again} />}
      <div class="toolbar">
        <label class="search">
          <span class="unseen">{say("templates.search")}</span>
          <Icon name="search" />
          <input type="search" placeholder={say("templates.searchHint")} value={sought}
            onInput={(event) => {
              setSought(event.currentTarget.value);
              setPage(1);
            }} />
        </label>
        {labels.length > 0 && (
          <div class="field inline">
            <label for="label">{say("templates.label")}</label>
            <select id="label" value={label} onChange={(event) => {
              setLabel(event.currentTarget.value);
              setPage(1);
            }}>
              <option value="">{say("templates.allLabels")}</option>
              {labels.map((name) => <option key={name} value={name}>{name}</option>)}
            </select>
          </div>
        )}
        <div class="field inline">
          <label for="sort">{say("templates.sort")}</label>
          <select id="sort" value={newest ? "newest" : "name"} onChange={(event) => {
            setNewest(event.currentTarget.value === "newest");
            setPage(1);
          }}>
            <option value="name">{say("describe.name")}</option>
            <option value="newest">{say("templates.newest")}</option>
          </select>
        </div>
        {all && <p class="muted" role="status">{words.length || label ? say("count.found", { count: found.length }) : say("count.templates", { count: ready.length })}</p>}
      </div>
      {problem && <ProblemNote problem={problem} />}
      {!all && !problem && <Loading what="loading.templates" />}
      {all && found.length === 0 && (
        words.length || label
          ? <Nothing icon="search" title={say("templates.noneFound")}><p>{say("templates.fewerWords")}</p></Nothing>
          : <Nothing icon="templates" title={say("templates.none")}><p><Say id="templates.first" link={(words) => <a href={href({ screen: "guide" })}>{words}</a>} /></p></Nothing>
      )}
      {shown.length > 0 && (
        <ul class="list">
          {shown.map((template) => (
            <Entry key={template.templateId} template={template} />
          ))}
        </ul>
      )}
      <Pager page={Math.min(page, last)} last={last} onPage={setPage} />
      {notReady.length > 0 && (
        <details open={words.length > 0}>
          <summary>{say("templates.notReady", { count: notReady.length })}</summary>
          <ul class="list">{notReady.map((template) => <Entry key={template.templateId} template={template} />)}</ul>
        </details>
      )}
    </>
  );
}

/** A template of the list. */
function Entry({ template }: { template: Listed }) {
  return (
    <li>
      <a class="entry" href={href({ screen: "template", id: template.templateId, tab: template.status === "rejected" ? "settings" : "fill" })}>
        {template.status === "disabled"
          ? <span class="sheet" aria-hidden="true">W</span>
          : <Thumbnail id={template.templateId} change={template.updatedAt} bad={template.status === "rejected"} version={template.status === "draft" ? template.version : undefined} />}
        <span class="entry-main">
          <span class="entry-title">
            {template.name}
            {template.status === "rejected" && <span class="badge rejected">{say("count.errors", { count: template.errors?.length ?? 0 })}</span>}
            {template.status === "disabled" && <span class="badge">{say("templates.disabled")}</span>}
            {template.status === "draft" && <span class="badge partial">{say("versions.draft")}</span>}
            {template.status === "ready" && template.draftVersion && <span class="badge partial">{say("templates.newDraft")}</span>}
            {template.labels?.map((name) => <span key={name} class="badge label">{name}</span>)}
          </span>
          <span class="muted">{template.description || template.fileName}</span>
        </span>
        <span class="entry-side muted">
          <span>{say("count.fields", { count: template.placeholderCount + template.contentControlCount })}</span>
          <span>{[day(template.updatedAt), template.addedBy].filter(Boolean).join(" · ")}</span>
        </span>
        <Icon name="right" />
      </a>
    </li>
  );
}
