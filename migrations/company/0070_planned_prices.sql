-- A price that a product gets by itself on a day, 00:00 in Lima; the row goes when the price was written into the product.
CREATE TABLE planned_prices (
    product_id BIGINT PRIMARY KEY REFERENCES products (id),
    valid_from DATE NOT NULL,
    price BIGINT NOT NULL CHECK (price > 0),
    planned_by BIGINT NOT NULL REFERENCES users (id),
    planned_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX planned_prices_from_idx ON planned_prices (valid_from);
