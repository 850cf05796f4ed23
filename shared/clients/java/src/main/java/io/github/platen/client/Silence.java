package io.github.platen.client;

import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Ends an answer of whose body nothing is heard for too long. A file may take hours, as long as it comes. For readers that take
 * all as it comes: one that lets the service wait hears nothing either.
 */
final class Silence<T> implements BodySubscriber<T> {
    private static final ScheduledExecutorService CLOCK = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "platen-client-silence");
        thread.setDaemon(true);
        return thread;
    });

    private final BodySubscriber<T> reader;
    private final Duration limit;
    private Flow.Subscription subscription;
    private ScheduledFuture<?> due;
    private boolean isOver;

    private Silence(BodySubscriber<T> reader, Duration limit) {
        this.reader = reader;
        this.limit = limit;
    }

    static <T> BodyHandler<T> bounded(BodyHandler<T> handler, Duration limit) {
        return answer -> new Silence<>(handler.apply(answer), limit);
    }

    @Override
    public CompletionStage<T> getBody() {
        return reader.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        synchronized (this) {
            subscription = given;
            heard();
        }
        reader.onSubscribe(given);
    }

    @Override
    public void onNext(List<ByteBuffer> bytes) {
        synchronized (this) {
            if (isOver) {
                return;
            }
            heard();
        }
        reader.onNext(bytes);
    }

    @Override
    public void onError(Throwable error) {
        if (end()) {
            reader.onError(error);
        }
    }

    @Override
    public void onComplete() {
        if (end()) {
            reader.onComplete();
        }
    }

    private void heard() {
        if (due != null) {
            due.cancel(false);
        }
        due = CLOCK.schedule(this::expire, limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void expire() {
        if (end()) {
            subscription.cancel();
            reader.onError(new HttpTimeoutException("nothing was heard for " + limit));
        }
    }

    private synchronized boolean end() {
        boolean isFirst = !isOver;
        isOver = true;
        due.cancel(false);
        return isFirst;
    }
}
