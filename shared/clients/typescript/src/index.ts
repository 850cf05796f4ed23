export { Platen, type JobOptions } from "./client.js";
export { ConnectionFailed, JobNotCompleted, PlatenError, ServiceError, TimedOut } from "./errors.js";
export { File, type Attempt, type Bytes, type CallOptions, type Options, type Retries } from "./http.js";
export type * as models from "./models.js";
export { VERSION } from "./operations.js";
export * from "./problems.js";
export { verifyWebhook, WebhookRefused, type DocumentEnded, type JobEnded } from "./webhooks.js";
