namespace Platen.Client
{
    /// <summary>An exception for each <c>code</c> of a problem. Generated from the OpenAPI document by <c>make openapi</c>.</summary>
    public static class Problems
    {
        internal static ServiceException Of(int status, Models.Problem problem)
        {
            switch (problem.Code)
            {
                case "invalid-query": return new InvalidQuery(status, problem);
                case "invalid-body": return new InvalidBody(status, problem);
                case "invalid-data": return new InvalidData(status, problem);
                case "missing-key": return new MissingKey(status, problem);
                case "invalid-key": return new InvalidKey(status, problem);
                case "session-ended": return new SessionEnded(status, problem);
                case "cross-site-request": return new CrossSiteRequest(status, problem);
                case "invalid-link": return new InvalidLink(status, problem);
                case "subscription-inactive": return new SubscriptionInactive(status, problem);
                case "missing-scope": return new MissingScope(status, problem);
                case "plan-limit": return new PlanLimit(status, problem);
                case "unknown-job": return new UnknownJob(status, problem);
                case "unknown-template": return new UnknownTemplate(status, problem);
                case "unknown-key": return new UnknownKey(status, problem);
                case "unknown-webhook": return new UnknownWebhook(status, problem);
                case "unknown-route": return new UnknownRoute(status, problem);
                case "method-not-allowed": return new MethodNotAllowed(status, problem);
                case "request-in-progress": return new RequestInProgress(status, problem);
                case "idempotency-mismatch": return new IdempotencyMismatch(status, problem);
                case "template-changed": return new TemplateChanged(status, problem);
                case "payload-too-large": return new PayloadTooLarge(status, problem);
                case "unsupported-media-type": return new UnsupportedMediaType(status, problem);
                case "template-error": return new TemplateError(status, problem);
                case "limit-exceeded": return new LimitExceeded(status, problem);
                case "rate-limited": return new RateLimited(status, problem);
                case "quota-exceeded": return new QuotaExceeded(status, problem);
                case "internal": return new Internal(status, problem);
                case "unavailable": return new Unavailable(status, problem);
                default: return new ServiceException(status, problem, "");
            }
        }

        /// <summary><c>invalid-query</c></summary>
        public sealed class InvalidQuery : ServiceException
        {
            internal InvalidQuery(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>invalid-body</c></summary>
        public sealed class InvalidBody : ServiceException
        {
            internal InvalidBody(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>invalid-data</c></summary>
        public sealed class InvalidData : ServiceException
        {
            internal InvalidData(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>missing-key</c></summary>
        public sealed class MissingKey : ServiceException
        {
            internal MissingKey(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>invalid-key</c></summary>
        public sealed class InvalidKey : ServiceException
        {
            internal InvalidKey(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>session-ended</c></summary>
        public sealed class SessionEnded : ServiceException
        {
            internal SessionEnded(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>cross-site-request</c></summary>
        public sealed class CrossSiteRequest : ServiceException
        {
            internal CrossSiteRequest(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>invalid-link</c></summary>
        public sealed class InvalidLink : ServiceException
        {
            internal InvalidLink(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>subscription-inactive</c></summary>
        public sealed class SubscriptionInactive : ServiceException
        {
            internal SubscriptionInactive(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>missing-scope</c></summary>
        public sealed class MissingScope : ServiceException
        {
            internal MissingScope(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>plan-limit</c></summary>
        public sealed class PlanLimit : ServiceException
        {
            internal PlanLimit(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>unknown-job</c></summary>
        public sealed class UnknownJob : ServiceException
        {
            internal UnknownJob(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>unknown-template</c></summary>
        public sealed class UnknownTemplate : ServiceException
        {
            internal UnknownTemplate(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>unknown-key</c></summary>
        public sealed class UnknownKey : ServiceException
        {
            internal UnknownKey(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>unknown-webhook</c></summary>
        public sealed class UnknownWebhook : ServiceException
        {
            internal UnknownWebhook(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>unknown-route</c></summary>
        public sealed class UnknownRoute : ServiceException
        {
            internal UnknownRoute(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>method-not-allowed</c></summary>
        public sealed class MethodNotAllowed : ServiceException
        {
            internal MethodNotAllowed(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>request-in-progress</c></summary>
        public sealed class RequestInProgress : ServiceException
        {
            internal RequestInProgress(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>idempotency-mismatch</c></summary>
        public sealed class IdempotencyMismatch : ServiceException
        {
            internal IdempotencyMismatch(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>template-changed</c></summary>
        public sealed class TemplateChanged : ServiceException
        {
            internal TemplateChanged(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>payload-too-large</c></summary>
        public sealed class PayloadTooLarge : ServiceException
        {
            internal PayloadTooLarge(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>unsupported-media-type</c></summary>
        public sealed class UnsupportedMediaType : ServiceException
        {
            internal UnsupportedMediaType(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>template-error</c></summary>
        public sealed class TemplateError : ServiceException
        {
            internal TemplateError(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>limit-exceeded</c></summary>
        public sealed class LimitExceeded : ServiceException
        {
            internal LimitExceeded(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>rate-limited</c></summary>
        public sealed class RateLimited : ServiceException
        {
            internal RateLimited(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>quota-exceeded</c></summary>
        public sealed class QuotaExceeded : ServiceException
        {
            internal QuotaExceeded(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>internal</c></summary>
        public sealed class Internal : ServiceException
        {
            internal Internal(int status, Models.Problem problem) : base(status, problem, "") { }
        }

        /// <summary><c>unavailable</c></summary>
        public sealed class Unavailable : ServiceException
        {
            internal Unavailable(int status, Models.Problem problem) : base(status, problem, "") { }
        }
    }
}
