package io.github.platen.client;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Objects;

/** Settings of a client. */
public final class Settings {
    Retries retries = Retries.STANDARD;
    Duration timeout = Duration.ofSeconds(60);
    HttpClient http;

    /** How often and how soon a request is sent again. */
    public Settings retries(Retries value) {
        retries = Objects.requireNonNull(value);
        return this;
    }

    /** How long the service may be silent, before its answer and within it; a minute without it. */
    public Settings timeout(Duration value) {
        timeout = Objects.requireNonNull(value);
        return this;
    }

    /** The same, sent by what sends the requests already. */
    Settings sharing(HttpClient sender) {
        Settings shared = new Settings().retries(retries).timeout(timeout);
        shared.http = http != null ? http : sender;
        return shared;
    }

    /** What sends the requests, with a proxy or certificates of your own. */
    public Settings httpClient(HttpClient value) {
        http = Objects.requireNonNull(value);
        return this;
    }
}
