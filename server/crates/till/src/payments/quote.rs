//! The quote of an account for the payment screen: the server computes it, the screen only shows it.

use super::{
    cash_warning::{CashWarning, cash_warning},
    due::price_portion,
    model::Payment,
    read,
    sale::{DocumentTerms, build_sale},
    split::{self, Mode, NextShare, PaymentScope},
    store,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::RequestId,
    money::{Money, Quantity},
};
use comanda_invoicing::billing::tax::compute_document_figures;
use comanda_orders::orders::{
    self, Account, Line, Request, RequestKind,
    account::{AppliedCharge, AppliedDiscount},
};
use comanda_platform::{law, settings::tax};
use serde::Serialize;
use utoipa::ToSchema;

/// A line with what is still to be paid of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DueLine {
    #[serde(flatten)]
    pub line: Line,
    pub due_qty: Quantity,
    /// The amount for all of `due_qty`, with charges and discounts.
    pub due_amount: Money,
    /// The amounts for the next 1, 2, 3 … units.
    pub due_amounts: Vec<Money>,
}

/// The discounts and charges of the account.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct QuotedAdjustments {
    pub discounts: Vec<AppliedDiscount>,
    pub charges: Vec<AppliedCharge>,
}

/// The amount due on an account, with its details.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Quote {
    pub client_request_id: RequestId,
    /// `Mesa 12 · Terraza`, `LLEVAR #18`
    pub label: String,
    pub persons: i64,
    pub is_paid: bool,
    /// The amount due now.
    pub total: Money,
    pub paid: Money,
    pub account_total: Money,
    /// The IGV within `account_total`.
    pub igv_included: Money,
    /// The tax on plastic bags (ICBPER) within what is due.
    pub bag_tax: Money,
    /// The recargo al consumo within `account_total`, where listed prices hold it.
    pub service_included: Money,
    pub lines: Vec<DueLine>,
    pub adjustments: QuotedAdjustments,
    pub payments: Vec<Payment>,
    /// The amount of the next equal share among each number of people that can share.
    pub shares: Vec<NextShare>,
    /// LINES or AMOUNT once it is being split; after AMOUNT lines can no longer be chosen.
    pub mode: Option<Mode>,
    /// The warning where at least its amount is paid in cash; null where the law does not limit cash.
    pub cash_warning: Option<CashWarning>,
    /// A boleta above this names its client.
    pub unnamed_boleta_limit: Money,
    /// The issue date of the document that these figures are for; it decides the rate and the limits.
    pub issue_date: NaiveDate,
    pub version: i64,
}

/// The most units of a line that are quoted one by one; nobody splits more of one dish.
const MAX_UNITS_QUOTED: i64 = 30;

/// Quotes an account for a document issued at `at`: a paper document of another day has the rate and the limits of that day.
pub async fn load_quote(tx: &mut Tx, id: RequestId, at: DateTime<Utc>) -> Result<Quote> {
    let request = orders::load_request_view(tx, id, at).await?;
    let account = orders::load_account(tx, id, at).await?;
    let earlier = store::list_earlier_payments(tx, id).await?;
    let payments = read::list_request_payments(tx, id).await?;
    let lines = account.live_lines().map(|l| due_line(&account, l)).collect();
    let shares = split::SHARES.map(|count| split::next_share(&account, &earlier, count)).collect();
    let (igv_included, bag_tax) = taxes_on_due(tx, id, &account, &earlier, at).await?;
    let totals = account.totals;
    Ok(Quote {
        cash_warning: cash_warning(totals.due, at),
        unnamed_boleta_limit: law::unnamed_boleta_limit_on(tax::issue_date(at)),
        issue_date: tax::issue_date(at),
        shares,
        client_request_id: id,
        label: label(&request),
        persons: request.persons,
        is_paid: request.is_paid,
        total: totals.due,
        paid: totals.paid,
        account_total: totals.total,
        igv_included,
        bag_tax,
        service_included: totals.service_included,
        lines,
        adjustments: QuotedAdjustments { discounts: totals.discounts, charges: totals.charges },
        payments,
        mode: split::split_mode(&earlier),
        version: request.version,
    })
}

/// Computes the IGV and the tax on plastic bags of the document that a payment of everything due would get, to the céntimo.
async fn taxes_on_due(
    tx: &mut Tx,
    id: RequestId,
    account: &Account,
    earlier: &[split::EarlierPayment],
    at: DateTime<Utc>,
) -> Result<(Money, Money)> {
    let Ok(charge) = split::compute_charge(account, earlier, &PaymentScope::All) else {
        return Ok((Money::ZERO, Money::ZERO));
    };
    let tip_on_document = read::load_tip_on_document(tx, id).await?;
    let tax = tax::load_rule_at(tx, at).await?;
    let billed = read::load_billed_sums(tx, id, account).await?;
    let terms = DocumentTerms { by_consumption: false, tip_on_document, tax };
    let sale = build_sale(account, &charge, &billed, terms).sale;
    Ok(compute_document_figures(sale).map_or((Money::ZERO, Money::ZERO), |f| (f.igv, f.bag_tax)))
}

fn due_line(account: &Account, line: &Line) -> DueLine {
    let due_of = |quantity: Quantity| price_portion(account, line.id, quantity).map_or(Money::ZERO, |p| p.amount_due());
    let unpaid = line.unpaid();
    let units = (unpaid.millionths() / Quantity::units(1).millionths()).min(MAX_UNITS_QUOTED);
    DueLine {
        due_qty: unpaid,
        due_amount: due_of(unpaid),
        due_amounts: (1..=units).map(|n| due_of(Quantity::units(n))).collect(),
        line: line.clone(),
    }
}

fn label(request: &Request) -> String {
    match &request.client_request_table {
        Some(at) => format!("{} · {}", account_place(request, "Mesa "), at.salon),
        None => account_place(request, ""),
    }
}

/// Returns the table, or the number of a take-away or delivery.
pub(super) fn account_place(request: &Request, table_prefix: &str) -> String {
    let number = request.correlative_counter.unwrap_or_default();
    match (request.kind, &request.client_request_table) {
        (RequestKind::Table, Some(at)) if at.table.to_lowercase().starts_with("mesa") => at.table.clone(),
        (RequestKind::Table, Some(at)) => format!("{table_prefix}{}", at.table),
        (RequestKind::Table, None) => String::new(),
        (RequestKind::Order, _) => format!("LLEVAR #{number}"),
        (RequestKind::Delivery, _) => format!("DELIVERY #{number}"),
    }
}
