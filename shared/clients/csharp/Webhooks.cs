using System;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using Newtonsoft.Json;

namespace Platen.Client
{
    /// <summary>What a callback says.</summary>
    public sealed class JobEnded
    {
        [JsonProperty("jobId")]
        public string JobId { get; set; }
        [JsonProperty("templateId")]
        public string TemplateId { get; set; }
        [JsonProperty("status")]
        public string Status { get; set; }
        [JsonProperty("totalCount")]
        public int TotalCount { get; set; }
        [JsonProperty("failedGenerationCount")]
        public int FailedGenerationCount { get; set; }
        /// <summary>Where the result is, if the request asked for <c>callbackLink</c>.</summary>
        [JsonProperty("zipUrl")]
        public string ZipUrl { get; set; }
        [JsonProperty("zipUrlExpiresAt")]
        public string ZipUrlExpiresAt { get; set; }
    }

    /// <summary>Verifies callbacks, which are signed as Standard Webhooks says (https://www.standardwebhooks.com).</summary>
    public static class Webhooks
    {
        // One that somebody kept and sends again is refused.
        private static readonly TimeSpan Tolerance = TimeSpan.FromMinutes(5);
        private static readonly DateTime Epoch = new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc);

        /// <summary>Checks a message's signature and age, and returns what it says.</summary>
        /// <param name="secret">As <c>platen key webhook</c> prints it.</param>
        /// <param name="header">Finds a header by its name, in upper or lower case, or null: <c>name => request.Headers[name]</c>.</param>
        /// <param name="body">As it came.</param>
        /// <exception cref="WebhookRefusedException">The message is not from the service, or is old.</exception>
        public static JobEnded Verify(string secret, Func<string, string> header, byte[] body)
        {
            string id = header("webhook-id"), sent = header("webhook-timestamp"), signatures = header("webhook-signature");
            if (string.IsNullOrEmpty(id) || string.IsNullOrEmpty(sent) || string.IsNullOrEmpty(signatures))
            {
                throw new WebhookRefusedException("the message has no signature");
            }
            try
            {
                var age = (DateTime.UtcNow - Epoch.AddSeconds(long.Parse(sent))).Duration();
                if (age > Tolerance) throw new WebhookRefusedException($"the message is {age.TotalSeconds:F0} s old");
                var key = Convert.FromBase64String(secret.StartsWith("whsec_") ? secret.Substring(6) : secret);
                var signed = Encoding.UTF8.GetBytes($"{id}.{sent}.").Concat(body).ToArray();
                using (var hmac = new HMACSHA256(key))
                {
                    var expected = "v1," + Convert.ToBase64String(hmac.ComputeHash(signed));
                    // More than one while a new secret takes the place of the one before.
                    if (!signatures.Split(' ').Any(each => AreSame(expected, each)))
                    {
                        throw new WebhookRefusedException("no signature of the message is the secret's");
                    }
                }
                return Json.Read<JobEnded>(body);
            }
            catch (Exception error) when (IsMalformed(error))
            {
                throw new WebhookRefusedException("a header, the body or the secret is not as it must be: " + error.Message, error);
            }
        }

        private static bool IsMalformed(Exception error) =>
            error is FormatException || error is OverflowException || error is ArgumentOutOfRangeException || error is JsonException;

        /// <summary>Compares without telling by the time it takes where the two differ.</summary>
        private static bool AreSame(string expected, string given)
        {
            var difference = expected.Length ^ given.Length;
            for (var at = 0; at < Math.Min(expected.Length, given.Length); at++) difference |= expected[at] ^ given[at];
            return difference == 0;
        }
    }
}
