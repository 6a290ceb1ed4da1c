-- What dishes should leave of their price without IGV, per cent in millionths; a category of products may have its own.
ALTER TABLE global_settings ADD COLUMN target_margin BIGINT NOT NULL DEFAULT 65000000 CHECK (target_margin BETWEEN 0 AND 95000000);
ALTER TABLE categories ADD COLUMN target_margin BIGINT CHECK (target_margin BETWEEN 0 AND 95000000);
-- What documents and counts moved on a day. Sales and purchases, which are nearly all there is, are not in it.
CREATE INDEX stock_moves_by_hand_idx ON stock_moves (business_day, item_kind, item_id) WHERE line_id IS NULL AND reason <> 'PURCHASE';
-- Days are read item by item: of a few thousand items a month each, whatever came before.
DROP INDEX stock_days_day_idx;
CREATE INDEX stock_days_item_idx ON stock_days (item_kind, item_id, business_day, used);
-- When an item was counted, whatever came of it.
CREATE INDEX stock_counts_approved_idx ON stock_counts (approved_at) WHERE status = 'APPROVED';
