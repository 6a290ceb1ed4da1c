-- Products sold by weight or volume: the unit of their price, the least and the step that are sold, and the weight of what they lie in.
-- One piece of such a product is one on its account; what it weighed stays with its line, and with the line of its document.
ALTER TABLE products ADD COLUMN sale_unit TEXT NOT NULL DEFAULT 'UNIT' CHECK (sale_unit IN ('UNIT', 'KG', 'HG', 'G', 'L', 'ML'));
ALTER TABLE products ADD COLUMN min_quantity BIGINT CHECK (min_quantity > 0);
ALTER TABLE products ADD COLUMN quantity_step BIGINT CHECK (quantity_step > 0);
ALTER TABLE products ADD COLUMN tare BIGINT CHECK (tare > 0);
ALTER TABLE order_lines ADD COLUMN sale_unit TEXT NOT NULL DEFAULT 'UNIT';
ALTER TABLE order_lines ADD COLUMN measure BIGINT NOT NULL DEFAULT 1000000 CHECK (measure > 0);
ALTER TABLE order_lines ADD COLUMN measure_price BIGINT;
ALTER TABLE billing_lines ADD COLUMN sale_unit TEXT NOT NULL DEFAULT 'UNIT';
ALTER TABLE billing_lines ADD COLUMN measure BIGINT NOT NULL DEFAULT 1000000 CHECK (measure > 0);
ALTER TABLE billing_lines ADD COLUMN measure_price BIGINT;
