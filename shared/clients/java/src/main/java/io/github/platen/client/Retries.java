package io.github.platen.client;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How often and how soon a request is sent again.
 *
 * @param attempts how often it is sent in all; 1 is once
 * @param firstPause before the second; each pause is twice the one before, and up to a half shorter by chance
 * @param longestPause where the service asks for more, the error is thrown
 */
public record Retries(int attempts, Duration firstPause, Duration longestPause) {
    /** Four attempts; the pauses are half a second first, and at most 30 seconds. */
    public static final Retries STANDARD = new Retries(4, Duration.ofMillis(500), Duration.ofSeconds(30));

    // What the service did not do, so that it can be asked again whatever it was.
    private static final Set<Integer> NOT_DONE = Set.of(429, 503);
    // What a gateway answers when it does not know what became of the request.
    private static final Set<Integer> UNKNOWN = Set.of(500, 502, 504);

    /** What {@code Retry-After} asks for: seconds, or a date (RFC 9110, 10.2.3). */
    private static Optional<Duration> asked(String text) {
        if (text.matches("\\d{1,9}")) {
            return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
        }
        try {
            Instant end = DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from);
            Duration pause = Duration.between(Instant.now(), end);
            return Optional.of(pause.isNegative() ? Duration.ZERO : pause);
        } catch (DateTimeParseException error) {
            return Optional.empty();
        }
    }

    /** The pause after an attempt (from 1) that had this error, and this header {@code Retry-After}; empty: no other attempt. */
    Optional<Duration> pause(int attempt, PlatenException error, Optional<String> retryAfter, boolean isRepeatable) {
        ServiceException refused = error instanceof ServiceException service ? service : null;
        boolean isNotDone = refused != null && NOT_DONE.contains(refused.status());
        if (attempt >= attempts || !(isRepeatable || isNotDone)) {
            return Optional.empty();
        }
        if (refused != null) {
            boolean isInProgress = refused instanceof Problems.RequestInProgress;
            if (!isNotDone && !isInProgress && !UNKNOWN.contains(refused.status())) {
                return Optional.empty();
            }
            Optional<Duration> asked = retryAfter.flatMap(Retries::asked);
            if (asked.isPresent()) {
                return asked.filter(pause -> pause.compareTo(longestPause) <= 0);
            }
        }
        double pause = Math.min(firstPause.toMillis() * Math.pow(2, attempt - 1), longestPause.toMillis());
        return Optional.of(Duration.ofMillis((long) (pause * ThreadLocalRandom.current().nextDouble(0.5, 1))));
    }
}
