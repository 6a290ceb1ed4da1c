-- A credit note that was refused and issued anew counts on the day of its present number, as the registers have it, and among kinds of
-- documents notes are counted: the days that are kept are added up again. What was issued anew before this keeps no business day of its
-- own; Lima's day of issue stands for it, which differs only for the hours between midnight and the house's start of the day.
UPDATE credit_notes SET business_day = (SELECT d.issued_on FROM tax_documents d WHERE d.credit_note_id = credit_notes.id)
WHERE EXISTS (SELECT 1 FROM tax_documents r WHERE r.replaced_by_note_id = credit_notes.id)
  AND EXISTS (SELECT 1 FROM tax_documents d WHERE d.credit_note_id = credit_notes.id AND d.issued_on IS NOT NULL);
UPDATE figure_days SET is_stale = TRUE;
