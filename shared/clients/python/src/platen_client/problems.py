"""An exception for each `code` of a problem. Generated from the OpenAPI document by `make openapi`."""

from __future__ import annotations

from .errors import ServiceError


class InvalidQuery(ServiceError):
    """`invalid-query`"""


class InvalidBody(ServiceError):
    """`invalid-body`"""


class InvalidData(ServiceError):
    """`invalid-data`"""


class MissingKey(ServiceError):
    """`missing-key`"""


class InvalidKey(ServiceError):
    """`invalid-key`"""


class SessionEnded(ServiceError):
    """`session-ended`"""


class CrossSiteRequest(ServiceError):
    """`cross-site-request`"""


class InvalidLink(ServiceError):
    """`invalid-link`"""


class SubscriptionInactive(ServiceError):
    """`subscription-inactive`"""


class MissingScope(ServiceError):
    """`missing-scope`"""


class PlanLimit(ServiceError):
    """`plan-limit`"""


class UnknownJob(ServiceError):
    """`unknown-job`"""


class UnknownTemplate(ServiceError):
    """`unknown-template`"""


class UnknownKey(ServiceError):
    """`unknown-key`"""


class UnknownWebhook(ServiceError):
    """`unknown-webhook`"""


class UnknownRoute(ServiceError):
    """`unknown-route`"""


class MethodNotAllowed(ServiceError):
    """`method-not-allowed`"""


class RequestInProgress(ServiceError):
    """`request-in-progress`"""


class IdempotencyMismatch(ServiceError):
    """`idempotency-mismatch`"""


class TemplateChanged(ServiceError):
    """`template-changed`"""


class PayloadTooLarge(ServiceError):
    """`payload-too-large`"""


class UnsupportedMediaType(ServiceError):
    """`unsupported-media-type`"""


class TemplateError(ServiceError):
    """`template-error`"""


class LimitExceeded(ServiceError):
    """`limit-exceeded`"""


class RateLimited(ServiceError):
    """`rate-limited`"""


class QuotaExceeded(ServiceError):
    """`quota-exceeded`"""


class Internal(ServiceError):
    """`internal`"""


class Unavailable(ServiceError):
    """`unavailable`"""


BY_CODE: dict[str, type[ServiceError]] = {
    "invalid-query": InvalidQuery,
    "invalid-body": InvalidBody,
    "invalid-data": InvalidData,
    "missing-key": MissingKey,
    "invalid-key": InvalidKey,
    "session-ended": SessionEnded,
    "cross-site-request": CrossSiteRequest,
    "invalid-link": InvalidLink,
    "subscription-inactive": SubscriptionInactive,
    "missing-scope": MissingScope,
    "plan-limit": PlanLimit,
    "unknown-job": UnknownJob,
    "unknown-template": UnknownTemplate,
    "unknown-key": UnknownKey,
    "unknown-webhook": UnknownWebhook,
    "unknown-route": UnknownRoute,
    "method-not-allowed": MethodNotAllowed,
    "request-in-progress": RequestInProgress,
    "idempotency-mismatch": IdempotencyMismatch,
    "template-changed": TemplateChanged,
    "payload-too-large": PayloadTooLarge,
    "unsupported-media-type": UnsupportedMediaType,
    "template-error": TemplateError,
    "limit-exceeded": LimitExceeded,
    "rate-limited": RateLimited,
    "quota-exceeded": QuotaExceeded,
    "internal": Internal,
    "unavailable": Unavailable,
}
