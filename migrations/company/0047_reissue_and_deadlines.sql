-- A document that the tax authority refused and that was issued anew keeps its number and counts no more: its payment is the new
-- document's. A payment has one document, so the refused one is kept at a payment that took nothing, is voided from the beginning and
-- names the one that it stands for.
ALTER TABLE payments ADD COLUMN stands_for_id BIGINT;
-- The payment that it was of, until it was issued anew.
ALTER TABLE billings ADD COLUMN paid_by_id BIGINT;
CREATE INDEX billings_paid_by_idx ON billings (paid_by_id) WHERE paid_by_id IS NOT NULL;
CREATE INDEX tax_documents_replaced_idx ON tax_documents (replaced_by_id) WHERE replaced_by_id IS NOT NULL;
-- When deadlines that run out are looked for again, to be mailed; null: they were never mailed.
ALTER TABLE electronic_billing ADD COLUMN deadlines_next_at TIMESTAMPTZ;
