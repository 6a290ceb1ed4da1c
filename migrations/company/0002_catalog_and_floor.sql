CREATE TABLE production_areas (
    id {{id}},
    name TEXT NOT NULL CONSTRAINT production_areas_name_key UNIQUE,
    warn_minutes BIGINT NOT NULL DEFAULT 8,
    late_minutes BIGINT NOT NULL DEFAULT 15,
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE'))
);

CREATE TABLE categories (
    id {{id}},
    name TEXT NOT NULL CONSTRAINT categories_name_key UNIQUE,
    type TEXT NOT NULL DEFAULT 'PRODUCT',
    icon TEXT NOT NULL DEFAULT '',
    position BIGINT NOT NULL DEFAULT 0,
    is_delivered BOOLEAN NOT NULL DEFAULT TRUE,
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE'))
);

CREATE TABLE attributes (
    id {{id}},
    name TEXT NOT NULL CONSTRAINT attributes_name_key UNIQUE
);
CREATE TABLE attribute_options (
    id {{id}},
    attribute_id BIGINT NOT NULL REFERENCES attributes (id),
    name TEXT NOT NULL,
    position BIGINT NOT NULL DEFAULT 0,
    CONSTRAINT attribute_options_name_key UNIQUE (attribute_id, name)
);

CREATE TABLE products (
    id {{id}},
    category_id BIGINT NOT NULL REFERENCES categories (id),
    production_area_id BIGINT REFERENCES production_areas (id),
    name TEXT NOT NULL,
    search_key TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    type TEXT NOT NULL DEFAULT 'PRODUCT',
    cost_amount BIGINT,
    sale_amount BIGINT NOT NULL CHECK (sale_amount >= 0),
    delivery_price BIGINT CHECK (delivery_price >= 0),
    delivery_app_price BIGINT CHECK (delivery_app_price >= 0),
    minimum_sale_price BIGINT CHECK (minimum_sale_price >= 0),
    min_stock BIGINT NOT NULL DEFAULT 0,
    is_delivered BOOLEAN NOT NULL DEFAULT TRUE,
    has_variants BOOLEAN NOT NULL DEFAULT FALSE,
    has_stock BOOLEAN NOT NULL DEFAULT FALSE,
    is_combo BOOLEAN NOT NULL DEFAULT FALSE,
    has_supplies BOOLEAN NOT NULL DEFAULT FALSE,
    has_toppings BOOLEAN NOT NULL DEFAULT FALSE,
    image TEXT,
    plate TEXT NOT NULL DEFAULT '',
    position BIGINT NOT NULL DEFAULT 0,
    sold_out_on DATE,
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE'))
);
CREATE INDEX products_category_idx ON products (category_id, position);

-- A sellable choice of a product: option id -> additional amount, with the names and the sum kept beside it.
CREATE TABLE product_variants (
    id {{id}},
    product_id BIGINT NOT NULL REFERENCES products (id),
    name TEXT NOT NULL,
    options JSONB NOT NULL,
    additional_amount BIGINT NOT NULL DEFAULT 0,
    position BIGINT NOT NULL DEFAULT 0,
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE'))
);
CREATE INDEX product_variants_product_idx ON product_variants (product_id);

CREATE TABLE combo_items (
    id {{id}},
    product_id BIGINT NOT NULL REFERENCES products (id),
    item_product_id BIGINT NOT NULL REFERENCES products (id),
    quantity BIGINT NOT NULL CHECK (quantity > 0),
    CONSTRAINT combo_items_key UNIQUE (product_id, item_product_id)
);

CREATE TABLE toppings (
    id {{id}},
    category_id BIGINT REFERENCES categories (id),
    name TEXT NOT NULL CONSTRAINT toppings_name_key UNIQUE,
    cost_amount BIGINT,
    sale_amount BIGINT NOT NULL CHECK (sale_amount >= 0),
    sold_out_on DATE,
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE'))
);
CREATE TABLE product_toppings (
    product_id BIGINT NOT NULL REFERENCES products (id),
    topping_id BIGINT NOT NULL REFERENCES toppings (id),
    PRIMARY KEY (product_id, topping_id)
);

CREATE TABLE comments (
    id {{id}},
    name TEXT NOT NULL,
    product_id BIGINT REFERENCES products (id),
    category_id BIGINT REFERENCES categories (id)
);

CREATE TABLE clients (
    id {{id}},
    document_type TEXT NOT NULL DEFAULT 'DNI',
    document_number TEXT,
    name TEXT NOT NULL DEFAULT '',
    last_name TEXT NOT NULL DEFAULT '',
    business_name TEXT NOT NULL DEFAULT '',
    search_key TEXT NOT NULL,
    phone TEXT NOT NULL DEFAULT '',
    email TEXT NOT NULL DEFAULT '',
    address TEXT NOT NULL DEFAULT '',
    reference TEXT NOT NULL DEFAULT '',
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE'))
);
CREATE UNIQUE INDEX clients_document_key ON clients (document_type, document_number) WHERE document_number IS NOT NULL;

CREATE TABLE salons (
    id {{id}},
    name TEXT NOT NULL CONSTRAINT salons_name_key UNIQUE,
    description TEXT NOT NULL DEFAULT '',
    position BIGINT NOT NULL DEFAULT 0,
    -- Room size and landmarks (window, bar, kitchen door) in the same units as the tables' places.
    width BIGINT NOT NULL DEFAULT 900,
    height BIGINT NOT NULL DEFAULT 560,
    landmarks JSONB,
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE'))
);

CREATE TABLE dining_tables (
    id {{id}},
    salon_id BIGINT NOT NULL REFERENCES salons (id),
    name TEXT NOT NULL,
    seats BIGINT NOT NULL DEFAULT 4 CHECK (seats BETWEEN 1 AND 99),
    x BIGINT NOT NULL DEFAULT 0,
    y BIGINT NOT NULL DEFAULT 0,
    width BIGINT NOT NULL DEFAULT 120,
    height BIGINT NOT NULL DEFAULT 112,
    shape TEXT NOT NULL DEFAULT 'SQUARE',
    cleaning_since TIMESTAMPTZ,
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE')),
    CONSTRAINT dining_tables_name_key UNIQUE (salon_id, name)
);
