-- Whether the comanda of an order also lists what waits for a later course.
ALTER TABLE global_settings ADD COLUMN print_held_courses BOOLEAN NOT NULL DEFAULT FALSE;
