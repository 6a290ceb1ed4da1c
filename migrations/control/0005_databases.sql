-- On which PostgreSQL a company's schema lies: its address, sealed; none: on the one of this list.
ALTER TABLE companies ADD COLUMN database_url TEXT;
