<?php

declare(strict_types=1);

namespace Platen\Client;

/** A request that was sent, and what came of it: for logs and measurements. */
final class Attempt
{
    /**
     * @param string $path without the query, which may hold a signature
     * @param int $number counted from 1
     * @param float $seconds until the answer was read, or failed
     * @param int|null $status that of the answer; null where there was none
     * @param ServiceException|ConnectionFailedException|null $error what it failed with
     */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly int $number,
        public readonly float $seconds,
        public readonly ?int $status,
        public readonly ServiceException|ConnectionFailedException|null $error,
    ) {
    }
}
