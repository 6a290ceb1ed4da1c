//! HTTP routes of payments.

use super::{
    coverings::{CoverRequest, Covered, cover_units},
    credit, debit,
    model::{NewPayment, Payment, PaymentFilter, Reprinted},
    papers_of_before::{PapersOfBefore, remove_discontinued_kinds},
    pay::pay_account as take_payment,
    pay_request::PayRequest,
    print_receipt,
    quote::{Quote, load_quote},
    read,
    receipt::{PdfFormat, find_request_document},
    refund, reissue_http,
    store::{self, PaymentSelection},
};
use crate::cash;
use axum::{Json, extract::Path, response::Response};
use chrono::NaiveDate;
use comanda_base::{
    document_kind::DocumentKind,
    error::{Code, Result, refuse},
    ids::{PaymentId, RequestId},
    listing::{Paging, Rows},
    money::Money,
};
use comanda_invoicing::billing::{
    self, BillingType,
    contingency::{self, ContingencySeries},
};
use comanda_ledgers::ledger::require_ledger_access;
use comanda_masterdata::payment_options::{self, PaymentOption};
use comanda_masterdata::{
    clients::{self, Client},
    promotions::{self, Promotion},
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, download_response, inline_response, ok},
    idempotent_write,
    settings::{Regime, Settings, tax},
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use comanda_printing as printing;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of payments, credit, debit notes, refunds and reissues.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_config))
        .routes(routes!(get_info))
        .routes(routes!(list_payments, pay))
        .routes(routes!(get_payment, change_payment, delete_payment))
        .routes(routes!(get_document_pdf))
        .routes(routes!(print_again))
        .routes(routes!(cover_lines))
        .merge(credit::http::routes())
        .merge(debit::http::routes())
        .merge(refund::http::routes())
        .merge(reissue_http::routes())
}

/// The amounts in soles that clients hand over most often.
const QUICK_AMOUNTS: [i64; 5] = [10, 20, 50, 100, 200];

/// The data that the payment screen loads once.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaymentConfig {
    pub payment_options: Vec<PaymentOption>,
    /// The kinds of document that can be issued, each with the series of its next number: boleta and factura once billing is set up.
    pub billing_types: Vec<BillingType>,
    /// The series of paper documents written by hand, which are entered with their payment.
    pub contingency_series: Vec<ContingencySeries>,
    /// The most days after its own date that such a paper can be entered.
    pub paper_entry_days: i64,
    pub quick_amounts: Vec<Money>,
    pub cash_rounding: bool,
    /// The open cycle of the user; without one nothing can be collected.
    pub cycle: Option<cash::Cycle>,
    /// CLIENTES VARIOS.
    pub default_client: Option<Client>,
    /// The printer of the user's receipts; null while no cash box is open or it has no printer.
    pub receipt_printer: Option<ReceiptPrinter>,
    /// The promotions in force today.
    pub promotions: Vec<Promotion>,
    /// The tax regime; in the Nuevo RUS there is no factura to choose.
    pub regime: Regime,
    /// The kinds that are no longer issued but of which paper documents from before may still be entered; null where there are none.
    pub papers_of_before: Option<PapersOfBefore>,
    /// The warning for the cashier that the clock of the server is wrong.
    pub clock_warning: Option<String>,
}

/// The printer of a cash desk.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReceiptPrinter {
    pub name: String,
    /// The paper width in millimetres.
    pub size: printing::PaperSize,
    pub print_receipt: printing::PrintOption,
}

