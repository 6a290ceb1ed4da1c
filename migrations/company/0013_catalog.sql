-- Deleted products and categories stay for the past that names them.
ALTER TABLE products ADD COLUMN deleted_at TIMESTAMPTZ;
ALTER TABLE categories ADD COLUMN deleted_at TIMESTAMPTZ;

-- What makes two names the same. Empty on products of before, and on deleted ones, which give their name up.
ALTER TABLE products ADD COLUMN name_key TEXT;
CREATE UNIQUE INDEX products_name_key ON products (name_key);
CREATE INDEX products_search_idx ON products (search_key, id);
CREATE INDEX products_area_idx ON products (production_area_id);
CREATE INDEX order_lines_product_idx ON order_lines (product_id);
CREATE INDEX order_line_components_product_idx ON order_line_components (product_id);
CREATE INDEX combo_items_item_idx ON combo_items (item_product_id);
CREATE INDEX product_toppings_topping_idx ON product_toppings (topping_id);

-- Who changed it last; empty while nobody has.
ALTER TABLE products ADD COLUMN updated_at TIMESTAMPTZ;
ALTER TABLE products ADD COLUMN updated_by BIGINT REFERENCES users (id);

-- Pictures lie in the database, so that a backup takes them along: of a product ('product:12'), of the company ('logo').
CREATE TABLE pictures (
    owner TEXT NOT NULL PRIMARY KEY,
    -- Of the content: its address, which never shows another picture.
    hash TEXT NOT NULL,
    media_type TEXT NOT NULL,
    width BIGINT NOT NULL,
    height BIGINT NOT NULL,
    bytes BYTEA NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX pictures_hash_idx ON pictures (hash);
