-- Stock counts: sheets of what is to be counted, who counted how much of it, and what was expected at that very moment. Quantities are
-- in the base unit unless they are what was entered.
CREATE TABLE stock_counts (
    id {{id}},
    -- Said by who creates it, so that a repetition creates nothing.
    client_id TEXT NOT NULL CONSTRAINT stock_counts_client_key UNIQUE,
    number BIGINT NOT NULL CONSTRAINT stock_counts_number_key UNIQUE,
    name TEXT NOT NULL,
    place TEXT NOT NULL,
    -- Number, name and place, folded.
    search_key TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'REVIEW', 'APPROVED', 'CANCELLED')),
    -- What its differences come to where that is known, since it went to review.
    value BIGINT,
    created_at TIMESTAMPTZ NOT NULL,
    created_by BIGINT NOT NULL REFERENCES users (id),
    approved_at TIMESTAMPTZ,
    approved_by BIGINT REFERENCES users (id),
    -- Said by who approves it.
    approval_client_id TEXT,
    cancelled_at TIMESTAMPTZ,
    cancelled_by BIGINT REFERENCES users (id),
    cancel_reason TEXT
);
CREATE INDEX stock_counts_status_idx ON stock_counts (status, created_at);

-- Names, units and codes are kept as they were.
CREATE TABLE stock_count_lines (
    id {{id}},
    count_id BIGINT NOT NULL REFERENCES stock_counts (id),
    position BIGINT NOT NULL,
    item_kind TEXT NOT NULL CHECK (item_kind IN ('PRODUCT', 'SUPPLY')),
    item_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    category TEXT,
    -- What is typed or scanned for it, one code a line.
    codes TEXT NOT NULL,
    -- Its own unit, and how much of the base unit one of it is.
    measurement_id BIGINT NOT NULL,
    measurement TEXT NOT NULL,
    equivalence BIGINT NOT NULL CHECK (equivalence > 0),
    -- The sheet is neither approved nor cancelled: its items stand on no other one.
    is_open BOOLEAN NOT NULL DEFAULT TRUE,
    version BIGINT NOT NULL DEFAULT 1,
    counted BIGINT CHECK (counted >= 0),
    -- What the ledger had when it was counted.
    expected BIGINT,
    entered BIGINT CHECK (entered >= 0),
    entered_measurement_id BIGINT,
    counted_by BIGINT REFERENCES users (id),
    counted_at TIMESTAMPTZ,
    -- Somebody wants it counted once more, and of whom.
    recount_asked_at TIMESTAMPTZ,
    recount_by BIGINT REFERENCES users (id),
    -- What a recount came to against the count before.
    recounted TEXT CHECK (recounted IN ('SAME', 'CHANGED')),
    -- What one of the base unit cost at the approval; NULL: nobody knew.
    unit_cost BIGINT,
    CONSTRAINT stock_count_lines_key UNIQUE (count_id, item_kind, item_id)
);
CREATE UNIQUE INDEX stock_count_lines_open_idx ON stock_count_lines (item_kind, item_id) WHERE is_open;

-- Every count of a line, the first one first; NULL: it was cleared.
CREATE TABLE stock_count_entries (
    id {{id}},
    line_id BIGINT NOT NULL REFERENCES stock_count_lines (id),
    client_id TEXT NOT NULL CONSTRAINT stock_count_entries_client_key UNIQUE,
    entered BIGINT,
    measurement_id BIGINT,
    counted BIGINT,
    expected BIGINT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id),
    at TIMESTAMPTZ NOT NULL
);
CREATE INDEX stock_count_entries_line_idx ON stock_count_entries (line_id, id);
