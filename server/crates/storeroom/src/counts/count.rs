//! Records the count of a line together with the stock that the ledger has at that moment, in one transaction.

use super::{
    answer::StockCountSaved,
    create::notify_changed,
    list_store::StoredCount,
    model::{CountStatus, CountStockLine, compare_recount, parse_client_id},
    read,
    store::{self, NewEntry, StoredLine},
};
use comanda_base::{
    error::{Code, OrNotFound, Result, invalid, refuse},
    ids::{CountId, CountLineId, MeasurementId},
    money::Quantity,
};
use comanda_ledgers::stock::{counting, goods::MAX_QUANTITY, units};
use comanda_platform::use_case::Work;

/// Records the counted quantity of a line, or clears it; refuses with 409 `stale_version` when another user changed the line.
pub(super) async fn record_count(
    work: &mut Work<'_>,
    id: CountId,
    line_id: CountLineId,
    body: &CountStockLine,
) -> Result<StockCountSaved> {
    store::lock_count(work.tx, id).await.or_not_found("el conteo")?;
    let stored = read::load_stored(work.tx, id).await?;
    let line: StoredLine = store::find_line(work.tx, id, line_id).await.or_not_found("el ítem en este conteo")?;
    let client = parse_client_id(&body.client_id)?;
    if let Some(before) = store::find_entry_by_client(work.tx, client).await? {
        let unit = body.quantity.map(|_| body.measurement_id.unwrap_or(line.measurement_id));
        if before != (line.id, body.quantity, unit) {
            let text = "Esta anotación ya se usó con otro ítem o con otra cantidad. Anota la cantidad otra vez.";
            return refuse(Code::Conflict, text).err();
        }
        return saved_line(work, id, line.id).await;
    }
    require_countable(work, &stored, &line, body).await?;
    if body.version != line.version {
        let current = read::load_line(work.tx, &stored, line.id).await?;
        let counter_name = line.counted_by_name.as_deref().unwrap_or("Otra persona");
        let text = format!("{counter_name} cambió {} hace un momento. Mira cómo quedó.", line.name);
        return refuse(Code::StaleVersion, text).with_current(current).err();
    }
    let counted = match body.quantity {
        None => None,
        Some(quantity) => Some(convert_to_base(work, &line, quantity, body.measurement_id).await?),
    };
    let states = counting::load_ledger_stock(work.tx, &[line.item()]).await?;
    let expected = states.get(&line.item()).copied().unwrap_or_default().on_hand;
    let before = line.counted.zip(line.expected).filter(|_| line.recount_asked_at.is_some());
    let recount = before.zip(counted).map(|(before, (_, _, base))| compare_recount(before, (base, expected)));
    let entry = NewEntry { client, counted, expected, recounted: recount };
    store::insert_entry(work, line.id, &entry).await?;
    if stored.status == CountStatus::Review {
        let value = read::compute_value(work.tx, id, work.now).await?;
        store::set_status(work.tx, id, (CountStatus::Review, Some(value))).await?;
    }
    notify_changed(work, id);
    saved_line(work, id, line.id).await
}

async fn saved_line(work: &mut Work<'_>, id: CountId, line: CountLineId) -> Result<StockCountSaved> {
    let stored = read::load_stored(work.tx, id).await?;
    let line = read::load_line(work.tx, &stored, line).await?;
    Ok(StockCountSaved { line, counted: stored.counted, lines_count: stored.lines_count })
}

/// Refuses unless the count is open, or is in review and asks to recount this line.
async fn require_countable(
    work: &mut Work<'_>,
    stored: &StoredCount,
    line: &StoredLine,
    body: &CountStockLine,
) -> Result<()> {
    let text = match stored.status {
        CountStatus::Open => return Ok(()),
        CountStatus::Review if line.recount_asked_at.is_some() && body.quantity.is_some() => return Ok(()),
        CountStatus::Review => "Este conteo ya está en revisión: solo se cuenta lo que piden recontar.",
        CountStatus::Approved => "Este conteo ya está aprobado. Lo que cambie va en otro conteo.",
        CountStatus::Cancelled => "Este conteo está cancelado.",
    };
    let current = read::load_line(work.tx, stored, line.id).await?;
    refuse(Code::Conflict, text).with_current(current).err()
}

/// Validates the entered quantity; returns it with its unit, and converted to the base unit.
async fn convert_to_base(
    work: &mut Work<'_>,
    line: &StoredLine,
    quantity: Quantity,
    unit: Option<MeasurementId>,
) -> Result<(Quantity, MeasurementId, Quantity)> {
    let units = units::list_units(work.tx).await?;
    let find = |id: MeasurementId| units.iter().find(|u| u.id == id);
    let unit = find(unit.unwrap_or(line.measurement_id))
        .filter(|unit| find(line.measurement_id).is_some_and(|line_unit| line_unit.base() == unit.base()));
    let Some(unit) = unit else {
        let text =
            format!("{} se cuenta en {}: elige una unidad que se convierta en ella.", line.name, line.measurement);
        return invalid("measurement_id", text).err();
    };
    let is_good = |q: &Quantity| !q.is_negative() && *q <= MAX_QUANTITY;
    let base = Some(quantity).filter(is_good).and_then(|q| unit.to_base(q)).filter(is_good);
    match base {
        Some(base) if base.is_zero() == quantity.is_zero() => Ok((quantity, unit.id, base)),
        _ => {
            let text = format!("Escribe cuánto hay de {}: de 0 a 10,000,000, con hasta seis decimales.", line.name);
            invalid("quantity", text).err()
        }
    }
}
