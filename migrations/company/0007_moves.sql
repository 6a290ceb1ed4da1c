-- Where an account went on whose table was joined with another; null: it ended by itself.
ALTER TABLE client_requests ADD COLUMN merged_into_id BIGINT;

-- The line that was sent, of which this one is a part split off: one that was dismissed, or that moved to another account.
ALTER TABLE order_lines ADD COLUMN split_from_id BIGINT;

-- The action log is read by what was done and by who did it, the newest first.
CREATE INDEX action_logs_type_idx ON action_logs (action_type, at);
CREATE INDEX action_logs_user_idx ON action_logs (user_id, at);
CREATE INDEX action_logs_entity_idx ON action_logs (entity, entity_id);
