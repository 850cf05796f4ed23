package io.github.platen.client;

import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The client for whoever does not wait for answers: no thread is held until they come. {@link Platen#async} makes one. */
public final class AsyncPlaten extends AsyncOperations {
    private static final Duration FIRST_LOOK = Duration.ofMillis(250);

    AsyncPlaten(String baseUrl, String key, Settings settings) {
        super(baseUrl, key, settings);
    }

    /** Ends when a job is completed; with {@link JobNotCompletedException} when it failed or was canceled. */
    public CompletableFuture<Models.Job> waitForJob(String jobId) {
        return look(jobId, FIRST_LOOK);
    }

    private CompletableFuture<Models.Job> look(String jobId, Duration pause) {
        return getBulkGenerationJob(jobId).thenCompose(job -> {
            if (List.of("Pending", "Running").contains(job.status)) {
                return later(pause, () -> look(jobId, Platen.longer(pause)));
            }
            return job.status.equals("Completed")
                    ? CompletableFuture.completedFuture(job)
                    : CompletableFuture.failedFuture(new JobNotCompletedException(job));
        });
    }

    /** Starts a job, and ends when it is completed. */
    public CompletableFuture<Models.Job> runJob(Models.GenerateDocumentsBulkDto body) {
        return generateDocumentsBulk(body).thenCompose(started -> waitForJob(started.jobId));
    }

    /** Writes a completed job's archive to a file, as {@link Platen#download} does. */
    public CompletableFuture<Path> download(Models.Job job, Path path) {
        if (job.zipUrl == null) {
            return CompletableFuture.failedFuture(new JobNotCompletedException(job));
        }
        Fetching fetching = new Fetching(path);
        Supplier<HttpRequest.Builder> request = () -> fetching.next(to(job.zipUrl));
        return send(request, true, bounded(fetching)).handle((answer, error) -> fetching.ended(error));
    }
}
