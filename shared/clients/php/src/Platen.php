<?php

declare(strict_types=1);

namespace Platen\Client;

/** A client of a service: every operation, and what takes several requests. */
final class Platen extends Operations
{
    // Seconds between two looks at a job: the first, and the most.
    private const FIRST_LOOK = 0.25;
    private const LAST_LOOK = 5.0;
    private const PAGE = 100;

    /**
     * @param string $baseUrl such as `http://127.0.0.1:8080`
     * @param float $timeout seconds that the service may be silent, before its answer and within it
     * @param (callable(Attempt): mixed)|null $onAttempt called with each request that was sent
     * @param array<int, mixed> $curl options of curl, such as `[CURLOPT_PROXY => ...]`
     */
    public function __construct(
        string $baseUrl,
        string $key,
        float $timeout = 60.0,
        Retries $retries = new Retries(),
        ?callable $onAttempt = null,
        array $curl = [],
    ) {
        parent::__construct($baseUrl, $key, $timeout, $retries, $onAttempt === null ? null : $onAttempt(...), $curl);
    }

    /**
     * The same client with other settings, on the same connections: `$platen->with(timeout: 5)->convert(...)` for one call.
     *
     * @param (callable(Attempt): mixed)|null $onAttempt
     */
    public function with(
        ?string $key = null,
        ?float $timeout = null,
        ?Retries $retries = null,
        ?callable $onAttempt = null,
    ): self {
        $other = clone $this;
        $other->key = $key ?? $this->key;
        $other->timeout = $timeout ?? $this->timeout;
        $other->retries = $retries ?? $this->retries;
        $other->onAttempt = $onAttempt === null ? $this->onAttempt : $onAttempt(...);
        return $other;
    }

    /**
     * Every template, page by page.
     *
     * @return \Generator<int, Models\Template>
     */
    public function allTemplates(?string $label = null, ?string $name = null): \Generator
    {
        return self::paged(fn (int $number): array => $this->getTemplates($number, self::PAGE, $label, $name)->items);
    }

    /**
     * Every job, the newest first. One that starts meanwhile moves the others on: an entry may come twice.
     *
     * @return \Generator<int, Models\Job>
     */
    public function allJobs(): \Generator
    {
        return self::paged(fn (int $number): array => $this->listAllBulkGenerationJobs($number, self::PAGE));
    }

    /**
     * Every key and session, the newest first.
     *
     * @return \Generator<int, Models\ManagedKey>
     */
    public function allKeys(): \Generator
    {
        return self::paged(fn (int $number): array => $this->listKeys($number, self::PAGE)->items);
    }

    /**
     * Every webhook, the newest first.
     *
     * @return \Generator<int, Models\Webhook>
     */
    public function allWebhooks(): \Generator
    {
        return self::paged(fn (int $number): array => $this->listWebhooks($number, self::PAGE)->items);
    }

    /**
     * Who did what, the newest first.
     *
     * @return \Generator<int, Models\Event>
     */
    public function allEvents(): \Generator
    {
        $before = null;
        do {
            $page = $this->listEvents(self::PAGE, $before);
            foreach ($page->items as $event) {
                yield $event;
            }
            $before = $page->next;
        } while ($before !== null);
    }

    /** The entries of all pages, until one is empty. */
    private static function paged(\Closure $page): \Generator
    {
        for ($number = 1; ($entries = $page($number)) !== []; $number++) {
            foreach ($entries as $entry) {
                yield $entry;
            }
        }
    }

