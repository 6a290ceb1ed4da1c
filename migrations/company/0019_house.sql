-- The password was chosen by somebody else: its owner chooses another one at the first log-in.
ALTER TABLE users ADD COLUMN must_change_password BOOLEAN NOT NULL DEFAULT FALSE;
