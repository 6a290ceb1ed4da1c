-- A printer prints tickets, or labels: a sticker for each unit of what an account sends, for the channels that are chosen.
ALTER TABLE printers ADD COLUMN kind TEXT NOT NULL DEFAULT 'TICKET' CHECK (kind IN ('TICKET', 'LABEL'));
-- Width by height in millimetres.
ALTER TABLE printers ADD COLUMN label_size TEXT NOT NULL DEFAULT '50x30' CHECK (label_size IN ('40x30', '50x30'));
ALTER TABLE printers ADD COLUMN labels_tables BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE printers ADD COLUMN labels_take_away BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE printers ADD COLUMN labels_delivery BOOLEAN NOT NULL DEFAULT TRUE;
