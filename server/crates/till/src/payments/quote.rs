//! What is due on an account, as the payment screen shows it: the server computes, the screen repeats.

use super::{
    cash_warning::{CashWarning, cash_warning},
    due::piece,
    model::Payment,
    read,
    sale::{Terms, documented},
    split::{self, Mode, NextShare, Part},
    store,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::RequestId,
    money::{Money, Quantity},
};
use comanda_invoicing::billing::tax::figures;
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
    /// Of all of `due_qty`, charges and discounts in.
    pub due_amount: Money,
    /// Of one unit after another: what the next 1, 2, 3 … units come to.
    pub due_amounts: Vec<Money>,
}

/// Discounts and charges as they count.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct QuotedAdjustments {
    pub discounts: Vec<AppliedDiscount>,
    pub charges: Vec<AppliedCharge>,
}

/// What is due on an account.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Quote {
    pub client_request_id: RequestId,
    /// `Mesa 12 · Terraza`, `LLEVAR #18`
    pub label: String,
    pub persons: i64,
    pub is_paid: bool,
    /// Due now.
    pub total: Money,
    pub paid: Money,
    pub account_total: Money,
    /// Within `account_total`.
    pub igv_included: Money,
    /// The tax on plastic bags (ICBPER) within what is due.
    pub bag_tax: Money,
    /// The recargo al consumo within `account_total`, where listed prices hold it.
    pub service_included: Money,
    pub lines: Vec<DueLine>,
    pub adjustments: QuotedAdjustments,
    pub payments: Vec<Payment>,
    /// What the next equal share comes to, among 2, 3, 4 … people.
    pub shares: Vec<NextShare>,
    /// LINES or AMOUNT once it is being split; after AMOUNT lines can no longer be chosen.
    pub mode: Option<Mode>,
    /// What to say where so much of it is paid in cash; null: the law has nothing against cash.
    pub cash_warning: Option<CashWarning>,
    /// A boleta above this names its client.
    pub unnamed_boleta_limit: Money,
    /// The day that the document of these figures says, whose rate and limits they are by.
    pub issue_date: NaiveDate,
    pub version: i64,
}

/// Units of a line that are quoted one by one; nobody splits more of one dish.
const MAX_UNITS_QUOTED: i64 = 30;

/// Equal shares that are quoted beforehand.
const MAX_SHARES_QUOTED: i64 = 20;

/// Quotes it as a document says that is issued at `at`: a paper of another day has the rate and the limits of its own.
pub async fn quote(tx: &mut Tx, id: RequestId, at: DateTime<Utc>) -> Result<Quote> {
    let request = orders::request_view(tx, id, at).await?;
    let account = orders::account_of(tx, id, at).await?;
    let earlier = store::earlier(tx, id).await?;
    let payments = read::payments_of_request(tx, id).await?;
    let lines = account.live().map(|l| due_line(&account, l)).collect();
    let shares = (2..=MAX_SHARES_QUOTED).map(|of| split::next_share(&account, &earlier, of)).collect();
    let (igv_included, bag_tax) = taxes_of_rest(tx, id, &account, &earlier, at).await?;
    let totals = account.totals;
    Ok(Quote {
        cash_warning: cash_warning(totals.due, at),
        unnamed_boleta_limit: law::unnamed_boleta_limit(tax::issue_date(at)),
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
        mode: split::mode(&earlier),
        version: request.version,
    })
}

/// Computes the IGV and the tax on plastic bags of the document that a payment of all that is due would get, to the céntimo.
async fn taxes_of_rest(
    tx: &mut Tx,
    id: RequestId,
    account: &Account,
    earlier: &[split::Earlier],
    at: DateTime<Utc>,
) -> Result<(Money, Money)> {
    let Ok(charge) = split::charge(account, earlier, &Part::All) else { return Ok((Money::ZERO, Money::ZERO)) };
    let tip_on_document = read::tip_on_document(tx, id).await?;
    let tax = tax::rule_at(tx, at).await?;
    let billed = read::billed(tx, id, account).await?;
    let terms = Terms { by_consumption: false, tip_on_document, tax };
    let sale = documented(account, &charge, &billed, terms).sale;
    Ok(figures(sale).map_or((Money::ZERO, Money::ZERO), |f| (f.igv, f.bag_tax)))
}

fn due_line(account: &Account, line: &Line) -> DueLine {
    let due_of = |quantity: Quantity| piece(account, line.id, quantity).map_or(Money::ZERO, |p| p.due());
    let left = line.unpaid();
    let units = (left.millionths() / Quantity::units(1).millionths()).min(MAX_UNITS_QUOTED);
    DueLine {
        due_qty: left,
        due_amount: due_of(left),
        due_amounts: (1..=units).map(|n| due_of(Quantity::units(n))).collect(),
        line: line.clone(),
    }
}

fn label(request: &Request) -> String {
    match &request.client_request_table {
        Some(at) => format!("{} · {}", place(request, "Mesa "), at.salon),
        None => place(request, ""),
    }
}

/// The table, or the number of a take-away or delivery.
pub(super) fn place(request: &Request, table_prefix: &str) -> String {
    let number = request.correlative_counter.unwrap_or_default();
    match (request.kind, &request.client_request_table) {
        (RequestKind::Table, Some(at)) if at.table.to_lowercase().starts_with("mesa") => at.table.clone(),
        (RequestKind::Table, Some(at)) => format!("{table_prefix}{}", at.table),
        (RequestKind::Table, None) => String::new(),
        (RequestKind::Order, _) => format!("LLEVAR #{number}"),
        (RequestKind::Delivery, _) => format!("DELIVERY #{number}"),
    }
}
