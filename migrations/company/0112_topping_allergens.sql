-- What a topping, or an option of a group, contains that guests must avoid.
ALTER TABLE toppings ADD COLUMN allergens TEXT NOT NULL DEFAULT '';
