-- The tables of the first release: version 1 of the database.
CREATE TABLE subscriptions (
    id BLOB PRIMARY KEY, name TEXT NOT NULL, active INTEGER NOT NULL, monthly_documents INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE keys (
    hash BLOB PRIMARY KEY, id BLOB NOT NULL UNIQUE, subscription BLOB NOT NULL REFERENCES subscriptions (id),
    scope TEXT NOT NULL, label TEXT NOT NULL, created_at INTEGER NOT NULL, disabled_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX keys_of_subscription ON keys (subscription, created_at);

CREATE TABLE templates (
    subscription BLOB NOT NULL, id BLOB NOT NULL, in_force INTEGER NOT NULL, disabled INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (subscription, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE versions (
    subscription BLOB NOT NULL, template BLOB NOT NULL, version INTEGER NOT NULL, ready INTEGER NOT NULL,
    name TEXT NOT NULL, description TEXT, file_name TEXT NOT NULL, size_bytes INTEGER NOT NULL, sha256 BLOB NOT NULL,
    placeholder_count INTEGER NOT NULL, content_control_count INTEGER NOT NULL, recorded_at INTEGER NOT NULL,
    diagnostics TEXT NOT NULL,
    PRIMARY KEY (subscription, template, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE usage (
    subscription BLOB NOT NULL, month TEXT NOT NULL, documents INTEGER NOT NULL,
    PRIMARY KEY (subscription, month)
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotency (
    subscription BLOB NOT NULL, key TEXT NOT NULL, request_sha256 BLOB NOT NULL, result TEXT,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (subscription, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);
