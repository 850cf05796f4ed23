// An error for each `code` of a problem. Generated from the OpenAPI document by `make openapi`.

import { ServiceError } from "./errors.js";

/** `invalid-query` */
export class InvalidQuery extends ServiceError {}

/** `invalid-body` */
export class InvalidBody extends ServiceError {}

/** `invalid-data` */
export class InvalidData extends ServiceError {}

/** `missing-key` */
export class MissingKey extends ServiceError {}

/** `invalid-key` */
export class InvalidKey extends ServiceError {}

/** `session-ended` */
export class SessionEnded extends ServiceError {}

/** `cross-site-request` */
export class CrossSiteRequest extends ServiceError {}

/** `invalid-link` */
export class InvalidLink extends ServiceError {}

/** `subscription-inactive` */
export class SubscriptionInactive extends ServiceError {}

/** `missing-scope` */
export class MissingScope extends ServiceError {}

/** `plan-limit` */
export class PlanLimit extends ServiceError {}

/** `unknown-job` */
export class UnknownJob extends ServiceError {}

/** `unknown-template` */
export class UnknownTemplate extends ServiceError {}

/** `unknown-key` */
export class UnknownKey extends ServiceError {}

/** `unknown-webhook` */
export class UnknownWebhook extends ServiceError {}

/** `unknown-route` */
export class UnknownRoute extends ServiceError {}

/** `method-not-allowed` */
export class MethodNotAllowed extends ServiceError {}

/** `request-in-progress` */
export class RequestInProgress extends ServiceError {}

/** `idempotency-mismatch` */
export class IdempotencyMismatch extends ServiceError {}

/** `template-changed` */
export class TemplateChanged extends ServiceError {}

/** `payload-too-large` */
export class PayloadTooLarge extends ServiceError {}

/** `unsupported-media-type` */
export class UnsupportedMediaType extends ServiceError {}

/** `template-error` */
export class TemplateError extends ServiceError {}

/** `limit-exceeded` */
export class LimitExceeded extends ServiceError {}

/** `rate-limited` */
export class RateLimited extends ServiceError {}

/** `quota-exceeded` */
export class QuotaExceeded extends ServiceError {}

/** `internal` */
export class Internal extends ServiceError {}

/** `unavailable` */
export class Unavailable extends ServiceError {}

export const BY_CODE: { readonly [code: string]: typeof ServiceError } = {
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
};
