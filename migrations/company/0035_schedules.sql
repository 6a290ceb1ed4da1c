-- When something is sold, and for how much meanwhile. Hours are minutes of the company's day; those that end at or before their
-- beginning end on the next day.
CREATE TABLE schedules (
    id {{id}},
    name TEXT NOT NULL CONSTRAINT schedules_name_key UNIQUE,
    search_key TEXT NOT NULL,
    -- Monday is 1, Tuesday 2, Wednesday 4 … Sunday 64.
    days BIGINT NOT NULL CHECK (days BETWEEN 1 AND 127),
    from_minutes BIGINT NOT NULL CHECK (from_minutes BETWEEN 0 AND 1439),
    until_minutes BIGINT NOT NULL CHECK (until_minutes BETWEEN 0 AND 1439),
    -- Days on which it begins, in the company's time zone; none is without limit.
    valid_from DATE,
    valid_until DATE,
    -- Where it counts: 1 at the table, 2 to take away, 4 delivery, 8 apps.
    channels BIGINT NOT NULL CHECK (channels BETWEEN 1 AND 15),
    -- What it names is sold only while it, or another one that names it, runs.
    limits_sale BOOLEAN NOT NULL DEFAULT FALSE,
    -- What it changes of the price, per cent in millionths; less is below zero.
    percent BIGINT,
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE')),
    CHECK (valid_from IS NULL OR valid_until IS NULL OR valid_from <= valid_until)
);

-- A category, a product with or without a price of its own, or the price of one variant of a product.
CREATE TABLE schedule_items (
    id {{id}},
    schedule_id BIGINT NOT NULL REFERENCES schedules (id),
    category_id BIGINT REFERENCES categories (id),
    product_id BIGINT REFERENCES products (id),
    variant_id BIGINT REFERENCES product_variants (id),
    price BIGINT CHECK (price >= 0),
    CHECK ((category_id IS NULL) <> (product_id IS NULL)),
    CHECK (variant_id IS NULL OR (product_id IS NOT NULL AND price IS NOT NULL))
);
CREATE INDEX schedule_items_schedule_idx ON schedule_items (schedule_id);
CREATE INDEX schedule_items_category_idx ON schedule_items (category_id);
CREATE INDEX schedule_items_product_idx ON schedule_items (product_id);

-- A line whose price a schedule made: its name, and what one would have cost without it.
ALTER TABLE order_lines ADD COLUMN schedule_name TEXT NOT NULL DEFAULT '';
ALTER TABLE order_lines ADD COLUMN regular_amount BIGINT;
