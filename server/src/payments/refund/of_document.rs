//! Undoing an electronic document: which payment's refund that is, or why it cannot be.

use super::{model::RefundRequest, store};
use crate::{
    billing::{self, Billing, BillingState, DocumentLineKind, notes::ReasonCode},
    error::{Code, OrNotFound, Result, invalid, refuse},
    ids::{BillingId, BillingLineId, PaymentId},
    ledger::RefundOutcome,
    money::{Money, Quantity},
    payments::pay::PayLine,
    people::pin::PinGiven,
    use_case::Work,
    words::words,
};
use serde::Deserialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

words!(
    /// How the money of a voided document goes back.
    #[derive(Default)]
    MoneyBack {
        /// Out of the asker's open cycle.
        #[default]
        Refund = "REFUND",
        /// It went back some other way: no drawer and no method gives it.
        ReturnedOtherwise = "RETURNED_OTHERWISE",
    }
);
words!(
    /// Why a credit note is asked for: catalogue 09.
    AskedReason {
        Void = "01",
        RucError = "02",
        GlobalDiscount = "04",
        LineDiscount = "05",
        WholeReturn = "06",
        ReturnByLine = "07",
    }
);

/// Body of `POST /electronic-invoice/{id}/void`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct VoidRequest {
    pub reason: String,
    #[serde(flatten)]
    pub pin: PinGiven,
    /// The stock comes back: nothing of it was made.
    #[serde(default)]
    pub remove_inventory: bool,
    #[serde(default)]
    pub money: MoneyBack,
    /// CLOSE where it is not said: what was sold is sold no more.
    pub outcome: Option<RefundOutcome>,
    /// As of a refund.
    #[serde(default)]
    pub without_table: bool,
    #[schema(value_type = Option<BTreeMap<String, Money>>)]
    pub payment_options: Option<BTreeMap<String, Money>>,
    #[serde(default)]
    pub operation_numbers: BTreeMap<String, String>,
    pub print: Option<bool>,
}

/// Units of a document's line.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct CreditLine {
    pub id: BillingLineId,
    pub qty: Quantity,
}

/// Body of `POST /billings/{id}/credit-note`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct CreditNoteRequest {
    pub reason_code: AskedReason,
    pub reason: String,
    /// Of reason 07 alone.
    pub lines: Option<Vec<CreditLine>>,
    #[serde(flatten)]
    pub pin: PinGiven,
    /// The stock comes back. Not with reason 02, whose account is collected anew.
    #[serde(default)]
    pub remove_inventory: bool,
    #[schema(value_type = Option<BTreeMap<String, Money>>)]
    pub payment_options: Option<BTreeMap<String, Money>>,
    #[serde(default)]
    pub operation_numbers: BTreeMap<String, String>,
    pub print: Option<bool>,
}

/// The refund that voids a document.
pub(super) async fn void(work: &mut Work<'_>, id: BillingId, body: &VoidRequest) -> Result<(PaymentId, RefundRequest)> {
    let returned_otherwise = body.money == MoneyBack::ReturnedOtherwise;
    if returned_otherwise && body.payment_options.is_some() {
        return invalid("payment_options", "El dinero ya se devolvió por otra vía: no elijas medios.").err();
    }
    let (_, payment) = undoable(work, id).await?;
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
        returned_otherwise,
    };
    Ok((payment, refund))
}

/// The refund that a credit note is given with.
pub(super) async fn credit(
    work: &mut Work<'_>,
    id: BillingId,
    body: &CreditNoteRequest,
) -> Result<(PaymentId, RefundRequest)> {
    let reason_code = match body.reason_code {
        AskedReason::Void => ReasonCode::Void,
        AskedReason::RucError => ReasonCode::RucError,
        AskedReason::WholeReturn => ReasonCode::WholeReturn,
        AskedReason::ReturnByLine => ReasonCode::ReturnByLine,
        AskedReason::GlobalDiscount | AskedReason::LineDiscount => {
            let text =
                "Un descuento no se da después de cobrar: devuelve el cobro entero y cobra de nuevo con el descuento.";
            return invalid("reason_code", text).err();
        }
    };
    let (billing, payment) = undoable(work, id).await?;
    let products = match (reason_code, &body.lines) {
        (ReasonCode::ReturnByLine, Some(lines)) => Some(units(&billing, lines)?),
        (ReasonCode::ReturnByLine, None) => return invalid("lines", "Elige qué líneas se devuelven.").err(),
        (_, Some(_)) => {
            return invalid("lines", "Con ese motivo la nota es por todo el comprobante. Quita las líneas.").err();
        }
        (_, None) => None,
    };
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
        returned_otherwise: false,
    };
    Ok((payment, refund))
}

/// A document that can be undone, with the payment that it is of now.
async fn undoable(work: &mut Work<'_>, id: BillingId) -> Result<(Billing, PaymentId)> {
    let billing: Billing = Ok(billing::billings(work.tx, &[id]).await?.pop()).or_not_found("el comprobante")?;
    if let Some(text) = why_not(&billing) {
        return refuse(Code::Conflict, text).current(&billing.row).err();
    }
    match store::standing_payment(work.tx, billing.row.payment_id, id).await? {
        Some(payment) => Ok((billing, payment)),
        None => refuse(Code::Conflict, already_returned(&billing)).current(&billing.row).err(),
    }
}

/// Of a document whose payment does not stand any more.
pub(super) fn already_returned(billing: &Billing) -> String {
    format!("El cobro de {} ya se devolvió.", billing.full_number)
}

/// Why a document cannot be undone as an electronic one; none where it can.
pub(super) fn why_not(billing: &Billing) -> Option<String> {
    let number = &billing.full_number;
    match billing.row.state {
        _ if billing.row.hash.is_none() => {
            Some(format!("{number} no es electrónico. Devuelve su cobro desde la caja."))
        }
        BillingState::Rejected => Some(format!("SUNAT rechazó {number}: no vale. Devuelve su cobro desde la caja.")),
        BillingState::Failed => {
            Some(format!("{number} no llegó a SUNAT. Mira su causa en Comprobantes y corrígela antes."))
        }
        _ if billing.row.is_voided() => Some(format!("{number} ya está anulado.")),
        _ if billing.left().is_zero() => Some(format!("{number} ya se acreditó por completo.")),
        _ => None,
    }
}

/// Units of the account behind lines of the document.
pub(super) fn units(billing: &Billing, lines: &[CreditLine]) -> Result<Vec<PayLine>> {
    let mut units = Vec::with_capacity(lines.len());
    for asked in lines {
        let Some(line) = billing.lines.iter().find(|l| l.id == asked.id) else {
            return invalid("lines", "Una de las líneas no es de este comprobante.").err();
        };
        let left = billing.left_of(line);
        if asked.qty > left {
            return invalid("lines", format!("{}: quedan {left} por devolver.", line.description)).err();
        }
        match (line.kind, line.line_id) {
            (DocumentLineKind::Product, Some(id)) => units.push(PayLine { id, qty: asked.qty }),
            _ => {
                let text =
                    format!("{} no se devuelve por separado. Elige platos, o todo el comprobante.", line.description);
                return invalid("lines", text).err();
            }
        }
    }
    Ok(units)
}
