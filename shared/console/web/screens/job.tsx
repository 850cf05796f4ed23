// One job, as it goes on.

import { useEffect, useRef, useState } from "preact/hooks";
import { cancelJob, job as ask } from "../api/calls";
import { pause } from "../api/connection";
import { asProblem, isAbort, type Problem } from "../api/problem";
import type { Job } from "../api/types";
import { cellText } from "../bulk/sheet";
import { csvOf, type Origin, rowOf, rowsOf, tryAgain } from "../bulk/rows";
import { say } from "../languages";
import { announce } from "../parts/announce";
import { Ask } from "../parts/ask";
import { useAttempt } from "../parts/attempt";
import { Heading } from "../parts/heading";
import { Icon } from "../parts/icon";
import { Loading, Note, ProblemNote } from "../parts/notes";
import { Prose } from "../parts/prose";
import { Say } from "../parts/say";
import { follow, save } from "../parts/save";
import { phrase } from "../phrases";
import { go, href } from "../route";
import { knownTemplates, listed } from "../state";
import { Table } from "../parts/table";
import { bytes, count, duration, faultsOf, moment, sentence } from "../words";
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
  const [broken, setBroken] = useState<Problem | null>(null);
  const { busy, problem: refused, attempt } = useAttempt();
  const problem = refused ?? broken;
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
          if (before) announce(say("job.finished", { status: standing(now).text, count: now.completedCount }));
          return;
        }
        before = now;
        await pause(POLL_MS, leave.signal);
      }
    };
    watch().catch((error) => isAbort(error) || setBroken(asProblem(error)));
    return () => leave.abort(new DOMException("left", "AbortError"));
  }, [id]);

  // The link is signed again at each read: one that was read when the job ended may have run out.
  const download = () => attempt(async () => {
    const now = await ask(id);
    setJob(now);
    if (now.zipUrl) follow(now.zipUrl);
  });

  const cancel = (archive: boolean) => {
    setAsked(false);
    void attempt(async () => setJob(await cancelJob(id, archive)));
  };

  const template = job && listed(job.templateId);
  const back = <a class="back" href={href({ screen: "jobs" })}><Icon name="left" /> {say("jobs.title")}</a>;
  return (
    <>
      <Heading title={template ? say("job.of", { name: template.name }) : say("job.title")} above={back}
        about={job && say("job.started", { moment: moment(job.startedAt) })}>
        {job && !over(job) && (
          <button type="button" disabled={busy} onClick={() => setAsked(true)}>{say("job.cancel")}</button>
        )}
        {job?.zipUrl && (
          <button type="button" class="primary" disabled={busy} onClick={download}>
            <Icon name="download" /> {job.zipSizeBytes === null ? say("download") : say("job.download", { size: bytes(job.zipSizeBytes) })}
          </button>
        )}
      </Heading>
      {asked && job && !over(job) && (
        <Ask title={say("job.cancelQuestion")} yes={say("job.cancel")} no={say("job.keepRunning")} danger
          instead={job.completedCount > 0 ? say("job.keepFinished") : undefined}
          onYes={() => cancel(false)}
          onInstead={() => cancel(true)}
          onNo={() => setAsked(false)}>
          <p>{say("job.discarded", { count: job.completedCount })}</p>
          {job.completedCount > 0 && <p>{say("job.keepFinishedAbout")}</p>}
        </Ask>
      )}
      {problem && <ProblemNote problem={problem} />}
      {!job && !problem && <Loading what="loading.job" />}
      {job && <Progress job={job} marks={marks.current} />}
      {job && job.failedGenerations.length > 0 && <Failures job={job} />}
      {job && job.warnings.length > 0 && <Warnings job={job} />}
    </>
  );
}

function Progress({ job, marks }: { job: Job; marks: Mark[] }) {
  const done = settled(job);
  // A large upload is counted after its job began.
  const known = job.totalCount > 0;
  const [from, to] = [marks[0], marks[marks.length - 1]];
  const seconds = from && to ? (to.at - from.at) / 1000 : 0;
  const rate = seconds > 1 && from && to ? (to.settled - from.settled) / seconds : 0;
  const whole = job.endTime ? (Date.parse(job.endTime) - Date.parse(job.startedAt)) / 1000 : 0;
  return (
    <section class="card job">
      <p class="job-line">
        <Badge job={job} />
        <span class="job-count">{count(job.completedCount)} {known && <span class="muted">{say("job.ofTotal", { count: job.totalCount })}</span>}</span>
      </p>
      <div class="bar" role="progressbar" aria-label={say("job.progress")} aria-valuemin={0} aria-valuemax={job.totalCount} aria-valuenow={done}>
        <span style={{ width: share(job.completedCount, job.totalCount) }} /><span class="failed" style={{ width: share(job.failedGenerationCount, job.totalCount) }} />
      </div>
      <p class="muted">
        {say("job.made", { count: job.completedCount })}, <span class={job.failedGenerationCount ? "bad" : ""}>{say("job.failed", { count: job.failedGenerationCount })}</span>
        {job.warnedCount > 0 && <>, {say("job.warned", { count: job.warnedCount })}</>}
        {!over(job) && rate > 0 && <>, {say("job.rate", { count: Math.round(rate * 10) / 10 })}, {say("job.left", { time: duration((job.totalCount - done) / rate) })}</>}
        {!over(job) && !known && <>, {say("job.reading")}</>}
        {!over(job) && known && done === job.totalCount && <>, {say("job.packing")}</>}
        {over(job) && whole > 0 && <>, {whole > 1 ? say("job.tookAt", { time: duration(whole), count: Math.round((done / whole) * 10) / 10 }) : say("job.took", { time: duration(whole) })}</>}
      </p>
      {job.errorMessage && <Note tone={job.status === "Failed" ? "error" : "warning"} title={job.errorMessage} />}
      {job.status === "Canceled" && <p>{say("job.canceled")}</p>}
    </section>
  );
}

