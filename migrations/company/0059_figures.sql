-- What was sold on business days that are over, added up by whatever reports cut sales by, so that a year is read in a moment. A day
-- is added up again where something of it changed since: a document was voided, a cost became known.
CREATE TABLE figure_days (
    business_day DATE NOT NULL PRIMARY KEY,
    is_stale BOOLEAN NOT NULL DEFAULT TRUE,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX figure_days_stale_idx ON figure_days (business_day) WHERE is_stale;

-- `key` is the id or the word of what sales are cut by. `covered` and `cost` are net and cost of those lines of which the cost is known.
CREATE TABLE figure_sums (
    cut TEXT NOT NULL CHECK (cut IN ('DAY', 'HOUR', 'CHANNEL', 'WAITER', 'CASHIER', 'TABLE', 'DOCUMENT', 'PRODUCT')),
    business_day DATE NOT NULL,
    key TEXT NOT NULL,
    documents BIGINT NOT NULL,
    accounts BIGINT NOT NULL,
    persons BIGINT NOT NULL,
    quantity BIGINT NOT NULL,
    total BIGINT NOT NULL,
    net BIGINT NOT NULL,
    covered BIGINT NOT NULL,
    cost BIGINT NOT NULL,
    PRIMARY KEY (cut, business_day, key)
);
-- What goes with a day of documents.
CREATE INDEX credit_notes_refund_day_idx ON credit_notes (business_day, refund_id);

-- Who rejected a movement of cash; nobody knows of those before.
ALTER TABLE cash_movements ADD COLUMN rejected_by BIGINT REFERENCES users (id);
