package io.github.platen.client;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.UUID;

/** A call of an operation. */
final class Call {
    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private final String method;
    private final StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
    private final Map<String, String> headers = new LinkedHashMap<>();
    private String path;
    private byte[] body;
    private boolean needsKey = true;

    Call(String method, String path) {
        this.method = method;
        this.path = path;
    }

    Call path(String name, Object value) {
        path = path.replace("{" + name + "}", encoded(value));
        return this;
    }

    Call query(String name, Object value) {
        if (value != null) {
            query.add(encoded(name) + "=" + encoded(value));
        }
        return this;
    }

    /** A header; where no {@code Idempotency-Key} is given, the call has one by itself. */
    Call header(String name, Object value) {
        if (value != null) {
            headers.put(name, value.toString());
        } else if (name.equals(IDEMPOTENCY_KEY)) {
            headers.put(name, UUID.randomUUID().toString());
        }
        return this;
    }

    Call body(String mediaType, Object value) {
        headers.put("Content-Type", mediaType);
        body = value instanceof byte[] file ? file : Json.write(value);
        return this;
    }

    Call withoutKey() {
        needsKey = false;
        return this;
    }

    /** Whether it changes nothing when it comes twice. */
    boolean isRepeatable() {
        return Set.of("GET", "PUT", "DELETE").contains(method) || headers.containsKey(IDEMPOTENCY_KEY);
    }

    HttpRequest.Builder request(String baseUrl, String key) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(baseUrl + path + query))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        headers.forEach(request::header);
        return needsKey ? request.header("x-functions-key", key) : request;
    }

    private static String encoded(Object value) {
        return URLEncoder.encode(value.toString(), StandardCharsets.UTF_8).replace("+", "%20");
    }
}
