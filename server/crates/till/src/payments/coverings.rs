//! Records which units an amount or a share has paid for (`POST /orders-paided`). No money moves; the units count as paid, up to what was
//! paid by money and not yet assigned. These records are deleted with the payments behind them.

use super::{due::LinePortion, pay_request::PayLine, split::select_portions, store};
use comanda_base::{
    db::Tx,
    error::{Code, Result, refuse},
    ids::{LineId, RequestId},
    money::{Money, Quantity},
};
use comanda_orders::orders;
use comanda_platform::{
    audit::{self, Entry},
    use_case::Work,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Body of `POST /orders-paided`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CoverRequest {
    pub client_request_id: RequestId,
    pub products: Vec<PayLine>,
}

/// The part of the payments by money that is assigned to units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Covered {
    /// The sum of the payments by amounts and shares.
    pub paid_by_money: Money,
    /// The part of `paid_by_money` that is assigned to units.
    pub assigned: Money,
    /// The part of `paid_by_money` that is not assigned yet.
    pub left: Money,
}

/// Loads how much of what was paid by money is assigned.
async fn load_covered(tx: &mut Tx, request: RequestId) -> Result<Covered> {
    let paid_by_money =
        store::list_earlier_payments(tx, request).await?.iter().filter(|e| e.by_money).map(|e| e.total).sum::<Money>();
    let assigned = store::sum_covered(tx, request).await?;
    Ok(Covered { paid_by_money, assigned, left: (paid_by_money - assigned).max(Money::ZERO) })
}

/// Assigns units to payments by money. Refuses with 409 and what is left where the units cost more.
pub async fn cover_units(work: &mut Work<'_>, body: &CoverRequest) -> Result<Covered> {
    let request = orders::lock_request(work, body.client_request_id).await?;
    request.must_be_open()?;
    let before = load_covered(work.tx, request.id).await?;
    if before.paid_by_money.is_zero() {
        let text = "Esta cuenta no tiene cobros por monto o por partes. Cobra los platos directamente.";
        return refuse(Code::Conflict, text).with_current(before).err();
    }
    let account = orders::load_account(work.tx, request.id, work.now).await?;
    let chosen: Vec<(LineId, Quantity)> = body.products.iter().map(|l| (l.id, l.qty)).collect();
    let portions = select_portions(&account, &chosen)?;
    let amount: Money = portions.iter().map(LinePortion::amount_due).sum();
    if amount > before.left {
        let text =
            format!("Eso suma S/ {amount:#}, y de lo cobrado por montos quedan S/ {:#} por asignar.", before.left);
        return refuse(Code::BalanceChanged, text).with_current(before).err();
    }
    store::insert_covered(work.tx, request.id, &portions, work.actor.user_id, work.now).await?;
    orders::mark_paid(work, &request, &chosen).await?;
    let entry = Entry::new("LINES_COVERED")
        .entity("client_request", request.id.0)
        .request(request.id)
        .table(request.table_id)
        .amount(amount)
        .change(None, Some(json!(body.products.iter().map(|l| json!({"id": l.id, "qty": l.qty})).collect::<Vec<_>>())));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    load_covered(work.tx, request.id).await
}
