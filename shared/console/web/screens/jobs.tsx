// Bulk jobs: all of them, or a template's.

import { useEffect, useState } from "preact/hooks";
import { jobs as ask } from "../api/calls";
import type { Job } from "../api/types";
import { say } from "../languages";
import { Heading } from "../parts/heading";
import { Icon } from "../parts/icon";
import { useLoaded } from "../parts/load";
import { Loading, Nothing, ProblemNote } from "../parts/notes";
import { Pager } from "../parts/pager";
import { href } from "../route";
import { knownTemplates, listed, templates } from "../state";
import { moment } from "../words";

const PAGE = 20;

/** Between two looks at jobs that go on. */
const LOOK_MS = 3000;

/** How a job stands, in a word and a color. One with failures is not simply done. */
export function standing(job: Job): { text: string; tone: string } {
  if (job.status !== "Completed" || job.failedGenerationCount === 0) return { text: say(`status.${job.status}`), tone: job.status.toLowerCase() };
  return job.completedCount === 0 ? { text: say("status.Failed"), tone: "failed" } : { text: say("status.partial"), tone: "partial" };
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
      <Heading title={say("jobs.title")} about={say("jobs.about")}>
        {all && (
          <div class="field inline">
            <label for="of">{say("jobs.template")}</label>
            <select id="of" value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
              <option value="">{say("jobs.allTemplates")}</option>
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
  const runs = found?.items.some(({ status }) => status === "Pending" || status === "Running") ?? false;
  useEffect(() => {
    if (!runs) return;
    const look = setInterval(again, LOOK_MS);
    return () => clearInterval(look);
  }, [runs, page, templateId]);
  if (problem) return <ProblemNote problem={problem} />;
  if (!found) return <Loading what="loading.jobs" />;
  if (found.items.length === 0) {
    return (
      <Nothing icon="jobs" title={say("jobs.none")}>
        <p>{say("jobs.how")}</p>
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
                <span class="entry-title">{listed(job.templateId)?.name ?? (templates.value ? say("jobs.deleted") : "…")}</span>
                <span class="muted">
                  {say("jobs.made", { made: job.completedCount, count: job.totalCount, format: say(job.format === ".pdf" ? "fill.pdf" : "fill.word") })}
                  {job.failedGenerationCount > 0 && <>, <span class="bad">{say("job.failed", { count: job.failedGenerationCount })}</span></>}
                </span>
              </span>
              <span class="entry-side muted"><span>{moment(job.startedAt)}</span></span>
              <Icon name="right" />
            </a>
          </li>
        ))}
      </ul>
      <Pager page={page} last={found.last} onPage={setPage} />
      <button type="button" class="small" onClick={again}>{say("refresh")}</button>
    </>
  );
}
