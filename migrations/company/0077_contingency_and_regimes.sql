-- Series of paper that the house writes by hand while nothing can be issued electronically: numbers come from the paper, within what
-- SUNAT authorised.
ALTER TABLE billing_series ADD COLUMN is_contingency BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE billing_series ADD COLUMN first_number BIGINT;
ALTER TABLE billing_series ADD COLUMN last_number BIGINT;
ALTER TABLE billings ADD COLUMN is_contingency BOOLEAN NOT NULL DEFAULT FALSE;

-- Under which regime the house sells, by the day on which it begins: GENERAL without a row. A document keeps the one it was issued under.
CREATE TABLE tax_regimes (
    id {{id}},
    valid_from DATE NOT NULL CONSTRAINT tax_regimes_day_key UNIQUE,
    regime TEXT NOT NULL CHECK (regime IN ('GENERAL', 'NUEVO_RUS'))
);
ALTER TABLE billings ADD COLUMN regime TEXT NOT NULL DEFAULT 'GENERAL';
