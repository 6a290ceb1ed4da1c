//! SQL that reads what was given for free and is on no document.

use super::sold_store::Courtesy;
use comanda_base::{
    db::{self, Tx},
    ids::{CycleId, LineId},
    money::Money,
};
use std::collections::HashMap;

/// The units of a line that no document of its account lists, with a courtesy of that account.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
struct UnlistedLine {
    #[row(flatten)]
    courtesy: Courtesy,
    line_id: LineId,
    /// The units at their listed price.
    value: Money,
}

/// Loads the value, at listed prices, of each line that was given for free and that no document lists, since documents of shares, of amounts
/// and POR CONSUMO name no dish. Those of an account count for the cash cycle that issued the first such document of those that are valid.
pub async fn load_unlisted_courtesies(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<Money>> {
    let rows: Vec<UnlistedLine> = tx
        .query(
            "SELECT u.client_request_id, a.line_ids, u.line_id, CAST(u.quantity / 1000 * u.price / 1000 AS BIGINT) AS value
             FROM (SELECT o.client_request_id, o.id AS line_id, o.base_sale_amount + o.variant_amount + o.toppings_amount AS price,
                          o.quantity - (SELECT CAST(COALESCE(SUM(l.quantity), 0) AS BIGINT)
                                        FROM billings x JOIN billing_lines l ON l.billing_id = x.id
                                        WHERE x.client_request_id = o.client_request_id AND x.state <> 'VOIDED' AND l.line_id = o.id
                                            AND l.kind = 'PRODUCT') AS quantity
                   FROM billings b JOIN order_lines o ON o.client_request_id = b.client_request_id
                   WHERE b.cycle_id = $1 AND o.status <> 'DISMISSED' AND NOT o.is_plastic_bag
                       AND b.id = (SELECT MIN(x.id) FROM billings x JOIN billing_lines l ON l.billing_id = x.id AND l.kind = 'CONSUMPTION'
                                   WHERE x.client_request_id = b.client_request_id AND x.state <> 'VOIDED')) u
             JOIN billing_adjustments a ON a.client_request_id = u.client_request_id
             WHERE u.quantity > 0 AND a.kind = 'DISCOUNT' AND a.discount_type_id = 1 AND a.enabled",
        )
        .bind(cycle)
        .all()
        .await?;
    let free = rows.into_iter().filter(|row| row.courtesy.covers(row.line_id));
    // A line may have two courtesies: its own and the account's.
    Ok(free.map(|row| (row.line_id, row.value)).collect::<HashMap<_, _>>().into_values().collect())
}
