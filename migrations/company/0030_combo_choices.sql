-- What a guest chose of a dish within a combo: the término of its meat.
ALTER TABLE order_line_components ADD COLUMN variant_id BIGINT REFERENCES product_variants (id);
ALTER TABLE order_line_components ADD COLUMN variant_name TEXT NOT NULL DEFAULT '';
-- What it added to the price of one combo's dish; the line's price has it.
ALTER TABLE order_line_components ADD COLUMN variant_amount BIGINT NOT NULL DEFAULT 0;
