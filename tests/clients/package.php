<?php

// Uses the package of the PHP client, which lies beside this: BASE_URL KEY TEMPLATE MISBEHAVING_URL.

declare(strict_types=1);

use Platen\Client\Attempt;
use Platen\Client\ConnectionFailedException;
use Platen\Client\File;
use Platen\Client\JobNotCompletedException;
use Platen\Client\Models;
use Platen\Client\Platen;
use Platen\Client\PlatenException;
use Platen\Client\Problems;
use Platen\Client\Retries;
use Platen\Client\ServiceException;
use Platen\Client\TimedOutException;
use Platen\Client\WebhookRefusedException;
use Platen\Client\Webhooks;

error_reporting(E_ALL);
set_error_handler(static function (int $kind, string $what): bool {
    // What the package silences, it answers for by itself.
    return (error_reporting() & $kind) === 0 ? true : throw new ErrorException($what);
});

// Classes are found as composer.json says.
$package = __DIR__ . '/platen-php';
$autoload = json_decode((string) file_get_contents("$package/composer.json"), true, 8, JSON_THROW_ON_ERROR)['autoload'];
foreach ($autoload['classmap'] as $file) {
    spl_autoload_register(static function (string $class) use ($package, $file): void {
        $name = preg_quote((string) substr((string) strrchr($class, '\\'), 1), '/');
        $text = (string) file_get_contents("$package/$file");
        $namespace = preg_quote((string) substr($class, 0, (int) strrpos($class, '\\')), '/');
        if (preg_match("/^namespace $namespace;/m", $text) === 1 && preg_match("/^(final |abstract )?class $name\\b/m", $text) === 1) {
            require_once "$package/$file";
        }
    });
}
spl_autoload_register(static function (string $class) use ($package, $autoload): void {
    foreach ($autoload['psr-4'] as $prefix => $folder) {
        $path = "$package/$folder" . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
        if (str_starts_with($class, $prefix) && is_file($path)) {
            require_once $path;
        }
    }
});

[, $baseUrl, $key, $template, $misbehaving] = $argv;
const DATA = ['name' => 'Ada Lovelace', 'number' => 17];

function check(bool $holds, mixed $what): void
{
    if (!$holds) {
        throw new LogicException(is_string($what) ? $what : print_r($what, true));
    }
}

/**
 * @template T of Throwable
 * @param class-string<T> $class
 * @return T
 */
function fails(string $class, callable $call): Throwable
{
    try {
        $call();
    } catch (Throwable $error) {
        check($error instanceof $class, $error::class . ', not ' . $class . ': ' . $error->getMessage());
        return $error;
    }
    throw new LogicException("no $class");
}

function tested(string $behavior): void
{
    echo "tested: $behavior\n";
}

function documents(Platen $platen, string $id, string $template): void
{
    $templates = array_map(static fn (Models\Template $each): string => $each->templateId, iterator_to_array($platen->allTemplates()));
    check(in_array($id, $templates, true), $templates);
    check(in_array($id, array_map(static fn ($each) => $each->targetId, iterator_to_array($platen->allEvents())), true), 'events');
    check(iterator_to_array($platen->allKeys())[0]->scope === Models\Scope::ADMINISTER, 'keys are walked through');
    check(iterator_to_array($platen->allWebhooks()) === [] && iterator_to_array($platen->allJobs()) === [], 'there are none yet');
    tested('Lists are walked through');

    check($platen->getTemplateFile($id)->content === $template, 'a file comes back');
    $file = $platen->generateDocument(new Models\GenerateDocumentDto('.docx', DATA, templateId: $id, fileName: 'Für {{ name }}'));
    check($file->name === 'Für Ada Lovelace.docx' && $file->warnings() === 0, $file->name);
    check(is_file($file->save('.')) && file_get_contents($file->name) === $file->content, 'it is saved');
    $model = $platen->generateModel($id);
    $file = $platen->generateDocument(new Models\GenerateDocumentDto('.pdf', $model, templateId: $id));
    check($file->mediaType === 'application/pdf' && str_starts_with($file->content, '%PDF'), $file->mediaType);
    $escaping = (new File('x', '', '../../up.txt', []))->save('.');
    check($escaping === './up.txt', $escaping);

    // No values at all are an object, too.
    $refused = fails(Problems\InvalidData::class, static fn () => $platen->generateDocument(
        new Models\GenerateDocumentDto('.docx', [], templateId: $id),
    ));
    check($refused->status === 400 && $refused->requestId !== '', $refused->getMessage());
    check(str_starts_with($refused->errors[0]->pointer, '/data/'), $refused->errors);
    $gone = fails(Problems\UnknownTemplate::class, static fn () => $platen->getTemplate('0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071'));
    check($gone->problemCode === 'unknown-template' && $gone instanceof ServiceException && $gone instanceof PlatenException, $gone);
    tested('Errors are types');
}

