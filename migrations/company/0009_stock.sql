-- Units of measure. Without a parent it is the base unit of its magnitude (kg, l, unidad); any other says how much of the base
-- unit one of it is, in millionths (1 g is 1000 millionths of a kg). Stock is kept in base units.
CREATE TABLE measurements (
    id {{id}},
    symbol TEXT NOT NULL CONSTRAINT measurements_symbol_key UNIQUE,
    name TEXT NOT NULL,
    magnitude_id BIGINT REFERENCES measurements (id),
    equivalence BIGINT NOT NULL DEFAULT 1000000 CHECK (equivalence > 0),
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE'))
);

-- What dishes are made of. `cost_amount` is of one of its own unit and NULL where nobody knows; `min_stock` is in the base unit.
CREATE TABLE supplies (
    id {{id}},
    name TEXT NOT NULL CONSTRAINT supplies_name_key UNIQUE,
    search_key TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    cost_amount BIGINT CHECK (cost_amount >= 0),
    min_stock BIGINT NOT NULL DEFAULT 0,
    has_stock BOOLEAN NOT NULL DEFAULT TRUE,
    category_id BIGINT REFERENCES categories (id),
    measurement_id BIGINT NOT NULL REFERENCES measurements (id),
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE'))
);
CREATE INDEX supplies_category_idx ON supplies (category_id);

-- Recipes: `quantity` as it was typed in `measurement_id`, `quantity_base` the same in the supply's base unit.
CREATE TABLE product_supplies (
    id {{id}},
    product_id BIGINT NOT NULL REFERENCES products (id),
    supply_id BIGINT NOT NULL REFERENCES supplies (id),
    quantity BIGINT NOT NULL CHECK (quantity > 0),
    measurement_id BIGINT NOT NULL REFERENCES measurements (id),
    quantity_base BIGINT NOT NULL CHECK (quantity_base > 0),
    CONSTRAINT product_supplies_key UNIQUE (product_id, supply_id)
);
CREATE INDEX product_supplies_supply_idx ON product_supplies (supply_id);
CREATE TABLE topping_supplies (
    id {{id}},
    topping_id BIGINT NOT NULL REFERENCES toppings (id),
    supply_id BIGINT NOT NULL REFERENCES supplies (id),
    quantity BIGINT NOT NULL CHECK (quantity > 0),
    measurement_id BIGINT NOT NULL REFERENCES measurements (id),
    quantity_base BIGINT NOT NULL CHECK (quantity_base > 0),
    CONSTRAINT topping_supplies_key UNIQUE (topping_id, supply_id)
);
CREATE INDEX topping_supplies_supply_idx ON topping_supplies (supply_id);

-- A topping has a recipe (`has_recipe`), or stands for a supply itself (`has_stock`): one of it takes `supply_quantity` base units.
ALTER TABLE toppings ADD COLUMN has_stock BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE toppings ADD COLUMN has_recipe BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE toppings ADD COLUMN min_stock BIGINT NOT NULL DEFAULT 0;
ALTER TABLE toppings ADD COLUMN supply_id BIGINT REFERENCES supplies (id);
ALTER TABLE toppings ADD COLUMN supply_quantity BIGINT NOT NULL DEFAULT 1000000 CHECK (supply_quantity > 0);

-- How much there is: always the sum of the item's moves, kept beside them as the row that writers meet at.
CREATE TABLE stock_items (
    item_kind TEXT NOT NULL CHECK (item_kind IN ('PRODUCT', 'SUPPLY')),
    item_id BIGINT NOT NULL,
    on_hand BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (item_kind, item_id)
);

-- The ledger: never changed but for `document`, which a payment fills in. `quantity` and `unit_cost` are of the base unit; only
-- entries carry a cost, what goes out is valued by the moving average when it is read.
CREATE TABLE stock_moves (
    id {{id}},
    item_kind TEXT NOT NULL CHECK (item_kind IN ('PRODUCT', 'SUPPLY')),
    item_id BIGINT NOT NULL,
    quantity BIGINT NOT NULL,
    unit_cost BIGINT CHECK (unit_cost >= 0),
    reason TEXT NOT NULL,
    -- The order line it is of, and how many of that line (same sign as `quantity`). A line's moves add up to what it has out.
    line_id BIGINT REFERENCES order_lines (id),
    line_quantity BIGINT,
    -- What caused it: 'command:12', 'split:34', 'refund:7', 'opening'.
    source TEXT NOT NULL,
    document TEXT,
    business_day DATE NOT NULL,
    at TIMESTAMPTZ NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id),
    CONSTRAINT stock_moves_once_key UNIQUE (line_id, item_kind, item_id, reason, source)
);
CREATE INDEX stock_moves_item_idx ON stock_moves (item_kind, item_id, business_day, id);

-- What the kitchen's wall tells besides: how long a line took from sending to ready (NULL while it is not), and the place that it
-- was moved away from, until somebody in the kitchen has seen that.
ALTER TABLE order_lines ADD COLUMN prepared_seconds BIGINT;
ALTER TABLE order_lines ADD COLUMN moved_from TEXT;
