-- What a bank, a wallet or an acquirer says it received by a way to pay: a file of some business days. Of a day that several tell of, the
-- latest counts.
CREATE TABLE payment_statements (
    id {{id}},
    payment_option_id BIGINT NOT NULL REFERENCES payment_options (id) ON DELETE CASCADE,
    first_day DATE NOT NULL,
    last_day DATE NOT NULL,
    file_name TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    -- Lines that are kept, and those of other days or of operations that failed.
    lines BIGINT NOT NULL,
    left_out BIGINT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id),
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT payment_statements_days_check CHECK (first_day <= last_day)
);
CREATE INDEX payment_statements_days_idx ON payment_statements (payment_option_id, last_day);

-- `at` is empty where the file says no hour. `mark_key` is the same in another file of the same operation: marks are kept by it.
CREATE TABLE payment_statement_lines (
    id {{id}},
    statement_id BIGINT NOT NULL REFERENCES payment_statements (id) ON DELETE CASCADE,
    line BIGINT NOT NULL,
    business_day DATE NOT NULL,
    at TIMESTAMPTZ,
    operation_number TEXT NOT NULL,
    amount BIGINT NOT NULL,
    mark_key TEXT NOT NULL
);
CREATE INDEX payment_statement_lines_statement_idx ON payment_statement_lines (statement_id, business_day);

-- Two operations that somebody said are one, or what somebody cleared up, with a word on it. `entry_id` is the id of the payment's, the
-- refund's or the collection's part that `movement` names.
CREATE TABLE reconciliation_marks (
    id {{id}},
    payment_option_id BIGINT NOT NULL REFERENCES payment_options (id) ON DELETE CASCADE,
    mark TEXT NOT NULL CHECK (mark IN ('JOINED', 'CLEARED')),
    business_day DATE NOT NULL,
    movement TEXT CHECK (movement IN ('PAYMENT', 'REFUND', 'COLLECTION')),
    entry_id BIGINT,
    line_key TEXT,
    note TEXT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id),
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT reconciliation_marks_sides_check CHECK ((movement IS NULL) = (entry_id IS NULL) AND (movement IS NOT NULL OR line_key IS NOT NULL))
);
CREATE INDEX reconciliation_marks_days_idx ON reconciliation_marks (payment_option_id, business_day);
