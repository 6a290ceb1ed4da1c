-- How documents reach the tax authority (one row). Passwords, the certificate and its password are sealed.
CREATE TABLE electronic_billing (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    gateway TEXT NOT NULL DEFAULT 'NONE' CHECK (gateway IN ('NONE', 'SUNAT_BETA', 'SUNAT', 'OSE', 'PROVIDER', 'DEMO')),
    url TEXT NOT NULL DEFAULT '',
    sol_user TEXT NOT NULL DEFAULT '',
    sol_password TEXT NOT NULL DEFAULT '',
    -- PFX in base64, and what it says of itself.
    certificate TEXT NOT NULL DEFAULT '',
    certificate_password TEXT NOT NULL DEFAULT '',
    certificate_subject TEXT NOT NULL DEFAULT '',
    certificate_ruc TEXT NOT NULL DEFAULT '',
    certificate_expires_at TIMESTAMPTZ,
    boletas TEXT NOT NULL DEFAULT 'ONE_BY_ONE' CHECK (boletas IN ('ONE_BY_ONE', 'DAILY_SUMMARY')),
    -- When the boletas of the day before are summed up, on the house's clock.
    summary_time TEXT NOT NULL DEFAULT '05:00',
    -- Who is told of documents that need somebody; empty: nobody by mail.
    alert_email TEXT NOT NULL DEFAULT '',
    -- Boletas and facturas may be issued without being sent: companies that did so before this could be set up, until they choose.
    issues_on_paper BOOLEAN NOT NULL DEFAULT FALSE
);
INSERT INTO electronic_billing (id, issues_on_paper)
    SELECT 1, EXISTS (SELECT 1 FROM billings WHERE billing_type_id IN (1, 2));
-- Nothing was sent to anybody until now.
UPDATE company_info SET is_electronic_invoice = FALSE;

-- What the tax authority has to get: one row for each number of a factura, boleta or note, written with it, for good.
CREATE TABLE tax_documents (
    id {{id}},
    -- Catalogue 01.
    code TEXT NOT NULL CHECK (code IN ('01', '03', '07', '08')),
    serie TEXT NOT NULL,
    number BIGINT NOT NULL,
    billing_id BIGINT CONSTRAINT tax_documents_billing_key UNIQUE REFERENCES billings (id),
    credit_note_id BIGINT CONSTRAINT tax_documents_note_key UNIQUE,
    -- The calendar day in Lima, which deadlines count from.
    issued_on DATE NOT NULL,
    issued_at TIMESTAMPTZ NOT NULL,
    state TEXT NOT NULL DEFAULT 'PENDING' CHECK (state IN
        ('PENDING', 'SENT', 'ACCEPTED', 'OBSERVED', 'REJECTED', 'VOIDING', 'VOIDED', 'FAILED')),
    -- Of the last answer: SUNAT's code and text, and the codes of its observations.
    sunat_code TEXT NOT NULL DEFAULT '',
    sunat_message TEXT NOT NULL DEFAULT '',
    -- Base64 of the SHA-256 that the signature holds: the hash on the paper.
    digest TEXT NOT NULL,
    -- Deflated; with its signature from `signed_at` on. Its bytes never change after that.
    xml BYTEA NOT NULL,
    signed_at TIMESTAMPTZ,
    -- The zip of the receipt as it came.
    cdr BYTEA,
    -- Waits for a daily summary instead of going alone.
    by_summary BOOLEAN NOT NULL DEFAULT FALSE,
    tries BIGINT NOT NULL DEFAULT 0,
    -- When the sender does something about it; null: nothing is to be done.
    next_try_at TIMESTAMPTZ,
    -- An answer was lost: ask by the number before anything is sent again.
    in_doubt BOOLEAN NOT NULL DEFAULT FALSE,
    sent_at TIMESTAMPTZ,
    accepted_at TIMESTAMPTZ,
    -- Why it is to be voided; null: it is not.
    void_reason TEXT,
    -- The batch that it is in: RC that reports it, RA or RC that voids it.
    batch_id BIGINT,
    -- What a provider calls it.
    external_id TEXT NOT NULL DEFAULT '',
    -- The document with corrected data that was issued in its place, after a rejection.
    replaced_by_id BIGINT REFERENCES billings (id),
    -- The last part of its public address, /c/{token}.
    token TEXT NOT NULL CONSTRAINT tax_documents_token_key UNIQUE,
    -- Whom it is mailed to once it is signed; empty: nobody.
    mail_to TEXT NOT NULL DEFAULT '',
    mailed_at TIMESTAMPTZ,
    CONSTRAINT tax_documents_number_key UNIQUE (code, serie, number)
);
CREATE INDEX tax_documents_due_idx ON tax_documents (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX tax_documents_state_idx ON tax_documents (state, issued_on) WHERE state NOT IN ('ACCEPTED', 'VOIDED');
CREATE INDEX tax_documents_day_idx ON tax_documents (issued_on);
CREATE INDEX tax_documents_batch_idx ON tax_documents (batch_id) WHERE batch_id IS NOT NULL;

-- RA (voids of the F series) and RC (boletas: reported or voided).
CREATE TABLE tax_batches (
    id {{id}},
    kind TEXT NOT NULL CHECK (kind IN ('RA', 'RC')),
    -- The number within its day: RA-20261120-1.
    made_on DATE NOT NULL,
    number BIGINT NOT NULL,
    -- The day of issue of all of its documents.
    documents_of DATE NOT NULL,
    voids BOOLEAN NOT NULL,
    state TEXT NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'SENT', 'ACCEPTED', 'OBSERVED', 'REJECTED', 'FAILED')),
    ticket TEXT NOT NULL DEFAULT '',
    sunat_code TEXT NOT NULL DEFAULT '',
    sunat_message TEXT NOT NULL DEFAULT '',
    -- Deflated and signed.
    xml BYTEA NOT NULL,
    cdr BYTEA,
    external_id TEXT NOT NULL DEFAULT '',
    tries BIGINT NOT NULL DEFAULT 0,
    in_doubt BOOLEAN NOT NULL DEFAULT FALSE,
    next_try_at TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL,
    sent_at TIMESTAMPTZ,
    answered_at TIMESTAMPTZ,
    CONSTRAINT tax_batches_number_key UNIQUE (kind, made_on, number)
);
CREATE INDEX tax_batches_due_idx ON tax_batches (next_try_at) WHERE next_try_at IS NOT NULL;

-- Who sends for this company: one process, for as long as it says so again in time.
CREATE TABLE sender_leases (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    holder TEXT NOT NULL,
    until TIMESTAMPTZ NOT NULL
);

-- What a line's XML says beyond its paper: of what is free the IGV that it would have borne, and a discount of its own (code 00)
-- without IGV, which `base`, `igv` and `total` are already without.
ALTER TABLE billing_lines ADD COLUMN free_igv BIGINT NOT NULL DEFAULT 0;
ALTER TABLE billing_lines ADD COLUMN discount BIGINT NOT NULL DEFAULT 0;
