-- What the house bought: the supplier's paper, its items, when it is to be paid, and what was paid. Stock and cash are moved by
-- `stock_moves.source` and `cash_movements.source` = 'purchase:12'.
CREATE TABLE purchases (
    id {{id}},
    payment_type TEXT NOT NULL CHECK (payment_type IN ('CONTADO', 'CREDITO')),
    document TEXT NOT NULL CHECK (document IN ('BOLETA', 'FACTURA', 'NOTA_VENTA', 'OTRO')),
    serie TEXT NOT NULL,
    number TEXT NOT NULL,
    -- The number without leading zeros; NULL where the paper has none, or is a voided purchase's: then it may be written again.
    number_key TEXT,
    provider_id BIGINT NOT NULL REFERENCES providers (id),
    issued_on DATE NOT NULL,
    -- `HH:MM` on the house's clock, and the moment that both stand for.
    issued_time TEXT NOT NULL,
    issued_at TIMESTAMPTZ NOT NULL,
    prices_include_igv BOOLEAN NOT NULL,
    -- Off the prices as they were typed, and on top of them.
    discount BIGINT NOT NULL CHECK (discount >= 0),
    freight BIGINT NOT NULL CHECK (freight >= 0),
    subtotal BIGINT NOT NULL CHECK (subtotal >= 0),
    igv BIGINT NOT NULL CHECK (igv >= 0),
    total BIGINT NOT NULL CHECK (total > 0),
    paid BIGINT NOT NULL DEFAULT 0 CHECK (paid >= 0),
    note TEXT NOT NULL DEFAULT '',
    -- Serie and number, to be searched.
    search_key TEXT NOT NULL,
    items_count BIGINT NOT NULL,
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'VOIDED')),
    user_id BIGINT NOT NULL REFERENCES users (id),
    created_at TIMESTAMPTZ NOT NULL,
    voided_at TIMESTAMPTZ,
    voided_by BIGINT REFERENCES users (id),
    void_reason TEXT,
    CONSTRAINT purchases_paper_key UNIQUE (provider_id, document, serie, number_key),
    CONSTRAINT purchases_due_check CHECK (paid <= total)
);
CREATE INDEX purchases_issued_idx ON purchases (issued_at, id);
CREATE INDEX purchases_due_idx ON purchases (id) WHERE status = 'ACTIVE' AND paid < total;

-- Names and units as they were. `buy_price` is of one of the unit that it was entered in.
CREATE TABLE purchase_items (
    id {{id}},
    purchase_id BIGINT NOT NULL REFERENCES purchases (id),
    position BIGINT NOT NULL,
    item_kind TEXT NOT NULL CHECK (item_kind IN ('PRODUCT', 'SUPPLY')),
    item_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    search_key TEXT NOT NULL,
    quantity BIGINT NOT NULL CHECK (quantity > 0),
    measurement_id BIGINT NOT NULL REFERENCES measurements (id),
    measurement TEXT NOT NULL,
    base_quantity BIGINT NOT NULL CHECK (base_quantity > 0),
    base_measurement TEXT NOT NULL,
    buy_price BIGINT NOT NULL CHECK (buy_price >= 0),
    total_price BIGINT NOT NULL CHECK (total_price >= 0),
    -- `total_price` with its IGV, before discount and freight: what prices are compared by.
    paid_price BIGINT NOT NULL CHECK (paid_price >= 0),
    -- What the line costs as it enters stock.
    cost BIGINT NOT NULL CHECK (cost >= 0),
    has_stock BOOLEAN NOT NULL,
    CONSTRAINT purchase_items_key UNIQUE (purchase_id, item_kind, item_id)
);
CREATE INDEX purchase_items_item_idx ON purchase_items (item_kind, item_id, purchase_id);

-- When a purchase on credit is to be paid.
CREATE TABLE purchase_quotes (
    id {{id}},
    purchase_id BIGINT NOT NULL REFERENCES purchases (id),
    number BIGINT NOT NULL,
    due_on DATE NOT NULL,
    amount BIGINT NOT NULL CHECK (amount > 0),
    paid BIGINT NOT NULL DEFAULT 0 CHECK (paid >= 0),
    CONSTRAINT purchase_quotes_number_key UNIQUE (purchase_id, number),
    CONSTRAINT purchase_quotes_due_check CHECK (paid <= amount)
);
CREATE INDEX purchase_quotes_due_idx ON purchase_quotes (due_on) WHERE paid < amount;

CREATE TABLE purchase_payments (
    id {{id}},
    purchase_id BIGINT NOT NULL REFERENCES purchases (id),
    amount BIGINT NOT NULL CHECK (amount > 0),
    -- CASH: out of the cycle of who paid.
    source TEXT NOT NULL CHECK (source IN ('CASH', 'OTHER')),
    -- Name of the way to pay, as it was.
    payment_option TEXT,
    operation_number TEXT,
    user_id BIGINT NOT NULL REFERENCES users (id),
    paid_at TIMESTAMPTZ NOT NULL,
    voided BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX purchase_payments_purchase_idx ON purchase_payments (purchase_id);

-- What a movement is of: 'purchase:12'. It is undone with that, not by itself.
ALTER TABLE cash_movements ADD COLUMN source TEXT;
