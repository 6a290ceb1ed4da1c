//! Requests to void or credit an electronic document, converted to the refund of the payment that belongs to it, or refused.

use super::{model::RefundRequest, plan::DiscountRequest, store};
use crate::payments::pay_request::PayLine;
use comanda_base::{
    error::{Code, Faults, Result, invalid, refuse},
    ids::{BillingId, BillingLineId, PaymentId},
    money::{Money, Quantity},
    words::text_enum,
};
use comanda_invoicing::billing::{self, Billing, BillingState, DocumentLineKind, notes::ReasonCode};
use comanda_ledgers::ledger::RefundOutcome;
use comanda_orders::orders;
use comanda_platform::{people::pin::PinGiven, use_case::Work};
use serde::Deserialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

text_enum!(
    /// The way in which the money of a voided document is returned.
    #[derive(Default)]
    MoneyBack {
        /// The money leaves the open cash cycle of the user.
        #[default]
        Refund = "REFUND",
        /// The money was returned some other way: no drawer and no method pays it out.
        ReturnedOtherwise = "RETURNED_OTHERWISE",
    }
);
/// Body of `POST /electronic-invoice/{id}/void`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct VoidRequest {
    pub reason: String,
    #[serde(flatten)]
    pub pin: PinGiven,
    /// Whether the stock is put back because nothing of it was made.
    #[serde(default)]
    pub remove_inventory: bool,
    #[serde(default)]
    pub money: MoneyBack,
    /// The outcome for the account; CLOSE, where the sale is cancelled, if absent.
    pub outcome: Option<RefundOutcome>,
    /// The same as `without_table` of a refund.
    #[serde(default)]
    pub without_table: bool,
    #[schema(value_type = Option<BTreeMap<String, Money>>)]
    pub payment_options: Option<BTreeMap<String, Money>>,
    #[serde(default)]
    pub operation_numbers: BTreeMap<String, String>,
    pub print: Option<bool>,
}

/// Units of a document's line (reason 07), or an amount off it (05).
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct CreditLine {
    pub id: BillingLineId,
    /// The units returned, for reason 07 only.
    pub qty: Option<Quantity>,
    /// The amount taken off, for reason 05 only: with IGV, above zero, at most what is left of the line.
    pub amount: Option<Money>,
}

/// Body of `POST /billings/{id}/credit-note`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct CreditNoteRequest {
    pub reason_code: ReasonCode,
    pub reason: String,
    /// The lines, for reasons 07 and 05 only.
    pub lines: Option<Vec<CreditLine>>,
    /// The discount off the whole document with IGV, for reason 04 only.
    pub amount: Option<Money>,
    #[serde(flatten)]
    pub pin: PinGiven,
    /// Whether the stock is put back. Not with reason 02, whose account is collected anew, nor with discounts.
    #[serde(default)]
    pub remove_inventory: bool,
    #[schema(value_type = Option<BTreeMap<String, Money>>)]
    pub payment_options: Option<BTreeMap<String, Money>>,
    #[serde(default)]
    pub operation_numbers: BTreeMap<String, String>,
    pub print: Option<bool>,
}

/// Builds the refund that voids a document, and finds the payment to refund.
pub(super) async fn refund_for_void(
    work: &mut Work<'_>,
    id: BillingId,
    body: &VoidRequest,
) -> Result<(PaymentId, RefundRequest)> {
    let returned_otherwise = body.money == MoneyBack::ReturnedOtherwise;
    if returned_otherwise && body.payment_options.is_some() {
        return invalid("payment_options", "El dinero ya se devolvió por otra vía: no elijas medios.").err();
    }
    let (_, payment) = load_undoable(work, id).await?;
    let refund = RefundRequest {
        reason: body.reason.clone(),
        pin: body.pin.clone(),
        remove_inventory: body.remove_inventory,
        outcome: body.outcome.unwrap_or(RefundOutcome::Close),
        without_table: body.without_table,
        products: None,
        payment_options: body.payment_options.clone(),
        operation_numbers: body.operation_numbers.clone(),
        print: body.print,
        credit_note: None,
        discount: None,
        returned_otherwise,
    };
    Ok((payment, refund))
}

