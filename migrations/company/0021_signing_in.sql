-- Guesses at PINs and codes, counted in a transaction of their own: by who asks (ASKER), by whose PIN it is (PIN; user 0 is the
-- company's) and by whose second factor (SECOND_FACTOR). Each lock lasts longer than the one before.
CREATE TABLE guess_locks (
    id {{id}},
    kind TEXT NOT NULL CHECK (kind IN ('ASKER', 'PIN', 'SECOND_FACTOR')),
    user_id BIGINT NOT NULL,
    failures BIGINT NOT NULL DEFAULT 0,
    locks BIGINT NOT NULL DEFAULT 0,
    failed_at TIMESTAMPTZ,
    locked_until TIMESTAMPTZ,
    CONSTRAINT guess_locks_key UNIQUE (kind, user_id)
);
INSERT INTO guess_locks (kind, user_id, failures, locks, failed_at, locked_until)
    SELECT 'ASKER', user_id, failures, CASE WHEN locked_until IS NULL THEN 0 ELSE 1 END, locked_until, locked_until FROM pin_failures;
DROP TABLE pin_failures;

-- A second factor: the secret is sealed; without `confirmed_at` it is being set up. A code counts once: `last_step` is the newest used.
CREATE TABLE second_factors (
    user_id BIGINT NOT NULL PRIMARY KEY REFERENCES users (id),
    secret TEXT NOT NULL,
    last_step BIGINT NOT NULL DEFAULT 0,
    created_at TIMESTAMPTZ NOT NULL,
    confirmed_at TIMESTAMPTZ
);
-- Codes on paper for who lost the telephone; only hashes are kept, each works once.
CREATE TABLE recovery_codes (
    user_id BIGINT NOT NULL REFERENCES users (id),
    code_hash TEXT NOT NULL,
    used_at TIMESTAMPTZ,
    PRIMARY KEY (user_id, code_hash)
);
-- Roles that must have a second factor.
CREATE TABLE second_factor_roles (
    role_id BIGINT NOT NULL PRIMARY KEY CHECK (role_id BETWEEN 1 AND 6)
);

-- Where a session was begun; a trusted till's lasts for weeks, also unattended.
ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN device_hash TEXT;
ALTER TABLE sessions ADD COLUMN trusted BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX sessions_open_idx ON sessions (expires_at);
CREATE TABLE trusted_devices (
    device_hash TEXT NOT NULL PRIMARY KEY,
    trusted_by BIGINT NOT NULL REFERENCES users (id),
    trusted_at TIMESTAMPTZ NOT NULL
);
