-- The close of the day that is mailed: whether, when and to whom.
CREATE TABLE close_of_day_settings (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    is_on BOOLEAN NOT NULL,
    -- Of the house's clock, HH:MM.
    send_at TEXT NOT NULL,
    -- Nothing is sent of what was due before.
    changed_at TIMESTAMPTZ NOT NULL,
    -- The last business day that was put into the mail.
    last_day DATE
);
CREATE TABLE close_of_day_recipients (
    email TEXT PRIMARY KEY,
    -- Whose address it was when it was chosen: who is deleted has none any more, and gets nothing.
    user_id BIGINT REFERENCES users (id)
);

-- One mail of a day to somebody; next_at is empty where nothing is left to do.
CREATE TABLE close_of_day_emails (
    business_day DATE NOT NULL,
    email TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    asked_at TIMESTAMPTZ NOT NULL,
    next_at TIMESTAMPTZ,
    sent_at TIMESTAMPTZ,
    -- Why it was not sent; empty where it was, or was not tried yet.
    error TEXT NOT NULL,
    PRIMARY KEY (business_day, email)
);
CREATE INDEX close_of_day_emails_next_idx ON close_of_day_emails (next_at) WHERE next_at IS NOT NULL;
