-- Credit notes that give a discount after the sale (04 of the whole document, 05 of some lines): nothing goes back but money. Columns
-- are made anew for what they may hold, which works in both databases.
ALTER TABLE credit_notes ADD COLUMN catalogue_code TEXT NOT NULL DEFAULT '07' CHECK (catalogue_code IN ('01', '02', '04', '05', '06', '07'));
UPDATE credit_notes SET catalogue_code = reason_code;
ALTER TABLE credit_notes DROP COLUMN reason_code;
ALTER TABLE credit_notes RENAME COLUMN catalogue_code TO reason_code;

-- No units where only money went back.
ALTER TABLE refund_lines ADD COLUMN units BIGINT NOT NULL DEFAULT 0 CHECK (units >= 0);
UPDATE refund_lines SET units = quantity;
ALTER TABLE refund_lines DROP COLUMN quantity;
ALTER TABLE refund_lines RENAME COLUMN units TO quantity;

-- What such discounts took off a payment, and off its units: `total` and `amount` are what is left. Both together are what the account
-- was charged, which stays as it was sold.
ALTER TABLE payments ADD COLUMN credited BIGINT NOT NULL DEFAULT 0 CHECK (credited >= 0);
ALTER TABLE payment_lines ADD COLUMN credited BIGINT NOT NULL DEFAULT 0 CHECK (credited >= 0);
