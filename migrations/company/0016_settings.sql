-- What the company is told to others with, beyond the papers: the gateway of its electronic documents, and its logo.
ALTER TABLE company_info ADD COLUMN apifact_url TEXT NOT NULL DEFAULT '';
ALTER TABLE company_info ADD COLUMN token_apifact TEXT NOT NULL DEFAULT '';
ALTER TABLE company_info ADD COLUMN correlative TEXT NOT NULL DEFAULT '';

-- The dots of the logo for receipt printers; the picture itself lies in `pictures`, its address in `company_info.logo`.
CREATE TABLE company_logos (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    width_dots BIGINT NOT NULL,
    height_dots BIGINT NOT NULL,
    dots BYTEA NOT NULL
);

-- Two that the product knows: 5 is the printer type that a new printer's form begins with (1 network, 0 USB); SERVER says
-- whether all print agents share the company's channel. Rows that people add count from 101.
INSERT INTO configurations (id, key, name, type, value) VALUES
    (1, 'SERVER', 'Servidor de impresión compartido', 'PRINT', '1'),
    (5, 'PRINTER_TYPE', 'Tipo de impresora', 'PRINT', '1')
    ON CONFLICT DO NOTHING;
