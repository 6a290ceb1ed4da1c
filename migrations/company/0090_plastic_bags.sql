-- A plastic bag pays a tax of its own (ICBPER, Ley 30884), which its listed price holds. A line of an account keeps whether it is one;
-- a document, its notes and their lines keep what they were charged.
ALTER TABLE products ADD COLUMN is_plastic_bag BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE order_lines ADD COLUMN is_plastic_bag BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE billings ADD COLUMN bag_tax BIGINT NOT NULL DEFAULT 0;
ALTER TABLE billing_lines ADD COLUMN bag_tax BIGINT NOT NULL DEFAULT 0;
ALTER TABLE credit_notes ADD COLUMN bag_tax BIGINT NOT NULL DEFAULT 0;
ALTER TABLE credit_note_lines ADD COLUMN bag_tax BIGINT NOT NULL DEFAULT 0;
