-- How many documents a batch tells of.
ALTER TABLE tax_batches ADD COLUMN lines BIGINT NOT NULL DEFAULT 0;
