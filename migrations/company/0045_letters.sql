-- The letter that brings a document to its client: when it is to go, or to be tried again; null: none is to go.
ALTER TABLE tax_documents ADD COLUMN mail_at TIMESTAMPTZ;
ALTER TABLE tax_documents ADD COLUMN mail_tries BIGINT NOT NULL DEFAULT 0;
-- Why the last try failed, in words for a person; empty: it did not.
ALTER TABLE tax_documents ADD COLUMN mail_error TEXT NOT NULL DEFAULT '';
CREATE INDEX tax_documents_mail_idx ON tax_documents (mail_at) WHERE mail_at IS NOT NULL;
