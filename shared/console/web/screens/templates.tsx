// The templates: find one, add one.

import { useState } from "preact/hooks";
import { Heading } from "../parts/heading";
import { Icon } from "../parts/icon";
import { useLoaded } from "../parts/load";
import { Loading, Nothing, ProblemNote } from "../parts/notes";
import { Pager } from "../parts/pager";
import { Thumbnail } from "../parts/thumbnail";
import { href } from "../route";
import { loadTemplates, manages, templates } from "../state";
import { counted, day } from "../words";
import { Register } from "./register";

const PAGE = 20;

/** The list, with search. */
export function TemplatesScreen() {
  const [{ problem }, again] = useLoaded(loadTemplates, []);
  const [sought, setSought] = useState("");
  const [page, setPage] = useState(1);
  const all = templates.value;
  const words = sought.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = (all ?? []).filter((template) => {
    const text = `${template.name} ${template.description ?? ""} ${template.fileName}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  const last = Math.max(1, Math.ceil(found.length / PAGE));
  const shown = found.slice((Math.min(page, last) - 1) * PAGE, Math.min(page, last) * PAGE);
  return (
    <>
      <Heading title="Templates" about="Word documents with fields. Choose one to fill it in, or to make many documents at once.">
        <a class="button" href={href({ screen: "guide" })}>Write a template</a>
      </Heading>
      {manages.value && <Register onRejected={again} />}
      <div class="toolbar">
        <label class="search">
          <span class="unseen">Search templates</span>
          <Icon name="search" />
          <input type="search" placeholder="Search by name or description" value={sought}
            onInput={(event) => {
              setSought(event.currentTarget.value);
              setPage(1);
            }} />
        </label>
        {all && <p class="muted" role="status">{words.length ? `${counted(found.length, "template")} found` : counted(all.length, "template")}</p>}
      </div>
      {problem && <ProblemNote problem={problem} />}
      {!all && !problem && <Loading what="templates" />}
      {all && found.length === 0 && (
        words.length
          ? <Nothing icon="search" title="No templates found."><p>Try fewer words or another spelling.</p></Nothing>
          : <Nothing icon="templates" title="No templates yet."><p>Add a Word document above, or <a href={href({ screen: "guide" })}>learn how to write one</a>.</p></Nothing>
      )}
      {shown.length > 0 && (
        <ul class="list">
          {shown.map((template) => (
            <li key={template.templateId}>
              <a class="entry" href={href({ screen: "template", id: template.templateId, tab: template.status === "rejected" ? "fields" : "fill" })}>
                {template.status === "disabled"
                  ? <span class="sheet" aria-hidden="true">W</span>
                  : <Thumbnail id={template.templateId} change={template.updatedAt} bad={template.status === "rejected"} />}
                <span class="entry-main">
                  <span class="entry-title">
                    {template.name}
                    {template.status === "rejected" && <span class="badge rejected">{counted(template.errors?.length ?? 0, "error")}</span>}
                    {template.status === "disabled" && <span class="badge">Disabled</span>}
                  </span>
                  <span class="muted">{template.description || template.fileName}</span>
                </span>
                <span class="entry-side muted">
                  <span>{counted(template.placeholderCount + template.contentControlCount, "field")}</span>
                  <span>{day(template.updatedAt)}</span>
                </span>
                <Icon name="right" />
              </a>
            </li>
          ))}
        </ul>
      )}
      <Pager page={Math.min(page, last)} last={last} onPage={setPage} />
    </>
  );
}
