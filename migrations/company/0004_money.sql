CREATE TABLE billing_types (
    id BIGINT NOT NULL PRIMARY KEY,
    code TEXT NOT NULL CONSTRAINT billing_types_code_key UNIQUE,
    name TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    tax_type BIGINT NOT NULL,
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE'))
);
CREATE TABLE billing_series (
    id {{id}},
    billing_type_id BIGINT NOT NULL REFERENCES billing_types (id),
    serie TEXT NOT NULL CONSTRAINT billing_series_serie_key UNIQUE,
    current_number BIGINT NOT NULL DEFAULT 0 CHECK (current_number BETWEEN 0 AND 99999999),
    enabled BOOLEAN NOT NULL DEFAULT TRUE
);

CREATE TABLE payment_options (
    id {{id}},
    payment_type_id BIGINT NOT NULL,
    name TEXT NOT NULL CONSTRAINT payment_options_name_key UNIQUE,
    is_cash BOOLEAN NOT NULL DEFAULT FALSE,
    asks_operation_number BOOLEAN NOT NULL DEFAULT FALSE,
    icon TEXT NOT NULL DEFAULT '',
    position BIGINT NOT NULL DEFAULT 0,
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE'))
);

CREATE TABLE turns (
    id {{id}},
    name TEXT NOT NULL CONSTRAINT turns_name_key UNIQUE,
    description TEXT NOT NULL DEFAULT '',
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE'))
);
CREATE TABLE cashboxes (
    id {{id}},
    name TEXT NOT NULL CONSTRAINT cashboxes_name_key UNIQUE,
    printer_id BIGINT,
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE'))
);

CREATE TABLE cashbox_cycles (
    id {{id}},
    cashbox_id BIGINT NOT NULL REFERENCES cashboxes (id),
    turn_id BIGINT NOT NULL REFERENCES turns (id),
    user_id BIGINT NOT NULL REFERENCES users (id),
    status TEXT NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'CLOSED')),
    business_day DATE NOT NULL,
    open_amount BIGINT NOT NULL CHECK (open_amount >= 0),
    close_amount BIGINT,
    opened_at TIMESTAMPTZ NOT NULL,
    closed_at TIMESTAMPTZ,
    difference BIGINT,
    difference_reason TEXT,
    approver_id BIGINT
);
CREATE UNIQUE INDEX cashbox_cycles_open_cashbox_key ON cashbox_cycles (cashbox_id) WHERE status = 'OPEN';
CREATE UNIQUE INDEX cashbox_cycles_open_user_key ON cashbox_cycles (user_id) WHERE status = 'OPEN';
CREATE INDEX cashbox_cycles_day_idx ON cashbox_cycles (business_day);

-- Each count is kept; the last version is the one that closes. `expected` is frozen with it.
CREATE TABLE cash_counts (
    id {{id}},
    cycle_id BIGINT NOT NULL REFERENCES cashbox_cycles (id),
    version BIGINT NOT NULL,
    counted_by BIGINT NOT NULL REFERENCES users (id),
    counted_at TIMESTAMPTZ NOT NULL,
    denominations JSONB NOT NULL,
    counted JSONB NOT NULL,
    expected JSONB NOT NULL,
    difference BIGINT NOT NULL,
    CONSTRAINT cash_counts_version_key UNIQUE (cycle_id, version)
);

CREATE TABLE cash_movements (
    id {{id}},
    cycle_id BIGINT NOT NULL REFERENCES cashbox_cycles (id),
    cashbox_id BIGINT NOT NULL REFERENCES cashboxes (id),
    movement_type TEXT NOT NULL CHECK (movement_type IN ('ENTRY', 'EXPENSE')),
    amount BIGINT NOT NULL CHECK (amount > 0),
    receipt_by TEXT NOT NULL DEFAULT '',
    motive TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'APPROVED' CHECK (status IN ('APPROVED', 'REJECTED')),
    reject_reason TEXT,
    user_id BIGINT NOT NULL REFERENCES users (id),
    movement_date TIMESTAMPTZ NOT NULL
);
CREATE INDEX cash_movements_cycle_idx ON cash_movements (cycle_id);

