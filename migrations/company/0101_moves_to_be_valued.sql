-- The moves that have no value yet: few, and looked for at each step of the valuation, however far back they are.
CREATE INDEX stock_moves_unvalued_idx ON stock_moves (item_kind, item_id, at) WHERE balance IS NULL;

-- Moves that were committed more than an hour late were never valued before.
UPDATE stock_values SET replay_from = (
    SELECT MIN(m.at) FROM stock_moves m
    WHERE m.item_kind = stock_values.item_kind AND m.item_id = stock_values.item_id AND m.balance IS NULL
)
WHERE replay_from IS NULL AND EXISTS (
    SELECT 1 FROM stock_moves m
    WHERE m.item_kind = stock_values.item_kind AND m.item_id = stock_values.item_id AND m.balance IS NULL
        AND m.at <= stock_values.valued_at
);
