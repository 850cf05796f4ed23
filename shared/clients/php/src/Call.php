<?php

declare(strict_types=1);

namespace Platen\Client;

/**
 * A call of an operation, or a request to an address that is whole already.
 *
 * @internal
 */
final class Call
{
    private const IDEMPOTENCY_KEY = 'Idempotency-Key';

    /** @var array<string, string> */
    public array $headers = [];

    /** What it sends. @var string|resource|null */
    public mixed $body = null;

    /** Takes the pieces of a good answer, and says whether it could; without it the answer keeps them. */
    public ?\Closure $into = null;

    public bool $isRepeatable;

    /** @var array<string, string> */
    private array $query = [];

    public function __construct(public readonly string $method, private string $path)
    {
        $this->isRepeatable = in_array($method, ['GET', 'PUT', 'DELETE'], true);
    }

    public function path(string $name, string|int $value): self
    {
        $this->path = str_replace('{' . $name . '}', rawurlencode((string) $value), $this->path);
        return $this;
    }

    public function query(string $name, string|int|float|bool|null $value): self
    {
        if ($value !== null) {
            $this->query[$name] = is_bool($value) ? ($value ? 'true' : 'false') : (string) $value;
        }
        return $this;
    }

    /** A header; where no `Idempotency-Key` is given, the call has one by itself. */
    public function header(string $name, ?string $value): self
    {
        if ($name === self::IDEMPOTENCY_KEY) {
            $value ??= bin2hex(random_bytes(16));
            $this->isRepeatable = true;
        }
        if ($value !== null) {
            $this->headers[$name] = $value;
        }
        return $this;
    }

    /** A file's bytes, or what becomes JSON. */
    public function body(string $mediaType, mixed $body): self
    {
        $this->headers['Content-Type'] = $mediaType;
        try {
            $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION;
            $this->body = is_string($body) ? $body : json_encode($body, $flags);
        } catch (\JsonException $error) {
            throw new PlatenException('the request cannot be written as JSON: ' . $error->getMessage(), 0, $error);
        }
        return $this;
    }

    public function address(string $baseUrl): string
    {
        $query = $this->query === [] ? '' : '?' . http_build_query($this->query, '', '&', PHP_QUERY_RFC3986);
        return (str_starts_with($this->path, '/') ? $baseUrl : '') . $this->path . $query;
    }
}
