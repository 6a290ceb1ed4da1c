//! Calls of payments.

use super::{
    coverings::{CoverRequest, Covered, cover},
    credit, debit,
    model::{NewPayment, Payment, PaymentFilter, Reprinted},
    papers_of_before::{PapersOfBefore, papers_of_before},
    pay::pay as take_payment,
    pay_request::PayRequest,
    print_receipt,
    quote::{Quote, quote},
    read,
    receipt::{Format, document_of_request},
    refund, reissue_http,
    store::{self, WantedPayments},
};
use crate::cash;
use axum::{Json, extract::Path, http::header, response::IntoResponse};
use chrono::NaiveDate;
use comanda_base::{
    error::{Code, Result, refuse},
    ids::{PaymentId, RequestId},
    listing::{Paging, Rows},
    money::Money,
};
use comanda_invoicing::billing::{
    self, BillingKind, BillingType,
    contingency::{self, ContingencySeries},
};
use comanda_ledgers::ledger::must_see;
use comanda_masterdata::payment_options::{self, PaymentOption};
use comanda_masterdata::{
    clients::{self, Client},
    promotions::{self, Promotion},
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok},
    idempotent_write,
    settings::{Regime, Settings, tax},
    state::App,
    use_case::{Action, Actor, Done},
};
use comanda_printing as printing;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
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
        .merge(refund::document_http::routes())
        .merge(reissue_http::routes())
}

/// Notes and coins that clients pay with most.
const QUICK_AMOUNTS: [i64; 5] = [10, 20, 50, 100, 200];

/// What the payment screen needs once.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaymentConfig {
    pub payment_options: Vec<PaymentOption>,
    /// Those that can be issued, each with the series of its next number: boleta and factura once billing is set up.
    pub billing_types: Vec<BillingType>,
    /// Series of paper that was written by hand, to be entered with its payment.
    pub contingency_series: Vec<ContingencySeries>,
    /// How many days after its own such a paper is entered at most.
    pub paper_entry_days: i64,
    pub quick_amounts: Vec<Money>,
    pub cash_rounding: bool,
    /// One's own open cycle; without one nothing can be collected.
    pub cycle: Option<cash::Cycle>,
    /// CLIENTES VARIOS.
    pub default_client: Option<Client>,
    /// Where one's receipts come out; none while no cash box is open or nothing prints for it.
    pub receipt_printer: Option<ReceiptPrinter>,
    /// Those in force today.
    pub promotions: Vec<Promotion>,
    /// In the Nuevo RUS there is no factura to choose.
    pub regime: Regime,
    /// Kinds that are not issued any more, of which papers of before may still be entered; none where there are none.
    pub papers_of_before: Option<PapersOfBefore>,
    /// The server's clock is wrong, in words for the cashier.
    pub clock_warning: Option<String>,
}

/// The printer of a cash desk.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReceiptPrinter {
    pub name: String,
    /// Millimetres.
    pub size: printing::PaperSize,
    pub print_receipt: printing::PrintOption,
}

/// Options, documents, quick amounts and one's open cycle.
#[utoipa::path(get, path = "/payments-get-config", tag = "payments", responses((status = 200, body = Answer<PaymentConfig>)))]
async fn get_config(actor: Actor) -> Result<Json<Answer<PaymentConfig>>> {
    actor.must(Action::Collect)?;
    let mut tx = actor.company.db.read().await?;
    let settings = Settings::load(&mut tx).await?;
    let mut payment_options = payment_options::payment_options(&mut tx).await?;
    payment_options.retain(|o| o.status.is_active());
    let mut billing_types = billing::billing_types(&mut tx).await?;
    let closes_accounts = |t: &BillingType| BillingKind::from_id(t.id).is_some_and(BillingKind::closes_accounts);
    let can_issue = |t: &BillingType| t.status.is_active() && t.serie.is_some() && closes_accounts(t);
    billing_types.retain(can_issue);
    if !billing::electronic::can_issue_tax_documents(&mut tx).await? {
        billing_types.retain(|t| BillingKind::from_id(t.id).is_some_and(|kind| kind.tax_code().is_none()));
    }
    let now = actor.app.clock().now();
    let regime = tax::rule_at(&mut tx, now).await?.regime;
    let contingency_series = billing::contingency::contingency_series(&mut tx).await?;
    let papers_of_before = papers_of_before(&mut tx, &mut billing_types, &contingency_series, now).await?;
    let cycle = cash::own_open_cycle(&mut tx, &actor, settings.cash_tolerance).await?;
    let printer = match &cycle {
        Some(cycle) => printing::cash_printer(&mut tx, Some(cycle.row.cashbox_id), actor.user_id).await?,
        None => None,
    };
    let wrong_clock = billing::electronic::wrong_clock(&mut tx, &actor.app, &actor.company, now).await?;
    Ok(ok(PaymentConfig {
        regime,
        receipt_printer: printer.map(|p| ReceiptPrinter { name: p.name, size: p.size, print_receipt: p.print_receipt }),
        promotions: promotions::in_force(&mut tx, settings.business_day(now)).await?,
        clock_warning: wrong_clock.map(|wrong| wrong.text),
        payment_options,
        billing_types,
        contingency_series,
        paper_entry_days: contingency::ENTRY_DAYS,
        papers_of_before,
        quick_amounts: QUICK_AMOUNTS.into_iter().map(Money::units).collect(),
        cash_rounding: settings.cash_rounding,
        cycle,
        default_client: clients::nobody(&mut tx).await?,
    }))
}

