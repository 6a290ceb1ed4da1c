-- A page far behind in a list of many clients is found without sorting them all.
CREATE INDEX clients_search_idx ON clients (search_key, id);
