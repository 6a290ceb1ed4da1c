-- Several servers on one database: which of them does what is done beside the calls, until when by the database's clock.
CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until TIMESTAMPTZ NOT NULL
);

-- Of the key under which all of them seal secrets: its fingerprint, never itself.
CREATE TABLE secrets_key (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    fingerprint TEXT NOT NULL
);
