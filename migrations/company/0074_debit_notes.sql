-- Debit notes: documents of their own, with a payment and an account, that add to what another one came to.
CREATE TABLE debit_notes (
    billing_id BIGINT PRIMARY KEY REFERENCES billings (id),
    -- The factura or boleta.
    changed_id BIGINT NOT NULL REFERENCES billings (id),
    -- Catalogue 10: interest, higher value, penalty.
    reason_code TEXT NOT NULL CHECK (reason_code IN ('01', '02', '03')),
    reason TEXT NOT NULL,
    approver_id BIGINT REFERENCES users (id)
);
CREATE INDEX debit_notes_changed_idx ON debit_notes (changed_id);

-- Series of notes begin with the letter of what they change. A new company gets them with its other series.
INSERT INTO billing_types (id, code, name, description, tax_type)
    SELECT 5, CASE WHEN EXISTS (SELECT 1 FROM billing_types WHERE code = 'NOTA DEBITO') THEN 'NOTA DEBITO ELECTRONICA'
                   ELSE 'NOTA DEBITO' END, 'Nota de débito', 'Nota de débito electrónica', 8
    WHERE EXISTS (SELECT 1 FROM billing_types WHERE id = 1) AND NOT EXISTS (SELECT 1 FROM billing_types WHERE id = 5);
INSERT INTO billing_series (billing_type_id, serie)
    SELECT 5, w.serie FROM (SELECT 'FD01' AS serie UNION ALL SELECT 'BD01' AS serie) w
    WHERE EXISTS (SELECT 1 FROM billing_types WHERE id = 5)
      AND NOT EXISTS (SELECT 1 FROM billing_series s WHERE s.serie = w.serie);
