-- One row: a number that is drawn anew with each change of the catalogue. Who has what is for sale under a number need not read it again.
CREATE TABLE catalog_version (
    id BIGINT PRIMARY KEY,
    version BIGINT NOT NULL
);
