//! The documents that count as sales: documents that are not voided, on their day and in their cycle, and credit notes, negative, on
//! theirs.

/// The SQL of the sales rows, to be selected from: `document_id` (the note's own for a note), `billing_id`, `client_request_id`,
/// `client_id`, `cycle_id`, `business_day`, `issued_at`, `total`, `net` (without IGV and charges outside the base), `other_charges` (all
/// negative for a note), `is_note`, and `opens_account`: whether the document counts as an account of guests, which notes do not.
#[macro_export]
macro_rules! sales {
    () => {
        concat!(
            "(SELECT b.id AS document_id, b.id AS billing_id, b.client_request_id, b.client_id, b.cycle_id, b.business_day, b.issued_at,
                 b.total, b.taxable + b.exonerated + b.unaffected AS net, b.other_charges, FALSE AS is_note, b.billing_type_id <> ",
            comanda_base::document_kind!(DebitNote),
            " AS opens_account
          FROM billings b WHERE b.state <> 'VOIDED'
          UNION ALL
          SELECT n.id, n.billing_id, o.client_request_id, o.client_id, n.cycle_id, n.business_day, n.issued_at,
                 -n.total, -n.taxable - n.exonerated - n.unaffected, -n.other_charges, TRUE AS is_note, FALSE AS opens_account
          FROM credit_notes n JOIN billings o ON o.id = n.billing_id)"
        )
    };
}
pub use sales;
