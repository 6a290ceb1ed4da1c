//! Payment methods of a purchase: cash out of a cash box, or another payment option.

use super::{form::NameOrId, words::MoneySource};
use comanda_base::{
    error::{Faults, Result},
    ids::PurchaseId,
    money::Money,
    search::search_key,
};
use comanda_masterdata::payment_options;
use comanda_platform::use_case::Work;
use comanda_till::cash::{self, CycleBox, DocumentMovement, MovementType};

const MAX_OPERATION_CHARS: usize = 40;

/// A validated payment method.
#[derive(Debug, Clone, Default)]
pub(super) struct PaymentMethod {
    pub source: MoneySource,
    /// The name of the payment option.
    pub option: Option<String>,
    pub operation_number: Option<String>,
}

/// Validates a payment method; `prefix` is put before the names of faulty fields.
pub(super) async fn validate_payment_method(
    work: &mut Work<'_>,
    (source, option, operation): (MoneySource, Option<&NameOrId>, Option<&str>),
    prefix: &str,
    faults: &mut Faults,
) -> Result<PaymentMethod> {
    let operation_number = operation.map(str::trim).filter(|n| !n.is_empty()).map(str::to_owned);
    if operation_number.as_deref().is_some_and(|n| n.chars().count() > MAX_OPERATION_CHARS) {
        faults.add(&format!("{prefix}operation_number"), "El número de operación tiene hasta 40 letras.");
    }
    let mut method = PaymentMethod { source, option: None, operation_number };
    let Some(requested) = option.filter(|o| !matches!(o, NameOrId::Name(name) if name.trim().is_empty())) else {
        return Ok(method);
    };
    let id = match requested {
        NameOrId::Id(id) => Some(*id),
        NameOrId::Name(name) => name.trim().parse().ok(),
    };
    let is_named = |name: &str| matches!(requested, NameOrId::Name(n) if search_key(n) == search_key(name));
    let all = payment_options::list_payment_options(work.tx).await?;
    let found = all.into_iter().find(|o| id == Some(o.id.0) || is_named(&o.name)).filter(|o| !o.is_credit());
    match found {
        Some(option) if option.is_cash && source == MoneySource::Other => {
            let text = "El efectivo sale de tu caja; si no es de una caja, la forma de pago queda vacía.";
            faults.add(&format!("{prefix}payment_option"), text);
        }
        Some(option) if !option.is_cash && source == MoneySource::Cash => {
            let text =
                format!("De tu caja sale efectivo: para pagar con {}, elige que se pagó de otra forma.", option.name);
            faults.add(&format!("{prefix}payment_option"), text);
        }
        Some(option) => method.option = Some(option.name),
        None => faults.add(&format!("{prefix}payment_option"), "Elige una forma de pago de la lista."),
    }
    Ok(method)
}

/// The user's own open cash cycle where the payment is in cash; `hint` is the advice given when there is none.
pub(super) async fn lock_own_cash_cycle(work: &mut Work<'_>, is_cash: bool, hint: &str) -> Result<Option<CycleBox>> {
    if is_cash { Ok(Some(cash::lock_own_cycle_for_document(work, hint).await?)) } else { Ok(None) }
}

/// The cash movement that belongs to a purchase.
#[derive(Debug, Clone, Copy)]
pub(super) struct PurchaseCashMovement<'m> {
    pub purchase: PurchaseId,
    pub provider: &'m str,
    pub movement_type: MovementType,
    pub motive: &'m str,
    pub amount: Money,
}

/// Records the movement in the cash cycle.
pub(super) async fn record_cash_movement(
    work: &mut Work<'_>,
    cycle: &CycleBox,
    moved: PurchaseCashMovement<'_>,
) -> Result<()> {
    let movement = DocumentMovement {
        source: &movement_source(moved.purchase),
        movement_type: moved.movement_type,
        amount: moved.amount,
        receipt_by: moved.provider,
        motive: moved.motive,
    };
    cash::record_document_movement(work, cycle, &movement).await
}

/// The source by which stock moves and cash movements refer to a purchase.
pub(super) fn movement_source(purchase: PurchaseId) -> String {
    format!("purchase:{purchase}")
}
