-- Listed prices already hold the recargo al consumo: what is listed is what is paid, and documents split it. A recargo keeps the way in
-- which it was put on its account, whatever the company says later.
ALTER TABLE global_settings ADD COLUMN prices_include_service BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE billing_adjustments ADD COLUMN is_included BOOLEAN NOT NULL DEFAULT FALSE;
