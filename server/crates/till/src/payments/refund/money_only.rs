//! A payment by an amount or a share of an account that others paid as well. It paid for everything and nothing: its money goes back, and
//! the account stays as it was sold. A payment of nothing stands for it that keeps what went back as a discount, so that the account
//! comes to what was charged for it.

use super::{charge_again::tender_of, give_back::Case, model::RefundRequest, plan::Plan};
use crate::payments::{
    model::Payment,
    store::{self, NewRow},
};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::RequestId,
    money::Money,
};
use comanda_platform::use_case::Work;

/// Tells whether others paid of the same account, so that nobody can tell what this payment paid.
pub(super) async fn is_money_only(tx: &mut Tx, request: RequestId, payment: &Payment) -> Result<bool> {
    Ok(payment.lines.is_empty() && store::earlier(tx, request).await?.len() > 1)
}

/// Refuses to give back dishes or stock with it.
pub(super) fn must_be_whole(body: &RefundRequest) -> Result<()> {
    if body.products.is_some() {
        let text = "Este cobro pagó una parte de la cuenta en dinero, no platos. Devuélvelo entero, o usa un descuento con \
                    una nota de crédito (motivo 04).";
        return invalid("products", text).err();
    }
    if body.remove_inventory {
        let text = "Este cobro pagó una parte de la cuenta en dinero, no platos: su stock no vuelve por aquí. Devuélvelo sin \
                    stock, y registra en Inventario lo que vuelva.";
        return invalid("remove_inventory", text).err();
    }
    Ok(())
}

/// Keeps what went back as a discount of the account, at the same document.
pub(super) async fn keep_account(work: &mut Work<'_>, case: &Case<'_>, plan: &Plan) -> Result<()> {
    let Case { payment, billing, .. } = case;
    let row = NewRow {
        request: case.request.id,
        cycle: case.cycle.id,
        user: work.actor.user_id,
        kind: payment.row.kind,
        share_of: payment.row.share_of,
        total: Money::ZERO,
        credited: payment.row.charged(),
        client: billing.row.client_id,
        tip_on_document: case.tip_on_document,
        replaces: Some(payment.row.id),
        document: Some(billing.row.id),
        day: work.business_day().await?,
        at: work.now,
    };
    store::insert(work.tx, &row, &tender_of(plan), &[]).await?;
    Ok(())
}
