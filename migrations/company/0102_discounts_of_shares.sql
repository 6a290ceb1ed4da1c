-- The discounts within a payment whose document has one line, POR CONSUMO, and names none: a share, an amount, or all by consumption. Zero
-- of what was paid before this was kept.
ALTER TABLE payments ADD COLUMN discounted BIGINT NOT NULL DEFAULT 0 CHECK (discounted >= 0);
