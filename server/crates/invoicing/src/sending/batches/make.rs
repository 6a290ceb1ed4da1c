//! What goes into a batch: documents of one day of issue, five hundred at most.

use super::{
    model::BatchKind,
    store::{self, NewBatch},
};
use crate::{
    billing::electronic::{
        Setup,
        queue::{self, Standing, TaxDocument},
    },
    sending::{desk::Desk, gateway::Way, provided, standing, telling::tell},
};
use anyhow::{Context, anyhow};
use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use comanda_base::{db::Tx, error::Result, transact};
use comanda_platform::settings::{tax, wall_clock};
use comanda_sunat::{
    document::{Batch, SummaryLine, SummaryState, VoidedLine},
    ubl,
};
use std::collections::BTreeMap;

const MAX_LINES: usize = 500;
/// After so many days a document is no longer voided (rule 2957).
const DAYS_TO_VOID: i64 = 7;
/// The shortest reason that is not observed (4203).
const SHORTEST_REASON: usize = 3;
const UNKNOWN_TO_PROVIDER: &str =
    "El proveedor no conoce este comprobante: se envió por otra vía. Anúlalo donde se envió, o da una nota de crédito.";

/// Makes the batches that are due: voids at once, summaries at their time. Gives whether there were any.
pub(super) async fn make_due(desk: &Desk) -> Result<bool> {
    let now = desk.now();
    let (voids, reports) = {
        let mut tx = desk.company.db.read().await?;
        let voids = queue::to_void(&mut tx, now).await?;
        let day = last_day(now, summary_time(&desk.setup));
        (voids, queue::to_sum_up(&mut tx, day, now).await?)
    };
    let today = desk.today();
    let (late, voids): (Vec<_>, Vec<_>) =
        voids.into_iter().partition(|d| (today - d.issued_on).num_days() > DAYS_TO_VOID);
    for document in &late {
        // The time to void it is over: a person has to give a credit note.
        cannot(desk, document, "2957", String::new()).await?;
    }
    let mut made = !late.is_empty();
    let (voids, reports) = if let Way::Provider(_) = desk.way {
        made |= alone(desk, &reports).await?;
        let (voids, unknown): (Vec<_>, Vec<_>) = voids.into_iter().partition(|d| !d.external_id.is_empty());
        for document in &unknown {
            made = true;
            cannot(desk, document, "", UNKNOWN_TO_PROVIDER.to_owned()).await?;
        }
        (voids, Vec::new())
    } else {
        (voids, reports)
    };
    for (documents, is_void) in [(voids, true), (reports, false)] {
        let mut groups: BTreeMap<(NaiveDate, bool), Vec<TaxDocument>> = BTreeMap::new();
        for document in documents {
            groups.entry((document.issued_on, document.is_of_f_series())).or_default().push(document);
        }
        for ((day, is_f), documents) in &groups {
            for lines in documents.chunks(MAX_LINES) {
                made |= make(desk, if *is_f { BatchKind::Ra } else { BatchKind::Rc }, *day, lines, is_void).await?;
            }
        }
    }
    Ok(made)
}

/// What waited for a summary under another gateway goes alone: a provider sums up himself.
async fn alone(desk: &Desk, reports: &[TaxDocument]) -> Result<bool> {
    if reports.is_empty() {
        return Ok(false);
    }
    let now = desk.now();
    transact!(desk.company.db, |tx| -> Result<bool> {
        queue::send_alone(tx, reports, now).await?;
        Ok(true)
    })
}

/// Signs and keeps a batch with its documents. False where one of them changed meanwhile: it is made again.
async fn make(desk: &Desk, kind: BatchKind, day: NaiveDate, documents: &[TaxDocument], voids: bool) -> Result<bool> {
    let made_on = desk.today();
    let mut tx = desk.company.db.read().await?;
    let number = store::next_number(&mut tx, kind, made_on).await?;
    let (text, is_signed) = match (&desk.way, kind) {
        (Way::Provider(_), _) => {
            let reasons: Vec<String> = documents.iter().map(void_reason).collect();
            let named: Vec<_> =
                documents.iter().zip(&reasons).map(|(d, why)| (d.external_id.as_str(), why.as_str())).collect();
            (provided::voids(kind, day, &named).to_string(), false)
        }
        (_, BatchKind::Ra) => {
            let unsigned = ubl::voiding(&batch(desk, (day, made_on), number, voided_lines(documents)?)?);
            (unsigned.as_str().to_owned(), true)
        }
        (_, BatchKind::Rc) => {
            let state = if voids { SummaryState::Void } else { SummaryState::Add };
            let lines = summary_lines(&mut tx, documents, state).await?;
            let unsigned = ubl::summary(&batch(desk, (day, made_on), number, lines)?);
            (unsigned.as_str().to_owned(), true)
        }
    };
    drop(tx);
    let xml = queue::deflated(&if is_signed { desk.sign(text).await? } else { text })?;
    let lines = i64::try_from(documents.len()).context("lines of a batch")?;
    let new = NewBatch { kind, made_on, number, documents_of: day, voids, lines, xml, now: desk.now() };
    transact!(desk.company.db, |tx| -> Result<bool> {
        let id = store::insert(tx, &new).await?;
        for document in documents {
            let present = queue::locked(tx, document.id).await?;
            let fits = present.batch_id.is_none() && present.was_accepted() == voids && !present.in_doubt;
            if !fits {
                // The others go without it.
                return Err(anyhow!("document {} changed while its batch was made", document.id).into());
            }
            let in_it = Standing { batch_id: Some(id), next_try_at: None, ..Standing::from(&present) };
            queue::record(tx, document.id, &in_it, None).await?;
        }
        Ok(true)
    })
}

