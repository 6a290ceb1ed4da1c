//! SQL of the documents under which goods were returned.

use comanda_base::{
    args,
    db::{self, Sql, Tx},
    document_kind::DocumentKind,
};
use std::collections::HashMap;

/// The document under which goods were returned: the credit note of a refund, else the document voided by it.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct ReturnDocument {
    pub refund_id: i64,
    pub is_note: bool,
    pub billing_type_id: DocumentKind,
    pub serie: String,
    pub number: i64,
}

impl ReturnDocument {
    /// `BC01-00000003`
    pub fn full_number(&self) -> String {
        format!("{}-{:08}", self.serie, self.number)
    }
}

/// Returns the refund that caused the moves of this source.
pub fn refund_id(source: &str) -> Option<i64> {
    source.strip_prefix("refund:")?.parse().ok()
}

/// Loads the documents of these refunds.
pub async fn load_return_documents(tx: &mut Tx, ids: &[i64]) -> db::Result<HashMap<i64, ReturnDocument>> {
    let mut found = HashMap::new();
    for part in ids.chunks(1_000) {
        let sql = Sql::new(
            "SELECT r.id AS refund_id, n.id IS NOT NULL AS is_note, b.billing_type_id, COALESCE(n.serie, b.serie) AS serie,
                    COALESCE(n.number, b.number) AS number
             FROM (VALUES",
        )
        .rows(part.iter().map(|id| args![*id]))
        .add(
            ") AS v JOIN refunds r ON r.id = v.column1 JOIN billings b ON b.id = r.billing_id
             LEFT JOIN credit_notes n ON n.refund_id = r.id",
        );
        let rows: Vec<ReturnDocument> = tx.query(sql).all().await?;
        found.extend(rows.into_iter().map(|paper| (paper.refund_id, paper)));
    }
    Ok(found)
}
