-- A credit note that the tax authority refused goes on under its series' next number: the refused number is no note's any more, and
-- names the one that took its place.
ALTER TABLE tax_documents ADD COLUMN replaced_by_note_id BIGINT;
CREATE INDEX tax_documents_replaced_note_idx ON tax_documents (replaced_by_note_id) WHERE replaced_by_note_id IS NOT NULL;
