CREATE TABLE client_requests (
    id {{id}},
    type TEXT NOT NULL CHECK (type IN ('TABLE', 'ORDER', 'DELIVERY')),
    status TEXT NOT NULL DEFAULT 'PENDING',
    is_paid BOOLEAN NOT NULL DEFAULT FALSE,
    is_reservation BOOLEAN NOT NULL DEFAULT FALSE,
    reserved_for TIMESTAMPTZ,
    business_day DATE NOT NULL,
    correlative BIGINT,
    client_id BIGINT REFERENCES clients (id),
    invoice_client_id BIGINT REFERENCES clients (id),
    attendant_id BIGINT NOT NULL REFERENCES users (id),
    salon_id BIGINT REFERENCES salons (id),
    table_id BIGINT REFERENCES dining_tables (id),
    persons BIGINT NOT NULL DEFAULT 1 CHECK (persons BETWEEN 1 AND 999),
    delivery_app BOOLEAN NOT NULL DEFAULT FALSE,
    client_name TEXT NOT NULL DEFAULT '',
    name_reference TEXT NOT NULL DEFAULT '',
    phone TEXT NOT NULL DEFAULT '',
    address TEXT NOT NULL DEFAULT '',
    address_reference TEXT NOT NULL DEFAULT '',
    courier TEXT NOT NULL DEFAULT '',
    version BIGINT NOT NULL DEFAULT 1,
    opened_at TIMESTAMPTZ NOT NULL,
    billed_at TIMESTAMPTZ,
    closed_at TIMESTAMPTZ,
    close_reason TEXT,
    CHECK (type <> 'TABLE' OR table_id IS NOT NULL)
);
CREATE UNIQUE INDEX client_requests_open_table_key ON client_requests (table_id) WHERE closed_at IS NULL AND NOT is_reservation;
CREATE INDEX client_requests_open_idx ON client_requests (type) WHERE closed_at IS NULL;
CREATE INDEX client_requests_day_idx ON client_requests (business_day);

CREATE TABLE commands (
    id {{id}},
    client_request_id BIGINT NOT NULL REFERENCES client_requests (id),
    number BIGINT NOT NULL,
    business_day DATE NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id),
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT commands_number_key UNIQUE (business_day, number)
);
CREATE INDEX commands_request_idx ON commands (client_request_id);

CREATE TABLE order_lines (
    id {{id}},
    client_request_id BIGINT NOT NULL REFERENCES client_requests (id),
    command_id BIGINT REFERENCES commands (id),
    product_id BIGINT NOT NULL REFERENCES products (id),
    production_area_id BIGINT REFERENCES production_areas (id),
    name TEXT NOT NULL,
    variant_id BIGINT REFERENCES product_variants (id),
    variant_name TEXT NOT NULL DEFAULT '',
    comment TEXT NOT NULL DEFAULT '',
    is_combo BOOLEAN NOT NULL DEFAULT FALSE,
    quantity BIGINT NOT NULL CHECK (quantity > 0),
    qty_paid BIGINT NOT NULL DEFAULT 0 CHECK (qty_paid >= 0 AND qty_paid <= quantity),
    -- Prices of one unit at the moment of adding: list price, variant's addition, toppings' sum.
    base_sale_amount BIGINT NOT NULL,
    variant_amount BIGINT NOT NULL DEFAULT 0,
    toppings_amount BIGINT NOT NULL DEFAULT 0,
    minimum_sale_price BIGINT,
    status TEXT NOT NULL DEFAULT 'PENDING'
        CHECK (status IN ('PENDING', 'PROCESSING', 'PREPARED', 'DISPATCHED', 'DELIVERED', 'DISMISSED')),
    previous_status TEXT,
    status_changed_at TIMESTAMPTZ,
    version BIGINT NOT NULL DEFAULT 1,
    added_by BIGINT NOT NULL REFERENCES users (id),
    added_at TIMESTAMPTZ NOT NULL,
    sent_at TIMESTAMPTZ,
    dismissed_at TIMESTAMPTZ,
    dismissed_by BIGINT,
    dismissed_made BOOLEAN,
    dismissed_reason TEXT,
    dismissal_acknowledged_at TIMESTAMPTZ
);
CREATE INDEX order_lines_request_idx ON order_lines (client_request_id);
CREATE INDEX order_lines_command_idx ON order_lines (command_id);
CREATE INDEX order_lines_sent_idx ON order_lines (sent_at);

CREATE TABLE order_line_toppings (
    id {{id}},
    line_id BIGINT NOT NULL REFERENCES order_lines (id),
    topping_id BIGINT NOT NULL REFERENCES toppings (id),
    name TEXT NOT NULL,
    price BIGINT NOT NULL,
    quantity BIGINT NOT NULL CHECK (quantity > 0)
);
CREATE INDEX order_line_toppings_line_idx ON order_line_toppings (line_id);

CREATE TABLE order_line_components (
    id {{id}},
    line_id BIGINT NOT NULL REFERENCES order_lines (id),
    product_id BIGINT NOT NULL REFERENCES products (id),
    production_area_id BIGINT REFERENCES production_areas (id),
    name TEXT NOT NULL,
    quantity BIGINT NOT NULL CHECK (quantity > 0),
    status TEXT NOT NULL DEFAULT 'PENDING',
    previous_status TEXT,
    status_changed_at TIMESTAMPTZ
);
CREATE INDEX order_line_components_line_idx ON order_line_components (line_id);

CREATE TABLE additional_charge_types (
    id BIGINT NOT NULL PRIMARY KEY,
    code TEXT NOT NULL CONSTRAINT additional_charge_types_code_key UNIQUE,
    name TEXT NOT NULL
);

-- Discounts and charges of an account; a percentage is in millionths of one per cent (10 % is 10000000).
CREATE TABLE billing_adjustments (
    id {{id}},
    client_request_id BIGINT NOT NULL REFERENCES client_requests (id),
    kind TEXT NOT NULL CHECK (kind IN ('DISCOUNT', 'CHARGE')),
    discount_type_id BIGINT,
    additional_charge_type_id BIGINT REFERENCES additional_charge_types (id),
    is_percentage BOOLEAN NOT NULL,
    percentage BIGINT,
    amount BIGINT,
    is_discountable BOOLEAN NOT NULL DEFAULT FALSE,
    line_ids JSONB,
    description TEXT NOT NULL DEFAULT '',
    enabled BOOLEAN NOT NULL DEFAULT TRUE,
    created_by BIGINT NOT NULL REFERENCES users (id),
    approver_id BIGINT,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX billing_adjustments_request_idx ON billing_adjustments (client_request_id);