function jobs(Platen $platen, string $id): void
{
    $items = str_repeat(json_encode(DATA) . "\n", 30);
    $upload = $platen->uploadItems($items);
    $looks = [];
    $job = $platen->runJob(
        new Models\GenerateDocumentsBulkDto($id, '.docx', itemsUploadId: $upload),
        static function (Models\Job $job) use (&$looks): void {
            $looks[] = $job->completedCount;
        },
        timeout: 300,
    );
    check(end($looks) === 30 && $job->totalCount === 30, $looks);
    $saved = $platen->download($job, 'notes.zip');
    check(filesize($saved) === $job->zipSizeBytes && str_starts_with((string) file_get_contents($saved), 'PK'), 'the archive is saved whole');

    $started = $platen->generateDocumentsBulk(new Models\GenerateDocumentsBulkDto($id, '.docx', items: array_fill(0, 2000, DATA)));
    fails(TimedOutException::class, static fn () => $platen->waitForJob($started->jobId, timeout: 0));
    $platen->cancelBulkGenerationJob($started->jobId);
    $canceled = fails(JobNotCompletedException::class, static fn () => $platen->waitForJob($started->jobId));
    check($canceled->job->status === 'Canceled', $canceled->getMessage());
    tested('Jobs are waited for');
}

/** @return list<array<string, mixed>> what the service that misbehaves was asked of a path */
function asked(string $service, string $path): array
{
    $all = json_decode((string) file_get_contents("$service/asked"), true);
    return array_values(array_filter($all, static fn (array $each): bool => $each['path'] === $path));
}

function retries(string $service): void
{
    $platen = new Platen("$service/", 'plk_x', retries: new Retries(firstPause: 0.01));
    check($platen->generateDocument(new Models\GenerateDocumentDto('.pdf', DATA))->content === '%PDF', 'the third attempt has an answer');
    $keys = array_column(asked($service, '/api/generateDocument'), 'idempotency-key');
    check(count($keys) === 3 && count(array_unique($keys)) === 1 && $keys[0] !== null, $keys);
    // Nothing says that this one may come twice: a break is not tried again.
    fails(ConnectionFailedException::class, static fn () => $platen->createKey(new Models\CreateKey('x', Models\Scope::GENERATE)));
    check(count(asked($service, '/api/keys')) === 2, 'it came twice');
    // So with one that has no body.
    fails(ConnectionFailedException::class, static fn () => $platen->rotateWebhook('w'));
    check(count(asked($service, '/api/webhooks/w/rotate')) === 2, 'it came twice');
    $once = new Platen('http://127.0.0.1:9', 'plk_x', retries: new Retries(1));
    fails(ConnectionFailedException::class, static fn () => $once->health());
    // A date of `Retry-After` is in UTC, wherever PHP is.
    date_default_timezone_set('America/New_York');
    $date = gmdate(DATE_RFC7231, time() + 20);
    $pause = (new Retries())->pause(1, new ServiceException(503, null), $date, false);
    check($pause !== null && $pause > 0 && $pause <= 20, $pause);
    tested('Busy and broken answers are tried again with one key');
}

function watches(string $service): void
{
    $seen = [];
    $platen = new Platen($service, 'plk_x', retries: new Retries(firstPause: 0.01), onAttempt: static function (Attempt $each) use (&$seen): void {
        $seen[] = $each;
    });
    $platen->with(key: 'plk_other')->generateDocument(new Models\GenerateDocumentDto('.pdf', DATA));
    $came = array_map(static fn (Attempt $each): array => [$each->method, $each->path, $each->number, $each->status], $seen);
    $path = '/php-seen/api/generateDocument';
    check($came === [['POST', $path, 1, 503], ['POST', $path, 2, null], ['POST', $path, 3, 200]], $came);
    check($seen[0]->error instanceof ServiceException && $seen[1]->error instanceof ConnectionFailedException, $seen);
    check($seen[2]->error === null && min(array_column($seen, 'seconds')) > 0, $seen);
    check(array_column(asked($service, '/api/generateDocument'), 'x-functions-key') === array_fill(0, 3, 'plk_other'), 'the key');
    tested('A key holds for one call');
    tested('Each attempt is told of');
}

