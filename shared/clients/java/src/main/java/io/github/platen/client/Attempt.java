package io.github.platen.client;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * A request that was sent, and what came of it: for logs and measurements.
 *
 * @param method its method
 * @param path its path, without the query, which may hold a signature
 * @param number counted from 1
 * @param time until the answer, or until there was none
 * @param status that of the answer; empty where there was none
 * @param error what it failed with, a {@link ServiceException} or {@link ConnectionFailedException}; {@code null} where it went well
 */
public record Attempt(
        String method, String path, int number, Duration time, OptionalInt status, PlatenException error) {}
