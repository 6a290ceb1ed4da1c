-- Whether nobody makes it, on purpose. A product without an area of which that was not said is one that somebody forgot: it is named
-- wherever it is sold. What is resold as it was bought was never meant for the kitchen, and neither was a bag.
ALTER TABLE products ADD COLUMN skips_kitchen BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE products SET skips_kitchen = TRUE WHERE production_area_id IS NULL AND (has_stock OR is_plastic_bag);
-- A house that uses no area at all has no kitchen to tell.
UPDATE products SET skips_kitchen = TRUE
 WHERE production_area_id IS NULL AND NOT EXISTS (SELECT 1 FROM products o WHERE o.production_area_id IS NOT NULL);
