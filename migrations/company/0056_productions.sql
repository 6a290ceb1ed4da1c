-- A supply that the house makes itself: how much of its base unit one batch gives; NULL: it is bought.
ALTER TABLE supplies ADD COLUMN recipe_yield BIGINT CHECK (recipe_yield > 0);
-- What one batch takes. `supply_id` is the ingredient, as in the recipes of products.
CREATE TABLE supply_ingredients (
    id {{id}},
    made_id BIGINT NOT NULL REFERENCES supplies (id),
    supply_id BIGINT NOT NULL REFERENCES supplies (id),
    -- As it was typed, and in the ingredient's base unit.
    quantity BIGINT NOT NULL CHECK (quantity > 0),
    measurement_id BIGINT NOT NULL REFERENCES measurements (id),
    quantity_base BIGINT NOT NULL CHECK (quantity_base > 0),
    CONSTRAINT supply_ingredients_key UNIQUE (made_id, supply_id)
);
CREATE INDEX supply_ingredients_supply_idx ON supply_ingredients (supply_id);

-- Of the entry of a production: what it cost besides the moves that went into it; NULL where nobody knows. Its `cost` is this and what
-- those went out for, and follows them.
ALTER TABLE stock_moves ADD COLUMN extra_cost BIGINT CHECK (extra_cost >= 0);

-- What was made in the house. Names and units are kept as they were; quantities are in the unit that was entered, `…_base` in the base
-- unit.
CREATE TABLE productions (
    id {{id}},
    number BIGINT NOT NULL CONSTRAINT productions_number_key UNIQUE,
    supply_id BIGINT NOT NULL REFERENCES supplies (id),
    name TEXT NOT NULL,
    measurement_id BIGINT NOT NULL REFERENCES measurements (id),
    measurement TEXT NOT NULL,
    -- What was to be made, and what came out.
    quantity BIGINT NOT NULL CHECK (quantity > 0),
    quantity_base BIGINT NOT NULL CHECK (quantity_base > 0),
    produced BIGINT NOT NULL CHECK (produced > 0),
    produced_base BIGINT NOT NULL CHECK (produced_base > 0),
    -- What the ingredients cost that nobody counts; NULL where that is unknown.
    extra_cost BIGINT CHECK (extra_cost >= 0),
    responsible TEXT NOT NULL,
    note TEXT NOT NULL,
    -- Name, responsible, note and ingredients, folded.
    search_key TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('APPROVED', 'REJECTED')),
    at TIMESTAMPTZ NOT NULL,
    business_day DATE NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id),
    -- How often it moved stock, and the source of the moves that stand or were taken back last.
    approvals BIGINT NOT NULL DEFAULT 0,
    source TEXT,
    rejected_at TIMESTAMPTZ,
    rejected_by BIGINT REFERENCES users (id),
    reject_reason TEXT,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX productions_at_idx ON productions (at);
CREATE INDEX productions_supply_idx ON productions (supply_id, at);
CREATE INDEX productions_user_idx ON productions (user_id);

-- What was really taken.
CREATE TABLE production_items (
    id {{id}},
    production_id BIGINT NOT NULL REFERENCES productions (id),
    supply_id BIGINT NOT NULL REFERENCES supplies (id),
    name TEXT NOT NULL,
    measurement_id BIGINT NOT NULL REFERENCES measurements (id),
    measurement TEXT NOT NULL,
    quantity BIGINT NOT NULL CHECK (quantity > 0),
    base_quantity BIGINT NOT NULL CHECK (base_quantity > 0),
    base_measurement TEXT NOT NULL,
    -- It is counted, so that it was moved; what is not cost this much, where anybody knows.
    has_stock BOOLEAN NOT NULL,
    cost BIGINT CHECK (cost >= 0),
    CONSTRAINT production_items_key UNIQUE (production_id, supply_id)
);
