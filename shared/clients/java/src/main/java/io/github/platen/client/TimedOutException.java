package io.github.platen.client;

/** A job is not over yet. It continues; wait for it again, or cancel it. */
public final class TimedOutException extends PlatenException {
    TimedOutException(String message) {
        super(message, null);
    }
}
