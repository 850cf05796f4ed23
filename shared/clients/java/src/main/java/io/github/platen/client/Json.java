package io.github.platen.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/** JSON as it is sent and answered. */
final class Json {
    // A later server may answer with more than this package knows.
    private static final ObjectMapper MAPPER =
            new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

    private Json() {}

    static byte[] write(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException error) {
            throw new IllegalArgumentException("the request cannot be written as JSON: " + error.getMessage(), error);
        }
    }

    static <T> T read(byte[] json, TypeReference<T> type) throws IOException {
        return MAPPER.readValue(json, type);
    }
}
