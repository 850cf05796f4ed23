<?php

declare(strict_types=1);

namespace Platen\Client;

/**
 * Sends a request once. The connections stay open for the next one.
 *
 * @internal
 */
final class Exchange
{
    private readonly \CurlMultiHandle $connections;

    /** @param array<int, mixed> $options those of curl, such as a proxy */
    public function __construct(private readonly array $options)
    {
        $this->connections = curl_multi_init();
    }

    /**
     * Fills in the answer. Returns why there is none, or only a part: an empty text where it is whole.
     *
     * @param float $timeout seconds that nothing may be heard: a file may take hours, as long as it comes
     */
    public function send(Call $call, string $address, Answer $answer, float $timeout): string
    {
        $heard = microtime(true);
        $curl = curl_init();
        curl_setopt_array($curl, $this->options + $this->body($call, $heard) + [
            CURLOPT_URL => $address,
            CURLOPT_CUSTOMREQUEST => $call->method,
            CURLOPT_HTTPHEADER => $this->lines($call),
            CURLOPT_USERAGENT => 'platen-client-php/' . Operations::VERSION,
            // A redirect would take the key to another address.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_CONNECTTIMEOUT => 0,
            CURLOPT_HEADERFUNCTION => static function (\CurlHandle $_, string $line) use ($answer, &$heard): int {
                $heard = microtime(true);
                $answer->head($line);
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => static function (\CurlHandle $_, string $bytes) use ($call, $answer, &$heard): int {
                $heard = microtime(true);
                if ($call->into === null || !$answer->isGood()) {
                    $answer->body .= $bytes;
                } elseif (!($call->into)($answer, $bytes)) {
                    return 0;
                }
                return strlen($bytes);
            },
        ]);
        curl_multi_add_handle($this->connections, $curl);
        try {
            return $this->wait($timeout, $heard);
        } finally {
            curl_multi_remove_handle($this->connections, $curl);
        }
    }

    private function wait(float $timeout, float &$heard): string
    {
        do {
            curl_multi_exec($this->connections, $running);
            $left = $heard + $timeout - microtime(true);
            if ($running > 0) {
                if ($left <= 0) {
                    return "nothing was heard for $timeout s";
                }
                curl_multi_select($this->connections, $left);
            }
        } while ($running > 0);
        $ended = curl_multi_info_read($this->connections);
        $result = is_array($ended) ? $ended['result'] : CURLE_OK;
        return $result === CURLE_OK ? '' : (string) curl_strerror($result);
    }

    /** @return list<string> */
    private function lines(Call $call): array
    {
        // curl would wait for a word of the service before it sends a body.
        $lines = ['Expect:'];
        foreach ($call->headers as $name => $value) {
            if (strpbrk($value, "\r\n") !== false) {
                throw new PlatenException("the header $name has a line break");
            }
            $lines[] = "$name: $value";
        }
        return $lines;
    }

    /**
     * The body is read as it is sent, and not twice: curl would send a request again by itself where a connection breaks.
     *
     * @return array<int, mixed>
     */
    private function body(Call $call, float &$heard): array
    {
        if ($call->body === null) {
            return [CURLOPT_FRESH_CONNECT => !$call->isRepeatable];
        }
        $body = $call->body;
        $at = 0;
        $isText = is_string($body);
        $size = $isText ? strlen($body) : -1;
        if (!$isText && $call->isRepeatable) {
            $size = fstat($body)['size'] - ftell($body);
        }
        return ($size < 0 ? [] : [CURLOPT_INFILESIZE => $size]) + [
            CURLOPT_UPLOAD => true,
            CURLOPT_READFUNCTION => static function (\CurlHandle $_, mixed $file, int $length) use ($body, $isText, &$at, &$heard): string {
                $heard = microtime(true);
                $piece = $isText ? substr($body, $at, $length) : (string) fread($body, $length);
                $at += strlen($piece);
                return $piece;
            },
        ];
    }
}
