-- The cost of what a line consists of and the stock does not count, as it was entered when the line was sent: for one unit of the line, null
-- where any part of it is unknown, below zero where a combo's dish has a cost of its own that is less than the stock it takes. What was sent
-- before counts by its stock moves alone.
ALTER TABLE order_lines ADD COLUMN cost_basis TEXT NOT NULL DEFAULT 'MOVES'
    CHECK (cost_basis IN ('MOVES', 'MOVES_AND_ENTERED', 'ENTERED'));
ALTER TABLE order_lines ADD COLUMN entered_cost BIGINT;
-- Dishes that were thrown away, by day: few among all moves.
CREATE INDEX stock_moves_wasted_idx ON stock_moves (business_day, item_kind, item_id) WHERE reason = 'WASTE';
