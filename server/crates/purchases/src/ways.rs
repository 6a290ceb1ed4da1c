//! How money is given to a provider: out of a cash box, or by another way to pay.

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

/// A way that was checked.
#[derive(Debug, Clone, Default)]
pub(super) struct Way {
    pub source: MoneySource,
    /// Its name.
    pub option: Option<String>,
    pub operation_number: Option<String>,
}

/// Reads it; `prefix` stands before its fields.
pub(super) async fn read(
    work: &mut Work<'_>,
    (source, option, operation): (MoneySource, Option<&NameOrId>, Option<&str>),
    prefix: &str,
    faults: &mut Faults,
) -> Result<Way> {
    let operation_number = operation.map(str::trim).filter(|n| !n.is_empty()).map(str::to_owned);
    if operation_number.as_deref().is_some_and(|n| n.chars().count() > MAX_OPERATION_CHARS) {
        faults.add(&format!("{prefix}operation_number"), "El número de operación tiene hasta 40 letras.");
    }
    let mut way = Way { source, option: None, operation_number };
    let Some(wanted) = option.filter(|o| !matches!(o, NameOrId::Name(name) if name.trim().is_empty())) else {
        return Ok(way);
    };
    let id = match wanted {
        NameOrId::Id(id) => Some(*id),
        NameOrId::Name(name) => name.trim().parse().ok(),
    };
    let is_named = |name: &str| matches!(wanted, NameOrId::Name(n) if search_key(n) == search_key(name));
    let all = payment_options::payment_options(work.tx).await?;
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
        Some(option) => way.option = Some(option.name),
        None => faults.add(&format!("{prefix}payment_option"), "Elige una forma de pago de la lista."),
    }
    Ok(way)
}

/// The asker's own open cycle, where money comes out of it or goes into it.
pub(super) async fn cycle_of(work: &mut Work<'_>, is_cash: bool, instead: &str) -> Result<Option<CycleBox>> {
    if is_cash { Ok(Some(cash::own_cycle_for(work, instead).await?)) } else { Ok(None) }
}

/// What a movement of cash is of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moved<'m> {
    pub purchase: PurchaseId,
    pub provider: &'m str,
    pub movement_type: MovementType,
    pub motive: &'m str,
    pub amount: Money,
}

/// Writes it into the cycle.
pub(super) async fn move_cash(work: &mut Work<'_>, cycle: &CycleBox, moved: Moved<'_>) -> Result<()> {
    let movement = DocumentMovement {
        source: &source_of(moved.purchase),
        movement_type: moved.movement_type,
        amount: moved.amount,
        receipt_by: moved.provider,
        motive: moved.motive,
    };
    cash::move_for_document(work, cycle, &movement).await
}

/// What moves of stock and cash name a purchase by.
pub(super) fn source_of(purchase: PurchaseId) -> String {
    format!("purchase:{purchase}")
}
