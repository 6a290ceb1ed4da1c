-- Where a series is issued: SUNAT's code of the establishment (0000 is the fiscal address) and the annex's address. A document keeps
-- what its series said when it was issued.
ALTER TABLE billing_series ADD COLUMN establishment TEXT NOT NULL DEFAULT '0000';
ALTER TABLE billing_series ADD COLUMN establishment_address TEXT NOT NULL DEFAULT '';
ALTER TABLE billings ADD COLUMN establishment TEXT NOT NULL DEFAULT '0000';
ALTER TABLE billings ADD COLUMN establishment_address TEXT NOT NULL DEFAULT '';
ALTER TABLE credit_notes ADD COLUMN establishment TEXT NOT NULL DEFAULT '0000';
ALTER TABLE credit_notes ADD COLUMN establishment_address TEXT NOT NULL DEFAULT '';