/// The payment options, kinds of document, quick amounts and open cycle of the user.
#[utoipa::path(get, path = "/payments-get-config", tag = "payments", responses((status = 200, body = Answer<PaymentConfig>)))]
async fn get_config(actor: Actor) -> Result<Json<Answer<PaymentConfig>>> {
    actor.require(Action::Collect)?;
    let mut tx = actor.company.db.read().await?;
    let settings = Settings::load(&mut tx).await?;
    let mut payment_options = payment_options::list_payment_options(&mut tx).await?;
    payment_options.retain(|o| o.status.is_active());
    let mut billing_types = billing::load_billing_types(&mut tx).await?;
    let closes_accounts = |t: &BillingType| DocumentKind::from_id(t.id).is_some_and(DocumentKind::closes_accounts);
    let can_issue = |t: &BillingType| t.status.is_active() && t.serie.is_some() && closes_accounts(t);
    billing_types.retain(can_issue);
    if !billing::electronic::can_issue_tax_documents(&mut tx).await? {
        billing_types.retain(|t| DocumentKind::from_id(t.id).is_some_and(|kind| kind.tax_code().is_none()));
    }
    let now = actor.app.clock().now();
    let regime = tax::load_rule_at(&mut tx, now).await?.regime;
    let contingency_series = billing::contingency::load_contingency_series(&mut tx).await?;
    let papers_of_before = remove_discontinued_kinds(&mut tx, &mut billing_types, &contingency_series, now).await?;
    let cycle = cash::load_own_open_cycle(&mut tx, &actor, settings.cash_tolerance).await?;
    let printer = match &cycle {
        Some(cycle) => printing::find_cash_printer(&mut tx, Some(cycle.row.cashbox_id), actor.user_id).await?,
        None => None,
    };
    let wrong_clock = billing::electronic::wrong_clock(&mut tx, &actor.app, &actor.company, now).await?;
    Ok(ok(PaymentConfig {
        regime,
        receipt_printer: printer.map(|p| ReceiptPrinter { name: p.name, size: p.size, print_receipt: p.print_receipt }),
        promotions: promotions::list_valid_promotions(&mut tx, settings.business_day(now)).await?,
        clock_warning: wrong_clock.map(|wrong| wrong.text),
        payment_options,
        billing_types,
        contingency_series,
        paper_entry_days: contingency::ENTRY_DAYS,
        papers_of_before,
        quick_amounts: QUICK_AMOUNTS.into_iter().map(Money::units).collect(),
        cash_rounding: settings.cash_rounding,
        cycle,
        default_client: clients::find_anonymous_client(&mut tx).await?,
    }))
}

/// The document that a quote is for.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct QuoteQuery {
    /// The date of a paper document written by hand: its rate and limits apply. Absent: today.
    pub issued_on: Option<NaiveDate>,
}

/// The amount due on an account, in total and by line.
#[utoipa::path(get, path = "/payments-get-info/{id}", tag = "payments", params(QuoteQuery), responses((status = 200, body = Answer<Quote>)))]
async fn get_info(
    actor: Actor,
    Path(id): Path<RequestId>,
    Query(query): Query<QuoteQuery>,
) -> Result<Json<Answer<Quote>>> {
    actor.require(Action::Collect)?;
    let at = contingency::paper_issue_time(query.issued_on, "issued_on", actor.app.clock().now())?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(load_quote(&mut tx, id, at).await?))
}

/// Lists payments, the latest first.
#[utoipa::path(get, path = "/payments", tag = "payments", params(Paging, PaymentFilter), responses((status = 200, body = Rows<Payment>)))]
async fn list_payments(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<PaymentFilter>,
) -> Result<Rows<Payment>> {
    require_ledger_access(&actor)?;
    let mut tx = actor.company.db.read().await?;
    // A cashier may read the payments of any account, but lists only their own.
    let only_user =
        (!actor.can_without_pin(Action::SeeReports) && filter.client_request_id.is_none()).then_some(actor.user_id);
    let selection = PaymentSelection { filter: &filter, taken_by: only_user };
    let total = store::count_payments(&mut tx, selection).await?;
    let (limit, offset) = paging.page_limits_of_sales(total)?;
    let found = store::list_payments(&mut tx, selection, (limit, offset)).await?;
    let found = read::load_details(&mut tx, found).await?;
    Ok(Rows::page(found, total, limit))
}

