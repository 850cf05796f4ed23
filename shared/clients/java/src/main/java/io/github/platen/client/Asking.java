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
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** Sends requests: retries, errors and files. What waits for an answer and what does not is sent in the same way. */
abstract class Asking {
    final String baseUrl;
    final String key;
    final HttpClient http;
    private final Settings settings;

    Asking(String baseUrl, String key, Settings settings) {
        this.baseUrl = baseUrl.replaceAll("/+$", "");
        this.key = settings.key != null ? settings.key : key;
        this.settings = settings;
        this.http = settings.http != null ? settings.http : HttpClient.newHttpClient();
    }

    /** Calls an operation that answers with JSON, or with nothing, where there is no type. */
    final <T> T ask(Call call, TypeReference<T> type) {
        return waitFor(askLater(call, type));
    }

    /** The same without waiting. */
    final <T> CompletableFuture<T> askLater(Call call, TypeReference<T> type) {
        return send(call).thenApply(answer -> {
            try {
                return type == null ? null : Json.read(answer.body().good(), type);
            } catch (IOException error) {
                throw new PlatenException("the answer is not the JSON of this interface: " + error.getMessage(), error);
            }
        });
    }

    /** Calls an operation that answers with a file. */
    final PlatenFile askFile(Call call) {
        return waitFor(askFileLater(call));
    }

    /** The same without waiting. */
    final CompletableFuture<PlatenFile> askFileLater(Call call) {
        return send(call).thenApply(answer -> PlatenFile.of(answer.body().good(), answer.headers()));
    }

    private CompletableFuture<HttpResponse<Body<byte[]>>> send(Call call) {
        return send(() -> call.request(baseUrl, key), call.isRepeatable(), bounded(BodyHandlers.ofByteArray()));
    }

    /** The same for a body that is read as it comes, of which nothing may be heard for as long as of an answer. */
    final <T> BodyHandler<T> bounded(BodyHandler<T> handler) {
        return Silence.bounded(handler, settings.timeout);
    }

    /** Settings for another client of the same service, on the same connections. */
    final Settings sharing(Settings other) {
        return other.sharing(http, settings.onAttempt);
    }

    /** The settings, for another client of the same service. */
    final Settings settings() {
        return sharing(settings);
    }

    /** A request to a path, or to an address that is whole already. */
    final HttpRequest.Builder to(String address) {
        return HttpRequest.newBuilder(URI.create(address.startsWith("/") ? baseUrl + address : address));
    }

    /** Sends a request until it has an answer to keep, or an error that a bad one stands for. */
    final <T> CompletableFuture<HttpResponse<Body<T>>> send(
            Supplier<HttpRequest.Builder> request, boolean isRepeatable, BodyHandler<T> handler) {
        return attempt(1, request, isRepeatable, handler);
    }

    private <T> CompletableFuture<HttpResponse<Body<T>>> attempt(
            int number, Supplier<HttpRequest.Builder> request, boolean isRepeatable, BodyHandler<T> handler) {
        HttpRequest built = request.get().header("User-Agent", "platen-client-java/" + Operations.VERSION)
                .timeout(settings.timeout).build();
        long began = System.nanoTime();
        return http.sendAsync(built, Body.handler(handler, bounded(BodyHandlers.ofByteArray())))
                .handle((answer, thrown) -> {
                    Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
                    if (cause != null && !(cause instanceof IOException)) {
                        return CompletableFuture.<HttpResponse<Body<T>>>failedFuture(cause);
                    }
                    PlatenException error = null;
                    if (cause != null) {
                        error = new ConnectionFailedException("the service does not answer: " + cause, cause);
                    } else if (answer.body().bad() != null) {
                        error = refused(answer.statusCode(), answer.body().bad());
                    }
                    tell(built, number, began, answer, error);
                    if (error == null) {
                        return CompletableFuture.completedFuture(answer);
                    }
                    PlatenException failed = error;
                    Optional<String> asked =
                            cause == null ? answer.headers().firstValue("retry-after") : Optional.empty();
                    return settings.retries.pause(number, failed, asked, isRepeatable)
                            .map(pause -> later(pause, () -> attempt(number + 1, request, isRepeatable, handler)))
                            .orElseGet(() -> CompletableFuture.failedFuture(failed));
                })
                .thenCompose(Function.identity());
    }

    private void tell(HttpRequest sent, int number, long began, HttpResponse<?> answer, PlatenException error) {
        if (settings.onAttempt != null) {
            OptionalInt status = answer == null ? OptionalInt.empty() : OptionalInt.of(answer.statusCode());
            Duration time = Duration.ofNanos(System.nanoTime() - began);
            settings.onAttempt.accept(new Attempt(sent.method(), sent.uri().getPath(), number, time, status, error));
        }
    }

    /** Does something after a pause. */
    static <T> CompletableFuture<T> later(Duration pause, Supplier<CompletableFuture<T>> work) {
        Executor clock = CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS);
        return CompletableFuture.supplyAsync(work, clock).thenCompose(Function.identity());
    }

    /** Waits for an answer, and throws what it ended with. */
    static <T> T waitFor(CompletableFuture<T> answer) {
        try {
            return answer.get();
        } catch (InterruptedException cause) {
            throw interrupted(cause);
        } catch (ExecutionException thrown) {
            if (thrown.getCause() instanceof PlatenException error) {
                // Its own trace is that of a thread which the caller does not know.
                error.setStackTrace(thrown.getStackTrace());
                throw error;
            }
            throw new PlatenException("the request failed: " + thrown.getCause(), thrown.getCause());
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
