package io.github.platen.client;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletionException;

/** A file that is fetched, and goes on where the connection broke. It has its name once it is whole. */
final class Fetching implements BodyHandler<Path>, AutoCloseable {
    private final Path path;
    private final Path part;
    // What the bytes that are there are of.
    private String tag;

    Fetching(Path path) {
        this.path = path;
        this.part = path.resolveSibling(path.getFileName() + ".part");
    }

    /** The request for what is not there yet. */
    HttpRequest.Builder next(HttpRequest.Builder request) {
        long size = part.toFile().length();
        // A weak tag names no bytes (RFC 9110, 13.1.5).
        if (size > 0 && tag != null && !tag.startsWith("W/")) {
            request.header("Range", "bytes=" + size + "-").header("If-Range", tag);
        }
        return request;
    }

    @Override
    public BodySubscriber<Path> apply(ResponseInfo answer) {
        tag = answer.headers().firstValue("etag").orElse(null);
        OpenOption place =
                answer.statusCode() == 206 ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING;
        return BodyHandlers.ofFile(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE, place).apply(answer);
    }

    /** Gives the file its name, or leaves nothing of it. */
    Path ended(Throwable error) {
        try (this) {
            if (error != null) {
                throw error instanceof CompletionException ended ? ended : new CompletionException(error);
            }
            return whole();
        } catch (IOException fault) {
            throw new PlatenException("the archive cannot be saved: " + fault.getMessage(), fault);
        }
    }

    /** Gives the file its name. */
    Path whole() throws IOException {
        return Files.move(part, path, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(part);
    }
}