/// A payment.
#[utoipa::path(get, path = "/payments/{id}", tag = "payments", responses((status = 200, body = Answer<Payment>)))]
async fn get_payment(actor: Actor, Path(id): Path<PaymentId>) -> Result<Json<Answer<Payment>>> {
    require_ledger_access(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(read::load_payment(&mut tx, id).await?))
}

/// Takes a payment: all, lines, an equal share or an amount.
#[utoipa::path(post, path = "/payments", tag = "payments", request_body = PayRequest, responses((status = 200, body = Answer<NewPayment>)))]
async fn pay(actor: Actor, write: Write<PayRequest>) -> Result<WriteAnswer> {
    actor.require(Action::Collect)?;
    idempotent_write!(actor, write, |work, body| take_payment(work, body).await)
}

/// Marks lines as covered by earlier payments of an amount or a share; takes no money.
#[utoipa::path(post, path = "/orders-paided", tag = "payments", request_body = CoverRequest, responses((status = 200, body = Answer<Covered>)))]
async fn cover_lines(actor: Actor, write: Write<CoverRequest>) -> Result<WriteAnswer> {
    actor.require(Action::Collect)?;
    idempotent_write!(actor, write, |work, body| cover_units(work, body).await)
}

fn unchangeable() -> Result<WriteAnswer> {
    refuse(
        Code::Conflict,
        "Un cobro no se cambia ni se borra. Para deshacerlo, anula su comprobante y devuelve el dinero.",
    )
    .err()
}

/// Refused: what is paid is undone by a refund.
#[utoipa::path(put, path = "/payments/{id}", tag = "payments", responses((status = 409, body = comanda_base::error::http::Failure)))]
async fn change_payment(actor: Actor, Path(_id): Path<PaymentId>) -> Result<WriteAnswer> {
    actor.require(Action::Collect)?;
    unchangeable()
}

/// Refused: what is paid is undone by a refund.
#[utoipa::path(delete, path = "/payments/{id}", tag = "payments", responses((status = 409, body = comanda_base::error::http::Failure)))]
async fn delete_payment(actor: Actor, Path(_id): Path<PaymentId>) -> Result<WriteAnswer> {
    actor.require(Action::Collect)?;
    unchangeable()
}

/// The payment whose document is shown (absent: the latest of its kind), and how.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PdfQuery {
    pub payment_id: Option<PaymentId>,
    /// `ticket` (the default: as wide as the paper of its cash desk), `80`, `58` or `a4`.
    pub format: Option<String>,
    /// Whether the PDF is downloaded instead of shown.
    #[serde(default)]
    pub download: bool,
}

/// A document of an account as a PDF, as a ticket or on A4. `billing_type` is an id or a code.
#[utoipa::path(get, path = "/orders/{id}/{billing_type}/billing-order-pdf", tag = "payments", params(PdfQuery), responses((status = 200, content_type = "application/pdf")))]
async fn get_document_pdf(
    actor: Actor,
    Path((id, billing_type)): Path<(RequestId, String)>,
    Query(query): Query<PdfQuery>,
) -> Result<Response> {
    require_ledger_access(&actor)?;
    let format = PdfFormat::parse(query.format.as_deref())?;
    let mut tx = actor.company.db.read().await?;
    let document = find_request_document(&mut tx, id, &billing_type, query.payment_id).await?;
    billing::load_visible(&mut tx, &actor, document.id()).await?;
    let bytes = document.render(&mut tx, format).await?;
    let answer = if query.download { download_response } else { inline_response };
    Ok(answer(bytes, "application/pdf", &format!("{}.pdf", document.number())))
}

/// Prints the document of a payment again, marked REIMPRESIÓN, at the cash desk of the user.
#[utoipa::path(post, path = "/payments/{id}/print", tag = "payments", responses((status = 200, body = Answer<Reprinted>)))]
async fn print_again(actor: Actor, Path(id): Path<PaymentId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::Collect)?;
    idempotent_write!(actor, write, |work, _body| print_receipt::reprint_receipt(work, id).await)
}
