-- The month in whose register a supplier's paper is written, by its first day; NULL: that of the paper's own day.
ALTER TABLE purchases ADD COLUMN period DATE;
CREATE INDEX purchases_issued_on_idx ON purchases (issued_on);
CREATE INDEX purchases_period_idx ON purchases (period) WHERE period IS NOT NULL;
