//! What counts as sold: documents that stand, on their day and in their cycle, and credit notes on theirs, negative.

/// The rows of it, to be selected from: `billing_id`, `client_request_id`, `client_id`, `cycle_id`, `business_day`, `issued_at`,
/// `total`, `other_charges` (both negative for a note) and `is_note`.
macro_rules! sales {
    () => {
        "(SELECT b.id AS billing_id, b.client_request_id, b.client_id, b.cycle_id, b.business_day, b.issued_at, b.total,
                 b.other_charges, FALSE AS is_note
          FROM billings b WHERE b.state <> 'VOIDED'
          UNION ALL
          SELECT n.billing_id, o.client_request_id, o.client_id, n.cycle_id, n.business_day, n.issued_at, -n.total,
                 -n.other_charges, TRUE AS is_note
          FROM credit_notes n JOIN billings o ON o.id = n.billing_id)"
    };
}
pub(crate) use sales;
