<?php

declare(strict_types=1);

namespace Platen\Client;

/** How often and how soon a request is sent again. */
final class Retries
{
    // What the service did not do, so that it can be asked again whatever it was.
    private const NOT_DONE = [429, 503];
    // What a gateway answers when it does not know what became of the request.
    private const UNKNOWN = [500, 502, 504];

    /**
     * @param int $attempts how often it is sent in all; 1 is once
     * @param float $firstPause seconds before the second; each pause is twice the one before, and up to a half shorter by chance
     * @param float $longestPause seconds; where the service asks for more, the exception is thrown
     */
    public function __construct(
        public readonly int $attempts = 4,
        public readonly float $firstPause = 0.5,
        public readonly float $longestPause = 30.0,
    ) {
    }

    /** Seconds until the next attempt, after this one (from 1) had this error, and this header `Retry-After`; null: no other attempt. */
    public function pause(int $attempt, PlatenException $error, string $retryAfter, bool $isRepeatable): ?float
    {
        $status = $error instanceof ServiceException ? $error->status : 0;
        $isNotDone = in_array($status, self::NOT_DONE, true);
        if ($attempt >= $this->attempts || !($isRepeatable || $isNotDone)) {
            return null;
        }
        if ($error instanceof ServiceException) {
            $isWorthIt = $isNotDone || in_array($status, self::UNKNOWN, true) || $error->problemCode === 'request-in-progress';
            if (!$isWorthIt) {
                return null;
            }
            $asked = self::asked($retryAfter);
            if ($asked !== null) {
                return $asked <= $this->longestPause ? $asked : null;
            }
        }
        $pause = min($this->firstPause * 2 ** ($attempt - 1), $this->longestPause);
        return $pause * (0.5 + mt_rand() / mt_getrandmax() / 2);
    }

    /** Seconds that `Retry-After` asks for: a number of them, or a date (RFC 9110, 10.2.3). */
    private static function asked(string $text): ?float
    {
        if (preg_match('/^\d{1,9}$/D', $text) === 1) {
            return (float) $text;
        }
        $date = \DateTimeImmutable::createFromFormat(\DATE_RFC7231, $text, new \DateTimeZone('UTC'));
        return $date === false ? null : max(0.0, (float) ($date->getTimestamp() - time()));
    }
}
