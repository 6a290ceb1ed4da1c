-- What dishes contain that guests must avoid (comma-separated words of `Allergen`), what else marks them, and their names for guests from
-- elsewhere; and what the guests of an account must avoid, which every paper of the kitchen states.
ALTER TABLE products ADD COLUMN allergens TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN marks TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN name_en TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN name_pt TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN description_en TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN description_pt TEXT NOT NULL DEFAULT '';
ALTER TABLE client_requests ADD COLUMN allergens TEXT NOT NULL DEFAULT '';
ALTER TABLE client_requests ADD COLUMN allergy_note TEXT NOT NULL DEFAULT '';
