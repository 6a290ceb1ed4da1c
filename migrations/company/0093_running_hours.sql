-- Answers of writes are forgotten after hours that the server ran, counted here: a clock that is set moves no hour. Answers kept
-- before count from the beginning.
CREATE TABLE running_hours (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    hours BIGINT NOT NULL
);
INSERT INTO running_hours (id, hours) VALUES (1, 0);
ALTER TABLE idempotency_keys ADD COLUMN claimed_at_hour BIGINT NOT NULL DEFAULT 0;
DROP INDEX idempotency_keys_age_idx;
CREATE INDEX idempotency_keys_age_idx ON idempotency_keys (claimed_at_hour);
