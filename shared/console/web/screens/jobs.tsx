// Bulk jobs: all of them, or a template's.

import { useState } from "preact/hooks";
import { jobs as ask } from "../api/calls";
import type { Job } from "../api/types";
import { Heading } from "../parts/heading";
import { Icon } from "../parts/icon";
import { useLoaded } from "../parts/load";
import { Loading, Nothing, ProblemNote } from "../parts/notes";
import { Pager } from "../parts/pager";
import { href } from "../route";
import { knownTemplates, listed, templates } from "../state";
import { count, counted, moment } from "../words";

const PAGE = 20;

const STATUS: Record<Job["status"], string> = {
  Pending: "Waiting",
  Running: "Running",
  Completed: "Done",
  Failed: "Failed",
  Canceled: "Canceled",
};

/** How a job stands, in a word and a color. One with failures is not simply done. */
export function standing(job: Job): { text: string; tone: string } {
  if (job.status !== "Completed" || job.failedGenerationCount === 0) return { text: STATUS[job.status], tone: job.status.toLowerCase() };
  return job.completedCount === 0 ? { text: "Failed", tone: "failed" } : { text: "Done with errors", tone: "partial" };
}

/** The same, to be seen. */
export function Badge({ job }: { job: Job }) {
  const { text, tone } = standing(job);
  return <span class={`badge ${tone}`}>{text}</span>;
}

/** The jobs of all templates, or of a chosen one. */
export function JobsScreen() {
  const [chosen, setChosen] = useState("");
  // Names for the jobs, and for the choice; without them the jobs are there all the same.
  const [{ value: all }] = useLoaded(knownTemplates, []);
  return (
    <>
      <Heading title="Jobs" about="Bulk jobs. Download a finished job's file within 24 hours.">
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
      <JobList key={chosen} templateId={chosen || null} />
    </>
  );
}

/** The jobs of a template, or all, newest first. */
export function JobList({ templateId }: { templateId: string | null }) {
  const [page, setPage] = useState(1);
  const [{ value: found, problem }, again] = useLoaded(() => ask(page, PAGE, templateId), [templateId, page]);
  if (problem) return <ProblemNote problem={problem} />;
  if (!found) return <Loading what="jobs" />;
  if (found.items.length === 0) {
    return (
      <Nothing icon="jobs" title="No jobs yet.">
        <p>To make a document for each row of a sheet, choose a template, then “Many documents”.</p>
      </Nothing>
    );
  }
  return (
    <>
      <ul class="list">
        {found.items.map((job) => (
          <li key={job.jobId}>
            <a class="entry" href={href({ screen: "job", id: job.jobId })}>
              <Badge job={job} />
              <span class="entry-main">
                <span class="entry-title">{listed(job.templateId)?.name ?? (templates.value ? "Deleted template" : "…")}</span>
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
      <Pager page={page} last={found.last} onPage={setPage} />
      <button type="button" class="small" onClick={again}>Refresh</button>
    </>
  );
}