function silences(string $service): void
{
    mkdir('silence');
    $patient = new Platen($service, 'plk_x', retries: new Retries(2, 0.0));
    $hasty = $patient->with(timeout: 0.8, retries: new Retries(1));
    $content = str_repeat('archive', 5);
    $fetched = static fn (Platen $platen, string $name): string => (string) file_get_contents(
        $platen->download(Models\Job::of((object) ['zipUrl' => "/$name"]), "silence/$name"),
    );
    check($fetched($hasty, 'slow') === $content, 'it is longer than the timeout');
    foreach (['stalls', 'untagged'] as $name) {
        fails(ConnectionFailedException::class, static fn () => $fetched($hasty, $name));
    }
    tested('A timeout counts silence, not length');
    check($fetched($patient, 'breaks') === $content, 'it goes on');
    tested('Settings hold for one call');
    $ranges = array_map(static fn (array $each): array => [$each['range'], $each['if-range']], asked($service, '/breaks'));
    check($ranges === [[null, null], ['bytes=12-', '"five"']], $ranges);
    tested('A download that broke goes on');
    check(scandir('silence') === ['.', '..', 'breaks', 'slow'], scandir('silence'));
    tested('A file has its name once it is whole');

    file_put_contents('items.jsonl', "-{}\n{}");
    $items = fopen('items.jsonl', 'rb');
    fread($items, 1);
    check($patient->uploadItems($items) === 'u', 'items are sent again');
    check(array_column(asked($service, '/put'), 'body') === ["{}\n{}", "{}\n{}"], asked($service, '/put'));
    $once = popen("printf '{}'", 'rb');
    fails(ConnectionFailedException::class, static fn () => $patient->uploadItems($once));
    check(count(asked($service, '/put')) === 3, 'what cannot be read twice is sent once');
    tested('Items are sent from a file');
}

function webhooks(): void
{
    $key = 'a secret of some bytes';
    $secret = 'whsec_' . base64_encode($key);
    $signed = static fn (string $body, int $sent): array => [
        'Webhook-Id' => 'm1',
        'WEBHOOK-TIMESTAMP' => (string) $sent,
        'webhook-signature' => ['v1,AAAA', 'v1,' . base64_encode(hash_hmac('sha256', "m1.$sent.$body", $key, true))],
    ];
    $notice = Models\JobNotice::class;
    $body = '{"type": "job.ended", "jobId": "j", "status": "Completed", "later": 1}';
    $said = Webhooks::verify($secret, $signed($body, time()), $body);
    check($said instanceof $notice && $said->jobId === 'j', $said);
    $other = '{"type": "later.kind", "number": 1}';
    check(Webhooks::verify($secret, $signed($other, time()), $other)->number === 1, 'a new type is told');
    $bad = [
        [$secret, $signed($body, time()), $other],
        [$secret, $signed($body, time() - 360), $body],
        ['whsec_?', $signed($body, time()), $body],
        ['', $signed($body, time()), $body],
        [$secret, [], $body],
        [$secret, $signed('{"type": "job.ended", "jobId": 1}', time()), '{"type": "job.ended", "jobId": 1}'],
    ];
    foreach ($bad as $message) {
        fails(WebhookRefusedException::class, static fn () => Webhooks::verify(...$message));
    }
    tested('Webhooks are verified');
}

$platen = new Platen($baseUrl, $key);
$bytes = (string) file_get_contents($template);
$made = $platen->registerTemplate($bytes, fileName: 'package.docx', name: 'From a package');
check($made->version === 1, $made);
documents($platen, $made->templateId, $bytes);
jobs($platen, $made->templateId);
$platen->deleteTemplate($made->templateId);
retries("$misbehaving/php");
watches("$misbehaving/php-seen");
silences("$misbehaving/php-silence");
webhooks();
echo 'the PHP package works ', Platen::VERSION, "\n";
