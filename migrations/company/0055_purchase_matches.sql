-- What a supplier's words stand for here: said once, found again in the next paper. `match_key` is 'C:' with the supplier's own code
-- of it, or 'T:' with the text, both as they are searched; `factor` is how many of `measurement_id` one of the paper's unit is.
CREATE TABLE purchase_matches (
    id {{id}},
    provider_id BIGINT NOT NULL REFERENCES providers (id),
    match_key TEXT NOT NULL,
    unit_code TEXT NOT NULL,
    item_kind TEXT NOT NULL CHECK (item_kind IN ('PRODUCT', 'SUPPLY')),
    item_id BIGINT NOT NULL,
    measurement_id BIGINT NOT NULL REFERENCES measurements (id),
    factor BIGINT NOT NULL CHECK (factor > 0),
    updated_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT purchase_matches_key UNIQUE (provider_id, match_key, unit_code)
);

-- The papers themselves, beside the purchase that was written from them: the supplier's XML, a scan, photos.
CREATE TABLE purchase_files (
    id {{id}},
    purchase_id BIGINT NOT NULL REFERENCES purchases (id),
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('XML', 'PDF', 'JPEG', 'PNG', 'WEBP')),
    size BIGINT NOT NULL,
    bytes BYTEA NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id),
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX purchase_files_purchase_idx ON purchase_files (purchase_id, id);
