package io.github.platen.client;

/** A message is not from the service, or is old. */
public final class WebhookRefusedException extends PlatenException {
    WebhookRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
