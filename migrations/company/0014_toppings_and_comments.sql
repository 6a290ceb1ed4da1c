-- Searched by any part of the name, without accents, as products and supplies are.
ALTER TABLE toppings ADD COLUMN search_key TEXT NOT NULL DEFAULT '';
ALTER TABLE comments ADD COLUMN search_key TEXT NOT NULL DEFAULT '';
UPDATE toppings SET search_key = LOWER(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(
    REPLACE(REPLACE(REPLACE(name, 'á', 'a'), 'é', 'e'), 'í', 'i'), 'ó', 'o'), 'ú', 'u'), 'ñ', 'n'), 'ü', 'u'),
    'Á', 'a'), 'É', 'e'), 'Í', 'i'), 'Ó', 'o'), 'Ú', 'u'), 'Ñ', 'n'), 'Ü', 'u'));
UPDATE comments SET search_key = LOWER(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(
    REPLACE(REPLACE(REPLACE(name, 'á', 'a'), 'é', 'e'), 'í', 'i'), 'ó', 'o'), 'ú', 'u'), 'ñ', 'n'), 'ü', 'u'),
    'Á', 'a'), 'É', 'e'), 'Í', 'i'), 'Ó', 'o'), 'Ú', 'u'), 'Ñ', 'n'), 'Ü', 'u'));

-- The unit in which somebody typed how much of its supply a topping takes; the supply's own where this is NULL.
ALTER TABLE toppings ADD COLUMN supply_measurement_id BIGINT REFERENCES measurements (id);
