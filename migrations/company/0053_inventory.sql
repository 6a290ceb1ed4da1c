-- Movements of stock by hand: what came in or went out without a purchase or a sale. Each kind counts its own numbers; names and units
-- are kept as they were.
CREATE TABLE inventory_movements (
    id {{id}},
    item_kind TEXT NOT NULL CHECK (item_kind IN ('PRODUCT', 'SUPPLY')),
    number BIGINT NOT NULL,
    direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
    reason TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    responsible TEXT NOT NULL,
    -- Name, responsible and items, folded.
    search_key TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('APPROVED', 'REJECTED')),
    at TIMESTAMPTZ NOT NULL,
    business_day DATE NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id),
    -- How often it moved stock, and the source of the moves that stand or were taken back last; NULL: it never moved any.
    approvals BIGINT NOT NULL DEFAULT 0,
    source TEXT,
    rejected_at TIMESTAMPTZ,
    rejected_by BIGINT REFERENCES users (id),
    reject_reason TEXT,
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT inventory_movements_number_key UNIQUE (item_kind, number)
);
CREATE INDEX inventory_movements_at_idx ON inventory_movements (item_kind, at);
CREATE INDEX inventory_movements_user_idx ON inventory_movements (user_id);

CREATE TABLE inventory_movement_items (
    id {{id}},
    movement_id BIGINT NOT NULL REFERENCES inventory_movements (id),
    item_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    -- As it was entered: `saco`, 2.
    measurement_id BIGINT NOT NULL,
    measurement TEXT NOT NULL,
    quantity BIGINT NOT NULL CHECK (quantity > 0),
    base_quantity BIGINT NOT NULL CHECK (base_quantity > 0),
    base_measurement TEXT NOT NULL,
    -- Of one of the entered unit, and of all of it; NULL where nobody knows, and of what went out.
    unit_price BIGINT CHECK (unit_price >= 0),
    cost BIGINT CHECK (cost >= 0),
    CONSTRAINT inventory_movement_items_key UNIQUE (movement_id, item_id)
);
