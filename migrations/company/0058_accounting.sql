-- Whether the register of sales lists notas de venta, which the tax authority does not know.
ALTER TABLE global_settings ADD COLUMN accounting_notes BOOLEAN NOT NULL DEFAULT TRUE;
-- Notes of a month by when they were issued: one that was refused and issued anew keeps its business day.
CREATE INDEX credit_notes_issued_idx ON credit_notes (issued_at);
