-- Money by way to pay of days that are over is kept as sales are. What was kept is added up again.
CREATE TABLE figure_money_sums (
    business_day DATE NOT NULL,
    payment_option_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    cycle_id BIGINT NOT NULL,
    received BIGINT NOT NULL,
    refunds BIGINT NOT NULL,
    collections BIGINT NOT NULL,
    tips BIGINT NOT NULL,
    operations BIGINT NOT NULL,
    PRIMARY KEY (business_day, payment_option_id, user_id, cycle_id)
);
CREATE INDEX figure_money_sums_cycle_idx ON figure_money_sums (cycle_id);
UPDATE figure_days SET is_stale = TRUE;
