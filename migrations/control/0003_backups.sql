-- Backups that are made by themselves. They are told of here and not in a company's database: a restored one must not believe that
-- it has just been backed up.
CREATE TABLE backup_runs (
    company_id BIGINT NOT NULL PRIMARY KEY REFERENCES companies (id),
    -- Since when backups of it are to be made.
    since TIMESTAMPTZ NOT NULL,
    -- Failures in a row, and what the last one was.
    failures BIGINT NOT NULL DEFAULT 0,
    failed_at TIMESTAMPTZ,
    error TEXT,
    -- Not tried before.
    next_try_at TIMESTAMPTZ
);

-- What was made, verified and brought to its place, until it is taken away from there: nothing else is ever taken away.
CREATE TABLE backup_copies (
    id {{id}},
    company_id BIGINT NOT NULL REFERENCES companies (id),
    target TEXT NOT NULL,
    name TEXT NOT NULL,
    made_at TIMESTAMPTZ NOT NULL,
    bytes BIGINT NOT NULL,
    sha256 TEXT NOT NULL,
    took_ms BIGINT NOT NULL,
    CONSTRAINT backup_copies_name_key UNIQUE (target, company_id, name)
);

-- Which server makes backups now: one at a time, and none twice.
CREATE TABLE backup_leases (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    holder TEXT NOT NULL,
    until TIMESTAMPTZ NOT NULL
);
