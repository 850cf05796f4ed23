<?php

declare(strict_types=1);

namespace Platen\Client;

/**
 * An answer as it comes.
 *
 * @internal
 */
final class Answer
{
    public int $status = 0;

    /** @var array<string, string> by their names in lower case */
    public array $headers = [];

    /** All of it, unless it goes elsewhere. */
    public string $body = '';

    /** A line of its head. */
    public function head(string $line): void
    {
        if (preg_match('~^HTTP/[\d.]+ (\d{3})~', $line, $found) === 1) {
            // An answer before the answer (1XX) has a head of its own.
            $this->status = (int) $found[1];
            $this->headers = [];
        } elseif (str_contains($line, ':')) {
            [$name, $value] = explode(':', $line, 2);
            $this->headers[strtolower($name)] = trim($value);
        }
    }

    public function isGood(): bool
    {
        return intdiv($this->status, 100) === 2;
    }
}
