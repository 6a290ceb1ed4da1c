-- Two booklets of paper of different kinds may have the same series, 0001: numbers are told apart by the kind of document too. Electronic
-- series keep a name each. SQLite cannot take a key away, so its tables are made anew under their names; the keys that point at them are
-- looked at when the migration ends.
CREATE INDEX refunds_billing_idx ON refunds (billing_id);
{{postgres}}ALTER TABLE billing_series DROP CONSTRAINT billing_series_serie_key;
{{postgres}}ALTER TABLE billings DROP CONSTRAINT billings_number_key;
{{postgres}}ALTER TABLE billings ADD CONSTRAINT billings_number_key UNIQUE (serie, number, billing_type_id);
{{sqlite}}PRAGMA defer_foreign_keys = ON;
{{sqlite}}CREATE TABLE billing_series_before AS SELECT * FROM billing_series;
{{sqlite}}CREATE TABLE billing_series_before_id AS SELECT seq FROM sqlite_sequence WHERE name = 'billing_series';
{{sqlite}}DROP TABLE billing_series;
{{sqlite}}CREATE TABLE billing_series (
{{sqlite}}    id {{id}},
{{sqlite}}    billing_type_id BIGINT NOT NULL REFERENCES billing_types (id),
{{sqlite}}    serie TEXT NOT NULL,
{{sqlite}}    current_number BIGINT NOT NULL DEFAULT 0 CHECK (current_number BETWEEN 0 AND 99999999),
{{sqlite}}    enabled BOOLEAN NOT NULL DEFAULT TRUE,
{{sqlite}}    establishment TEXT NOT NULL DEFAULT '0000',
{{sqlite}}    establishment_address TEXT NOT NULL DEFAULT '',
{{sqlite}}    is_contingency BOOLEAN NOT NULL DEFAULT FALSE,
{{sqlite}}    first_number BIGINT,
{{sqlite}}    last_number BIGINT
{{sqlite}});
{{sqlite}}INSERT INTO billing_series SELECT * FROM billing_series_before;
{{sqlite}}DELETE FROM sqlite_sequence WHERE name = 'billing_series';
{{sqlite}}INSERT INTO sqlite_sequence (name, seq) SELECT 'billing_series', seq FROM billing_series_before_id;
{{sqlite}}DROP TABLE billing_series_before;
{{sqlite}}DROP TABLE billing_series_before_id;
{{sqlite}}CREATE TABLE billings_before AS SELECT * FROM billings;
{{sqlite}}CREATE TABLE billings_before_id AS SELECT seq FROM sqlite_sequence WHERE name = 'billings';
{{sqlite}}DROP TABLE billings;
{{sqlite}}CREATE TABLE billings (
{{sqlite}}    id {{id}},
{{sqlite}}    billing_type_id BIGINT NOT NULL REFERENCES billing_types (id),
{{sqlite}}    serie TEXT NOT NULL,
{{sqlite}}    number BIGINT NOT NULL,
{{sqlite}}    client_request_id BIGINT NOT NULL REFERENCES client_requests (id),
{{sqlite}}    payment_id BIGINT NOT NULL CONSTRAINT billings_payment_key UNIQUE REFERENCES payments (id),
{{sqlite}}    cycle_id BIGINT NOT NULL REFERENCES cashbox_cycles (id),
{{sqlite}}    state TEXT NOT NULL DEFAULT 'NOT_SENT' CHECK (state IN ('NOT_SENT', 'VOIDED')),
{{sqlite}}    business_day DATE NOT NULL,
{{sqlite}}    issued_at TIMESTAMPTZ NOT NULL,
{{sqlite}}    client_id BIGINT REFERENCES clients (id),
{{sqlite}}    client_document_type TEXT NOT NULL,
{{sqlite}}    client_document_number TEXT NOT NULL,
{{sqlite}}    client_name TEXT NOT NULL,
{{sqlite}}    client_address TEXT NOT NULL DEFAULT '',
{{sqlite}}    by_consumption BOOLEAN NOT NULL DEFAULT FALSE,
{{sqlite}}    igv_percent BIGINT NOT NULL,
{{sqlite}}    taxable BIGINT NOT NULL,
{{sqlite}}    exonerated BIGINT NOT NULL DEFAULT 0,
{{sqlite}}    unaffected BIGINT NOT NULL DEFAULT 0,
{{sqlite}}    free BIGINT NOT NULL DEFAULT 0,
{{sqlite}}    discount BIGINT NOT NULL DEFAULT 0,
{{sqlite}}    other_charges BIGINT NOT NULL DEFAULT 0,
{{sqlite}}    igv BIGINT NOT NULL,
{{sqlite}}    total BIGINT NOT NULL,
{{sqlite}}    total_in_words TEXT NOT NULL,
{{sqlite}}    voided_at TIMESTAMPTZ,
{{sqlite}}    voided_by BIGINT REFERENCES users (id),
{{sqlite}}    void_reason TEXT,
{{sqlite}}    client_search_key TEXT NOT NULL DEFAULT '',
{{sqlite}}    paid_by_id BIGINT,
{{sqlite}}    establishment TEXT NOT NULL DEFAULT '0000',
{{sqlite}}    establishment_address TEXT NOT NULL DEFAULT '',
{{sqlite}}    is_contingency BOOLEAN NOT NULL DEFAULT FALSE,
{{sqlite}}    regime TEXT NOT NULL DEFAULT 'GENERAL',
{{sqlite}}    CONSTRAINT billings_number_key UNIQUE (serie, number, billing_type_id)
{{sqlite}});
{{sqlite}}INSERT INTO billings SELECT * FROM billings_before;
{{sqlite}}DELETE FROM sqlite_sequence WHERE name = 'billings';
{{sqlite}}INSERT INTO sqlite_sequence (name, seq) SELECT 'billings', seq FROM billings_before_id;
{{sqlite}}DROP TABLE billings_before;
{{sqlite}}DROP TABLE billings_before_id;
{{sqlite}}CREATE INDEX billings_request_idx ON billings (client_request_id);
{{sqlite}}CREATE INDEX billings_day_idx ON billings (business_day);
{{sqlite}}CREATE INDEX billings_client_idx ON billings (client_id);
{{sqlite}}CREATE INDEX billings_paid_by_idx ON billings (paid_by_id) WHERE paid_by_id IS NOT NULL;

CREATE UNIQUE INDEX billing_series_serie_key ON billing_series (serie) WHERE NOT is_contingency;
CREATE UNIQUE INDEX billing_series_paper_key ON billing_series (serie, billing_type_id) WHERE is_contingency;