/// By which document a quote is.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct QuoteQuery {
    /// The day that a paper says which was written by hand: its rate and limits decide. Today without one.
    pub issued_on: Option<NaiveDate>,
}

/// What is due on an account, by line too.
#[utoipa::path(get, path = "/payments-get-info/{id}", tag = "payments", params(QuoteQuery), responses((status = 200, body = Answer<Quote>)))]
async fn get_info(
    actor: Actor,
    Path(id): Path<RequestId>,
    Query(query): Query<QuoteQuery>,
) -> Result<Json<Answer<Quote>>> {
    actor.must(Action::Collect)?;
    let at = contingency::written_at(query.issued_on, "issued_on", actor.app.clock().now())?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(quote(&mut tx, id, at).await?))
}

/// Payments, the latest first.
#[utoipa::path(get, path = "/payments", tag = "payments", params(Paging, PaymentFilter), responses((status = 200, body = Rows<Payment>)))]
async fn list_payments(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<PaymentFilter>,
) -> Result<Rows<Payment>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    // A cashier reads the payments of any account, but lists only their own.
    let own = (!actor.may(Action::SeeReports) && filter.client_request_id.is_none()).then_some(actor.user_id);
    let wanted = WantedPayments { filter: &filter, of: own };
    let total = store::count_wanted(&mut tx, wanted).await?;
    let (limit, offset) = paging.window_of_sales(total)?;
    let found = store::wanted_payments(&mut tx, wanted, (limit, offset)).await?;
    let found = read::completed(&mut tx, found).await?;
    Ok(Rows::page(found, total, limit))
}

/// A payment.
#[utoipa::path(get, path = "/payments/{id}", tag = "payments", responses((status = 200, body = Answer<Payment>)))]
async fn get_payment(actor: Actor, Path(id): Path<PaymentId>) -> Result<Json<Answer<Payment>>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(read::payment(&mut tx, id).await?))
}

/// Takes a payment: all, lines, an equal share or an amount.
#[utoipa::path(post, path = "/payments", tag = "payments", request_body = PayRequest, responses((status = 200, body = Answer<NewPayment>)))]
async fn pay(actor: Actor, write: Write<PayRequest>) -> Result<Done> {
    actor.must(Action::Collect)?;
    idempotent_write!(actor, write, |work, body| take_payment(work, body).await)
}

/// Marks lines as covered by earlier payments of an amount or a share; takes no money.
#[utoipa::path(post, path = "/orders-paided", tag = "payments", request_body = CoverRequest, responses((status = 200, body = Answer<Covered>)))]
async fn cover_lines(actor: Actor, write: Write<CoverRequest>) -> Result<Done> {
    actor.must(Action::Collect)?;
    idempotent_write!(actor, write, |work, body| cover(work, body).await)
}

fn unchangeable() -> Result<Done> {
    refuse(
        Code::Conflict,
        "Un cobro no se cambia ni se borra. Para deshacerlo, anula su comprobante y devuelve el dinero.",
    )
    .err()
}

/// Refused: what is paid is undone by a refund.
#[utoipa::path(put, path = "/payments/{id}", tag = "payments", responses((status = 409, body = comanda_base::error::http::Failure)))]
async fn change_payment(actor: Actor, Path(_id): Path<PaymentId>) -> Result<Done> {
    actor.must(Action::Collect)?;
    unchangeable()
}

/// Refused: what is paid is undone by a refund.
#[utoipa::path(delete, path = "/payments/{id}", tag = "payments", responses((status = 409, body = comanda_base::error::http::Failure)))]
async fn delete_payment(actor: Actor, Path(_id): Path<PaymentId>) -> Result<Done> {
    actor.must(Action::Collect)?;
    unchangeable()
}

/// Which payment's document, absent: the latest of its kind; and how.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PdfQuery {
    pub payment_id: Option<PaymentId>,
    /// `ticket` (the default: as wide as the paper of its cash desk), `80`, `58` or `a4`.
    pub format: Option<String>,
    /// True: to be saved instead of shown.
    #[serde(default)]
    pub download: bool,
}

/// A document of an account as a PDF, of its paper or on A4. `billing_type` is an id or a code.
#[utoipa::path(get, path = "/orders/{id}/{billing_type}/billing-order-pdf", tag = "payments", params(PdfQuery), responses((status = 200, content_type = "application/pdf")))]
async fn get_document_pdf(
    actor: Actor,
    Path((id, billing_type)): Path<(RequestId, String)>,
    Query(query): Query<PdfQuery>,
) -> Result<impl IntoResponse> {
    must_see(&actor)?;
    let format = Format::read(query.format.as_deref())?;
    let mut tx = actor.company.db.read().await?;
    let document = document_of_request(&mut tx, id, &billing_type, query.payment_id).await?;
    billing::visible_to(&mut tx, &actor, document.id()).await?;
    let bytes = document.pdf(&mut tx, format).await?;
    let how = if query.download { "attachment" } else { "inline" };
    let disposition = format!("{how}; filename=\"{}.pdf\"", document.number());
    Ok(([(header::CONTENT_TYPE, "application/pdf".to_owned()), (header::CONTENT_DISPOSITION, disposition)], bytes))
}

/// Prints the document of a payment again, marked REIMPRESIÓN, at the cash desk of who asks.
#[utoipa::path(post, path = "/payments/{id}/print", tag = "payments", responses((status = 200, body = Answer<Reprinted>)))]
async fn print_again(actor: Actor, Path(id): Path<PaymentId>, write: Write<Empty>) -> Result<Done> {
    actor.must(Action::Collect)?;
    idempotent_write!(actor, write, |work, _body| print_receipt::reprint(work, id).await)
}
