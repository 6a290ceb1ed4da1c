-- On which PostgreSQL a company's schema lies: its address, sealed; none: on the one of this list.
ALTER TABLE companies ADD COLUMN database_url TEXT;
-- Nobody is served before that while it goes elsewhere: after it, whatever became of the move, they are again.
ALTER TABLE companies ADD COLUMN closed_until TIMESTAMPTZ;
