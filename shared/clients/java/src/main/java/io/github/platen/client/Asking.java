package io.github.platen.client;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** Sends requests: retries, errors and files. */
abstract class Asking {
    private final String baseUrl;
    private final String key;
    private final Settings settings;
    private final HttpClient http;

    Asking(String baseUrl, String key, Settings settings) {
        this.baseUrl = baseUrl.replaceAll("/+$", "");
        this.key = key;
        this.settings = settings;
        this.http = settings.http != null ? settings.http : HttpClient.newHttpClient();
    }

    /** Calls an operation that answers with JSON, or with nothing, where there is no type. */
    final <T> T ask(Call call, TypeReference<T> type) {
        HttpResponse<Body<byte[]>> answer = send(call);
        try {
            return type == null ? null : Json.read(answer.body().good(), type);
        } catch (IOException error) {
            throw new PlatenException("the answer is not the JSON of this interface: " + error.getMessage(), error);
        }
    }

    /** Calls an operation that answers with a file. */
    final PlatenFile askFile(Call call) {
        HttpResponse<Body<byte[]>> answer = send(call);
        return PlatenFile.of(answer.body().good(), answer.headers());
    }

    private HttpResponse<Body<byte[]>> send(Call call) {
        return send(call.request(baseUrl, key), call.isRepeatable(), bounded(BodyHandlers.ofByteArray()));
    }

    /** The same for a body that is read as it comes, of which nothing may be heard for as long as of an answer. */
    final <T> BodyHandler<T> bounded(BodyHandler<T> handler) {
        return Silence.bounded(handler, settings.timeout);
    }

    /** A request to a path, or to an address that is whole already. */
    final HttpRequest.Builder to(String address) {
        return HttpRequest.newBuilder(URI.create(address.startsWith("/") ? baseUrl + address : address));
    }

    /** Sends a request until it has an answer to keep, and throws what a bad one stands for. */
    final <T> HttpResponse<Body<T>> send(HttpRequest.Builder builder, boolean isRepeatable, BodyHandler<T> handler) {
        HttpRequest request = builder.header("User-Agent", "platen-client-java/" + Operations.VERSION)
                .timeout(settings.timeout).build();
        for (int attempt = 1;; attempt++) {
            PlatenException error;
            Optional<String> retryAfter = Optional.empty();
            try {
                HttpResponse<Body<T>> answer = http.send(request, Body.handler(handler, bounded(BodyHandlers.ofByteArray())));
                if (answer.body().bad() == null) {
                    return answer;
                }
                error = refused(answer.statusCode(), answer.body().bad());
                retryAfter = answer.headers().firstValue("retry-after");
            } catch (IOException cause) {
                error = new ConnectionFailedException("the service does not answer: " + cause, cause);
            } catch (InterruptedException cause) {
                throw interrupted(cause);
            }
            PlatenException last = error;
            sleep(settings.retries.pause(attempt, error, retryAfter, isRepeatable).orElseThrow(() -> last));
        }
    }

    static void sleep(Duration pause) {
        try {
            Thread.sleep(pause.toMillis());
        } catch (InterruptedException cause) {
            throw interrupted(cause);
        }
    }

    private static PlatenException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new PlatenException("the thread was interrupted", cause);
    }

    /** The error that an answer stands for. */
    private static ServiceException refused(int status, byte[] body) {
        try {
            Models.Problem problem = Json.read(body, new TypeReference<>() {});
            if (problem != null && problem.code != null) {
                return Problems.of(status, problem);
            }
        } catch (IOException error) {
            // Something before the service answered, in words of its own.
        }
        return new ServiceException(status, null, new String(body, StandardCharsets.UTF_8));
    }

    /** What a good answer holds, as the caller wants it, or all of a bad one. */
    record Body<T>(T good, byte[] bad) {
        static <T> BodyHandler<Body<T>> handler(BodyHandler<T> good, BodyHandler<byte[]> bad) {
            return answer -> answer.statusCode() / 100 == 2
                    ? BodySubscribers.mapping(good.apply(answer), body -> new Body<>(body, null))
                    : BodySubscribers.mapping(bad.apply(answer), body -> new Body<>(null, body));
        }
    }
}
