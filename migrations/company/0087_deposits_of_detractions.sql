-- What an instalment was last paid with: of a detraction, the deposit whose day and number the register of purchases says.
ALTER TABLE purchase_quotes ADD COLUMN payment_id BIGINT;
-- Of what was paid before, the payment of just that amount, where there is one.
UPDATE purchase_quotes SET payment_id = (
    SELECT CASE WHEN COUNT(*) = 1 THEN MIN(y.id) END FROM purchase_payments y
    WHERE y.purchase_id = purchase_quotes.purchase_id AND y.amount = purchase_quotes.amount AND y.note_id IS NULL AND NOT y.voided
) WHERE kind = 'DETRACTION' AND paid = amount;
