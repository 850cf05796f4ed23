package io.github.platen.client;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Verifies callbacks, which are signed as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> says. */
public final class Webhooks {
    // One that somebody kept and sends again is refused.
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private Webhooks() {}

    /** What a callback says; {@code zipUrl} is where the result is, if the request asked for {@code callbackLink}, else null. */
    public record JobEnded(
            String jobId, String templateId, String status, int totalCount, int failedGenerationCount,
            String zipUrl, String zipUrlExpiresAt) {}

    /**
     * Checks a message's signature and age, and returns what it says.
     *
     * @param secret as {@code platen key webhook} prints it
     * @param header finds a header by its name, in upper or lower case, or null: {@code request::getHeader}
     * @param body as it came
     * @throws WebhookRefusedException the message is not from the service, or is old
     */
    public static JobEnded verify(String secret, UnaryOperator<String> header, byte[] body) {
        String id = header.apply("webhook-id");
        String sent = header.apply("webhook-timestamp");
        String signatures = header.apply("webhook-signature");
        if (id == null || sent == null || signatures == null) {
            throw new WebhookRefusedException("the message has no signature", null);
        }
        try {
            Duration age = Duration.between(Instant.ofEpochSecond(Long.parseLong(sent)), Instant.now()).abs();
            if (age.compareTo(TOLERANCE) > 0) {
                throw new WebhookRefusedException("the message is " + age.toSeconds() + " s old", null);
            }
            byte[] key = Base64.getDecoder().decode(secret.startsWith("whsec_") ? secret.substring(6) : secret);
            byte[] expected = ("v1," + signature(key, id + "." + sent + ".", body)).getBytes(StandardCharsets.UTF_8);
            // More than one while a new secret takes the place of the one before.
            if (Stream.of(signatures.split(" ")).map(each -> each.getBytes(StandardCharsets.UTF_8))
                    .noneMatch(each -> MessageDigest.isEqual(expected, each))) {
                throw new WebhookRefusedException("no signature of the message is the secret's", null);
            }
            return Json.read(body, new TypeReference<>() {});
        } catch (IllegalArgumentException | GeneralSecurityException | IOException | DateTimeException error) {
            throw new WebhookRefusedException("a header, the body or the secret is not as it must be: " + error, error);
        }
    }

    private static String signature(byte[] key, String head, byte[] body) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update(head.getBytes(StandardCharsets.UTF_8));
        return Base64.getEncoder().encodeToString(mac.doFinal(body));
    }
}
