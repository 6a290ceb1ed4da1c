//! The effect of a credit note on the debt: it pays the other purchase as far as that goes, the oldest instalment first.

use super::{Note, store};
use crate::{model::PurchaseQuote, read_store, schedule, store as purchases, words::QuoteKind};
use anyhow::anyhow;
use comanda_base::{
    error::{Error, Result},
    ids::{PurchaseId, QuoteId},
    money::Money,
};
use comanda_platform::use_case::Work;

/// Reduces the debt of the modified purchase by `amount`; `name` is the number of the note.
pub(crate) async fn reduce_debt(
    work: &mut Work<'_>,
    note_id: PurchaseId,
    note: &Note,
    amount: Money,
    name: &str,
) -> Result<()> {
    let Some(purchase) = note.purchase.as_ref().filter(|_| note.is_credit && !amount.is_zero()) else { return Ok(()) };
    let id = purchase.row.id;
    let mut quotes = read_store::load_quotes(work.tx, id).await?;
    sort_detractions_last(&mut quotes);
    let dues: Vec<Money> = quotes.iter().map(|quote| quote.due).collect();
    let parts = schedule::fill_in_order(&dues, amount);
    let parts: Vec<(QuoteId, Money)> =
        quotes.iter().map(|quote| quote.id).zip(parts).filter(|(_, part)| !part.is_zero()).collect();
    if parts.iter().map(|(_, part)| *part).sum::<Money>() != amount {
        return Err(Error::Internal(anyhow!("instalments of purchase {id} are not what is due")));
    }
    store::insert_payment(work, (id, note_id), amount, &format!("Nota de crédito {name}")).await?;
    purchases::add_paid_amounts(work.tx, id, amount, &parts).await?;
    Ok(())
}

/// Orders detractions behind the other instalments: a note reduces last what goes to a separate account.
fn sort_detractions_last(quotes: &mut [PurchaseQuote]) {
    quotes.sort_by_key(|quote| quote.kind == QuoteKind::Detraction);
}

/// Restores the debt that a note reduced, in the opposite order: first a detraction that nobody deposited, which only a note can have paid,
/// then the other instalments from the last one on, and deposited detractions at the end.
pub(crate) async fn restore_debt(work: &mut Work<'_>, note_id: PurchaseId) -> Result<()> {
    let Some((id, amount)) = store::find_debt_reduction(work.tx, note_id).await? else { return Ok(()) };
    purchases::lock_purchase(work.tx, id).await?;
    let mut quotes = read_store::load_quotes(work.tx, id).await?;
    let deposited = read_store::list_deposited_detractions(work.tx, id).await?;
    quotes.reverse();
    quotes.sort_by_key(|quote| match quote.kind {
        QuoteKind::Detraction if deposited.contains(&quote.id) => 2,
        QuoteKind::Detraction => 0,
        _ => 1,
    });
    let paid: Vec<Money> = quotes.iter().map(|quote| quote.paid).collect();
    let parts = quotes.iter().map(|quote| quote.id).zip(schedule::fill_in_order(&paid, amount));
    let parts: Vec<(QuoteId, Money)> =
        parts.filter(|(_, part)| !part.is_zero()).map(|(quote, part)| (quote, -part)).collect();
    store::void_payments(work.tx, note_id).await?;
    purchases::add_paid_amounts(work.tx, id, -amount, &parts).await?;
    Ok(())
}
