//! Creates, changes and deletes payment methods; an active one in cash always remains.

use super::{PaymentOption, store};
use comanda_base::{
    attempt,
    db::Tx,
    error::{Code, Faults, Result, already_exists, invalid, not_found, refuse},
    form,
    ids::PaymentOptionId,
    payment_type::PaymentType,
    words::Status,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

const MAX_NAME_CHARS: usize = 40;
const MAX_ICON_CHARS: usize = 40;
const MAX_OPTIONS: usize = 50;

/// Body of `POST /payment-options` and `PUT /payment-options/{id}`; PUT changes only what is given.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SaveOption {
    pub name: Option<String>,
    /// 1 cash, 2 card, 3 wallet, 4 transfer. The one method of type 5, credit, cannot change its type.
    pub payment_type_id: Option<i64>,
    /// Whether its money goes into the drawer and gives change.
    pub is_cash: Option<bool>,
    pub asks_operation_number: Option<bool>,
    pub icon: Option<String>,
    pub status: Option<Status>,
}

pub async fn load_payment_option(tx: &mut Tx, id: PaymentOptionId) -> Result<PaymentOption> {
    let found = store::list_payment_options(tx).await?.into_iter().find(|o| o.id == id);
    Ok(found.ok_or_else(|| not_found("el medio de pago"))?)
}

/// Adds a payment method, at the end of the list.
pub(super) async fn create_payment_option(work: &mut Work<'_>, body: &SaveOption) -> Result<PaymentOption> {
    let others = store::lock_and_list(work.tx).await?;
    if others.len() >= MAX_OPTIONS {
        return invalid("name", format!("Hay {MAX_OPTIONS} medios de pago. Borra los que no se usan.")).err();
    }
    let new = PaymentOption {
        id: PaymentOptionId(0),
        payment_type_id: PaymentType::Cash,
        name: String::new(),
        is_cash: false,
        asks_operation_number: false,
        icon: String::new(),
        status: Status::Active,
    };
    let new = check(new, body, &others)?;
    let inserted = attempt!(work.tx, store::insert_option(work.tx, &new).await);
    let id = form::refuse_duplicate_name(inserted, || name_taken(&new.name))?;
    record_change(work, "PAYMENT_OPTION_CREATED", None, PaymentOption { id, ..new }).await
}

/// Updates only the fields sent.
pub(super) async fn update_payment_option(
    work: &mut Work<'_>,
    id: PaymentOptionId,
    body: &SaveOption,
) -> Result<PaymentOption> {
    let others = store::lock_and_list(work.tx).await?;
    let Some(was) = others.iter().find(|o| o.id == id).cloned() else { return not_found("el medio de pago").err() };
    let new = check(was.clone(), body, &others)?;
    if new.is_cash != was.is_cash && store::count_payments(work.tx, id).await? > 0 {
        let text =
            format!("{} ya tiene cobros: no puede cambiar entre efectivo y otro medio. Crea uno nuevo.", was.name);
        return refuse(Code::InUse, text).at("is_cash", "Ya tiene cobros.").err();
    }
    check_cash_remains(&others, &was, Some(&new))?;
    let updated = attempt!(work.tx, store::update_option(work.tx, &new).await);
    form::refuse_duplicate_name(updated, || name_taken(&new.name))?;
    record_change(work, "PAYMENT_OPTION_CHANGED", Some(was), new).await
}

/// Deletes a payment method without payments.
pub(super) async fn delete_payment_option(work: &mut Work<'_>, id: PaymentOptionId) -> Result<PaymentOption> {
    let others = store::lock_and_list(work.tx).await?;
    let Some(was) = others.iter().find(|o| o.id == id).cloned() else { return not_found("el medio de pago").err() };
    if was.is_credit() {
        let text = format!("{} no se borra. Desactívalo si no vendes al crédito.", was.name);
        return refuse(Code::Conflict, text).with_current(&was).err();
    }
    let payments = store::count_payments(work.tx, id).await?;
    if payments > 0 {
        let count = if payments == 1 { "1 cobro".to_owned() } else { format!("{payments} cobros") };
        let text = format!("Hay {count} con {}. Desactívalo para que ya no aparezca al cobrar.", was.name);
        return refuse(Code::InUse, text).with_current(&was).err();
    }
    check_cash_remains(&others, &was, None)?;
    store::delete_option(work.tx, id).await?;
    record_change(work, "PAYMENT_OPTION_DELETED", None, was).await
}

fn check(was: PaymentOption, body: &SaveOption, others: &[PaymentOption]) -> Result<PaymentOption> {
    let mut faults = Faults::default();
    let was_credit = was.is_credit();
    let clean = |t: &String| t.split_whitespace().collect::<Vec<_>>().join(" ");
    let payment_type = body.payment_type_id.map_or(Some(was.payment_type_id), PaymentType::from_id);
    let new = PaymentOption {
        id: was.id,
        payment_type_id: payment_type.unwrap_or(was.payment_type_id),
        name: body.name.as_ref().map_or(was.name, clean),
        is_cash: body.is_cash.unwrap_or(was.is_cash),
        asks_operation_number: body.asks_operation_number.unwrap_or(was.asks_operation_number),
        icon: body.icon.as_ref().map_or(was.icon, clean),
        status: body.status.unwrap_or(was.status),
    };
    if new.name.is_empty() || new.name.chars().count() > MAX_NAME_CHARS {
        faults.add("name", format!("Escribe el nombre, de hasta {MAX_NAME_CHARS} letras."));
    }
    if new.icon.chars().count() > MAX_ICON_CHARS {
        faults.add("icon", "Elige un icono de la lista.");
    }
    if was_credit {
        if payment_type != Some(PaymentType::Credit) || new.is_cash || new.asks_operation_number {
            faults.add("payment_type_id", "Las ventas al crédito no traen dinero: su tipo no cambia.");
        }
    } else if payment_type.is_none_or(|chosen| chosen == PaymentType::Credit) {
        faults.add("payment_type_id", "Elige efectivo (1), tarjeta (2), billetera (3) o transferencia (4).");
    }
    let same = |o: &&PaymentOption| o.id != new.id && o.name.to_lowercase() == new.name.to_lowercase();
    if let Some(other) = others.iter().find(same) {
        faults.refuse(name_taken(&other.name).with_current(other));
    }
    faults.finish()?;
    Ok(new)
}

fn name_taken(name: &str) -> comanda_base::error::Refusal {
    already_exists("name", format!("Ya hay un medio de pago {name}. Edítalo o elige otro nombre."))
}

/// Refuses a change that leaves no active method in cash, because a cash box could then neither collect nor give change.
fn check_cash_remains(others: &[PaymentOption], was: &PaymentOption, becomes: Option<&PaymentOption>) -> Result<()> {
    let counts = |o: &PaymentOption| o.is_cash && o.status.is_active();
    let stays = becomes.is_some_and(counts) || others.iter().any(|o| o.id != was.id && counts(o));
    if counts(was) && !stays {
        let text = format!("{} es el único medio en efectivo activo. Crea o activa otro antes.", was.name);
        return refuse(Code::Conflict, text).with_current(was).err();
    }
    Ok(())
}

async fn record_change(
    work: &mut Work<'_>,
    what: &'static str,
    was: Option<PaymentOption>,
    option: PaymentOption,
) -> Result<PaymentOption> {
    let entry =
        AuditEntry::new(what).entity("payment_option", option.id.0).change(was.map(|w| json!(w)), Some(json!(option)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Cash, EventKind::PaymentOptionsChanged, json!({ "payment_option_id": option.id }));
    Ok(option)
}
