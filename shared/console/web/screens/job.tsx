// One job, as it goes on.

import { useEffect, useRef, useState } from "preact/hooks";
import { cancelJob, job as ask } from "../api/calls";
import { pause } from "../api/connection";
import { asProblem, isAbort, type Problem } from "../api/problem";
import type { Job } from "../api/types";
import { csvOf, type Origin, rowOf, rowsOf, tryAgain } from "../bulk/rows";
import { announce } from "../parts/announce";
import { Ask } from "../parts/ask";
import { Heading } from "../parts/heading";
import { Icon } from "../parts/icon";
import { Loading, Note, ProblemNote } from "../parts/notes";
import { Prose } from "../parts/prose";
import { follow, save } from "../parts/save";
import { go, href } from "../route";
import { knownTemplates, listed } from "../state";
import { Table } from "../parts/table";
import { bytes, count, counted, duration, faultsOf, moment, sentence } from "../words";
import { Badge, standing } from "./jobs";

const POLL_MS = 700;

/** How far a job was at a moment, in milliseconds. */
interface Mark {
  at: number;
  settled: number;
}

const settled = (job: Job) => job.completedCount + job.failedGenerationCount;
const over = (job: Job) => job.status !== "Pending" && job.status !== "Running";

/** The screen of a job. */
export function JobScreen({ id }: { id: string }) {
  const [job, setJob] = useState<Job | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(false);
  const marks = useRef<Mark[]>([]);

  useEffect(() => {
    const leave = new AbortController();
    void knownTemplates().catch(() => {});
    const watch = async () => {
      for (let before: Job | null = null; ; ) {
        const now: Job = await ask(id, leave.signal);
        marks.current = [...marks.current, { at: performance.now(), settled: settled(now) }].slice(-15);
        setJob(now);
        if (over(now)) {
          if (before) announce(`The job has finished: ${standing(now).text}. ${counted(now.completedCount, "document")} made.`);
          return;
        }
        before = now;
        await pause(POLL_MS, leave.signal);
      }
    };
    watch().catch((error) => isAbort(error) || setProblem(asProblem(error)));
    return () => leave.abort(new DOMException("left", "AbortError"));
  }, [id]);

  const attempt = async (what: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    await what().catch((error) => setProblem(asProblem(error)));
    setBusy(false);
  };
  // The link is signed afresh at each read: one that was read when the job ended may have run out.
  const download = () => attempt(async () => {
    const now = await ask(id);
    setJob(now);
    if (now.zipUrl) follow(now.zipUrl);
  });

  const template = job && listed(job.templateId);
  const back = <a class="back" href={href({ screen: "jobs" })}><Icon name="left" /> Jobs</a>;
  return (
    <>
      <Heading title={template ? `${template.name}: many documents` : "Job"} above={back}
        about={job && `Started ${moment(job.startedAt)}`}>
        {job && !over(job) && (
          <button type="button" disabled={busy} onClick={() => setAsked(true)}>Cancel the job</button>
        )}
        {job?.zipUrl && (
          <button type="button" class="primary" disabled={busy} onClick={download}>
            <Icon name="download" /> Download{job.zipSizeBytes !== null && ` (${bytes(job.zipSizeBytes)})`}
          </button>
        )}
      </Heading>
      {asked && job && !over(job) && (
        <Ask title="Cancel this job?" yes="Cancel the job" no="Keep it running" danger
          onYes={() => {
            setAsked(false);
            void attempt(async () => setJob(await cancelJob(id)));
          }}
          onNo={() => setAsked(false)}>
          <p>{counted(job.completedCount, "finished document is", "finished documents are")} discarded, and there will be no file to download.</p>
        </Ask>
      )}
      {problem && <ProblemNote problem={problem} />}
      {!job && !problem && <Loading what="the job" />}
      {job && <Progress job={job} marks={marks.current} />}
      {job && job.failedGenerations.length > 0 && <Failures job={job} />}
      {job && job.warnings.length > 0 && <Warnings job={job} />}
    </>
  );
}

function Progress({ job, marks }: { job: Job; marks: Mark[] }) {
  const done = settled(job);
  const [from, to] = [marks[0], marks[marks.length - 1]];
  const seconds = from && to ? (to.at - from.at) / 1000 : 0;
  const rate = seconds > 1 && from && to ? (to.settled - from.settled) / seconds : 0;
  const whole = job.endTime ? (Date.parse(job.endTime) - Date.parse(job.startedAt)) / 1000 : 0;
  return (
    <section class="card job">
      <p class="job-line">
        <Badge job={job} />
        <span class="job-count">{count(done)} <span class="muted">of {count(job.totalCount)}</span></span>
      </p>
      <progress max={job.totalCount} value={done} aria-label="Documents made" />
      <p class="muted">
        {count(job.completedCount)} made, <span class={job.failedGenerationCount ? "bad" : ""}>{count(job.failedGenerationCount)} failed</span>
        {job.warnedCount > 0 && <>, {count(job.warnedCount)} with warnings</>}
        {!over(job) && rate > 0 && <>, {count(Math.round(rate * 10) / 10)} a second, {duration((job.totalCount - done) / rate)} left</>}
        {!over(job) && done === job.totalCount && ", packing the file"}
        {over(job) && whole > 0 && <>, in {duration(whole)}{whole > 1 && ` (${count(Math.round((done / whole) * 10) / 10)} a second)`}</>}
      </p>
      {job.errorMessage && <Note tone={job.status === "Failed" ? "error" : "warning"} title={job.errorMessage} />}
      {job.status === "Canceled" && <p>The job was canceled before it finished; there is no file.</p>}
    </section>
  );
}

