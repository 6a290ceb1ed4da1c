-- Credit notes: what a document no longer comes to. The document stays; the note counts on its own day, negative.
CREATE TABLE credit_notes (
    id {{id}},
    billing_id BIGINT NOT NULL REFERENCES billings (id),
    -- How the money went back.
    refund_id BIGINT NOT NULL CONSTRAINT credit_notes_refund_key UNIQUE REFERENCES refunds (id),
    serie TEXT NOT NULL,
    number BIGINT NOT NULL,
    -- Catalogue 09: void, wrong RUC, whole return, return of some lines.
    reason_code TEXT NOT NULL CHECK (reason_code IN ('01', '02', '06', '07')),
    reason TEXT NOT NULL,
    -- The cycle that the money left.
    cycle_id BIGINT NOT NULL REFERENCES cashbox_cycles (id),
    user_id BIGINT NOT NULL REFERENCES users (id),
    approver_id BIGINT REFERENCES users (id),
    business_day DATE NOT NULL,
    issued_at TIMESTAMPTZ NOT NULL,
    igv_percent BIGINT NOT NULL,
    taxable BIGINT NOT NULL,
    exonerated BIGINT NOT NULL,
    unaffected BIGINT NOT NULL,
    igv BIGINT NOT NULL,
    other_charges BIGINT NOT NULL,
    total BIGINT NOT NULL CHECK (total > 0),
    total_in_words TEXT NOT NULL,
    CONSTRAINT credit_notes_number_key UNIQUE (serie, number)
);
CREATE INDEX credit_notes_billing_idx ON credit_notes (billing_id);
CREATE INDEX credit_notes_day_idx ON credit_notes (business_day);
CREATE INDEX credit_notes_cycle_idx ON credit_notes (cycle_id);

-- Figures after the discounts of the whole document: a note carries none.
CREATE TABLE credit_note_lines (
    id {{id}},
    credit_note_id BIGINT NOT NULL REFERENCES credit_notes (id),
    position BIGINT NOT NULL,
    billing_line_id BIGINT NOT NULL REFERENCES billing_lines (id),
    quantity BIGINT NOT NULL CHECK (quantity > 0),
    unit_price BIGINT NOT NULL,
    base BIGINT NOT NULL,
    igv BIGINT NOT NULL,
    total BIGINT NOT NULL
);
CREATE INDEX credit_note_lines_note_idx ON credit_note_lines (credit_note_id);

-- Of a payment that charged a rest again: the document that it is of, which stays where a credit note took the other part off it.
-- No reference, since documents refer to payments.
ALTER TABLE payments ADD COLUMN document_id BIGINT;
CREATE INDEX payments_document_idx ON payments (document_id) WHERE document_id IS NOT NULL;

-- Series of notes begin with the letter of what they change. A new company gets them with its other series.
INSERT INTO billing_types (id, code, name, description, tax_type)
    SELECT 4, 'NOTA CREDITO', 'Nota de crédito', 'Nota de crédito electrónica', 7
    WHERE EXISTS (SELECT 1 FROM billing_types WHERE id = 1)
      AND NOT EXISTS (SELECT 1 FROM billing_types WHERE id = 4 OR code = 'NOTA CREDITO');
INSERT INTO billing_series (billing_type_id, serie)
    SELECT 4, w.serie FROM (SELECT 'FC01' AS serie UNION ALL SELECT 'BC01' AS serie) w
    WHERE EXISTS (SELECT 1 FROM billing_types WHERE id = 4)
      AND NOT EXISTS (SELECT 1 FROM billing_series s WHERE s.serie = w.serie);
