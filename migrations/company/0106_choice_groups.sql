-- owner: catalog
-- Groups of options of which a guest chooses (two sides of six), shared by products. An option is a topping at the group's own amount, and may
-- open a group of its own. The chosen ones stay with the line as its toppings do; `choice_no` counts the choices of a line, and nested ones
-- have the number of the choice that they belong to.
CREATE TABLE choice_groups (
    id {{id}},
    name TEXT NOT NULL,
    search_key TEXT NOT NULL CONSTRAINT choice_groups_name_key UNIQUE,
    minimum BIGINT NOT NULL CHECK (minimum >= 0),
    maximum BIGINT NOT NULL CHECK (maximum >= 1),
    free BIGINT NOT NULL CHECK (free >= 0),
    CHECK (minimum <= maximum AND free <= maximum)
);
CREATE TABLE choice_options (
    id {{id}},
    group_id BIGINT NOT NULL REFERENCES choice_groups (id),
    topping_id BIGINT NOT NULL REFERENCES toppings (id),
    amount BIGINT NOT NULL CHECK (amount >= 0),
    is_default BOOLEAN NOT NULL DEFAULT FALSE,
    nested_group_id BIGINT REFERENCES choice_groups (id),
    position BIGINT NOT NULL,
    CONSTRAINT choice_options_topping_key UNIQUE (group_id, topping_id)
);
CREATE INDEX choice_options_topping_idx ON choice_options (topping_id);
CREATE INDEX choice_options_nested_idx ON choice_options (nested_group_id);
CREATE TABLE product_choice_groups (
    product_id BIGINT NOT NULL REFERENCES products (id),
    group_id BIGINT NOT NULL REFERENCES choice_groups (id),
    position BIGINT NOT NULL,
    PRIMARY KEY (product_id, group_id)
);
CREATE INDEX product_choice_groups_group_idx ON product_choice_groups (group_id);
-- The group and the option may be deleted later; their names stay.
ALTER TABLE order_line_toppings ADD COLUMN choice_no BIGINT;
ALTER TABLE order_line_toppings ADD COLUMN choice_group_id BIGINT;
ALTER TABLE order_line_toppings ADD COLUMN choice_group TEXT NOT NULL DEFAULT '';
ALTER TABLE order_line_toppings ADD COLUMN choice_option_id BIGINT;
ALTER TABLE order_line_toppings ADD COLUMN is_nested_choice BOOLEAN NOT NULL DEFAULT FALSE;
