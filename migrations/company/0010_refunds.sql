-- Who voided a document, when and why; its number stays taken.
ALTER TABLE billings ADD COLUMN voided_at TIMESTAMPTZ;
ALTER TABLE billings ADD COLUMN voided_by BIGINT REFERENCES users (id);
ALTER TABLE billings ADD COLUMN void_reason TEXT;

-- The payment that charges again what a partial refund left of another: it has a document, but moved no money.
ALTER TABLE payments ADD COLUMN replaces_id BIGINT REFERENCES payments (id);

-- Money given back for a payment, which is voided with its document. It left the cycle named here, whichever one took it.
CREATE TABLE refunds (
    id {{id}},
    payment_id BIGINT NOT NULL CONSTRAINT refunds_payment_key UNIQUE REFERENCES payments (id),
    billing_id BIGINT NOT NULL REFERENCES billings (id),
    -- Its number and the name of the cash box, as they were.
    document TEXT NOT NULL,
    cashbox_name TEXT NOT NULL,
    client_request_id BIGINT NOT NULL REFERENCES client_requests (id),
    cycle_id BIGINT NOT NULL REFERENCES cashbox_cycles (id),
    user_id BIGINT NOT NULL REFERENCES users (id),
    approver_id BIGINT REFERENCES users (id),
    outcome TEXT NOT NULL CHECK (outcome IN ('REOPEN', 'CLOSE')),
    reason TEXT NOT NULL,
    remove_inventory BOOLEAN NOT NULL,
    -- What the sale became less; the money that left is this + rounding.
    total BIGINT NOT NULL CHECK (total >= 0),
    rounding BIGINT NOT NULL DEFAULT 0,
    charged_again_id BIGINT REFERENCES payments (id),
    business_day DATE NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX refunds_cycle_idx ON refunds (cycle_id);
CREATE INDEX refunds_request_idx ON refunds (client_request_id);

CREATE TABLE refund_entries (
    id {{id}},
    refund_id BIGINT NOT NULL REFERENCES refunds (id),
    payment_option_id BIGINT NOT NULL REFERENCES payment_options (id),
    amount BIGINT NOT NULL CHECK (amount >= 0),
    operation_number TEXT
);
CREATE INDEX refund_entries_refund_idx ON refund_entries (refund_id);

CREATE TABLE refund_lines (
    id {{id}},
    refund_id BIGINT NOT NULL REFERENCES refunds (id),
    line_id BIGINT NOT NULL REFERENCES order_lines (id),
    name TEXT NOT NULL,
    quantity BIGINT NOT NULL CHECK (quantity > 0),
    amount BIGINT NOT NULL
);
CREATE INDEX refund_lines_refund_idx ON refund_lines (refund_id);

-- Units of lines that a payment of an amount or a share is said to have covered; `amount` is what they came to.
CREATE TABLE covered_lines (
    id {{id}},
    client_request_id BIGINT NOT NULL REFERENCES client_requests (id),
    line_id BIGINT NOT NULL REFERENCES order_lines (id),
    quantity BIGINT NOT NULL CHECK (quantity > 0),
    amount BIGINT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id),
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX covered_lines_request_idx ON covered_lines (client_request_id);
