-- Sales on credit: a way to pay that brings no money. Companies choose to offer it; a new one gets it with its other ways to pay.
INSERT INTO payment_options (payment_type_id, name, is_cash, asks_operation_number, icon, position, status)
    SELECT 5, CASE WHEN EXISTS (SELECT 1 FROM payment_options WHERE name IN ('Crédito', 'CRÉDITO', 'crédito'))
                   THEN 'Venta al crédito' ELSE 'Crédito' END,
           FALSE, FALSE, 'credit', (SELECT MAX(position) + 1 FROM payment_options), 'INACTIVE'
    WHERE EXISTS (SELECT 1 FROM payment_options);

-- What a document says of when it is paid; none where all of it was paid at once.
CREATE TABLE billing_instalments (
    id {{id}},
    billing_id BIGINT NOT NULL REFERENCES billings (id),
    number BIGINT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount > 0),
    due_on DATE NOT NULL,
    CONSTRAINT billing_instalments_number_key UNIQUE (billing_id, number)
);

-- What a client owes of one sale. Due: amount - reduced - collected.
CREATE TABLE receivables (
    id {{id}},
    -- The payment that stands of it: where a part of it went back, the one that charged the rest again.
    payment_id BIGINT NOT NULL CONSTRAINT receivables_payment_key UNIQUE REFERENCES payments (id),
    client_id BIGINT NOT NULL REFERENCES clients (id),
    amount BIGINT NOT NULL CHECK (amount > 0),
    -- Taken off because what was sold went back.
    reduced BIGINT NOT NULL DEFAULT 0 CHECK (reduced >= 0),
    collected BIGINT NOT NULL DEFAULT 0 CHECK (collected >= 0),
    sold_on DATE NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT receivables_due_check CHECK (reduced + collected <= amount)
);
CREATE INDEX receivables_client_idx ON receivables (client_id);
CREATE INDEX receivables_due_idx ON receivables (client_id) WHERE reduced + collected < amount;

-- As agreed at the sale. What is collected pays the first ones first; what is reduced takes the last ones off first.
CREATE TABLE receivable_instalments (
    id {{id}},
    receivable_id BIGINT NOT NULL REFERENCES receivables (id),
    number BIGINT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount > 0),
    due_on DATE NOT NULL,
    CONSTRAINT receivable_instalments_number_key UNIQUE (receivable_id, number)
);

-- Money taken for what is owed: it goes into a cash cycle, and is no sale. Names are kept as they were.
CREATE TABLE collections (
    id {{id}},
    number BIGINT NOT NULL CONSTRAINT collections_number_key UNIQUE,
    client_id BIGINT NOT NULL REFERENCES clients (id),
    client_name TEXT NOT NULL,
    client_document TEXT NOT NULL,
    cycle_id BIGINT NOT NULL REFERENCES cashbox_cycles (id),
    cashbox_name TEXT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id),
    payment_option_id BIGINT NOT NULL REFERENCES payment_options (id),
    operation_number TEXT,
    -- What the debt becomes less, and how much of it was given up by rounding cash.
    amount BIGINT NOT NULL CHECK (amount > 0),
    rounding BIGINT NOT NULL DEFAULT 0 CHECK (rounding >= 0 AND rounding < amount),
    -- What the client owed in all after it.
    left_due BIGINT NOT NULL CHECK (left_due >= 0),
    business_day DATE NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX collections_client_idx ON collections (client_id);
CREATE INDEX collections_cycle_idx ON collections (cycle_id);
CREATE INDEX collections_day_idx ON collections (business_day);

CREATE TABLE collection_parts (
    id {{id}},
    collection_id BIGINT NOT NULL REFERENCES collections (id),
    receivable_id BIGINT NOT NULL REFERENCES receivables (id),
    -- Number of the document, as it was.
    document TEXT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount > 0)
);
CREATE INDEX collection_parts_collection_idx ON collection_parts (collection_id);
CREATE INDEX collection_parts_receivable_idx ON collection_parts (receivable_id);
