package io.github.platen.client;

import java.util.List;
import java.util.Objects;

/** The service did not do what it was asked for (RFC 9457). {@link Problems} has one for each {@code code}. */
public class ServiceException extends PlatenException {
    private static final int LONGEST_TEXT = 200;

    private final int status;
    private final transient Models.Problem problem;

    ServiceException(int status, Models.Problem problem, String text) {
        super(problem != null ? problem.detail
                : "HTTP " + status + ": " + text.substring(0, Math.min(text.length(), LONGEST_TEXT)), null);
        this.status = status;
        this.problem = problem;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** The whole problem; null where something before the service answered, such as a gateway. */
    public Models.Problem problem() {
        return problem;
    }

    /** A stable word to branch on; empty where something before the service answered. */
    public String code() {
        return problem == null ? "" : problem.code;
    }

    /** Every single fault of the request. */
    public List<Models.FieldError> errors() {
        return problem == null ? List.of() : Objects.requireNonNullElse(problem.errors, List.of());
    }

    /** Finds the line in the service's log; empty where something before the service answered. */
    public String requestId() {
        return problem == null ? "" : problem.requestId;
    }
}
