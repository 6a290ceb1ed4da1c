//! Makes batches: documents of one day of issue, at most five hundred.

use super::{
    model::BatchKind,
    store::{self, NewBatch},
};
use crate::{
    billing::electronic::{
        BillingSetup,
        queue::{self, DeliveryStatus, TaxDocument},
    },
    sending::{context::SenderContext, delivery_status, gateway::GatewayClient, notify::notify_changed, via_provider},
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
/// The number of days after which a document cannot be voided any more (rule 2957).
const DAYS_TO_VOID: i64 = 7;
/// The shortest reason that causes no observation (4203).
const SHORTEST_REASON: usize = 3;
const UNKNOWN_TO_PROVIDER: &str =
    "El proveedor no conoce este comprobante: se envió por otra vía. Anúlalo donde se envió, o da una nota de crédito.";

/// Makes the batches that are due: voids at once, summaries at their time. Returns whether there were any.
pub(super) async fn make_due_batches(sender: &SenderContext) -> Result<bool> {
    let now = sender.now();
    let (voids, reports) = {
        let mut tx = sender.company.db.read().await?;
        let voids = queue::load_to_void(&mut tx, now).await?;
        let day = last_day(now, summary_time(&sender.setup));
        (voids, queue::load_for_summary(&mut tx, day, now).await?)
    };
    let today = sender.today();
    let (late, voids): (Vec<_>, Vec<_>) =
        voids.into_iter().partition(|d| (today - d.issued_on).num_days() > DAYS_TO_VOID);
    for document in &late {
        // The deadline for voiding has passed: a person has to issue a credit note.
        mark_void_failed(sender, document, "2957", String::new()).await?;
    }
    let mut has_progress = !late.is_empty();
    let (voids, reports) = if let GatewayClient::Provider(_) = sender.client {
        has_progress |= send_individually(sender, &reports).await?;
        let (voids, unknown): (Vec<_>, Vec<_>) = voids.into_iter().partition(|d| !d.external_id.is_empty());
        for document in &unknown {
            has_progress = true;
            mark_void_failed(sender, document, "", UNKNOWN_TO_PROVIDER.to_owned()).await?;
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
                has_progress |=
                    make_batch(sender, if *is_f { BatchKind::Ra } else { BatchKind::Rc }, *day, lines, is_void).await?;
            }
        }
    }
    Ok(has_progress)
}

/// Sends documents that waited for a summary under another gateway individually, since a provider makes summaries itself.
async fn send_individually(sender: &SenderContext, reports: &[TaxDocument]) -> Result<bool> {
    if reports.is_empty() {
        return Ok(false);
    }
    let now = sender.now();
    transact!(sender.company.db, |tx| -> Result<bool> {
        queue::send_individually(tx, reports, now).await?;
        Ok(true)
    })
}

/// Signs and stores a batch with its documents; fails where one of them changed in the meantime, so that it is made again.
async fn make_batch(
    sender: &SenderContext,
    kind: BatchKind,
    day: NaiveDate,
    documents: &[TaxDocument],
    voids: bool,
) -> Result<bool> {
    let made_on = sender.today();
    let mut tx = sender.company.db.read().await?;
    let number = store::next_batch_number(&mut tx, kind, made_on).await?;
    let (text, is_signed) = match (&sender.client, kind) {
        (GatewayClient::Provider(_), _) => {
            let reasons: Vec<String> = documents.iter().map(void_reason).collect();
            let named: Vec<_> =
                documents.iter().zip(&reasons).map(|(d, why)| (d.external_id.as_str(), why.as_str())).collect();
            (via_provider::voids_body(kind, day, &named).to_string(), false)
        }
        (_, BatchKind::Ra) => {
            let unsigned = ubl::voiding(&batch(sender, (day, made_on), number, voided_lines(documents)?)?);
            (unsigned.as_str().to_owned(), true)
        }
        (_, BatchKind::Rc) => {
            let state = if voids { SummaryState::Void } else { SummaryState::Add };
            let lines = summary_lines(&mut tx, documents, state).await?;
            let unsigned = ubl::summary(&batch(sender, (day, made_on), number, lines)?);
            (unsigned.as_str().to_owned(), true)
        }
    };
    drop(tx);
    let xml = queue::compress_xml(&if is_signed { sender.sign(text).await? } else { text })?;
    let lines = i64::try_from(documents.len()).context("lines of a batch")?;
    let new = NewBatch { kind, made_on, number, documents_of: day, voids, lines, xml, now: sender.now() };
    transact!(sender.company.db, |tx| -> Result<bool> {
        let id = store::insert_batch(tx, &new).await?;
        for document in documents {
            let present = queue::lock_and_load(tx, document.id).await?;
            let fits = present.batch_id.is_none() && present.was_accepted() == voids && !present.in_doubt;
            if !fits {
                // The other documents go into a batch without it.
                return Err(anyhow!("document {} changed while its batch was made", document.id).into());
            }
            let batched = DeliveryStatus { batch_id: Some(id), next_try_at: None, ..DeliveryStatus::from(&present) };
            queue::store_status(tx, document.id, &batched, None).await?;
        }
        Ok(true)
    })
}

