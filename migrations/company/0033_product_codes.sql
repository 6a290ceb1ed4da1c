-- What is typed or scanned for a product, or for one of its variants. One code means one thing: a product that is deleted gives
-- its codes up.
CREATE TABLE product_codes (
    id {{id}},
    product_id BIGINT NOT NULL REFERENCES products (id),
    -- Empty: of the product itself.
    variant_id BIGINT REFERENCES product_variants (id),
    -- On the package, read by a scanner; otherwise the house's own.
    is_barcode BOOLEAN NOT NULL,
    code TEXT NOT NULL,
    -- Without regard to capitals.
    code_key TEXT NOT NULL CONSTRAINT product_codes_code_key UNIQUE
);
CREATE INDEX product_codes_product_idx ON product_codes (product_id);
CREATE INDEX product_codes_variant_idx ON product_codes (variant_id);
-- What the office says that it costs counts, although there is a recipe.
ALTER TABLE products ADD COLUMN own_cost BOOLEAN NOT NULL DEFAULT FALSE;
