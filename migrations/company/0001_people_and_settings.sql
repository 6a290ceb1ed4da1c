-- One company's own database. Amounts and quantities are BIGINT millionths (1.50 is 1500000); times are UTC.

CREATE TABLE users (
    id {{id}},
    role_id BIGINT NOT NULL CHECK (role_id BETWEEN 1 AND 6),
    name TEXT NOT NULL,
    lastname TEXT NOT NULL DEFAULT '',
    username TEXT NOT NULL CONSTRAINT users_username_key UNIQUE,
    email TEXT,
    password_hash TEXT NOT NULL,
    pin_hash TEXT,
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE')),
    is_super_admin BOOLEAN NOT NULL DEFAULT FALSE,
    id_print TEXT,
    cashbox_id BIGINT,
    created_at TIMESTAMPTZ NOT NULL,
    deleted_at TIMESTAMPTZ
);

CREATE TABLE sessions (
    id {{id}},
    user_id BIGINT NOT NULL REFERENCES users (id),
    token_hash TEXT NOT NULL CONSTRAINT sessions_token_key UNIQUE,
    device TEXT NOT NULL DEFAULT '',
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    revoked_at TIMESTAMPTZ
);
CREATE INDEX sessions_user_idx ON sessions (user_id);

-- Failed PINs, counted in a transaction of their own: a refused write must not take the count back with it.
CREATE TABLE pin_failures (
    user_id BIGINT NOT NULL PRIMARY KEY REFERENCES users (id),
    failures BIGINT NOT NULL,
    locked_until TIMESTAMPTZ
);

CREATE TABLE idempotency_keys (
    scope TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    status BIGINT NOT NULL,
    answer TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (scope, idempotency_key)
);
CREATE INDEX idempotency_keys_age_idx ON idempotency_keys (created_at);

CREATE TABLE action_logs (
    id {{id}},
    at TIMESTAMPTZ NOT NULL,
    action_type TEXT NOT NULL,
    user_id BIGINT,
    approver_id BIGINT,
    device TEXT NOT NULL DEFAULT '',
    entity TEXT NOT NULL DEFAULT '',
    entity_id BIGINT,
    client_request_id BIGINT,
    table_id BIGINT,
    cycle_id BIGINT,
    amount BIGINT,
    reason TEXT,
    before_value JSONB,
    after_value JSONB
);
CREATE INDEX action_logs_at_idx ON action_logs (at);
CREATE INDEX action_logs_request_idx ON action_logs (client_request_id);

CREATE TABLE company_info (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    document_type TEXT NOT NULL DEFAULT 'RUC',
    document_number TEXT NOT NULL DEFAULT '',
    legal_name TEXT NOT NULL DEFAULT '',
    commercial_name TEXT NOT NULL DEFAULT '',
    commercial_address TEXT NOT NULL DEFAULT '',
    tax_address TEXT NOT NULL DEFAULT '',
    ubigeo TEXT NOT NULL DEFAULT '',
    department TEXT NOT NULL DEFAULT '',
    province TEXT NOT NULL DEFAULT '',
    district TEXT NOT NULL DEFAULT '',
    phone TEXT NOT NULL DEFAULT '',
    email TEXT NOT NULL DEFAULT '',
    logo TEXT,
    is_jungle BOOLEAN NOT NULL DEFAULT FALSE,
    is_electronic_invoice BOOLEAN NOT NULL DEFAULT TRUE
);

CREATE TABLE global_settings (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    security_pin_hash TEXT,
    time_zone TEXT NOT NULL DEFAULT 'America/Lima',
    business_day_start_minutes BIGINT NOT NULL DEFAULT 240,
    hour_production BIGINT NOT NULL DEFAULT 24,
    delivery_charge BIGINT NOT NULL DEFAULT 0,
    delivery_app_enabled BOOLEAN NOT NULL DEFAULT FALSE,
    cleaning_enabled BOOLEAN NOT NULL DEFAULT FALSE,
    waiters_share_tables BOOLEAN NOT NULL DEFAULT FALSE,
    cash_rounding BOOLEAN NOT NULL DEFAULT FALSE,
    cash_tolerance BIGINT NOT NULL DEFAULT 5000000,
    negative_stock BOOLEAN NOT NULL DEFAULT FALSE
);

CREATE TABLE configurations (
    id {{id}},
    key TEXT NOT NULL CONSTRAINT configurations_key_key UNIQUE,
    name TEXT NOT NULL,
    type TEXT NOT NULL DEFAULT '',
    value TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'ACTIVE'
);

-- IGV by date; a day without a row is taxed at the general 18 %. Rates are percents in millionths.
CREATE TABLE tax_rates (
    id {{id}},
    valid_from DATE NOT NULL CONSTRAINT tax_rates_from_key UNIQUE,
    percent BIGINT NOT NULL CHECK (percent BETWEEN 0 AND 30000000),
    name TEXT NOT NULL
);

-- One row per counter that must not skip or repeat within its day ('' for those that never start again).
CREATE TABLE counters (
    name TEXT NOT NULL,
    day TEXT NOT NULL DEFAULT '',
    last BIGINT NOT NULL,
    PRIMARY KEY (name, day)
);
