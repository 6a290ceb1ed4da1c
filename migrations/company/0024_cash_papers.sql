-- A paper of the cash desk that says what an open cycle should hold is kept from the cashier who has yet to count it.
ALTER TABLE print_jobs ADD COLUMN tells_expected BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE print_jobs SET tells_expected = TRUE WHERE document = 'CASH' AND source LIKE 'cycle:%:report:%';