fn batch<L>(
    desk: &Desk,
    (documents_of, made_on): (NaiveDate, NaiveDate),
    number: i64,
    lines: Vec<L>,
) -> Result<Batch<L>> {
    let number = u32::try_from(number).context("the number of a batch")?;
    Ok(Batch { issuer: desk.issuer.clone(), documents_of, made_on, number, lines })
}

fn voided_lines(documents: &[TaxDocument]) -> Result<Vec<VoidedLine>> {
    let line = |d: &TaxDocument| Ok(VoidedLine { kind: d.kind()?, number: d.tax_number()?, reason: void_reason(d) });
    documents.iter().map(line).collect()
}

/// Why it is voided, in the lengths that are taken.
fn void_reason(document: &TaxDocument) -> String {
    let given = document.void_reason.as_deref().unwrap_or_default().trim();
    let is_long_enough = given.chars().count() >= SHORTEST_REASON;
    // Of at most 100 characters (rule 2315).
    if is_long_enough { given.chars().take(100).collect() } else { "ANULACION DE LA OPERACION".to_owned() }
}

async fn summary_lines(tx: &mut Tx, documents: &[TaxDocument], state: SummaryState) -> Result<Vec<SummaryLine>> {
    let mut lines = Vec::with_capacity(documents.len());
    for document in documents {
        let xml = queue::xml(tx, document.id).await?;
        lines.push(ubl::summary_line(&xml, state).map_err(anyhow::Error::from)?);
    }
    Ok(lines)
}

/// It cannot be voided this way: it waits for a person.
async fn cannot(desk: &Desk, document: &TaxDocument, code: &str, message: String) -> Result<()> {
    transact!(desk.company.db, |tx| -> Result<()> {
        let present = queue::locked(tx, document.id).await?;
        let failed = standing::failed(Standing::from(&present), code.to_owned(), message.clone());
        queue::record(tx, document.id, &failed, None).await
    })?;
    tell(desk, document.billing_id).await;
    Ok(())
}

/// When the boletas that wait longest for a summary get theirs.
pub(in crate::sending) async fn next_summary(tx: &mut Tx) -> Result<Option<DateTime<Utc>>> {
    let Some(day) = queue::first_to_sum_up(tx).await? else { return Ok(None) };
    let time = summary_time(&Setup::load(tx).await?);
    Ok(day.checked_add_days(Days::new(1)).map(|day| wall_clock::first_instant(day.and_time(time), tax::TAX_ZONE)))
}

/// The last day whose boletas are summed up by now: yesterday, from the time of summary on.
fn last_day(now: DateTime<Utc>, time: NaiveTime) -> NaiveDate {
    let local = tax::issue_time(now);
    let days = if local.time() < time { 2 } else { 1 };
    local.date().checked_sub_days(Days::new(days)).unwrap_or(local.date())
}

fn summary_time(setup: &Setup) -> NaiveTime {
    NaiveTime::parse_from_str(&setup.summary_time, "%H:%M").unwrap_or(NaiveTime::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_summed_up_on_the_next_from_the_time_of_summary_on() {
        let five = NaiveTime::from_hms_opt(5, 0, 0).unwrap();
        let at = |text: &str| last_day(text.parse().unwrap(), five).to_string();
        assert_eq!(at("2026-11-21T09:59:59Z"), "2026-11-19");
        assert_eq!(at("2026-11-21T10:00:00Z"), "2026-11-20");
        assert_eq!(at("2026-11-22T04:59:59Z"), "2026-11-20");
    }
}
