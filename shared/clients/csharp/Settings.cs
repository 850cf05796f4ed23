using System;
using System.Net.Http;

namespace Platen.Client
{
    /// <summary>Settings of a client.</summary>
    public sealed class Settings
    {
        /// <summary>How often and how soon a request is sent again.</summary>
        public Retries Retries { get; set; } = new Retries();

        /// <summary>How long each request may take until its answer begins.</summary>
        public TimeSpan Timeout { get; set; } = TimeSpan.FromMinutes(1);

        /// <summary>What sends the requests, with a proxy or certificates of your own. The client does not dispose of it.</summary>
        public HttpClient HttpClient { get; set; }

        /// <summary>The key, where it is not the client's: for <see cref="PlatenClient.With"/>.</summary>
        public string Key { get; set; }

        /// <summary>Called with each request that was sent.</summary>
        public Action<Attempt> OnAttempt { get; set; }
    }

    /// <summary>A request that was sent, and what came of it: for logs and measurements.</summary>
    public sealed class Attempt
    {
        /// <summary>Its method.</summary>
        public string Method { get; internal set; }

        /// <summary>Its path, without the query, which may hold a signature.</summary>
        public string Path { get; internal set; }

        /// <summary>Counted from 1.</summary>
        public int Number { get; internal set; }

        /// <summary>Until the answer was read, or failed.</summary>
        public TimeSpan Time { get; internal set; }

        /// <summary>The status of the answer; null where there was none.</summary>
        public int? Status { get; internal set; }

        /// <summary>What it failed with; null where it did not.</summary>
        public PlatenException Error { get; internal set; }
    }

    /// <summary>How often and how soon a request is sent again.</summary>
    public sealed class Retries
    {
        private static readonly Random Chance = new Random();

        /// <summary>How often it is sent in all; 1 is once.</summary>
        public int Attempts { get; set; } = 4;

        /// <summary>Before the second; each pause is twice the one before, and up to a half shorter by chance.</summary>
        public TimeSpan FirstPause { get; set; } = TimeSpan.FromSeconds(0.5);

        /// <summary>Where the service asks for more, the error is thrown.</summary>
        public TimeSpan LongestPause { get; set; } = TimeSpan.FromSeconds(30);

        /// <summary>
        /// The pause after an attempt (from 1) that had this error, where the service asked for this pause; null: no other attempt.
        /// </summary>
        internal TimeSpan? Pause(int attempt, PlatenException error, TimeSpan? asked, bool isRepeatable)
        {
            var refused = error as ServiceException;
            // What the service did not do, so that it can be asked again whatever it was.
            var isNotDone = refused != null && (refused.Status == 429 || refused.Status == 503);
            if (attempt >= Attempts || !(isRepeatable || isNotDone)) return null;
            if (refused != null)
            {
                // What a gateway answers when it does not know what became of the request.
                var isUnknown = refused.Status == 500 || refused.Status == 502 || refused.Status == 504;
                if (!isNotDone && !isUnknown && !(refused is Problems.RequestInProgress)) return null;
                if (asked != null) return asked <= LongestPause ? asked : null;
            }
            var pause = Math.Min(FirstPause.TotalSeconds * Math.Pow(2, attempt - 1), LongestPause.TotalSeconds);
            lock (Chance) return TimeSpan.FromSeconds(pause * (0.5 + Chance.NextDouble() / 2));
        }
    }
}