fn batch<L>(
    sender: &SenderContext,
    (documents_of, made_on): (NaiveDate, NaiveDate),
    number: i64,
    lines: Vec<L>,
) -> Result<Batch<L>> {
    let number = u32::try_from(number).context("the number of a batch")?;
    Ok(Batch { issuer: sender.issuer.clone(), documents_issued_on: documents_of, created_on: made_on, number, lines })
}

fn voided_lines(documents: &[TaxDocument]) -> Result<Vec<VoidedLine>> {
    let line = |d: &TaxDocument| Ok(VoidedLine { kind: d.kind()?, number: d.tax_number()?, reason: void_reason(d) });
    documents.iter().map(line).collect()
}

/// Returns the reason for the void, within the accepted lengths.
fn void_reason(document: &TaxDocument) -> String {
    let typed_reason = document.void_reason.as_deref().unwrap_or_default().trim();
    let is_long_enough = typed_reason.chars().count() >= SHORTEST_REASON;
    // At most 100 characters (rule 2315).
    if is_long_enough { typed_reason.chars().take(100).collect() } else { "ANULACION DE LA OPERACION".to_owned() }
}

async fn summary_lines(tx: &mut Tx, documents: &[TaxDocument], state: SummaryState) -> Result<Vec<SummaryLine>> {
    let mut lines = Vec::with_capacity(documents.len());
    for document in documents {
        let xml = queue::load_xml(tx, document.id).await?;
        lines.push(ubl::summary_line(&xml, state).map_err(anyhow::Error::from)?);
    }
    Ok(lines)
}

/// Marks a document as impossible to void: it waits for a person.
async fn mark_void_failed(sender: &SenderContext, document: &TaxDocument, code: &str, message: String) -> Result<()> {
    transact!(sender.company.db, |tx| -> Result<()> {
        let present = queue::lock_and_load(tx, document.id).await?;
        let failed = delivery_status::failed_status(DeliveryStatus::from(&present), code.to_owned(), message.clone());
        queue::store_status(tx, document.id, &failed, None).await
    })?;
    notify_changed(sender, document.billing_id).await;
    Ok(())
}

/// Returns the time of the summary for the boletas that wait longest for one.
pub(in crate::sending) async fn find_next_summary_time(tx: &mut Tx) -> Result<Option<DateTime<Utc>>> {
    let Some(day) = queue::find_first_summary_day(tx).await? else { return Ok(None) };
    let time = summary_time(&BillingSetup::load(tx).await?);
    Ok(day.checked_add_days(Days::new(1)).map(|day| wall_clock::first_instant(day.and_time(time), tax::TAX_ZONE)))
}

/// Returns the last day whose boletas are summarized now: yesterday, from the time of the summary on.
fn last_day(now: DateTime<Utc>, time: NaiveTime) -> NaiveDate {
    let local = tax::issue_time(now);
    let days = if local.time() < time { 2 } else { 1 };
    local.date().checked_sub_days(Days::new(days)).unwrap_or(local.date())
}

fn summary_time(setup: &BillingSetup) -> NaiveTime {
    NaiveTime::parse_from_str(&setup.summary_time, "%H:%M").unwrap_or(NaiveTime::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_summarized_on_the_next_from_the_summary_time_on() {
        let five = NaiveTime::from_hms_opt(5, 0, 0).unwrap();
        let at = |text: &str| last_day(text.parse().unwrap(), five).to_string();
        assert_eq!(at("2026-11-21T09:59:59Z"), "2026-11-19");
        assert_eq!(at("2026-11-21T10:00:00Z"), "2026-11-20");
        assert_eq!(at("2026-11-22T04:59:59Z"), "2026-11-20");
    }
}
