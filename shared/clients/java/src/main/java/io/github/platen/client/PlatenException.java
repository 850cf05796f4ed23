package io.github.platen.client;

/** Any error of this package. */
public class PlatenException extends RuntimeException {
    PlatenException(String message, Throwable cause) {
        super(message, cause);
    }
}
