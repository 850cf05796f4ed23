package io.github.platen.client;

/** The service was not reached, or the connection broke, every time that it was tried. */
public final class ConnectionFailedException extends PlatenException {
    ConnectionFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