    /**
     * Waits until a job is completed.
     *
     * @param (callable(Models\Job): mixed)|null $onProgress called with the job at each look at it
     * @param float|null $timeout seconds to wait; as long as it takes without it
     * @throws JobNotCompletedException the job failed or was canceled
     * @throws TimedOutException the job is not over in time
     */
    public function waitForJob(string $jobId, ?callable $onProgress = null, ?float $timeout = null): Models\Job
    {
        $began = microtime(true);
        for ($pause = self::FIRST_LOOK;; $pause = min($pause * 1.5, self::LAST_LOOK)) {
            $job = $this->getBulkGenerationJob($jobId);
            if ($onProgress !== null) {
                $onProgress($job);
            }
            if ($job->status === 'Completed') {
                return $job;
            }
            if (!in_array($job->status, ['Pending', 'Running'], true)) {
                throw new JobNotCompletedException($job);
            }
            if ($timeout !== null && microtime(true) - $began + $pause > $timeout) {
                throw new TimedOutException("job $jobId is not over after $timeout s");
            }
            usleep((int) ($pause * 1_000_000));
        }
    }

    /**
     * Starts a job and waits until it is completed, as `waitForJob` does.
     *
     * @param (callable(Models\Job): mixed)|null $onProgress
     */
    public function runJob(
        Models\GenerateDocumentsBulkDto $body,
        ?callable $onProgress = null,
        ?float $timeout = null,
        ?string $idempotencyKey = null,
    ): Models\Job {
        $started = $this->generateDocumentsBulk($body, idempotencyKey: $idempotencyKey);
        return $this->waitForJob($started->jobId, $onProgress, $timeout);
    }

    /**
     * Uploads items that are too many for a request, and returns the `itemsUploadId` of a job.
     *
     * @param string|resource $content their bytes, or a file that is open: it is read as it is sent, from where it stands
     */
    public function uploadItems(mixed $content, string $mediaType = 'application/jsonl'): string
    {
        $ticket = $this->createBulkUpload();
        // The link authorizes the request: the key is not for whoever holds the storage.
        $call = new Call('PUT', $ticket->uploadUrl);
        $call->headers['Content-Type'] = $mediaType;
        $call->body = $content;
        $call->isRepeatable = is_string($content) || stream_get_meta_data($content)['seekable'];
        $this->send($call);
        return $ticket->uploadId;
    }

    /**
     * Writes a completed job's archive to a file, without holding it in memory, and returns where it is. Where the connection breaks, it
     * goes on from there; the file has its name once it is whole.
     */
    public function download(Models\Job $job, string $path): string
    {
        $call = new Call('GET', $job->zipUrl ?? throw new JobNotCompletedException($job));
        $part = "$path.part";
        $file = @fopen($part, 'wb');
        if ($file === false) {
            throw new PlatenException("$part cannot be written");
        }
        try {
            $this->fetch($call, $file);
            if (!fclose($file) || !rename($part, $path)) {
                throw new PlatenException("$path cannot be written");
            }
            return $path;
        } finally {
            if (is_file($part)) {
                unlink($part);
            }
        }
    }

    /**
     * Fetches an archive into a file, to its end, or all anew.
     *
     * @param resource $file
     */
    private function fetch(Call $call, mixed $file): void
    {
        $isFull = false;
        $current = null;
        $call->into = static function (Answer $answer, string $bytes) use ($call, $file, &$current, &$isFull): bool {
            if ($answer !== $current) {
                $current = $answer;
                if ($answer->status !== 206) {
                    ftruncate($file, 0);
                    rewind($file);
                }
            }
            $isFull = fwrite($file, $bytes) !== strlen($bytes);
            // Without a tag nobody knows whether what follows belongs to what is there; a weak one names no bytes (RFC 9110, 13.1.5).
            $tag = $answer->headers['etag'] ?? '';
            unset($call->headers['Range'], $call->headers['If-Range']);
            if (str_starts_with($tag, '"')) {
                $call->headers['Range'] = 'bytes=' . ftell($file) . '-';
                $call->headers['If-Range'] = $tag;
            }
            // What cannot be written is not asked for again.
            $call->isRepeatable = !$isFull;
            return !$isFull;
        };
        try {
            if ($this->send($call) !== $current) {
                // It came whole, and is empty.
                ftruncate($file, 0);
            }
        } catch (ConnectionFailedException $error) {
            throw $isFull ? new PlatenException('the archive cannot be written', 0, $error) : $error;
        }
    }
}