function share(part: number, whole: number): string {
  return `${whole > 0 ? (part / whole) * 100 : 0}%`;
}

function Failures({ job }: { job: Job }) {
  const rows = rowOf(job.jobId);
  const named = job.failedGenerations.some(({ fileName }) => fileName);
  const more = job.failedGenerationCount - job.failedGenerations.length;
  const origin = rowsOf(job.jobId, job.failedGenerations.map(({ globalIndex }) => Number(globalIndex)));
  const keep = () => {
    if (!origin) return;
    const why = new Map(job.failedGenerations.map(({ globalIndex, error }) => [rows?.(Number(globalIndex)), faultsOf(error).map(({ text }) => text).join(" ")]));
    const lines = origin.sheet.rows.map(({ row, cells }) => [...cells, why.get(row) ?? ""]);
    save(csvOf([...origin.sheet.columns, say("job.wrong")], lines), `${say("job.failedFile")}.csv`);
  };
  const again = () => {
    if (!origin) return;
    const failed = job.failedGenerations.flatMap(({ globalIndex, error }) =>
      faultsOf(error).map(({ pointer, text }) => ({ row: rows?.(Number(globalIndex)) ?? 0, text, ...(pointer && { path: pathOf(pointer) }) })));
    tryAgain({ ...origin, failed: origin.sheet.nested ? [] : failed });
    go({ screen: "template", id: job.templateId, tab: "bulk" });
  };
  return (
    <section>
      <div class="toolbar">
        <h2>{say("job.failures", { count: job.failedGenerationCount })}</h2>
        {origin && (
          <p class="actions">
            {!origin.sheet.nested && <button type="button" class="small" onClick={keep}><Icon name="download" /> {say("job.downloadFailed")}</button>}
            <button type="button" class="small" onClick={again}>{say("job.again")}</button>
          </p>
        )}
      </div>
      <Table label={say("job.failedDocuments")}>
        <thead><tr><th scope="col">{say(rows ? "job.row" : "job.number")}</th><th scope="col">{say("job.wrong")}</th>{origin && <th scope="col">{say("job.value")}</th>}{named && <th scope="col">{say("job.file")}</th>}</tr></thead>
        <tbody>
          {job.failedGenerations.map((failure) => {
            const row = rows ? rows(Number(failure.globalIndex)) : Number(failure.globalIndex) + 1;
            const faults = faultsOf(failure.error);
            return (
              <tr key={failure.globalIndex}>
                <th scope="row">{count(row)}</th>
                <td>{faults.map(({ text }, index) => <p key={index}><Prose text={text} /></p>)}</td>
                {origin && <td class="sample">{faults.map((fault, index) => <p key={index}><CellOf origin={origin} row={row} pointer={fault.pointer} /></p>)}</td>}
                {named && <td>{failure.fileName ?? ""}</td>}
              </tr>
            );
          })}
        </tbody>
      </Table>
      {more > 0 && <p class="muted"><Say id="job.moreFailed" count={more} /></p>}
    </section>
  );
}

/** The cell of the file that is at fault, with its column. */
function CellOf({ origin, row, pointer }: { origin: Origin; row: number; pointer: string }) {
  const column = origin.chosen.mapping[pathOf(pointer)];
  const line = origin.sheet.rows.find((line) => line.row === row);
  if (column === undefined || !line) return null;
  const value = line.cells[column];
  return <><span class="muted">{origin.sheet.columns[column]}:</span> <mark>{cellText(value) || say("job.emptyCell")}</mark></>;
}

/** The field that a pointer leads to, whichever element of a list. */
function pathOf(pointer: string): string {
  return pointer.split("/").slice(1).map((step) => (/^\d+$/.test(step) ? "[]" : step)).join(".").replaceAll(".[]", "[]");
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
      <h2>{say("job.warnings", { count: job.warnedCount })}</h2>
      <Table label={say("job.warningsTable")}>
        <thead><tr><th scope="col">{say(rows ? "job.firstRow" : "job.firstNumber")}</th><th scope="col">{say("job.documents")}</th><th scope="col">{say("job.what")}</th></tr></thead>
        <tbody>
          {[...same.values()].map(({ warning, of }, index) => (
            <tr key={index}>
              <th scope="row">{count(rows ? rows(warning.index) : warning.index + 1)}</th>
              <td>{count(of)}</td>
              <td>{sentence(phrase(warning.detail))}.{warning.text && <> <Say id="warnings.at" text={<q>{warning.text}</q>} /></>}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {job.warnedCount > new Set(job.warnings.map((warning) => warning.index)).size && (
        <p class="muted">{say("job.firstWarnings", { count: job.warnings.length })}</p>
      )}
    </section>
  );
}
