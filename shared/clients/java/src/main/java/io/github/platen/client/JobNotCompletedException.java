package io.github.platen.client;

import java.util.Objects;

/** A job failed or was canceled, or has no archive. */
public final class JobNotCompletedException extends PlatenException {
    private final transient Models.Job job;

    JobNotCompletedException(Models.Job job) {
        super("job " + job.jobId + " is " + job.status + ": "
                + Objects.requireNonNullElse(job.errorMessage, "no document was made"), null);
        this.job = job;
    }

    /** The job as it was at the last look. */
    public Models.Job job() {
        return job;
    }
}
