-- owner: catalog
-- Courses of a meal (starters, mains, desserts). A product has the course of its category unless it has its own. A line that waits for its
-- course to be fired is unsent and has `held_at`; `hold` is what the waiter said about it, if anything. A deleted course is kept, because
-- lines of the past name it.
CREATE TABLE courses (
    id {{id}},
    name TEXT NOT NULL,
    search_key TEXT NOT NULL CONSTRAINT courses_name_key UNIQUE,
    position BIGINT NOT NULL,
    at_once BOOLEAN NOT NULL,
    auto_fire BOOLEAN NOT NULL,
    deleted_at TIMESTAMPTZ
);
ALTER TABLE categories ADD COLUMN course_id BIGINT REFERENCES courses (id);
ALTER TABLE products ADD COLUMN course_id BIGINT REFERENCES courses (id);
ALTER TABLE order_lines ADD COLUMN course_id BIGINT REFERENCES courses (id);
ALTER TABLE order_lines ADD COLUMN hold BOOLEAN;
ALTER TABLE order_lines ADD COLUMN held_at TIMESTAMPTZ;
CREATE INDEX order_lines_held_idx ON order_lines (client_request_id) WHERE held_at IS NOT NULL AND command_id IS NULL;
