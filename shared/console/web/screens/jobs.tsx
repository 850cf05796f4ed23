// Bulk jobs: all of them, or a template's.

import { useState } from "preact/hooks";
import { jobsOf } from "../api/calls";
import type { Job } from "../api/types";
import { Heading } from "../parts/heading";
import { Icon } from "../parts/icon";
import { useLoaded } from "../parts/load";
import { Loading, Nothing, ProblemNote } from "../parts/notes";
import { href } from "../route";
import { knownTemplates, templates } from "../state";
import { count, counted, moment } from "../words";

/** Jobs are listed by template: of how many templates they are asked for at once, and how many of each. */
const MOST_TEMPLATES = 30;
const NEWEST = 20;

/** What a status is called. */
export const STATUS: Record<Job["status"], string> = {
  Pending: "Waiting",
  Running: "Running",
  Completed: "Done",
  Failed: "Failed",
  Canceled: "Canceled",
};

/** The jobs of all templates, or of a chosen one. */
export function JobsScreen() {
  const [chosen, setChosen] = useState("");
  const [{ value: all, problem }] = useLoaded(knownTemplates, []);
  const ids = chosen ? [chosen] : (all ?? []).slice(0, MOST_TEMPLATES).map((template) => template.templateId);
  return (
    <>
      <Heading title="Jobs" about="Documents made many at once. A finished job's file is kept for a day.">
        {all && (
          <div class="field inline">
            <label for="of">Template</label>
            <select id="of" value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
              <option value="">All templates</option>
              {all.map((template) => <option key={template.templateId} value={template.templateId}>{template.name}</option>)}
            </select>
          </div>
        )}
      </Heading>
      {problem && <ProblemNote problem={problem} />}
      {!all && !problem && <Loading what="jobs" />}
      {all && !chosen && all.length > MOST_TEMPLATES && (
        <p class="muted">These are jobs of the first {MOST_TEMPLATES} templates. Choose a template to see its own.</p>
      )}
      {all && <JobList key={chosen} templateIds={ids} />}
    </>
  );
}

async function load(ids: string[]): Promise<Job[]> {
  const lists = await Promise.all(ids.map((id) => jobsOf(id, NEWEST)));
  return lists.flat().sort((a, b) => b.startedAt.localeCompare(a.startedAt));
}

/** The jobs of some templates, newest first. */
export function JobList({ templateIds }: { templateIds: string[] }) {
  const [{ value: jobs, problem }, again] = useLoaded(() => load(templateIds), [templateIds.join()]);
  if (problem) return <ProblemNote problem={problem} />;
  if (!jobs) return <Loading what="jobs" />;
  if (jobs.length === 0) {
    return (
      <Nothing icon="jobs" title="No job yet.">
        <p>Choose a template, then “Many documents”, to make a document for each row of a sheet.</p>
      </Nothing>
    );
  }
  const name = (job: Job) => templates.value?.find((template) => template.templateId === job.templateId)?.name ?? "A template that is gone";
  return (
    <>
      <ul class="list">
        {jobs.map((job) => (
          <li key={job.jobId}>
            <a class="entry" href={href({ screen: "job", id: job.jobId })}>
              <span class={`badge ${job.status.toLowerCase()}`}>{STATUS[job.status]}</span>
              <span class="entry-main">
                <span class="entry-title">{name(job)}</span>
                <span class="muted">
                  {count(job.completedCount)} of {counted(job.totalCount, "document")}, {job.format === ".pdf" ? "PDF" : "Word"}
                  {job.failedGenerationCount > 0 && <>, <span class="bad">{count(job.failedGenerationCount)} failed</span></>}
                </span>
              </span>
              <span class="entry-side muted"><span>{moment(job.startedAt)}</span></span>
              <Icon name="right" />
            </a>
          </li>
        ))}
      </ul>
      <button type="button" class="small" onClick={again}>Refresh</button>
    </>
  );
}
