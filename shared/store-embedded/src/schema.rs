//! The tables, as steps: step n takes a database from version n to n + 1. `user_version` of the file is its version.

use rusqlite::{Connection, TransactionBehavior};

use crate::error::{OpenError, database};

/// Ids are 16 bytes, hashes 32, times microseconds since 1970 (UTC).
const STEPS: &[&str] = &["
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
", "
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
", "
    ALTER TABLE subscriptions ADD COLUMN requests_per_minute INTEGER;
    ALTER TABLE subscriptions ADD COLUMN request_burst INTEGER;

    CREATE TABLE request_buckets (subscription BLOB PRIMARY KEY, full_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
", "
    -- Ends of jobs that are to be told to their callers.
    CREATE TABLE callbacks (
        job BLOB PRIMARY KEY, due_at INTEGER NOT NULL, tries INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX callbacks_in_turn ON callbacks (due_at);
", "
    CREATE TABLE callback_secrets (
        subscription BLOB PRIMARY KEY, current BLOB NOT NULL, previous BLOB, rotated_at INTEGER
    ) STRICT, WITHOUT ROWID;
    DELETE FROM secrets WHERE name = 'callbacks';
", "
    ALTER TABLE subscriptions ADD COLUMN storage_bytes INTEGER;
    ALTER TABLE keys ADD COLUMN expires_at INTEGER;
    ALTER TABLE keys ADD COLUMN last_used_at INTEGER;

    -- A job's passwords, sealed. Those in clear, in the column `password`, are moved when the folder is opened.
    ALTER TABLE jobs ADD COLUMN protection BLOB;

    -- What each subscription stores, in bytes. Triggers keep it, so that no statement can forget to.
    CREATE TABLE storage (
        subscription BLOB PRIMARY KEY, templates INTEGER NOT NULL, uploads INTEGER NOT NULL, jobs INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    ALTER TABLE versions ADD COLUMN stored_bytes INTEGER NOT NULL
        GENERATED ALWAYS AS (iif(ready, size_bytes, 0) + octet_length(diagnostics)) VIRTUAL;
    CREATE TRIGGER version_stored AFTER INSERT ON versions BEGIN
        INSERT INTO storage VALUES (new.subscription, new.stored_bytes, 0, 0)
        ON CONFLICT DO UPDATE SET templates = templates + excluded.templates;
    END;
    CREATE TRIGGER version_removed AFTER DELETE ON versions BEGIN
        UPDATE storage SET templates = templates - old.stored_bytes WHERE subscription = old.subscription;
    END;

    CREATE INDEX uploads_of_subscription ON uploads (subscription);
    CREATE TRIGGER upload_stored AFTER UPDATE OF bytes ON uploads BEGIN
        INSERT INTO storage VALUES (new.subscription, 0, coalesce(new.bytes, 0) - coalesce(old.bytes, 0), 0)
        ON CONFLICT DO UPDATE SET uploads = uploads + excluded.uploads;
    END;
    CREATE TRIGGER upload_removed AFTER DELETE ON uploads BEGIN
        UPDATE storage SET uploads = uploads - coalesce(old.bytes, 0) WHERE subscription = old.subscription;
    END;

    -- Bytes of all files of a job, and of its documents among them.
    ALTER TABLE jobs ADD COLUMN stored_bytes INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE jobs ADD COLUMN document_bytes INTEGER NOT NULL DEFAULT 0;
    UPDATE jobs SET document_bytes = (
        SELECT coalesce(sum(entry.value ->> 'bytes'), 0)
        FROM parts, json_each(parts.documents) AS entry WHERE parts.job = jobs.id
    ) WHERE status IN ('Pending', 'Running');
    UPDATE jobs SET stored_bytes = CASE status WHEN 'Completed' THEN coalesce(archive_bytes, 0) ELSE document_bytes + (
        SELECT coalesce(sum(items_length), 0) FROM parts WHERE parts.job = jobs.id
    ) END WHERE status IN ('Pending', 'Running', 'Completed');
    CREATE TRIGGER job_stored AFTER INSERT ON jobs BEGIN
        INSERT INTO storage VALUES (new.subscription, 0, 0, new.stored_bytes)
        ON CONFLICT DO UPDATE SET jobs = jobs + excluded.jobs;
    END;
    CREATE TRIGGER job_changed AFTER UPDATE OF stored_bytes ON jobs BEGIN
        UPDATE storage SET jobs = jobs + new.stored_bytes - old.stored_bytes WHERE subscription = new.subscription;
    END;
    CREATE TRIGGER job_removed AFTER DELETE ON jobs BEGIN
        UPDATE storage SET jobs = jobs - old.stored_bytes WHERE subscription = old.subscription;
    END;

    INSERT INTO storage SELECT id,
        (SELECT coalesce(sum(stored_bytes), 0) FROM versions WHERE subscription = subscriptions.id),
        (SELECT coalesce(sum(bytes), 0) FROM uploads WHERE subscription = subscriptions.id),
        (SELECT coalesce(sum(stored_bytes), 0) FROM jobs WHERE subscription = subscriptions.id)
    FROM subscriptions;
", "
    ALTER TABLE jobs ADD COLUMN warned INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE parts ADD COLUMN warnings TEXT;
", "
    -- What people say of a template is the template's, not its versions'. Labels are a JSON array.
    ALTER TABLE templates ADD COLUMN name TEXT NOT NULL DEFAULT '';
    ALTER TABLE templates ADD COLUMN description TEXT;
    ALTER TABLE templates ADD COLUMN labels TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE templates ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
    -- The draft that waits to be published.
    ALTER TABLE templates ADD COLUMN draft INTEGER;
    UPDATE templates SET (name, description) = (
        SELECT name, description FROM versions
        WHERE subscription = templates.subscription AND template = templates.id AND version = templates.in_force
    );
    ALTER TABLE versions ADD COLUMN draft INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE versions ADD COLUMN added_by TEXT;
", "
    -- Of a session: whose it is, as JSON.
    ALTER TABLE keys ADD COLUMN person TEXT;
    ALTER TABLE keys ADD COLUMN requests_per_minute INTEGER;
    ALTER TABLE keys ADD COLUMN request_burst INTEGER;
    CREATE INDEX sessions_by_expiry ON keys (expires_at) WHERE person IS NOT NULL;

    -- Buckets are of subscriptions, and of keys.
    ALTER TABLE request_buckets RENAME COLUMN subscription TO id;

    CREATE TABLE events (
        subscription BLOB NOT NULL, id TEXT NOT NULL, event TEXT NOT NULL, expires_at INTEGER NOT NULL,
        PRIMARY KEY (subscription, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX events_by_expiry ON events (expires_at);
", "
    -- Whether items without a result get none.
    ALTER TABLE jobs ADD COLUMN stopped INTEGER NOT NULL DEFAULT 0;
", "
    -- What became of the delivery of a job's result, as JSON.
    ALTER TABLE jobs ADD COLUMN delivery TEXT;
", "
    -- Where results are put, sealed; and what became of that and of callbacks, as JSON.
    ALTER TABLE jobs DROP COLUMN delivery;
    UPDATE jobs SET settings = json_remove(settings, '$.deliver') WHERE settings ->> 'deliver' IS NOT NULL;
    ALTER TABLE jobs ADD COLUMN addresses BLOB;
    ALTER TABLE jobs ADD COLUMN deliveries TEXT;
", "
    -- Addresses that are told of the ends of jobs, sealed. One that was deleted has none, and is remembered for a while.
    CREATE TABLE webhooks (
        id BLOB PRIMARY KEY, subscription BLOB NOT NULL, host TEXT NOT NULL, template BLOB, created_at INTEGER NOT NULL,
        url BLOB, deleted_at INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX webhooks_of_subscription ON webhooks (subscription, created_at);
    -- Tries are counted in the job.
    ALTER TABLE callbacks DROP COLUMN tries;
", "
    -- Addresses of callbacks are sealed with a job's other addresses. Those that are still needed are moved when the folder is
    -- opened to be served; the others go.
    UPDATE jobs SET settings = json_remove(json_set(settings, '$.tells', json('true')), '$.callback_url')
    WHERE settings ->> 'callback_url' IS NOT NULL AND status NOT IN ('Pending', 'Running')
        AND id NOT IN (SELECT job FROM callbacks);

    CREATE INDEX versions_by_file ON versions (subscription, sha256) WHERE ready;
    CREATE TRIGGER version_changed AFTER UPDATE OF ready, diagnostics ON versions BEGIN
        UPDATE storage SET templates = templates + new.stored_bytes - old.stored_bytes WHERE subscription = new.subscription;
    END;

    -- Whether the version in force can be used: a list counts templates and finds its page without a look at their versions.
    ALTER TABLE templates ADD COLUMN ready INTEGER NOT NULL DEFAULT 0;
    CREATE TRIGGER template_made AFTER INSERT ON templates BEGIN
        UPDATE templates SET ready = (
            SELECT ready AND NOT draft FROM versions
            WHERE subscription = new.subscription AND template = new.id AND version = new.in_force
        ) WHERE subscription = new.subscription AND id = new.id;
    END;
    CREATE TRIGGER template_moved AFTER UPDATE OF in_force ON templates BEGIN
        UPDATE templates SET ready = (
            SELECT ready AND NOT draft FROM versions
            WHERE subscription = new.subscription AND template = new.id AND version = new.in_force
        ) WHERE subscription = new.subscription AND id = new.id;
    END;
    CREATE TRIGGER version_stands AFTER UPDATE OF ready, draft ON versions BEGIN
        UPDATE templates SET ready = new.ready AND NOT new.draft
        WHERE subscription = new.subscription AND id = new.template AND in_force = new.version;
    END;
    UPDATE templates SET in_force = in_force;
    CREATE INDEX templates_by_name ON templates (subscription, name COLLATE NOCASE, id, ready, disabled);
", "
    -- The only document of a job goes before parts of larger jobs.
    ALTER TABLE work ADD COLUMN single INTEGER NOT NULL DEFAULT 0;
    DROP INDEX work_in_turn;
    CREATE INDEX work_in_turn ON work (suspect, subscription, single DESC, tries, id);
", "
    -- Which keys asked for documents of a template lately.
    CREATE TABLE template_uses (
        subscription BLOB NOT NULL, template BLOB NOT NULL, key BLOB NOT NULL, used_at INTEGER NOT NULL,
        PRIMARY KEY (subscription, template, key)
    ) STRICT, WITHOUT ROWID;
", "
    -- Links to forms are keys, and go when they have expired, as sessions do.
    ALTER TABLE keys ADD COLUMN form TEXT;
    DROP INDEX sessions_by_expiry;
    CREATE INDEX passing_keys_by_expiry ON keys (expires_at) WHERE person IS NOT NULL OR form IS NOT NULL;
", "
    -- Keys that reach the templates with some labels alone.
    ALTER TABLE keys ADD COLUMN template_labels TEXT;
", "
    -- What webhooks are told of, as JSON; those without are told of the ends of jobs. What was sent to them, with how far it is;
    -- what is to be sent is due. And the causes that were told once.
    ALTER TABLE webhooks ADD COLUMN events TEXT;
    CREATE TABLE webhook_messages (
        webhook BLOB NOT NULL, id TEXT NOT NULL, message TEXT NOT NULL, due_at INTEGER, expires_at INTEGER NOT NULL,
        PRIMARY KEY (webhook, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX webhook_messages_in_turn ON webhook_messages (due_at) WHERE due_at IS NOT NULL;
    CREATE INDEX webhook_messages_by_expiry ON webhook_messages (expires_at);
    CREATE TABLE told_causes (
        subscription BLOB NOT NULL, cause TEXT NOT NULL, expires_at INTEGER NOT NULL,
        PRIMARY KEY (subscription, cause)
    ) STRICT, WITHOUT ROWID;
"];

/// The step that a database stands at, and the newest one.
fn versions(connection: &Connection) -> Result<(u32, u32), OpenError> {
    let found = connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(database)?;
    Ok((found, u32::try_from(STEPS.len()).unwrap_or(u32::MAX)))
}

/// Refuses a database of a newer program.
pub(crate) fn refuse_newer(connection: &Connection) -> Result<(), OpenError> {
    let (found, known) = versions(connection)?;
    if found > known { Err(OpenError::Newer { found, known }) } else { Ok(()) }
}

/// Refuses a database that another version of the program works with.
pub(crate) fn refuse_other(connection: &Connection) -> Result<(), OpenError> {
    refuse_newer(connection)?;
    let (found, known) = versions(connection)?;
    if found < known { Err(OpenError::Older { found, known }) } else { Ok(()) }
}

/// Brings the database up to date, in one transaction: two processes that start together do it once.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), OpenError> {
    let (found, known) = versions(connection)?;
    // A full disk takes no transaction that may write, and a folder that is up to date needs none.
    if found == known {
        return Ok(());
    }
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(database)?;
    refuse_newer(&transaction)?;
    let (found, _) = versions(&transaction)?;
    for step in STEPS.iter().skip(found as usize) {
        transaction.execute_batch(step).map_err(database)?;
    }
    if found < known {
        transaction.pragma_update(None, "user_version", known).map_err(database)?;
    }
    transaction.commit().map_err(database)?;
    Ok(())
}
