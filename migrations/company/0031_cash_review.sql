-- A cash box that was closed with a difference beyond the tolerance stands in the office's list until somebody there has looked at
-- it. What was closed before this list existed is taken as seen.
ALTER TABLE cashbox_cycles ADD COLUMN to_review BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE cashbox_cycles ADD COLUMN reviewed_at TIMESTAMPTZ;
ALTER TABLE cashbox_cycles ADD COLUMN reviewed_by BIGINT REFERENCES users (id);
CREATE INDEX cashbox_cycles_review_idx ON cashbox_cycles (closed_at) WHERE to_review;
