<?php

declare(strict_types=1);

namespace Platen\Client;

/** Sends requests: retries, errors and files. */
abstract class Asking
{
    private readonly string $baseUrl;
    private readonly Exchange $exchange;

    /** @param array<int, mixed> $curl */
    protected function __construct(
        string $baseUrl,
        protected string $key,
        protected float $timeout,
        protected Retries $retries,
        protected ?\Closure $onAttempt,
        array $curl,
    ) {
        $this->baseUrl = rtrim($baseUrl, '/');
        $this->exchange = new Exchange($curl);
    }

    /**
     * Calls an operation that answers with JSON, or with nothing.
     *
     * @param class-string<Model>|null $class of the answer, or of those in its list
     */
    protected function ask(Call $call, ?string $class = null): mixed
    {
        $body = $this->send($call)->body;
        try {
            $json = $body === '' ? null : json_decode($body, false, 512, JSON_THROW_ON_ERROR);
            if ($class === null) {
                return $json;
            }
            return is_array($json) ? array_map([$class, 'of'], $json) : $class::of($json);
        } catch (\JsonException|\TypeError $error) {
            throw new PlatenException('the answer is not the JSON of this interface: ' . $error->getMessage(), 0, $error);
        }
    }

    /** Calls an operation that answers with a file. */
    protected function askFile(Call $call): File
    {
        return File::of($this->send($call));
    }

    /** Sends a request until it has an answer to keep, and throws what a bad one stands for. */
    protected function send(Call $call): Answer
    {
        $address = $call->address($this->baseUrl);
        $begin = is_resource($call->body) && $call->isRepeatable ? ftell($call->body) : false;
        for ($number = 1;; $number++) {
            if ($begin !== false) {
                fseek($call->body, $begin);
            }
            $began = microtime(true);
            $answer = new Answer();
            $why = $this->exchange->send($call, $address, $answer, $this->timeout);
            $error = match (true) {
                $why !== '' => new ConnectionFailedException("the service does not answer: $why"),
                !$answer->isGood() => ServiceException::of($answer->status, $answer->body),
                default => null,
            };
            if ($this->onAttempt !== null) {
                $path = (string) parse_url($address, PHP_URL_PATH);
                $status = $answer->status ?: null;
                ($this->onAttempt)(new Attempt($call->method, $path, $number, microtime(true) - $began, $status, $error));
            }
            if ($error === null) {
                return $answer;
            }
            $retryAfter = $why === '' ? $answer->headers['retry-after'] ?? '' : '';
            $pause = $this->retries->pause($number, $error, $retryAfter, $call->isRepeatable);
            if ($pause === null) {
                throw $error;
            }
            usleep((int) ($pause * 1_000_000));
        }
    }
}
