-- What a supplier's paper says apart beside base and IGV, all in its total: the excise (ISC), the tax on plastic bags (ICBPER), and other
-- taxes and charges, which are below zero where a discount leaves the base alone.
ALTER TABLE purchases ADD COLUMN isc BIGINT NOT NULL DEFAULT 0 CHECK (isc >= 0);
ALTER TABLE purchases ADD COLUMN icbper BIGINT NOT NULL DEFAULT 0 CHECK (icbper >= 0);
ALTER TABLE purchases ADD COLUMN other_charges BIGINT NOT NULL DEFAULT 0;
