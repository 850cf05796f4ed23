// Limits and usage of the subscription.

import { subscription } from "../api/calls";
import { Heading } from "../parts/heading";
import { useLoaded } from "../parts/load";
import { Loading, ProblemNote } from "../parts/notes";
import { bytes, count, duration } from "../words";

/** The screen. */
export function UsageScreen() {
  const [{ value: known, problem }] = useLoaded(() => subscription(), []);
  return (
    <>
      <Heading title="Usage" about="What your key may do, and what your subscription has used." />
      {problem && <ProblemNote problem={problem} />}
      {!known && !problem && <Loading what="usage" />}
      {known && <Summary known={known} />}
    </>
  );
}

function Summary({ known }: { known: Awaited<ReturnType<typeof subscription>> }) {
  const { limits, usage, key } = known;
  const most = limits.monthlyDocuments ?? null;
  const room = limits.storageBytes ?? null;
  const month = new Intl.DateTimeFormat(navigator.language, { month: "long", year: "numeric", timeZone: "UTC" });
  return (
    <>
      <div class="tiles">
        <div class="tile">
          <p class="tile-label">Documents in {month.format(new Date(`${usage.month}-01T00:00:00Z`))}</p>
          <p class="tile-value">{count(usage.documents)}{most !== null && <span class="muted"> of {count(most)}</span>}</p>
          {most !== null && <progress max={most} value={usage.documents} aria-label="Documents of this month's quota" />}
          <p class="muted">{most === null ? "No monthly limit." : "The count resets on the first of each month (UTC)."} Previews do not count.</p>
        </div>
        <div class="tile">
          <p class="tile-label">Templates</p>
          <p class="tile-value">{count(usage.templates)}</p>
          <p class="muted">Ready to use.</p>
        </div>
        <div class="tile">
          <p class="tile-label">Storage</p>
          <p class="tile-value">{bytes(usage.storageBytes)}{room !== null && <span class="muted"> of {bytes(room)}</span>}</p>
          {room !== null && <progress max={room} value={usage.storageBytes} aria-label="Storage of this subscription" />}
          <p class="muted">Templates in all versions, uploads and jobs. {room === null ? "No limit." : "Old jobs are removed automatically."}</p>
        </div>
      </div>
      <section>
        <h2>This key</h2>
        <dl class="facts">
          <div><dt>Subscription</dt><dd>{known.name}</dd></div>
          <div><dt>Subscription id</dt><dd><code>{known.subscriptionId}</code></dd></div>
          <div><dt>Key id</dt><dd><code>{key.keyId}</code></dd></div>
          <div><dt>May</dt><dd>{key.scope === "manage" ? "make documents and manage templates" : "make documents"}</dd></div>
        </dl>
      </section>
      <section>
        <h2>Limits</h2>
        <dl class="facts">
          <div><dt>A template's file</dt><dd>{bytes(limits.templateBytes)}</dd></div>
          <div><dt>A finished document</dt><dd>{bytes(limits.documentBytes)}</dd></div>
          {limits.requestsPerMinute != null && <div><dt>Requests</dt><dd>{count(limits.requestsPerMinute)} a minute</dd></div>}
          <div><dt>A request</dt><dd>{bytes(limits.requestBytes)}; {bytes(limits.requestExpandedBytes)} when unpacked</dd></div>
          <div><dt>Time to fill in a template</dt><dd>{duration(limits.renderTimeMs / 1000)}</dd></div>
        </dl>
      </section>
    </>
  );
}
