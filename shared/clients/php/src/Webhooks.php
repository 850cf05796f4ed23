<?php

declare(strict_types=1);

namespace Platen\Client;

/** Verifies callbacks, which are signed as Standard Webhooks says (https://www.standardwebhooks.com). */
final class Webhooks
{
    // Seconds that a message may be old: one that somebody kept and sends again is refused.
    private const TOLERANCE = 300;

    /**
     * Checks a message's signature and age, and returns what it says: a notice of `Models`, or all of it where its type is a new one.
     *
     * @param string $secret as the answer to `createWebhook` has it, or as `platen key webhook` prints it
     * @param array<string, string|list<string>> $headers in upper or lower case: `getallheaders()`, or those of a PSR-7 request
     * @param string $body as it came: `file_get_contents('php://input')`
     * @throws WebhookRefusedException the message is not from the service, or is old
     */
    public static function verify(string $secret, array $headers, string $body, ?int $now = null): Model|\stdClass
    {
        $found = [];
        foreach ($headers as $name => $value) {
            $found[strtolower((string) $name)] = is_array($value) ? implode(' ', $value) : $value;
        }
        $id = $found['webhook-id'] ?? '';
        $sent = $found['webhook-timestamp'] ?? '';
        $signatures = $found['webhook-signature'] ?? '';
        if ($id === '' || $signatures === '' || preg_match('/^\d{1,12}$/D', $sent) !== 1) {
            throw new WebhookRefusedException('the message has no signature');
        }
        $age = abs(($now ?? time()) - (int) $sent);
        if ($age > self::TOLERANCE) {
            throw new WebhookRefusedException("the message is $age s old");
        }
        $key = base64_decode(preg_replace('/^whsec_/', '', $secret) ?? '', true);
        if ($key === false || $key === '') {
            throw new WebhookRefusedException('the secret is no base64');
        }
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sent.$body", $key, true));
        // More than one while a new secret takes the place of the one before.
        foreach (explode(' ', $signatures) as $each) {
            if (hash_equals($expected, $each)) {
                return self::notice($body);
            }
        }
        throw new WebhookRefusedException("no signature of the message is the secret's");
    }

    private static function notice(string $body): Model|\stdClass
    {
        $json = json_decode($body);
        if (!$json instanceof \stdClass) {
            throw new WebhookRefusedException('the message is no JSON');
        }
        try {
            return match ($json->type ?? '') {
                'job.ended' => Models\JobNotice::of($json),
                'document.ended' => Models\DocumentNotice::of($json),
                'template.published', 'template.rejected' => Models\TemplateNotice::of($json),
                'quota.nearly_used' => Models\QuotaNotice::of($json),
                'key.expiring' => Models\KeyNotice::of($json),
                'webhook.test' => Models\TestNotice::of($json),
                default => $json,
            };
        } catch (\TypeError $error) {
            throw new WebhookRefusedException('the message is not as it must be: ' . $error->getMessage(), 0, $error);
        }
    }
}
