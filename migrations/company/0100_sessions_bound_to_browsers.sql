-- The secret that the browser of a log-in keeps where no script reads it, and when the two were first brought together: from then on
-- the token alone opens nothing. NULL: a client that keeps no cookies, or a session of before.
ALTER TABLE sessions ADD COLUMN browser_hash TEXT;
ALTER TABLE sessions ADD COLUMN bound_at TIMESTAMPTZ;
CREATE INDEX sessions_browser_idx ON sessions (browser_hash);
