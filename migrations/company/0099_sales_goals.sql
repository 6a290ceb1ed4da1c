-- What the house wants to sell in a month, by the first day of the month from which on that holds, until the next one begins; zero: from
-- that month on nothing is asked for.
CREATE TABLE sales_goals (
    month DATE NOT NULL PRIMARY KEY,
    amount BIGINT NOT NULL CHECK (amount >= 0)
);
