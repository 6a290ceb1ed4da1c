-- What every move is worth. An entry says what all of it cost (`cost`, NULL where nobody knows); the rest is filled in behind the
-- sale, in the order of `at` and `id`, by the moving weighted average: `value` is signed and NULL where the cost is unknown,
-- `adjustment` the part of it that corrects what went out before its cost was known, `balance…` what there is after the move (in the
-- base unit). A move without `balance` waits to be valued.
ALTER TABLE stock_moves ADD COLUMN cost BIGINT CHECK (cost >= 0);
UPDATE stock_moves SET cost = unit_cost * (quantity / 1000) / 1000 WHERE unit_cost IS NOT NULL AND quantity > 0;
ALTER TABLE stock_moves DROP COLUMN unit_cost;
-- The unit that it was entered in, where a document moved it.
ALTER TABLE stock_moves ADD COLUMN measurement_id BIGINT REFERENCES measurements (id);
-- It was taken back by a counter-move at the same moment, or is that counter-move: the pair changes no average.
ALTER TABLE stock_moves ADD COLUMN reversed BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE stock_moves ADD COLUMN value BIGINT;
ALTER TABLE stock_moves ADD COLUMN adjustment BIGINT NOT NULL DEFAULT 0;
ALTER TABLE stock_moves ADD COLUMN balance BIGINT;
ALTER TABLE stock_moves ADD COLUMN balance_value BIGINT;
ALTER TABLE stock_moves ADD COLUMN balance_cost BIGINT;
DROP INDEX stock_moves_item_idx;
CREATE INDEX stock_moves_item_idx ON stock_moves (item_kind, item_id, at, id);
CREATE INDEX stock_moves_bought_idx ON stock_moves (item_kind, item_id, at) WHERE reason = 'PURCHASE';
CREATE INDEX stock_moves_source_idx ON stock_moves (source) WHERE line_id IS NULL;

-- Counts up with every change of the item's moves, so that it is seen which items wait to be valued.
ALTER TABLE stock_items ADD COLUMN changes BIGINT NOT NULL DEFAULT 0;

-- How far an item is valued, and what was there then. Apart from `stock_items`, which sales lock.
CREATE TABLE stock_values (
    item_kind TEXT NOT NULL CHECK (item_kind IN ('PRODUCT', 'SUPPLY')),
    item_id BIGINT NOT NULL,
    -- `stock_items.changes` as it was seen.
    changes BIGINT NOT NULL DEFAULT 0,
    -- Every move up to this moment carries its value; NULL: none does.
    valued_at TIMESTAMPTZ,
    quantity BIGINT NOT NULL DEFAULT 0,
    value BIGINT DEFAULT 0,
    -- Average of the base unit, the last one where nothing is left; NULL: unknown.
    unit_cost BIGINT,
    -- A document changed something at this moment or earlier: from here on moves are valued again, because of `cause`.
    replay_from TIMESTAMPTZ,
    cause TEXT,
    -- What one of the base unit cost at the last purchase and at the one before, and which purchase that was.
    last_price BIGINT,
    previous_price BIGINT,
    last_bought_at TIMESTAMPTZ,
    last_bought TEXT,
    PRIMARY KEY (item_kind, item_id)
);
CREATE INDEX stock_values_replay_idx ON stock_values (item_kind, item_id) WHERE replay_from IS NOT NULL;

-- What went in and out on a business day: sums of the valued moves, kept as they are valued.
CREATE TABLE stock_days (
    item_kind TEXT NOT NULL CHECK (item_kind IN ('PRODUCT', 'SUPPLY')),
    item_id BIGINT NOT NULL,
    business_day DATE NOT NULL,
    -- What sales used, less what came back of them.
    used BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (item_kind, item_id, business_day)
);
CREATE INDEX stock_days_day_idx ON stock_days (business_day, item_kind, item_id, used);

-- What a document that came late changed of the moves behind it, item by item.
CREATE TABLE stock_replays (
    id {{id}},
    -- 'purchase:12', 'inventory:3'; one that cascades keeps the source it began with.
    source TEXT NOT NULL,
    item_kind TEXT NOT NULL CHECK (item_kind IN ('PRODUCT', 'SUPPLY')),
    item_id BIGINT NOT NULL,
    -- Moves of sales whose value changed, on which business days, and what they came to before and after.
    sales BIGINT NOT NULL DEFAULT 0,
    first_day DATE,
    last_day DATE,
    cost_before BIGINT NOT NULL DEFAULT 0,
    cost_after BIGINT NOT NULL DEFAULT 0,
    -- Of these moves the cost was unknown before.
    unknown_before BIGINT NOT NULL DEFAULT 0,
    asked_at TIMESTAMPTZ NOT NULL,
    done_at TIMESTAMPTZ,
    CONSTRAINT stock_replays_key UNIQUE (source, item_kind, item_id)
);

-- Months up to this day take no new or changed documents of stock and purchases.
ALTER TABLE global_settings ADD COLUMN books_closed_until DATE;
-- What is bought costs the house its IGV too (it cannot deduct it).
ALTER TABLE global_settings ADD COLUMN cost_with_igv BOOLEAN NOT NULL DEFAULT FALSE;
