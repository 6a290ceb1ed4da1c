//! What a credit note does to what is owed: it pays of the other purchase as far as that goes, the oldest instalment first.

use super::{Note, store};
use crate::{model::PurchaseQuote, read_store, schedule, store as purchases, words::QuoteKind};
use anyhow::anyhow;
use comanda_base::{
    error::{Error, Result},
    ids::{PurchaseId, QuoteId},
    money::Money,
};
use comanda_platform::use_case::Work;

/// Takes it off; `name` is the note's.
pub(crate) async fn settle(
    work: &mut Work<'_>,
    note_id: PurchaseId,
    note: &Note,
    amount: Money,
    name: &str,
) -> Result<()> {
    let Some(purchase) = note.purchase.as_ref().filter(|_| note.is_credit && !amount.is_zero()) else { return Ok(()) };
    let id = purchase.row.id;
    let mut quotes = read_store::quotes(work.tx, id).await?;
    deposits_last(&mut quotes);
    let dues: Vec<Money> = quotes.iter().map(|quote| quote.due).collect();
    let parts = schedule::shared(&dues, amount);
    let parts: Vec<(QuoteId, Money)> =
        quotes.iter().map(|quote| quote.id).zip(parts).filter(|(_, part)| !part.is_zero()).collect();
    if parts.iter().map(|(_, part)| *part).sum::<Money>() != amount {
        return Err(Error::Internal(anyhow!("instalments of purchase {id} are not what is due")));
    }
    store::insert_payment(work, (id, note_id), amount, &format!("Nota de crédito {name}")).await?;
    purchases::add_paid(work.tx, id, amount, &parts).await?;
    Ok(())
}

/// Puts detractions behind the other instalments: a note takes off last what goes to an account of its own.
fn deposits_last(quotes: &mut [PurchaseQuote]) {
    quotes.sort_by_key(|quote| quote.kind == QuoteKind::Detraction);
}

/// What it took off is owed again, in the opposite order: first a detraction that nobody deposited, which a note alone can have paid,
/// then the other instalments from the last one on, and what was deposited at the end.
pub(crate) async fn undo(work: &mut Work<'_>, note_id: PurchaseId) -> Result<()> {
    let Some((id, amount)) = store::taken_off(work.tx, note_id).await? else { return Ok(()) };
    purchases::lock(work.tx, id).await?;
    let mut quotes = read_store::quotes(work.tx, id).await?;
    let deposited = read_store::deposited(work.tx, id).await?;
    quotes.reverse();
    quotes.sort_by_key(|quote| match quote.kind {
        QuoteKind::Detraction if deposited.contains(&quote.id) => 2,
        QuoteKind::Detraction => 0,
        _ => 1,
    });
    let paid: Vec<Money> = quotes.iter().map(|quote| quote.paid).collect();
    let parts = quotes.iter().map(|quote| quote.id).zip(schedule::shared(&paid, amount));
    let parts: Vec<(QuoteId, Money)> =
        parts.filter(|(_, part)| !part.is_zero()).map(|(quote, part)| (quote, -part)).collect();
    store::void_payments(work.tx, note_id).await?;
    purchases::add_paid(work.tx, id, -amount, &parts).await?;
    Ok(())
}
