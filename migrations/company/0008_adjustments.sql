-- Recargo al consumo that every new table account begins with (per cent in millionths, 0: none), and whether tips go onto the
-- document under charge code 46 instead of beside it.
ALTER TABLE global_settings ADD COLUMN service_percent BIGINT NOT NULL DEFAULT 0;
ALTER TABLE global_settings ADD COLUMN tip_on_document BOOLEAN NOT NULL DEFAULT FALSE;
