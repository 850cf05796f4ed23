package io.github.platen.client;

/** An exception for each {@code code} of a problem. Generated from the OpenAPI document by {@code make openapi}. */
public final class Problems {
    private Problems() {}

    /** The exception that a problem stands for. */
    static ServiceException of(int status, Models.Problem problem) {
        return switch (problem.code) {
            case "invalid-query" -> new InvalidQuery(status, problem);
            case "invalid-body" -> new InvalidBody(status, problem);
            case "invalid-data" -> new InvalidData(status, problem);
            case "missing-key" -> new MissingKey(status, problem);
            case "invalid-key" -> new InvalidKey(status, problem);
            case "session-ended" -> new SessionEnded(status, problem);
            case "cross-site-request" -> new CrossSiteRequest(status, problem);
            case "invalid-link" -> new InvalidLink(status, problem);
            case "subscription-inactive" -> new SubscriptionInactive(status, problem);
            case "missing-scope" -> new MissingScope(status, problem);
            case "plan-limit" -> new PlanLimit(status, problem);
            case "unknown-job" -> new UnknownJob(status, problem);
            case "unknown-template" -> new UnknownTemplate(status, problem);
            case "unknown-key" -> new UnknownKey(status, problem);
            case "unknown-webhook" -> new UnknownWebhook(status, problem);
            case "unknown-route" -> new UnknownRoute(status, problem);
            case "method-not-allowed" -> new MethodNotAllowed(status, problem);
            case "request-in-progress" -> new RequestInProgress(status, problem);
            case "idempotency-mismatch" -> new IdempotencyMismatch(status, problem);
            case "template-changed" -> new TemplateChanged(status, problem);
            case "payload-too-large" -> new PayloadTooLarge(status, problem);
            case "unsupported-media-type" -> new UnsupportedMediaType(status, problem);
            case "template-error" -> new TemplateError(status, problem);
            case "limit-exceeded" -> new LimitExceeded(status, problem);
            case "rate-limited" -> new RateLimited(status, problem);
            case "quota-exceeded" -> new QuotaExceeded(status, problem);
            case "internal" -> new Internal(status, problem);
            case "unavailable" -> new Unavailable(status, problem);
            default -> new ServiceException(status, problem, "");
        };
    }

    /** {@code invalid-query} */
    public static final class InvalidQuery extends ServiceException {
        InvalidQuery(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code invalid-body} */
    public static final class InvalidBody extends ServiceException {
        InvalidBody(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code invalid-data} */
    public static final class InvalidData extends ServiceException {
        InvalidData(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code missing-key} */
    public static final class MissingKey extends ServiceException {
        MissingKey(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code invalid-key} */
    public static final class InvalidKey extends ServiceException {
        InvalidKey(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code session-ended} */
    public static final class SessionEnded extends ServiceException {
        SessionEnded(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code cross-site-request} */
    public static final class CrossSiteRequest extends ServiceException {
        CrossSiteRequest(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code invalid-link} */
    public static final class InvalidLink extends ServiceException {
        InvalidLink(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code subscription-inactive} */
    public static final class SubscriptionInactive extends ServiceException {
        SubscriptionInactive(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code missing-scope} */
    public static final class MissingScope extends ServiceException {
        MissingScope(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code plan-limit} */
    public static final class PlanLimit extends ServiceException {
        PlanLimit(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code unknown-job} */
    public static final class UnknownJob extends ServiceException {
        UnknownJob(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code unknown-template} */
    public static final class UnknownTemplate extends ServiceException {
        UnknownTemplate(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code unknown-key} */
    public static final class UnknownKey extends ServiceException {
        UnknownKey(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code unknown-webhook} */
    public static final class UnknownWebhook extends ServiceException {
        UnknownWebhook(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code unknown-route} */
    public static final class UnknownRoute extends ServiceException {
        UnknownRoute(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code method-not-allowed} */
    public static final class MethodNotAllowed extends ServiceException {
        MethodNotAllowed(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code request-in-progress} */
    public static final class RequestInProgress extends ServiceException {
        RequestInProgress(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code idempotency-mismatch} */
    public static final class IdempotencyMismatch extends ServiceException {
        IdempotencyMismatch(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code template-changed} */
    public static final class TemplateChanged extends ServiceException {
        TemplateChanged(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code payload-too-large} */
    public static final class PayloadTooLarge extends ServiceException {
        PayloadTooLarge(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code unsupported-media-type} */
    public static final class UnsupportedMediaType extends ServiceException {
        UnsupportedMediaType(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code template-error} */
    public static final class TemplateError extends ServiceException {
        TemplateError(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code limit-exceeded} */
    public static final class LimitExceeded extends ServiceException {
        LimitExceeded(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code rate-limited} */
    public static final class RateLimited extends ServiceException {
        RateLimited(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code quota-exceeded} */
    public static final class QuotaExceeded extends ServiceException {
        QuotaExceeded(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code internal} */
    public static final class Internal extends ServiceException {
        Internal(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }

    /** {@code unavailable} */
    public static final class Unavailable extends ServiceException {
        Unavailable(int status, Models.Problem problem) {
            super(status, problem, "");
        }
    }
}
