-- Sums of days are kept by channel too, so that a report of one channel is read in a moment as well. What was kept is added up again.
DROP TABLE figure_sums;
CREATE TABLE figure_channel_sums (
    cut TEXT NOT NULL CHECK (cut IN ('DAY', 'HOUR', 'CHANNEL', 'WAITER', 'CASHIER', 'TABLE', 'DOCUMENT', 'PRODUCT')),
    business_day DATE NOT NULL,
    -- The id or the word of what sales are cut by.
    key TEXT NOT NULL,
    channel TEXT NOT NULL CHECK (channel IN ('TABLE', 'ORDER', 'DELIVERY', 'APP')),
    documents BIGINT NOT NULL,
    accounts BIGINT NOT NULL,
    persons BIGINT NOT NULL,
    quantity BIGINT NOT NULL,
    total BIGINT NOT NULL,
    net BIGINT NOT NULL,
    -- Net and cost of those lines of which the cost is known, and the quantity of the others.
    covered BIGINT NOT NULL,
    cost BIGINT NOT NULL,
    uncosted BIGINT NOT NULL,
    PRIMARY KEY (cut, business_day, key, channel)
);
UPDATE figure_days SET is_stale = TRUE;
