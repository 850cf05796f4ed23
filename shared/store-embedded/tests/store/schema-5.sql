-- The schema of version 5, as the steps before made it.
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
    CREATE TABLE jobs (
        id BLOB PRIMARY KEY, subscription BLOB NOT NULL, template BLOB NOT NULL, template_version INTEGER NOT NULL,
        settings TEXT NOT NULL, password TEXT, chunk_items INTEGER NOT NULL, status TEXT NOT NULL, assembling INTEGER NOT NULL, total INTEGER NOT NULL,
        done INTEGER NOT NULL, failed INTEGER NOT NULL, started_at INTEGER NOT NULL, ended_at INTEGER,
        archive_bytes INTEGER, archive_expires_at INTEGER, error TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX jobs_by_template ON jobs (subscription, template, started_at);
    CREATE INDEX jobs_by_start ON jobs (subscription, started_at);
    CREATE INDEX jobs_at_work ON jobs (status) WHERE status IN ('Pending', 'Running');

    -- item is -1 for a chunk, and the index in the request for an item of a split chunk.
    CREATE TABLE parts (
        job BLOB NOT NULL REFERENCES jobs (id), chunk INTEGER NOT NULL, item INTEGER NOT NULL,
        items_at INTEGER, items_length INTEGER, is_split INTEGER NOT NULL, documents TEXT, failures TEXT, file TEXT,
        PRIMARY KEY (job, chunk, item)
    ) STRICT;

    CREATE TABLE work (
        id INTEGER PRIMARY KEY AUTOINCREMENT, subscription BLOB NOT NULL, job BLOB NOT NULL, task TEXT NOT NULL,
        visible_at INTEGER NOT NULL, tries INTEGER NOT NULL, suspect INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX work_in_turn ON work (suspect, subscription, tries, id);
    CREATE INDEX work_of_job ON work (job);

    CREATE TABLE uploads (
        id BLOB PRIMARY KEY, subscription BLOB NOT NULL, expires_at INTEGER NOT NULL, bytes INTEGER,
        content_type TEXT, content_encoding TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
    ALTER TABLE subscriptions ADD COLUMN requests_per_minute INTEGER;
    ALTER TABLE subscriptions ADD COLUMN request_burst INTEGER;

    CREATE TABLE request_buckets (subscription BLOB PRIMARY KEY, full_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    -- Ends of jobs that are to be told to their callers.
    CREATE TABLE callbacks (
        job BLOB PRIMARY KEY, due_at INTEGER NOT NULL, tries INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX callbacks_in_turn ON callbacks (due_at);
    CREATE TABLE callback_secrets (
        subscription BLOB PRIMARY KEY, current BLOB NOT NULL, previous BLOB, rotated_at INTEGER
    ) STRICT, WITHOUT ROWID;
    DELETE FROM secrets WHERE name = 'callbacks';
