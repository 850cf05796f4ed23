package io.github.platen.client;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/** Settings of a client. */
public final class Settings {
    Retries retries = Retries.STANDARD;
    Duration timeout = Duration.ofSeconds(60);
    HttpClient http;
    String key;
    Consumer<Attempt> onAttempt;

    /** The key, where it is not the client's: for {@link Platen#with}. */
    public Settings key(String value) {
        key = Objects.requireNonNull(value);
        return this;
    }

    /** Called with each request that was sent, by the thread that has its answer. */
    public Settings onAttempt(Consumer<Attempt> value) {
        onAttempt = Objects.requireNonNull(value);
        return this;
    }

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

    /** The same, sent by what sends the requests already, and told to whoever is told of them. */
    Settings sharing(HttpClient sender, Consumer<Attempt> watch) {
        Settings shared = new Settings().retries(retries).timeout(timeout);
        shared.http = http != null ? http : sender;
        shared.onAttempt = onAttempt != null ? onAttempt : watch;
        shared.key = key;
        return shared;
    }

    /** What sends the requests, with a proxy or certificates of your own. */
    public Settings httpClient(HttpClient value) {
        http = Objects.requireNonNull(value);
        return this;
    }
}
