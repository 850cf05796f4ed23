using System;
using System.Collections.Generic;

namespace Platen.Client
{
    /// <summary>Any error of this package.</summary>
    public class PlatenException : Exception
    {
        internal PlatenException(string message, Exception inner = null) : base(message, inner) { }
    }

    /// <summary>The service was not reached, or the connection broke, every time that it was tried.</summary>
    public sealed class ConnectionFailedException : PlatenException
    {
        internal ConnectionFailedException(string message, Exception inner) : base(message, inner) { }
    }

    /// <summary>A job is not over yet. It continues; wait for it again, or cancel it.</summary>
    public sealed class TimedOutException : PlatenException
    {
        internal TimedOutException(string message) : base(message) { }
    }

    /// <summary>A job failed or was canceled, or has no archive.</summary>
    public sealed class JobNotCompletedException : PlatenException
    {
        internal JobNotCompletedException(Models.Job job)
            : base($"job {job.JobId} is {job.Status}: {job.ErrorMessage ?? "no document was made"}")
        {
            Job = job;
        }

        /// <summary>The job as it was at the last look.</summary>
        public Models.Job Job { get; }
    }

    /// <summary>A message is not from the service, or is old.</summary>
    public sealed class WebhookRefusedException : PlatenException
    {
        internal WebhookRefusedException(string message, Exception inner = null) : base(message, inner) { }
    }

    /// <summary>
    /// The service did not do what it was asked for (RFC 9457). <see cref="Problems"/> has one for each <c>code</c>.
    /// </summary>
    public class ServiceException : PlatenException
    {
        private const int LongestText = 200;

        internal ServiceException(int status, Models.Problem problem, string text)
            : base(problem?.Detail ?? $"HTTP {status}: {text.Substring(0, Math.Min(text.Length, LongestText))}")
        {
            Status = status;
            Problem = problem;
        }

        /// <summary>The HTTP status.</summary>
        public int Status { get; }

        /// <summary>The whole problem; null where something before the service answered, such as a gateway.</summary>
        public Models.Problem Problem { get; }

        /// <summary>A stable word to branch on; empty where something before the service answered.</summary>
        public string Code => Problem?.Code ?? "";

        /// <summary>Every single fault of the request.</summary>
        public IReadOnlyList<Models.FieldError> Errors => Problem?.Errors ?? new List<Models.FieldError>();

        /// <summary>Finds the line in the service's log; empty where something before the service answered.</summary>
        public string RequestId => Problem?.RequestId ?? "";
    }
}
