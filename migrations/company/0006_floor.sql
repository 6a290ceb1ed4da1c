-- What somebody said when reserving: a birthday, a high chair.
ALTER TABLE client_requests ADD COLUMN note TEXT NOT NULL DEFAULT '';
CREATE INDEX client_requests_reserved_idx ON client_requests (reserved_for) WHERE reserved_for IS NOT NULL;
-- Paid but not yet handed over: the map looks for them by when they closed.
CREATE INDEX client_requests_closed_idx ON client_requests (closed_at);

-- Counts the arrangements of a room, so that two people who arrange it do not undo each other.
ALTER TABLE salons ADD COLUMN layout_version BIGINT NOT NULL DEFAULT 1;
-- Deleted rooms and tables stay for the accounts that name them.
ALTER TABLE salons ADD COLUMN deleted_at TIMESTAMPTZ;
ALTER TABLE dining_tables ADD COLUMN deleted_at TIMESTAMPTZ;
