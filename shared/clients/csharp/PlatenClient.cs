using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Threading;
using System.Threading.Tasks;

namespace Platen.Client
{
    /// <summary>
    /// A client of a service: every operation, and what takes several requests. Several threads may use it at once.
    /// </summary>
    public sealed class PlatenClient : Operations
    {
        // The pauses between two looks at a job: the first, and the longest.
        private static readonly TimeSpan FirstLook = TimeSpan.FromSeconds(0.25);
        private static readonly TimeSpan LastLook = TimeSpan.FromSeconds(5);
        private const int Page = 100;

        /// <summary>A client of the service at an address, such as <c>http://127.0.0.1:8080</c>.</summary>
        public PlatenClient(string baseUrl, string key, Settings settings = null)
            : base(baseUrl, key, settings ?? new Settings()) { }

        /// <summary>
        /// The same client with other settings: <c>platen.With(new Settings { Timeout = ... }).ConvertAsync(...)</c> for one call.
        /// It uses the connections of this one, and need not be disposed of.
        /// </summary>
        public PlatenClient With(Settings settings) => new PlatenClient(baseUrl, key, Shared(settings));

        /// <summary>Every template, of all pages.</summary>
        public async Task<IReadOnlyList<Models.Template>> AllTemplatesAsync(
            string label = null, string name = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            return await Paged(async number =>
                (await GetTemplatesAsync(number, Page, label, name, cancellationToken).ConfigureAwait(false)).Items).ConfigureAwait(false);
        }

        /// <summary>Every job, the newest first. One that starts meanwhile moves the others on: an entry may come twice.</summary>
        public async Task<IReadOnlyList<Models.Job>> AllJobsAsync(
            CancellationToken cancellationToken = default(CancellationToken))
        {
            return await Paged(number => ListAllBulkGenerationJobsAsync(number, Page, cancellationToken)).ConfigureAwait(false);
        }

        /// <summary>Every key and session, the newest first.</summary>
        public async Task<IReadOnlyList<Models.ManagedKey>> AllKeysAsync(
            CancellationToken cancellationToken = default(CancellationToken))
        {
            return await Paged(async number =>
                (await ListKeysAsync(number, Page, cancellationToken).ConfigureAwait(false)).Items).ConfigureAwait(false);
        }

        /// <summary>Every webhook, the newest first.</summary>
        public async Task<IReadOnlyList<Models.Webhook>> AllWebhooksAsync(
            CancellationToken cancellationToken = default(CancellationToken))
        {
            return await Paged(async number =>
                (await ListWebhooksAsync(number, Page, cancellationToken).ConfigureAwait(false)).Items).ConfigureAwait(false);
        }

        /// <summary>Who did what, the newest first.</summary>
        public async Task<IReadOnlyList<Models.Event>> AllEventsAsync(
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var all = new List<Models.Event>();
            string before = null;
            do
            {
                var page = await ListEventsAsync(Page, before, cancellationToken).ConfigureAwait(false);
                all.AddRange(page.Items);
                before = page.Next;
            }
            while (before != null);
            return all;
        }

        // The entries of all pages, until one is empty.
        private static async Task<List<T>> Paged<T>(Func<int, Task<List<T>>> page)
        {
            var all = new List<T>();
            for (var number = 1; ; number++)
            {
                var entries = await page(number).ConfigureAwait(false);
                if (entries.Count == 0) return all;
                all.AddRange(entries);
            }
        }

        /// <summary>Waits until a job is completed.</summary>
        /// <param name="jobId">The job.</param>
        /// <param name="progress">Is told of the job at each look at it.</param>
        /// <param name="timeout">How long to wait; as long as it takes without it.</param>
        /// <param name="cancellationToken">Ends the wait; the job continues.</param>
        /// <exception cref="JobNotCompletedException">The job failed or was canceled.</exception>
        /// <exception cref="TimedOutException">The job is not over in time.</exception>
        public async Task<Models.Job> WaitForJobAsync(
            string jobId,
            IProgress<Models.Job> progress = null,
            TimeSpan? timeout = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var watch = Stopwatch.StartNew();
            for (var pause = FirstLook; ; pause = Longer(pause))
            {
                var job = await GetBulkGenerationJobAsync(jobId, cancellationToken).ConfigureAwait(false);
                progress?.Report(job);
                if (job.Status == "Completed") return job;
                if (job.Status != "Pending" && job.Status != "Running") throw new JobNotCompletedException(job);
                if (watch.Elapsed + pause > timeout)
                {
                    throw new TimedOutException($"job {jobId} is not over after {timeout.Value.TotalSeconds} s");
                }
                await Task.Delay(pause, cancellationToken).ConfigureAwait(false);
            }
        }

