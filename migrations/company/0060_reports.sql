-- Reports ask for refunds by their business day.
CREATE INDEX refunds_day_idx ON refunds (business_day);
