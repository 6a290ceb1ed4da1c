-- Whether the tips of an account go onto its documents, as the company had it at this payment; the account keeps what its first one says.
-- NULL of what was paid before this was kept.
ALTER TABLE payments ADD COLUMN tip_on_document BOOLEAN;
