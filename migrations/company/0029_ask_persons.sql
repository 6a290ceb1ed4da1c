-- Whether the till asks how many sit down before it opens a table.
ALTER TABLE global_settings ADD COLUMN ask_persons BOOLEAN NOT NULL DEFAULT TRUE;
