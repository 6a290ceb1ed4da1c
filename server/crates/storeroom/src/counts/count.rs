//! Counting a line. What the ledger has at that moment is kept with it, in the same transaction.

use super::{
    answer::StockCountSaved,
    create::told,
    list_store::Stored,
    model::{CountStatus, CountStockLine, client_of, recounted},
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

/// Counts it, or clears what was counted.
pub(super) async fn count(
    work: &mut Work<'_>,
    id: CountId,
    line_id: CountLineId,
    body: &CountStockLine,
) -> Result<StockCountSaved> {
    store::lock(work.tx, id).await.or_not_found("el conteo")?;
    let stored = read::stored(work.tx, id).await?;
    let line: StoredLine = store::line(work.tx, id, line_id).await.or_not_found("el ítem en este conteo")?;
    let client = client_of(&body.client_id)?;
    if let Some(before) = store::entry_of_client(work.tx, client).await? {
        let unit = body.quantity.map(|_| body.measurement_id.unwrap_or(line.measurement_id));
        if before != (line.id, body.quantity, unit) {
            let text = "Esta anotación ya se usó con otro ítem o con otra cantidad. Anota la cantidad otra vez.";
            return refuse(Code::Conflict, text).err();
        }
        return saved(work, id, line.id).await;
    }
    must_be_countable(work, &stored, &line, body).await?;
    if body.version != line.version {
        let current = read::line(work.tx, &stored, line.id).await?;
        let who = line.counted_by_name.as_deref().unwrap_or("Otra persona");
        let text = format!("{who} cambió {} hace un momento. Mira cómo quedó.", line.name);
        return refuse(Code::StaleVersion, text).current(current).err();
    }
    let counted = match body.quantity {
        None => None,
        Some(quantity) => Some(in_base(work, &line, quantity, body.measurement_id).await?),
    };
    let states = counting::states(work.tx, &[line.item()]).await?;
    let expected = states.get(&line.item()).copied().unwrap_or_default().on_hand;
    let before = line.counted.zip(line.expected).filter(|_| line.recount_asked_at.is_some());
    let again = before.zip(counted).map(|(before, (_, _, base))| recounted(before, (base, expected)));
    let entry = NewEntry { client, counted, expected, recounted: again };
    store::insert_entry(work, line.id, &entry).await?;
    if stored.status == CountStatus::Review {
        let value = read::value(work.tx, id, work.now).await?;
        store::set_status(work.tx, id, (CountStatus::Review, Some(value))).await?;
    }
    told(work, id);
    saved(work, id, line.id).await
}

async fn saved(work: &mut Work<'_>, id: CountId, line: CountLineId) -> Result<StockCountSaved> {
    let stored = read::stored(work.tx, id).await?;
    let line = read::line(work.tx, &stored, line).await?;
    Ok(StockCountSaved { line, counted: stored.counted, lines_count: stored.lines_count })
}

/// An open sheet takes everything, one in review what it asks to be counted once more.
async fn must_be_countable(
    work: &mut Work<'_>,
    stored: &Stored,
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
    let current = read::line(work.tx, stored, line.id).await?;
    refuse(Code::Conflict, text).current(current).err()
}

/// What was typed, with its unit, and the same in the base unit.
async fn in_base(
    work: &mut Work<'_>,
    line: &StoredLine,
    quantity: Quantity,
    unit: Option<MeasurementId>,
) -> Result<(Quantity, MeasurementId, Quantity)> {
    let units = units::all(work.tx).await?;
    let find = |id: MeasurementId| units.iter().find(|u| u.id == id);
    let unit = find(unit.unwrap_or(line.measurement_id))
        .filter(|unit| find(line.measurement_id).is_some_and(|own| own.base() == unit.base()));
    let Some(unit) = unit else {
        let text =
            format!("{} se cuenta en {}: elige una unidad que se convierta en ella.", line.name, line.measurement);
        return invalid("measurement_id", text).err();
    };
    let is_good = |q: &Quantity| !q.is_negative() && *q <= MAX_QUANTITY;
    let base = Some(quantity).filter(is_good).and_then(|q| unit.to_base(q)).filter(is_good);
    match base {
        Some(base) if base.is_zero() == quantity.is_zero() => Ok((quantity, unit.id, base)),
        _ => invalid("quantity", "Escribe cuánto hay: de 0 a 10 000 000, con hasta seis decimales.").err(),
    }
}