/// The part of a document that a credit note takes back.
enum CreditScope {
    All,
    Units(Vec<(BillingLineId, Quantity)>),
    Discount(DiscountRequest),
}

/// Reads the scope of a requested credit note. Refuses with every field that does not go with the reason.
fn read_credit_scope(body: &CreditNoteRequest) -> Result<CreditScope> {
    let reason = body.reason_code;
    let mut faults = Faults::default();
    let by_lines = matches!(reason, ReasonCode::ReturnByLine | ReasonCode::LineDiscount);
    let is_global = reason == ReasonCode::GlobalDiscount;
    match (&body.lines, reason) {
        (None, ReasonCode::ReturnByLine) => faults.add("lines", "Elige qué líneas se devuelven."),
        (None, ReasonCode::LineDiscount) => faults.add("lines", "Elige en qué líneas se descuenta."),
        (Some(_), _) if !by_lines => {
            faults.add("lines", "Con ese motivo la nota es por todo el comprobante. Quita las líneas.");
        }
        _ => {}
    }
    faults.check(body.amount.is_some() || !is_global, "amount", "Escribe cuánto se descuenta.");
    let misplaced = "El monto es del descuento global (motivo 04). En las líneas va el de cada una (motivo 05).";
    faults.check(body.amount.is_none() || is_global, "amount", misplaced);
    let returns_stock = reason.is_discount() && body.remove_inventory;
    faults.check(!returns_stock, "remove_inventory", "Con un descuento no vuelve nada al stock.");
    let lines = body.lines.as_deref().filter(|_| by_lines).unwrap_or_default();
    let mut units = Vec::with_capacity(lines.len());
    let mut amounts = Vec::with_capacity(lines.len());
    for (i, line) in lines.iter().enumerate() {
        match (reason, line.qty, line.amount) {
            (ReasonCode::ReturnByLine, Some(quantity), None) => units.push((line.id, quantity)),
            (ReasonCode::LineDiscount, None, Some(amount)) => amounts.push((line.id, amount)),
            (ReasonCode::ReturnByLine, ..) => {
                faults.add(&format!("lines.{i}.qty"), "Al devolver (motivo 07) se escribe la cantidad, no un monto.");
            }
            _ => {
                faults.add(
                    &format!("lines.{i}.amount"),
                    "Al descontar (motivo 05) se escribe el monto, no una cantidad.",
                );
            }
        }
    }
    faults.finish()?;
    Ok(match (reason, body.amount) {
        (ReasonCode::ReturnByLine, _) => CreditScope::Units(units),
        (ReasonCode::LineDiscount, _) => CreditScope::Discount(DiscountRequest::OfLines(amounts)),
        (ReasonCode::GlobalDiscount, Some(amount)) => CreditScope::Discount(DiscountRequest::OfDocument(amount)),
        _ => CreditScope::All,
    })
}

/// Builds the refund that a credit note is issued with, and finds the payment to refund.
pub(super) async fn refund_for_credit_note(
    work: &mut Work<'_>,
    id: BillingId,
    body: &CreditNoteRequest,
) -> Result<(PaymentId, RefundRequest)> {
    let scope = read_credit_scope(body)?;
    let (billing, payment) = load_undoable(work, id).await?;
    let (products, discount) = match scope {
        CreditScope::All => (None, None),
        CreditScope::Units(lines) => (Some(account_units(&billing, &lines)?), None),
        CreditScope::Discount(discount) => (None, Some(discount)),
    };
    let reason_code = body.reason_code;
    let outcome = if reason_code == ReasonCode::RucError { RefundOutcome::Reopen } else { RefundOutcome::Close };
    let refund = RefundRequest {
        reason: body.reason.clone(),
        pin: body.pin.clone(),
        remove_inventory: body.remove_inventory,
        outcome,
        without_table: outcome == RefundOutcome::Reopen,
        products,
        payment_options: body.payment_options.clone(),
        operation_numbers: body.operation_numbers.clone(),
        print: body.print,
        credit_note: Some(reason_code),
        discount,
        returned_otherwise: false,
    };
    Ok((payment, refund))
}

