-- Reports ask for refunds by their business day.
CREATE INDEX refunds_day_idx ON refunds (business_day);

-- What was missing and what was too much when a cycle was closed, each way to pay for itself: what one lacks another does not make
-- good. Of cycles closed before, only the sum over all ways is known.
ALTER TABLE cashbox_cycles ADD COLUMN short BIGINT CHECK (short >= 0);
ALTER TABLE cashbox_cycles ADD COLUMN over BIGINT CHECK (over >= 0);
UPDATE cashbox_cycles SET short = CASE WHEN difference < 0 THEN -difference ELSE 0 END, over = CASE WHEN difference > 0 THEN difference ELSE 0 END
WHERE status = 'CLOSED';

-- How much of what was sold has no known cost. Days are added up again.
ALTER TABLE figure_sums ADD COLUMN uncosted BIGINT NOT NULL DEFAULT 0;
UPDATE figure_days SET is_stale = TRUE;