function Failures({ job }: { job: Job }) {
  const rows = rowOf(job.jobId);
  const more = job.failedGenerationCount - job.failedGenerations.length;
  const origin = rowsOf(job.jobId, job.failedGenerations.map(({ globalIndex }) => Number(globalIndex)));
  const keep = () => {
    if (!origin) return;
    const why = new Map(job.failedGenerations.map(({ globalIndex, error }) => [rows?.(Number(globalIndex)), faultsOf(error).map(({ text }) => text).join(" ")]));
    const lines = origin.sheet.rows.map(({ row, cells }) => [...cells, why.get(row) ?? ""]);
    save(csvOf([...origin.sheet.columns, "What is wrong"], lines), "failed rows.csv");
  };
  const again = () => {
    if (!origin) return;
    tryAgain(origin);
    go({ screen: "template", id: job.templateId, tab: "bulk" });
  };
  return (
    <section>
      <div class="toolbar">
        <h2>{counted(job.failedGenerationCount, "document")} failed</h2>
        {origin && (
          <p class="actions">
            {!origin.sheet.nested && <button type="button" class="small" onClick={keep}><Icon name="download" /> Download the failed rows</button>}
            <button type="button" class="small" onClick={again}>Try these again</button>
          </p>
        )}
      </div>
      <Table label="Failed documents">
        <thead><tr><th scope="col">{rows ? "Row" : "No."}</th><th scope="col">What is wrong</th>{origin && <th scope="col">Value</th>}<th scope="col">File</th></tr></thead>
        <tbody>
          {job.failedGenerations.map((failure) => {
            const row = rows ? rows(Number(failure.globalIndex)) : Number(failure.globalIndex) + 1;
            const faults = faultsOf(failure.error);
            return (
              <tr key={failure.globalIndex}>
                <th scope="row">{count(row)}</th>
                <td>{faults.map(({ text }, index) => <p key={index}><Prose text={text} /></p>)}</td>
                {origin && <td class="sample">{faults.map((fault, index) => <p key={index}><CellOf origin={origin} row={row} pointer={fault.pointer} /></p>)}</td>}
                <td>{failure.fileName ?? ""}</td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      {more > 0 && <p class="muted">{counted(more, "more document")} failed; the file <code>errors.json</code> in the archive lists all of them.</p>}
    </section>
  );
}

/** The cell of the file that is at fault, with its column. */
function CellOf({ origin, row, pointer }: { origin: Origin; row: number; pointer: string }) {
  const path = pointer.split("/").slice(1).map((step) => (/^\d+$/.test(step) ? "[]" : step)).join(".").replaceAll(".[]", "[]");
  const column = origin.chosen.mapping[path];
  const line = origin.sheet.rows.find((line) => line.row === row);
  if (column === undefined || !line) return null;
  const value = line.cells[column];
  return <><span class="muted">{origin.sheet.columns[column]}:</span> <mark>{value === undefined || value === null || value === "" ? "empty" : value instanceof Date ? value.toISOString().slice(0, 10) : typeof value === "object" ? JSON.stringify(value) : String(value)}</mark></>;
}

/** What documents lack. Most of it comes of the template and is the same for all of them. */
function Warnings({ job }: { job: Job }) {
  const rows = rowOf(job.jobId);
  const same = new Map<string, { warning: Job["warnings"][number]; of: number }>();
  for (const warning of job.warnings) {
    const key = JSON.stringify([warning.code, warning.detail, warning.part]);
    const known = same.get(key);
    same.set(key, { warning: known?.warning ?? warning, of: (known?.of ?? 0) + 1 });
  }
  return (
    <section>
      <h2>{counted(job.warnedCount, "document")} with warnings</h2>
      <Table label="Warnings">
        <thead><tr><th scope="col">{rows ? "First row" : "First no."}</th><th scope="col">Documents</th><th scope="col">What</th></tr></thead>
        <tbody>
          {[...same.values()].map(({ warning, of }, index) => (
            <tr key={index}>
              <th scope="row">{count(rows ? rows(warning.index) : warning.index + 1)}</th>
              <td>{count(of)}</td>
              <td>{sentence(warning.detail)}.{warning.text && <> At: <q>{warning.text}</q></>}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {job.warnedCount > new Set(job.warnings.map((warning) => warning.index)).size && (
        <p class="muted">The first {count(job.warnings.length)} warnings are counted here.</p>
      )}
    </section>
  );
}
