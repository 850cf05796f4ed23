<?php

declare(strict_types=1);

namespace Platen\Client;

/** A file that the service answered with. */
final class File
{
    /**
     * @param string $mediaType such as `application/pdf`
     * @param string $name the one to save it under; empty where the service gives none
     * @param array<string, string> $headers all headers of the answer, by their names in lower case
     */
    public function __construct(
        public readonly string $content,
        public readonly string $mediaType,
        public readonly string $name,
        public readonly array $headers,
    ) {
    }

    /** @internal */
    public static function of(Answer $answer): self
    {
        $mediaType = trim(explode(';', $answer->headers['content-type'] ?? '')[0]);
        return new self($answer->body, $mediaType, self::nameIn($answer->headers['content-disposition'] ?? ''), $answer->headers);
    }

    /** How many warnings the document has: what it lacks, or shows differently from Word. */
    public function warnings(): int
    {
        return (int) ($this->headers['platen-warnings'] ?? 0);
    }

    /** Writes the file to a path, or into a folder under its own name, and returns where it is. */
    public function save(string $path = '.'): string
    {
        if (is_dir($path)) {
            // The name is the service's; no part of it leads to another folder.
            $name = preg_replace('~^.*[/\\\\]~s', '', $this->name) ?? '';
            $path .= '/' . (in_array($name, ['', '.', '..'], true) ? 'document' : $name);
        }
        if (@file_put_contents($path, $this->content) === false) {
            throw new PlatenException("$path cannot be written");
        }
        return $path;
    }

    /** The name in `Content-Disposition` (RFC 6266): the one of all languages, else the plain one. */
    private static function nameIn(string $disposition): string
    {
        if (preg_match("/filename\\*=UTF-8''([^;]+)/i", $disposition, $full) === 1) {
            return rawurldecode($full[1]);
        }
        $isPlain = preg_match('/filename="((?:[^"\\\\]|\\\\.)*)"/i', $disposition, $plain) === 1;
        return $isPlain ? stripslashes($plain[1]) : '';
    }
}
