-- The control database: which companies this server holds, how their requests are recognised, and their licences.
CREATE TABLE companies (
    id {{id}},
    slug TEXT NOT NULL CONSTRAINT companies_slug_key UNIQUE,
    name TEXT NOT NULL,
    domain TEXT CONSTRAINT companies_domain_key UNIQUE,
    uuid_channel TEXT NOT NULL CONSTRAINT companies_channel_key UNIQUE,
    license_active BOOLEAN NOT NULL DEFAULT TRUE,
    license_until DATE,
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE')),
    created_at TIMESTAMPTZ NOT NULL
);
