-- A supplier's paper may come to 0.00 (a gift, an advance that is used up), and there are more kinds of them. SQLite cannot take a
-- check away, so its table is made anew under its name; the keys that point at it are looked at when the migration ends.
{{postgres}}ALTER TABLE purchases DROP CONSTRAINT purchases_document_check, DROP CONSTRAINT purchases_total_check;
{{postgres}}ALTER TABLE purchases ADD CONSTRAINT purchases_total_check CHECK (total >= 0);
{{sqlite}}PRAGMA defer_foreign_keys = ON;
{{sqlite}}CREATE TABLE purchases_before AS SELECT * FROM purchases;
{{sqlite}}CREATE TABLE purchases_before_id AS SELECT seq FROM sqlite_sequence WHERE name = 'purchases';
{{sqlite}}DROP TABLE purchases;
{{sqlite}}CREATE TABLE purchases (
{{sqlite}}    id {{id}},
{{sqlite}}    payment_type TEXT NOT NULL CHECK (payment_type IN ('CONTADO', 'CREDITO')),
{{sqlite}}    document TEXT NOT NULL,
{{sqlite}}    serie TEXT NOT NULL,
{{sqlite}}    number TEXT NOT NULL,
{{sqlite}}    number_key TEXT,
{{sqlite}}    provider_id BIGINT NOT NULL REFERENCES providers (id),
{{sqlite}}    issued_on DATE NOT NULL,
{{sqlite}}    issued_time TEXT NOT NULL,
{{sqlite}}    issued_at TIMESTAMPTZ NOT NULL,
{{sqlite}}    prices_include_igv BOOLEAN NOT NULL,
{{sqlite}}    discount BIGINT NOT NULL CHECK (discount >= 0),
{{sqlite}}    freight BIGINT NOT NULL CHECK (freight >= 0),
{{sqlite}}    subtotal BIGINT NOT NULL CHECK (subtotal >= 0),
{{sqlite}}    igv BIGINT NOT NULL CHECK (igv >= 0),
{{sqlite}}    total BIGINT NOT NULL CHECK (total >= 0),
{{sqlite}}    paid BIGINT NOT NULL DEFAULT 0 CHECK (paid >= 0),
{{sqlite}}    note TEXT NOT NULL DEFAULT '',
{{sqlite}}    search_key TEXT NOT NULL,
{{sqlite}}    items_count BIGINT NOT NULL,
{{sqlite}}    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'VOIDED')),
{{sqlite}}    user_id BIGINT NOT NULL REFERENCES users (id),
{{sqlite}}    created_at TIMESTAMPTZ NOT NULL,
{{sqlite}}    voided_at TIMESTAMPTZ,
{{sqlite}}    voided_by BIGINT REFERENCES users (id),
{{sqlite}}    void_reason TEXT,
{{sqlite}}    CONSTRAINT purchases_paper_key UNIQUE (provider_id, document, serie, number_key),
{{sqlite}}    CONSTRAINT purchases_due_check CHECK (paid <= total)
{{sqlite}});
{{sqlite}}INSERT INTO purchases SELECT * FROM purchases_before;
{{sqlite}}DELETE FROM sqlite_sequence WHERE name = 'purchases';
{{sqlite}}INSERT INTO sqlite_sequence (name, seq) SELECT 'purchases', seq FROM purchases_before_id;
{{sqlite}}DROP TABLE purchases_before;
{{sqlite}}DROP TABLE purchases_before_id;
{{sqlite}}CREATE INDEX purchases_issued_idx ON purchases (issued_at, id);
{{sqlite}}CREATE INDEX purchases_due_idx ON purchases (id) WHERE status = 'ACTIVE' AND paid < total;

-- Of the discount, what was paid before with a paper of its own: it lowers what is paid, not what the goods cost.
ALTER TABLE purchases ADD COLUMN advance BIGINT NOT NULL DEFAULT 0 CHECK (advance >= 0);
-- What the IGV is of; NULL of what was written before this was kept.
ALTER TABLE purchases ADD COLUMN igv_base BIGINT CHECK (igv_base >= 0);
-- Whom it is paid to: INSTALMENT to the supplier, DETRACTION to its account of detractions, RETENTION to SUNAT.
ALTER TABLE purchase_quotes ADD COLUMN kind TEXT NOT NULL DEFAULT 'INSTALMENT';
