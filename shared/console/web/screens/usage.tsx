// Limits and usage of the subscription.

import { subscription } from "../api/calls";
import { locale, say } from "../languages";
import { Heading } from "../parts/heading";
import { useLoaded } from "../parts/load";
import { Loading, ProblemNote } from "../parts/notes";
import { bytes, count, duration, mebibytes } from "../words";
import { FIRST } from "./frame";

/** The screen. */
export function UsageScreen() {
  const [{ value: known, problem }] = useLoaded(() => subscription(), []);
  return (
    <>
      <Heading title={say("usage.title")} about={say("usage.about")} />
      {problem && <ProblemNote problem={problem} />}
      {!known && !problem && <Loading what="loading.usage" />}
      {known && <Summary known={known} />}
    </>
  );
}

function Summary({ known }: { known: Awaited<ReturnType<typeof subscription>> }) {
  const { limits, usage, key } = known;
  const most = limits.monthlyDocuments ?? null;
  const room = limits.storageBytes ?? null;
  const month = new Intl.DateTimeFormat(locale.value, { month: "long", year: "numeric", timeZone: "UTC" });
  return (
    <>
      <div class="tiles">
        <div class="tile">
          <p class="tile-label">{say("usage.documents", { month: month.format(new Date(`${usage.month}-01T00:00:00Z`)) })}</p>
          <p class="tile-value">{count(usage.documents)}{most !== null && <span class="muted"> {say("usage.of", { most })}</span>}</p>
          {most !== null && <progress max={most} value={usage.documents} aria-label={say("usage.quota")} />}
          <p class="muted">{say(most === null ? "usage.unlimited" : "usage.resets")}</p>
        </div>
        <div class="tile">
          <p class="tile-label">{say("usage.templates")}</p>
          <p class="tile-value">{count(usage.templates)}</p>
          <p class="muted">{say("usage.ready")}</p>
        </div>
        <div class="tile">
          <p class="tile-label">{say("usage.storage")}</p>
          <p class="tile-value">{bytes(usage.storageBytes)}{room !== null && <span class="muted"> {say("usage.of", { most: bytes(room) })}</span>}</p>
          {room !== null && <progress max={room} value={usage.storageBytes} aria-label={say("usage.storageOf")} />}
          <p class="muted">{say(room === null ? "usage.storageUnlimited" : "usage.storageLimited")}</p>
        </div>
      </div>
      <section>
        <h2>{say(key.person ? "usage.you" : "usage.key")}</h2>
        <dl class="facts">
          {known.name !== FIRST && <div><dt>{say("usage.subscription")}</dt><dd>{known.name}</dd></div>}
          <div><dt>{say("usage.subscriptionId")}</dt><dd><code>{known.subscriptionId}</code></dd></div>
          {key.person && <div><dt>{say("usage.signedInAs")}</dt><dd>{key.person.name}{key.person.email && <> ({key.person.email})</>}</dd></div>}
          <div><dt>{say(key.person ? "usage.sessionId" : "usage.keyId")}</dt><dd><code>{key.keyId}</code></dd></div>
          <div><dt>{say("usage.may")}</dt><dd>{say(`may.${key.scope}`)}</dd></div>
        </dl>
      </section>
      <section>
        <h2>{say("usage.limits")}</h2>
        <dl class="facts">
          <div><dt>{say("usage.templateFile")}</dt><dd>{mebibytes(limits.templateBytes)}</dd></div>
          <div><dt>{say("usage.document")}</dt><dd>{mebibytes(limits.documentBytes)}</dd></div>
          {limits.requestsPerMinute != null && <div><dt>{say("usage.requests")}</dt><dd>{say("usage.perMinute", { count: limits.requestsPerMinute })}</dd></div>}
          <div><dt>{say("usage.request")}</dt><dd>{say("usage.unpacked", { size: mebibytes(limits.requestBytes), unpacked: mebibytes(limits.requestExpandedBytes) })}</dd></div>
          <div><dt>{say("usage.time")}</dt><dd>{duration(limits.renderTimeMs / 1000)}</dd></div>
        </dl>
      </section>
    </>
  );
}
