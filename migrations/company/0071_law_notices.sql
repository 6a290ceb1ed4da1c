-- What the house was told of the next change of its rate of IGV.
CREATE TABLE law_notices (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    -- The card of the panel is not shown before this day.
    put_off_until DATE,
    -- The first day of the change that was told by mail.
    mailed_change DATE,
    -- The mail could not be sent: not again before this.
    mail_after TIMESTAMPTZ
);
