-- Each order values what it took: moves that came late are found among those that have no balance yet, not among all of the last hour.
CREATE INDEX stock_moves_unvalued_idx ON stock_moves (item_kind, item_id, at) WHERE balance IS NULL;