        private static TimeSpan Longer(TimeSpan pause)
        {
            var next = TimeSpan.FromTicks(pause.Ticks * 3 / 2);
            return next < LastLook ? next : LastLook;
        }

        /// <summary>Starts a job and waits until it is completed, as <see cref="WaitForJobAsync"/> does.</summary>
        public async Task<Models.Job> RunJobAsync(
            Models.GenerateDocumentsBulkDto body,
            IProgress<Models.Job> progress = null,
            TimeSpan? timeout = null,
            string idempotencyKey = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            var started = await GenerateDocumentsBulkAsync(body, idempotencyKey, cancellationToken).ConfigureAwait(false);
            return await WaitForJobAsync(started.JobId, progress, timeout, cancellationToken).ConfigureAwait(false);
        }

        /// <summary>Uploads items that are too many for a request, and returns the <c>itemsUploadId</c> of a job.</summary>
        public Task<string> UploadItemsAsync(
            byte[] content,
            string mediaType = "application/jsonl",
            CancellationToken cancellationToken = default(CancellationToken)) =>
            UploadAsync(() => new ByteArrayContent(content), mediaType, cancellationToken);

        /// <summary>The same of a file, which is read as it is sent.</summary>
        public Task<string> UploadItemsAsync(
            FileInfo file,
            string mediaType = "application/jsonl",
            CancellationToken cancellationToken = default(CancellationToken)) =>
            UploadAsync(() => new StreamContent(file.OpenRead()), mediaType, cancellationToken);

        private async Task<string> UploadAsync(
            Func<HttpContent> content, string mediaType, CancellationToken cancellationToken)
        {
            var ticket = await CreateBulkUploadAsync(cancellationToken).ConfigureAwait(false);
            // The link authorizes the request: the key is not for whoever holds the storage.
            return await SendAsync(
                () =>
                {
                    var request = new HttpRequestMessage(HttpMethod.Put, Absolute(ticket.UploadUrl)) { Content = content() };
                    request.Content.Headers.TryAddWithoutValidation("Content-Type", mediaType);
                    return request;
                },
                true,
                (answer, _) =>
                {
                    using (answer) return Task.FromResult(ticket.UploadId);
                },
                cancellationToken).ConfigureAwait(false);
        }

        /// <summary>
        /// Writes a completed job's archive to a file, without holding it in memory. Where the connection breaks, it goes on from there.
        /// </summary>
        public async Task DownloadAsync(
            Models.Job job, string path, CancellationToken cancellationToken = default(CancellationToken))
        {
            if (job.ZipUrl == null) throw new JobNotCompletedException(job);
            // The file has its name once it is whole.
            var part = path + ".part";
            // What the bytes that are there are of; a weak tag names no bytes (RFC 9110, 13.1.5).
            EntityTagHeaderValue tag = null;
            try
            {
                await SendAsync(
                    () =>
                    {
                        var request = new HttpRequestMessage(HttpMethod.Get, Absolute(job.ZipUrl));
                        var size = tag != null && !tag.IsWeak && File.Exists(part) ? new FileInfo(part).Length : 0;
                        if (size > 0)
                        {
                            request.Headers.Range = new RangeHeaderValue(size, null);
                            request.Headers.IfRange = new RangeConditionHeaderValue(tag);
                        }
                        return request;
                    },
                    true,
                    async (answer, silence) =>
                    {
                        tag = answer.Headers.ETag;
                        var place = answer.StatusCode == HttpStatusCode.PartialContent ? FileMode.Append : FileMode.Create;
                        using (answer)
                        using (var file = new FileStream(part, place)) await silence.CopyAsync(answer, file).ConfigureAwait(false);
                        return true;
                    },
                    cancellationToken).ConfigureAwait(false);
                File.Delete(path);
                File.Move(part, path);
            }
            finally
            {
                File.Delete(part);
            }
        }

        /// <summary>A completed job's archive as a stream, which the caller disposes of.</summary>
        public Task<Stream> OpenAsync(Models.Job job, CancellationToken cancellationToken = default(CancellationToken))
        {
            if (job.ZipUrl == null) throw new JobNotCompletedException(job);
            return SendAsync(
                () => new HttpRequestMessage(HttpMethod.Get, Absolute(job.ZipUrl)),
                true,
                (answer, _) => answer.Content.ReadAsStreamAsync(),
                cancellationToken);
        }
    }
}
