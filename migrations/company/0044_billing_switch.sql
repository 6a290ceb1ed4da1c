-- When all was there that the gateway needs, for the first time: documents became electronic by themselves then, and only then.
ALTER TABLE electronic_billing ADD COLUMN completed_at TIMESTAMPTZ;
-- Until then nothing is electronic.
UPDATE company_info SET is_electronic_invoice = FALSE
    WHERE NOT EXISTS (SELECT 1 FROM electronic_billing e WHERE e.id = 1 AND e.gateway <> 'NONE');
