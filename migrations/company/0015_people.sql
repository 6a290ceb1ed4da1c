-- Users are found without regard to case and accents; a mail address belongs to one of them.
ALTER TABLE users ADD COLUMN search_key TEXT NOT NULL DEFAULT '';
UPDATE users SET search_key = REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(
    LOWER(name || ' ' || lastname || ' ' || username),
    'á', 'a'), 'é', 'e'), 'í', 'i'), 'ó', 'o'), 'ú', 'u'), 'ñ', 'n'), 'Á', 'a'), 'É', 'e'), 'Í', 'i'), 'Ó', 'o'), 'Ú', 'u'), 'Ñ', 'n');
CREATE UNIQUE INDEX users_email_key ON users (email) WHERE email IS NOT NULL;

ALTER TABLE sessions ADD COLUMN last_seen_at TIMESTAMPTZ;

-- Links to a new password: one hour, once; only the hash of the token is kept.
CREATE TABLE password_resets (
    id {{id}},
    user_id BIGINT NOT NULL REFERENCES users (id),
    token_hash TEXT NOT NULL CONSTRAINT password_resets_token_key UNIQUE,
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    used_at TIMESTAMPTZ
);
CREATE INDEX password_resets_user_idx ON password_resets (user_id);

-- Without a host mail goes to the outbox folder.
CREATE TABLE smtp_settings (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    host TEXT NOT NULL DEFAULT '',
    port BIGINT NOT NULL DEFAULT 587 CHECK (port BETWEEN 1 AND 65535),
    security TEXT NOT NULL DEFAULT 'STARTTLS' CHECK (security IN ('NONE', 'STARTTLS', 'TLS')),
    username TEXT NOT NULL DEFAULT '',
    password TEXT NOT NULL DEFAULT '',
    sender TEXT NOT NULL DEFAULT '',
    public_url TEXT NOT NULL DEFAULT ''
);

ALTER TABLE clients ADD COLUMN dob DATE;
ALTER TABLE clients ADD COLUMN department TEXT NOT NULL DEFAULT '';
ALTER TABLE clients ADD COLUMN province TEXT NOT NULL DEFAULT '';
ALTER TABLE clients ADD COLUMN district TEXT NOT NULL DEFAULT '';
ALTER TABLE clients ADD COLUMN ubigeo_sunat TEXT NOT NULL DEFAULT '';
-- For the history of a client, and to tell what one that is to be deleted is named by.
CREATE INDEX billings_client_idx ON billings (client_id);
CREATE INDEX client_requests_client_idx ON client_requests (client_id);
CREATE INDEX client_requests_invoice_client_idx ON client_requests (invoice_client_id);
CREATE INDEX payments_client_idx ON payments (client_id);

CREATE TABLE providers (
    id {{id}},
    document_type TEXT NOT NULL DEFAULT 'RUC',
    document_number TEXT NOT NULL,
    name TEXT NOT NULL DEFAULT '',
    last_name TEXT NOT NULL DEFAULT '',
    business_name TEXT NOT NULL DEFAULT '',
    search_key TEXT NOT NULL,
    phone TEXT NOT NULL DEFAULT '',
    email TEXT NOT NULL DEFAULT '',
    address TEXT NOT NULL DEFAULT '',
    department TEXT NOT NULL DEFAULT '',
    province TEXT NOT NULL DEFAULT '',
    district TEXT NOT NULL DEFAULT '',
    ubigeo_sunat TEXT NOT NULL DEFAULT '',
    reference TEXT NOT NULL DEFAULT '',
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE')),
    CONSTRAINT providers_document_key UNIQUE (document_type, document_number)
);

-- Who is asked for the name behind a DNI or RUC, and what it answered (kept thirty days).
CREATE TABLE identity_service (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    dni_url TEXT NOT NULL DEFAULT '',
    ruc_url TEXT NOT NULL DEFAULT '',
    token TEXT NOT NULL DEFAULT ''
);
CREATE TABLE identities (
    document_type TEXT NOT NULL,
    document_number TEXT NOT NULL,
    found JSONB NOT NULL,
    asked_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (document_type, document_number)
);
