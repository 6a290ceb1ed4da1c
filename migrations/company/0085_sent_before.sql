-- What the figures of the mail of a day that was sent were, in short: a day whose turn comes again is not mailed twice with the same.
ALTER TABLE close_of_day_emails ADD COLUMN sent_figures TEXT;
-- Since when user, password and address of the tax authority's service are what they are: what was taken before says nothing of them.
ALTER TABLE electronic_billing ADD COLUMN credentials_since TIMESTAMPTZ;
