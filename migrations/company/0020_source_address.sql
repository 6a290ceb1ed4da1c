-- Where it was done from: the network address of the browser, as far as it is known.
ALTER TABLE action_logs ADD COLUMN address TEXT NOT NULL DEFAULT '';
