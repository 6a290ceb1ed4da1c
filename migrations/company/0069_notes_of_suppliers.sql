-- A supplier's credit or debit note is a purchase that changes another: the paper that it names, the purchase of that paper where it
-- is written here, and what becomes of the goods (RETURN, COST, NONE). What a credit note takes off what is owed is a payment of the
-- other purchase that names the note.
ALTER TABLE purchases ADD COLUMN modified_document TEXT;
ALTER TABLE purchases ADD COLUMN modified_serie TEXT;
ALTER TABLE purchases ADD COLUMN modified_number TEXT;
ALTER TABLE purchases ADD COLUMN modified_on DATE;
ALTER TABLE purchases ADD COLUMN modifies_id BIGINT;
ALTER TABLE purchases ADD COLUMN note_effect TEXT;
CREATE INDEX purchases_modifies_idx ON purchases (modifies_id) WHERE modifies_id IS NOT NULL;
ALTER TABLE purchase_payments ADD COLUMN note_id BIGINT;
CREATE INDEX purchase_payments_note_idx ON purchase_payments (note_id) WHERE note_id IS NOT NULL;
