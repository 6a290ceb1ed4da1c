//! The document of what stays sold: a new one, or the first one less a credit note. Quoted and done by the same function.

use super::{rest::Rest, way::Way};
use crate::payments::{
    self,
    sale::{Documented, Terms, documented},
    split::Charge,
};
use anyhow::anyhow;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Error, Result},
    ids::RequestId,
    money::Money,
};
use comanda_invoicing::billing::{Billing, notes::Target, tax::figures};
use comanda_platform::settings::{TaxRule, tax};

/// What was sold, and when it is refunded.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sold<'a> {
    pub request: RequestId,
    pub billing: &'a Billing,
    pub tip_on_document: bool,
    pub at: DateTime<Utc>,
    /// What discounts after the sale took off its payment, as long as that stands.
    pub credited: Money,
}

/// The document of the rest, and where it stays on the first one, what a note has to take off that.
pub(super) async fn documented_rest(
    tx: &mut Tx,
    sold: Sold<'_>,
    rest: &Rest,
    charge: &Charge<'_>,
    way: Way,
) -> Result<(Documented, Option<Target>)> {
    let Sold { request, billing, tip_on_document, at, credited } = sold;
    // A note keeps the rule of its document; what is issued anew has that of its own day.
    let rule = match way {
        Way::Void => tax::rule_at(tx, at).await?,
        _ => TaxRule { regime: billing.row.regime, ..billing.row.rule() },
    };
    let mut billed = payments::read::billed(tx, request, rest.account()).await?;
    billed.total -= credited;
    if way != Way::Void {
        billed.total -= billing.left();
        billed.services -= billing.left_outside_igv();
    }
    let by_consumption = billing.row.by_consumption;
    let terms = Terms { by_consumption, tip_on_document, tax: rule };
    let documented = documented(rest.account(), charge, &billed, terms);
    if way == Way::Void {
        return Ok((documented, None));
    }
    let stays = figures(documented.sale.clone()).map_err(anyhow::Error::from)?;
    if stays.total + documented.tip != charge.amount {
        return Err(Error::Internal(anyhow!("the rest of {} does not come to the payment", billing.full_number)));
    }
    let target = Target {
        total: billing.left() - (stays.total - rest.credited()),
        other_charges: billing.left_outside_igv() - stays.other_charges,
    };
    Ok((documented, Some(target)))
}