CREATE TABLE payments (
    id {{id}},
    client_request_id BIGINT NOT NULL REFERENCES client_requests (id),
    cycle_id BIGINT NOT NULL REFERENCES cashbox_cycles (id),
    user_id BIGINT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL CHECK (kind IN ('ALL', 'LINES', 'SHARE', 'AMOUNT')),
    share_of BIGINT,
    total BIGINT NOT NULL CHECK (total >= 0),
    rounding BIGINT NOT NULL DEFAULT 0,
    turned BIGINT NOT NULL DEFAULT 0 CHECK (turned >= 0),
    client_id BIGINT REFERENCES clients (id),
    business_day DATE NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    voided_at TIMESTAMPTZ
);
CREATE INDEX payments_request_idx ON payments (client_request_id);
CREATE INDEX payments_cycle_idx ON payments (cycle_id);
CREATE INDEX payments_day_idx ON payments (business_day);

-- `tendered` is what was handed over, `amount` what stayed: cash differs by the change.
CREATE TABLE payment_entries (
    id {{id}},
    payment_id BIGINT NOT NULL REFERENCES payments (id),
    payment_option_id BIGINT NOT NULL REFERENCES payment_options (id),
    amount BIGINT NOT NULL CHECK (amount >= 0),
    tendered BIGINT NOT NULL CHECK (tendered >= amount),
    operation_number TEXT
);
CREATE INDEX payment_entries_payment_idx ON payment_entries (payment_id);

CREATE TABLE payment_lines (
    id {{id}},
    payment_id BIGINT NOT NULL REFERENCES payments (id),
    line_id BIGINT NOT NULL REFERENCES order_lines (id),
    quantity BIGINT NOT NULL CHECK (quantity > 0),
    amount BIGINT NOT NULL
);
CREATE INDEX payment_lines_payment_idx ON payment_lines (payment_id);
CREATE INDEX payment_lines_line_idx ON payment_lines (line_id);

CREATE TABLE billings (
    id {{id}},
    billing_type_id BIGINT NOT NULL REFERENCES billing_types (id),
    serie TEXT NOT NULL,
    number BIGINT NOT NULL,
    client_request_id BIGINT NOT NULL REFERENCES client_requests (id),
    payment_id BIGINT NOT NULL CONSTRAINT billings_payment_key UNIQUE REFERENCES payments (id),
    cycle_id BIGINT NOT NULL REFERENCES cashbox_cycles (id),
    state TEXT NOT NULL DEFAULT 'NOT_SENT' CHECK (state IN ('NOT_SENT', 'VOIDED')),
    business_day DATE NOT NULL,
    issued_at TIMESTAMPTZ NOT NULL,
    client_id BIGINT REFERENCES clients (id),
    client_document_type TEXT NOT NULL,
    client_document_number TEXT NOT NULL,
    client_name TEXT NOT NULL,
    client_address TEXT NOT NULL DEFAULT '',
    by_consumption BOOLEAN NOT NULL DEFAULT FALSE,
    igv_percent BIGINT NOT NULL,
    taxable BIGINT NOT NULL,
    exonerated BIGINT NOT NULL DEFAULT 0,
    unaffected BIGINT NOT NULL DEFAULT 0,
    free BIGINT NOT NULL DEFAULT 0,
    discount BIGINT NOT NULL DEFAULT 0,
    other_charges BIGINT NOT NULL DEFAULT 0,
    igv BIGINT NOT NULL,
    total BIGINT NOT NULL,
    total_in_words TEXT NOT NULL,
    CONSTRAINT billings_number_key UNIQUE (serie, number)
);
CREATE INDEX billings_request_idx ON billings (client_request_id);
CREATE INDEX billings_day_idx ON billings (business_day);

CREATE TABLE billing_lines (
    id {{id}},
    billing_id BIGINT NOT NULL REFERENCES billings (id),
    position BIGINT NOT NULL,
    line_id BIGINT,
    kind TEXT NOT NULL DEFAULT 'PRODUCT' CHECK (kind IN ('PRODUCT', 'TOPPING', 'CHARGE', 'CONSUMPTION')),
    description TEXT NOT NULL,
    quantity BIGINT NOT NULL,
    unit_price BIGINT NOT NULL,
    base BIGINT NOT NULL,
    igv BIGINT NOT NULL,
    total BIGINT NOT NULL,
    affectation TEXT NOT NULL DEFAULT '10'
);
CREATE INDEX billing_lines_billing_idx ON billing_lines (billing_id);

-- Discounts and charges as printed on the document; amounts signed as they change the total.
CREATE TABLE billing_amounts (
    id {{id}},
    billing_id BIGINT NOT NULL REFERENCES billings (id),
    code TEXT NOT NULL,
    description TEXT NOT NULL,
    base BIGINT NOT NULL,
    amount BIGINT NOT NULL
);
CREATE INDEX billing_amounts_billing_idx ON billing_amounts (billing_id);
