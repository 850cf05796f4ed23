using System;
using System.Diagnostics;
using System.IO;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json;

namespace Platen.Client
{
    /// <summary>Sends requests: retries, errors and files.</summary>
    public abstract class Asking : IDisposable
    {
        internal readonly string baseUrl;
        internal readonly string key;
        private readonly Settings settings;
        private readonly HttpClient http;

        internal Asking(string baseUrl, string key, Settings settings)
        {
            this.baseUrl = baseUrl.TrimEnd('/');
            this.key = settings.Key ?? key;
            this.settings = settings;
            // A redirect would take the key to another address. The client's own timeout would end streams, too.
            http = settings.HttpClient ?? new HttpClient(new HttpClientHandler { AllowAutoRedirect = false })
            {
                Timeout = Timeout.InfiniteTimeSpan,
            };
        }

        /// <summary>Closes its connections.</summary>
        public void Dispose()
        {
            if (settings.HttpClient == null) http.Dispose();
        }

        /// <summary>Settings for another client of the same service, which uses the same connections.</summary>
        internal Settings Shared(Settings other) => new Settings
        {
            Retries = other.Retries,
            Timeout = other.Timeout,
            HttpClient = other.HttpClient ?? http,
            Key = other.Key,
            OnAttempt = other.OnAttempt ?? settings.OnAttempt,
        };

        /// <summary>Calls an operation that answers with JSON, or with nothing.</summary>
        internal async Task<T> AskAsync<T>(Call call, CancellationToken cancellationToken)
        {
            var json = await SendAsync(call, (content, _) => content, cancellationToken).ConfigureAwait(false);
            try
            {
                return Json.Read<T>(json);
            }
            catch (JsonException error)
            {
                throw new PlatenException("the answer is not the JSON of this interface: " + error.Message, error);
            }
        }

        /// <summary>Calls an operation that answers with a file.</summary>
        internal Task<PlatenFile> AskFileAsync(Call call, CancellationToken cancellationToken) =>
            SendAsync(call, (content, answer) => new PlatenFile(content, answer), cancellationToken);

        private Task<T> SendAsync<T>(Call call, Func<byte[], HttpResponseMessage, T> read, CancellationToken cancellationToken) =>
            SendAsync(
                () => call.Request(baseUrl, key),
                call.IsRepeatable,
                async (answer, silence) =>
                {
                    using (answer) return read(await silence.WholeAsync(answer).ConfigureAwait(false), answer);
                },
                cancellationToken);

        /// <summary>The address of a path, or an address that is whole already.</summary>
        internal string Absolute(string address) => address.StartsWith("/") ? baseUrl + address : address;

        /// <summary>Sends a request until it has an answer to keep, and throws what a bad one stands for.</summary>
        internal async Task<T> SendAsync<T>(
            Func<HttpRequestMessage> request,
            bool isRepeatable,
            Func<HttpResponseMessage, Silence, Task<T>> read,
            CancellationToken cancellationToken)
        {
            for (var attempt = 1; ; attempt++)
            {
                var kept = default(T);
                PlatenException error = null;
                TimeSpan? asked = null;
                int? status = null;
                var clock = Stopwatch.StartNew();
                using (var silence = new Silence(settings.Timeout, cancellationToken))
                using (var message = request())
                {
                    message.Headers.TryAddWithoutValidation("User-Agent", "platen-client-csharp/" + Operations.Version);
                    try
                    {
                        var answer = await http
                            .SendAsync(message, HttpCompletionOption.ResponseHeadersRead, silence.Token)
                            .ConfigureAwait(false);
                        status = (int)answer.StatusCode;
                        if (answer.IsSuccessStatusCode)
                        {
                            kept = await read(answer, silence).ConfigureAwait(false);
                        }
                        else
                        {
                            using (answer)
                            {
                                asked = Asked(answer.Headers.RetryAfter);
                                error = Refused((int)answer.StatusCode, await silence.WholeAsync(answer).ConfigureAwait(false));
                            }
                        }
                    }
                    catch (Exception cause) when (IsBroken(cause) && !cancellationToken.IsCancellationRequested)
                    {
                        error = new ConnectionFailedException("the service does not answer: " + cause.GetBaseException().Message, cause);
                    }
                    // What the hook throws is no fault of the connection.
                    Tell(message, attempt, clock, status, error);
                }
                if (error == null) return kept;
                var pause = settings.Retries.Pause(attempt, error, asked, isRepeatable);
                if (pause == null) throw error;
                await Task.Delay(pause.Value, cancellationToken).ConfigureAwait(false);
            }
        }

        private void Tell(HttpRequestMessage sent, int number, Stopwatch clock, int? status, PlatenException error)
        {
            settings.OnAttempt?.Invoke(new Attempt
            {
                Method = sent.Method.Method,
                Path = sent.RequestUri.AbsolutePath,
                Number = number,
                Time = clock.Elapsed,
                Status = status,
                Error = error,
            });
        }

        /// <summary>What <c>Retry-After</c> asks for: seconds, or a date (RFC 9110, 10.2.3).</summary>
        private static TimeSpan? Asked(RetryConditionHeaderValue header)
        {
            if (header?.Date == null) return header?.Delta;
            var pause = header.Date.Value - DateTimeOffset.UtcNow;
            return pause < TimeSpan.Zero ? TimeSpan.Zero : pause;
        }

        /// <summary>Whether the connection failed, or the time was up.</summary>
        private static bool IsBroken(Exception cause) =>
            cause is HttpRequestException || cause is IOException || cause is OperationCanceledException
            || cause is ObjectDisposedException;

        /// <summary>The error that an answer stands for.</summary>
        private static ServiceException Refused(int status, byte[] body)
        {
            try
            {
                var problem = Json.Read<Models.Problem>(body);
                if (problem?.Code != null) return Problems.Of(status, problem);
            }
            catch (JsonException)
            {
                // Something before the service answered, in words of its own.
            }
            return new ServiceException(status, null, Encoding.UTF8.GetString(body));
        }
    }
}
