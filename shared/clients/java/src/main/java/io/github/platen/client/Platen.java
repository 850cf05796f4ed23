package io.github.platen.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A client of a service: every operation, and what takes several requests. Several threads may use it at once. */
public final class Platen extends Operations {
    // The pauses between two looks at a job: the first, and the longest.
    private static final Duration FIRST_LOOK = Duration.ofMillis(250);
    private static final Duration LAST_LOOK = Duration.ofSeconds(5);
    private static final int PAGE = 100;

    /** A client of the service at an address, such as {@code http://127.0.0.1:8080}. */
    public Platen(String baseUrl, String key) {
        this(baseUrl, key, new Settings());
    }

    /** The same with settings of your own. */
    public Platen(String baseUrl, String key, Settings settings) {
        super(baseUrl, key, settings);
    }

    /** The same client with other settings: {@code platen.with(new Settings().timeout(...)).convert(...)} for one call. */
    public Platen with(Settings settings) {
        return new Platen(baseUrl, key, sharing(settings));
    }

    /** The same client for whoever does not wait for answers. */
    public AsyncPlaten async() {
        return new AsyncPlaten(baseUrl, key, settings());
    }

    /** Every template; the next page is fetched when the one before is used up. */
    public Stream<Models.Template> allTemplates() {
        return allTemplates(new Parameters.GetTemplates());
    }

    /** The same of one label, or of one name. */
    public Stream<Models.Template> allTemplates(Parameters.GetTemplates parameters) {
        return paged(number -> getTemplates(number, PAGE, parameters).items);
    }

    /** Every job, the newest first. One that starts meanwhile moves the others on: an entry may come twice. */
    public Stream<Models.Job> allJobs() {
        return paged(number -> listAllBulkGenerationJobs(number, PAGE));
    }

    /** Every key and session, the newest first. */
    public Stream<Models.ManagedKey> allKeys() {
        return paged(number -> listKeys(number, PAGE).items);
    }

    /** Every webhook, the newest first. */
    public Stream<Models.Webhook> allWebhooks() {
        return paged(number -> listWebhooks(number, PAGE).items);
    }

    /** Who did what, the newest first. */
    public Stream<Models.Event> allEvents() {
        UnaryOperator<Models.Events> next =
                page -> page.next == null ? null : listEvents(PAGE, new Parameters.ListEvents().before(page.next));
        return Stream.of(PAGE)
                .flatMap(size -> Stream.iterate(listEvents(size), Objects::nonNull, next))
                .flatMap(page -> page.items.stream());
    }

    private static <T> Stream<T> paged(IntFunction<List<T>> page) {
        return IntStream.iterate(1, number -> number + 1)
                .mapToObj(page)
                .takeWhile(entries -> !entries.isEmpty())
                .flatMap(List::stream);
    }

    /** Waits until a job is completed, however long it takes. */
    public Models.Job waitForJob(String jobId) {
        return waitForJob(jobId, job -> {}, Duration.ofSeconds(Long.MAX_VALUE));
    }

    /**
     * Waits until a job is completed.
     *
     * @param onProgress is called with the job at each look at it
     * @throws JobNotCompletedException the job failed or was canceled
     * @throws TimedOutException the job is not over in time
     */
    public Models.Job waitForJob(String jobId, Consumer<Models.Job> onProgress, Duration timeout) {
        long started = System.nanoTime();
        for (Duration pause = FIRST_LOOK;; pause = longer(pause)) {
            Models.Job job = getBulkGenerationJob(jobId);
            onProgress.accept(job);
            if (job.status.equals("Completed")) {
                return job;
            }
            if (!List.of("Pending", "Running").contains(job.status)) {
                throw new JobNotCompletedException(job);
            }
            if (Duration.ofNanos(System.nanoTime() - started).plus(pause).compareTo(timeout) > 0) {
                throw new TimedOutException("job " + jobId + " is not over after " + timeout.toSeconds() + " s");
            }
            sleep(pause);
        }
    }

    static Duration longer(Duration pause) {
        Duration next = pause.multipliedBy(3).dividedBy(2);
        return next.compareTo(LAST_LOOK) < 0 ? next : LAST_LOOK;
    }

    /** Starts a job and waits until it is completed, as {@link #waitForJob} does. */
    public Models.Job runJob(Models.GenerateDocumentsBulkDto body, Consumer<Models.Job> onProgress, Duration timeout) {
        return waitForJob(generateDocumentsBulk(body).jobId, onProgress, timeout);
    }

    /** Uploads items that are too many for a request, and returns the {@code itemsUploadId} of a job. */
    public String uploadItems(byte[] content, String mediaType) {
        return uploadItems(() -> BodyPublishers.ofByteArray(content), mediaType);
    }

    /** The same of a file, which is read as it is sent. */
    public String uploadItems(Path file, String mediaType) {
        return uploadItems(() -> {
            try {
                return BodyPublishers.ofFile(file);
            } catch (IOException error) {
                throw new PlatenException("the items cannot be read: " + error.getMessage(), error);
            }
        }, mediaType);
    }

    private String uploadItems(Supplier<BodyPublisher> content, String mediaType) {
        Models.UploadTicket ticket = createBulkUpload();
        // The link authorizes the request: the key is not for whoever holds the storage.
        Supplier<HttpRequest.Builder> request =
                () -> to(ticket.uploadUrl).header("Content-Type", mediaType).PUT(content.get());
        waitFor(send(request, true, BodyHandlers.discarding()));
        return ticket.uploadId;
    }

    /** Writes a completed job's archive to a file, without holding it in memory. Where the connection breaks, it goes on from there. */
    public Path download(Models.Job job, Path path) {
        try (Fetching fetching = new Fetching(path)) {
            String url = archiveOf(job);
            waitFor(send(() -> fetching.next(to(url)), true, bounded(fetching)));
            return fetching.whole();
        } catch (IOException error) {
            throw new PlatenException("the archive cannot be saved: " + error.getMessage(), error);
        }
    }

    /** A completed job's archive as a stream, which the caller closes. */
    public InputStream open(Models.Job job) {
        String url = archiveOf(job);
        return waitFor(send(() -> to(url), true, BodyHandlers.ofInputStream())).body().good();
    }

    private static String archiveOf(Models.Job job) {
        if (job.zipUrl == null) {
            throw new JobNotCompletedException(job);
        }
        return job.zipUrl;
    }
}
