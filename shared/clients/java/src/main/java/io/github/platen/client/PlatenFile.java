package io.github.platen.client;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file that the service answered with.
 *
 * @param content its bytes
 * @param mediaType such as {@code application/pdf}
 * @param name the name to save it under; {@code document} where the service gives none
 * @param headers all headers of the answer
 */
public record PlatenFile(byte[] content, String mediaType, String name, HttpHeaders headers) {
    private static final Pattern FULL_NAME = Pattern.compile("filename\\*=UTF-8''([^;]+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern PLAIN_NAME =
            Pattern.compile("filename=\"((?:[^\"\\\\]|\\\\.)*)\"", Pattern.CASE_INSENSITIVE);

    static PlatenFile of(byte[] content, HttpHeaders headers) {
        String mediaType = headers.firstValue("content-type").orElse("").split(";", 2)[0].strip();
        return new PlatenFile(content, mediaType, nameIn(headers.firstValue("content-disposition").orElse("")), headers);
    }

    /** How many warnings the document has: what it lacks, or shows differently from Word. */
    public long warnings() {
        return headers.firstValueAsLong("platen-warnings").orElse(0);
    }

    /** Writes the file to a path, or into a folder under its own name, and returns where it is. */
    public Path save(Path path) throws IOException {
        // The name is the service's; no part of it leads to another folder.
        Path place = Files.isDirectory(path) ? path.resolve(Path.of(name).getFileName()) : path;
        return Files.write(place, content);
    }

    /** The name in {@code Content-Disposition} (RFC 6266): the one of all languages, else the plain one. */
    private static String nameIn(String disposition) {
        Matcher full = FULL_NAME.matcher(disposition);
        if (full.find()) {
            return URLDecoder.decode(full.group(1).replace("+", "%2B"), StandardCharsets.UTF_8);
        }
        Matcher plain = PLAIN_NAME.matcher(disposition);
        return plain.find() ? plain.group(1).replaceAll("\\\\(.)", "$1") : "document";
    }
}
