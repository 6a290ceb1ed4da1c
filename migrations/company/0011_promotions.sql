-- Small papers that are handed out with a receipt. Days are business days; none means without limit.
CREATE TABLE promotions (
    id {{id}},
    name TEXT NOT NULL CONSTRAINT promotions_name_key UNIQUE,
    text TEXT NOT NULL,
    valid_from DATE,
    valid_until DATE,
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE')),
    CHECK (valid_from IS NULL OR valid_until IS NULL OR valid_from <= valid_until)
);