/// Locks the account of a document and returns the document with its valid payment. Refuses with 409 a document that cannot be undone.
async fn load_undoable(work: &mut Work<'_>, id: BillingId) -> Result<(Billing, PaymentId)> {
    let account = billing::load_document(work.tx, id).await?.row.client_request_id;
    orders::lock_request(work, account).await?;
    // Read again, now that nobody else can change it.
    let billing = billing::load_document(work.tx, id).await?;
    if let Some(text) = find_undo_obstacle(&billing) {
        return refuse(Code::Conflict, text).with_current(&billing.row).err();
    }
    match store::find_standing_payment(work.tx, billing.row.payment_id, id).await? {
        Some(payment) => Ok((billing, payment)),
        None => refuse(Code::Conflict, already_refunded_text(&billing)).with_current(&billing.row).err(),
    }
}

/// Returns the refusal for a document whose payment was refunded.
pub(super) fn already_refunded_text(billing: &Billing) -> String {
    format!("El cobro de {} ya se devolvió.", billing.full_number)
}

/// Returns why a document cannot be undone as an electronic one; `None` where it can.
pub(super) fn find_undo_obstacle(billing: &Billing) -> Option<String> {
    let number = &billing.full_number;
    match billing.row.state {
        _ if billing.row.hash.is_none() => {
            Some(format!("{number} no es electrónico. Devuelve su cobro desde la caja."))
        }
        BillingState::Rejected => Some(format!("SUNAT rechazó {number}: no vale. Devuelve su cobro desde la caja.")),
        BillingState::Failed if billing.row.is_voided() => Some(format!(
            "{number} ya se anuló y su dinero se devolvió. Si la SUNAT no aceptó la baja, da una nota de crédito por todo."
        )),
        BillingState::Failed => {
            Some(format!("{number} no llegó a SUNAT. Mira su causa en Comprobantes y corrígela antes."))
        }
        _ if billing.row.is_voided() => Some(format!("{number} ya está anulado.")),
        _ if billing.remaining_total().is_zero() => Some(format!("{number} ya se acreditó por completo.")),
        _ => None,
    }
}

/// Converts units of document lines to units of the account. Refuses lines that are not dishes and quantities above what is left.
pub(super) fn account_units(billing: &Billing, lines: &[(BillingLineId, Quantity)]) -> Result<Vec<PayLine>> {
    let mut units = Vec::with_capacity(lines.len());
    for (id, quantity) in lines {
        let Some(line) = billing.lines.iter().find(|l| l.id == *id) else {
            return invalid("lines", "Una de las líneas no es de este comprobante.").err();
        };
        let remaining = billing.remaining_quantity(line);
        if *quantity > remaining {
            return invalid("lines", format!("{}: quedan {remaining} por devolver.", line.description)).err();
        }
        match (line.kind, line.line_id) {
            (DocumentLineKind::Product, Some(id)) => units.push(PayLine { id, qty: *quantity }),
            (DocumentLineKind::Consumption, _) => {
                let text = format!(
                    "{} no lista platos. Usa el descuento global (motivo 04) o la devolución total (motivo 06).",
                    billing.full_number
                );
                return invalid("lines", text).err();
            }
            _ => {
                let text =
                    format!("{} no se devuelve por separado. Elige platos, o todo el comprobante.", line.description);
                return invalid("lines", text).err();
            }
        }
    }
    Ok(units)
}
