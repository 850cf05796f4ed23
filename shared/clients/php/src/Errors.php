<?php

// What goes wrong, as exceptions. `Problems` has one for each `code` of the service.

declare(strict_types=1);

namespace Platen\Client;

/** Any error of this package. */
class PlatenException extends \RuntimeException
{
}

/** The service was not reached, or the connection broke, every time that it was tried. */
final class ConnectionFailedException extends PlatenException
{
}

/** A job is not over yet. It continues; wait for it again, or cancel it. */
final class TimedOutException extends PlatenException
{
}

/** A message is not from the service, or is old. */
final class WebhookRefusedException extends PlatenException
{
}

/** A job failed or was canceled, or has no archive. */
final class JobNotCompletedException extends PlatenException
{
    /** @param Models\Job $job as it was at the last look */
    public function __construct(public readonly Models\Job $job)
    {
        parent::__construct("job $job->jobId is $job->status: " . ($job->errorMessage ?? 'no document was made'));
    }
}

/** The service did not do what it was asked for (RFC 9457). */
class ServiceException extends PlatenException
{
    /** A stable word to branch on; empty where something before the service answered, such as a gateway. */
    public readonly string $problemCode;

    /** @var list<Models\FieldError> every single fault of the request */
    public readonly array $errors;

    /** Finds the line in the service's log; empty where something before the service answered. */
    public readonly string $requestId;

    /**
     * @param int $status that of HTTP
     * @param Models\Problem|null $problem all of it; null where something before the service answered
     */
    final public function __construct(
        public readonly int $status,
        public readonly ?Models\Problem $problem,
        string $text = '',
    ) {
        parent::__construct($problem->detail ?? "HTTP $status: " . substr($text, 0, 200));
        $this->problemCode = $problem->code ?? '';
        $this->errors = $problem->errors ?? [];
        $this->requestId = $problem->requestId ?? '';
    }

    /** The exception that an answer stands for. */
    public static function of(int $status, string $body): self
    {
        try {
            $json = json_decode($body);
            $problem = $json instanceof \stdClass && is_string($json->code ?? null) ? Models\Problem::of($json) : null;
        } catch (\TypeError) {
            // Something before the service answered, in words of its own.
            $problem = null;
        }
        $class = 'Platen\\Client\\Problems\\' . str_replace('-', '', ucwords($problem->code ?? '', '-'));
        return class_exists($class) ? new $class($status, $problem) : new self($status, $problem, $body);
    }
}
