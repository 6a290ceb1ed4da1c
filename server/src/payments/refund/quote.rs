//! What a refund would give back, for the dialog that asks for it: the server computes, the screen repeats.

use super::{
    model::RefundQuote,
    plan::{Asked, Plan, all_lines, plan, shown},
};
use crate::{
    db::Tx,
    error::{Code, Result, invalid, refuse},
    ids::{LineId, PaymentId, RequestId},
    money::Quantity,
    orders, payment_options,
    payments::{model::Payment, read, store},
    settings::Settings,
};
use std::collections::BTreeMap;

/// Quotes it; `units` as in `12:1,15:2`, absent for all.
pub async fn quote(tx: &mut Tx, id: PaymentId, units: Option<&str>) -> Result<RefundQuote> {
    let payment = read::payment(tx, id).await?;
    must_stand(&payment)?;
    let request = orders::request_view(tx, payment.row.client_request_id).await?;
    let account = orders::account_of(tx, request.id).await?;
    let options = payment_options::payment_options(tx).await?;
    let rounds_cash = Settings::load(tx).await?.cash_rounding;
    let units = units.map(read_units).transpose()?;
    let none = BTreeMap::new();
    let asked = Asked { units: units.as_deref(), payment_options: None, operation_numbers: &none };
    let Plan { rest_total, total, back, .. } =
        plan(&account, &payment, &options, asked, request.closed_at.is_some(), rounds_cash)?;
    let sitting = match (request.closed_at, request.table_id) {
        (Some(_), Some(table)) => orders::who_sits_at(tx, table).await?,
        _ => None,
    };
    Ok(RefundQuote {
        payment_id: id,
        document: payment.billing.as_ref().map(|b| b.full_number.clone()).unwrap_or_default(),
        total,
        rounding: back.rounding,
        entries: shown(&back.out),
        rest_total,
        lines: all_lines(&account, &payment.lines),
        can_close: can_close(tx, request.id, &payment).await?,
        table_taken_by: sitting,
    })
}

fn read_units(text: &str) -> Result<Vec<(LineId, Quantity)>> {
    let unit = |part: &str| {
        let (line, quantity) = part.split_once(':')?;
        Some((LineId(line.trim().parse().ok()?), quantity.trim().parse().ok()?))
    };
    let units: Option<Vec<_>> = text.split(',').filter(|p| !p.trim().is_empty()).map(unit).collect();
    units.ok_or_else(|| invalid("products", "Escríbelo como 12:1,15:2 (pedido:cantidad).").into())
}

/// Refuses a payment that was given back already, saying how.
pub(super) fn must_stand(payment: &Payment) -> Result<()> {
    if payment.row.voided_at.is_none() {
        return Ok(());
    }
    let text = match (&payment.billing, &payment.refund) {
        (Some(b), Some(r)) => format!("{} ya fue anulado por {}: {}.", b.full_number, r.row.user_name, r.row.reason),
        _ => "Este cobro ya fue anulado.".to_owned(),
    };
    refuse(Code::Conflict, text).current(payment).err()
}

/// A payment by an amount paid for everything and nothing: it can only be closed when no other payment is left.
pub(super) async fn can_close(tx: &mut Tx, request: RequestId, payment: &Payment) -> Result<bool> {
    Ok(!payment.lines.is_empty() || store::earlier(tx, request).await?.len() <= 1)
}
