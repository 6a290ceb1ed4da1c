-- Whether the house sells exonerated of IGV (Ley 27037, Amazonía), by the day on which that begins; without a row it does not. A house
-- that did when this table came always had. The column that said so before stays for servers of the version before; nothing else reads it.
CREATE TABLE tax_zones (
    id {{id}},
    valid_from DATE NOT NULL CONSTRAINT tax_zones_day_key UNIQUE,
    is_jungle BOOLEAN NOT NULL
);
INSERT INTO tax_zones (valid_from, is_jungle) SELECT '2000-01-01', TRUE FROM company_info WHERE is_jungle;
