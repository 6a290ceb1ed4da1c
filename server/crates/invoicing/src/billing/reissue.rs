//! Issuing a document anew that the tax authority refused: the same sale and payment under the series' next number, to the client as
//! corrected, at the rate of the day that it says. The refused number stays in the register and counts no more.

use super::{
    debit::{self, DebitReasonCode},
    document,
    documents::completed,
    electronic, instalments_store,
    issue::{Customer, Issue, check_customer, check_regime},
    kind::BillingKind,
    model::{Billing, BillingRow, BillingState, Instalment},
    notes, numbers_store,
    reissue_figures::{SplitAnew, figures_anew, issued_anew_at, sale_under},
    store::{self, Numbered},
    tax::{Figures, Sale},
};
use anyhow::anyhow;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, OrNotFound, Result, refuse},
    ids::{BillingId, PaymentId},
    money::{Money, Quantity},
    words::IgvTreatment,
};
use comanda_ledgers::figures;
use comanda_platform::{
    audit::{self, Entry},
    settings::{Settings, TaxRule, tax},
    use_case::Work,
};
use serde::Serialize;
use utoipa::ToSchema;

/// What the document in a refused one's place will say, for whoever thinks of issuing it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReissueQuote {
    /// The day that it says.
    pub issue_date: NaiveDate,
    /// It says another day than the refused one.
    pub is_new_date: bool,
    /// Per cent.
    pub igv_percent: Quantity,
    /// The rate that the refused one says, per cent.
    pub previous_igv_percent: Quantity,
    pub taxable: Money,
    pub igv: Money,
    pub previous_igv: Money,
    /// What was paid stays.
    pub total: Money,
}

/// Tells what `reissue` would issue now.
pub async fn reissue_quote(
    tx: &mut Tx,
    refused: &Billing,
    split_anew: SplitAnew<'_>,
    now: DateTime<Utc>,
) -> Result<ReissueQuote> {
    let anew = Anew::planned(tx, refused, split_anew, now).await?;
    let row = &refused.row;
    let (taxable, igv) = anew.figures.as_ref().map_or((row.taxable, row.igv), |f| (f.taxable, f.igv));
    Ok(ReissueQuote {
        issue_date: tax::issue_date(anew.issued_at),
        is_new_date: tax::issue_date(anew.issued_at) != tax::issue_date(row.issued_at),
        igv_percent: anew.figures.as_ref().map_or(row.igv_percent, |f| f.igv_percent),
        previous_igv_percent: row.igv_percent,
        taxable,
        igv,
        previous_igv: row.igv,
        total: row.total,
    })
}

/// A document to be in a refused one's place.
struct Anew {
    issued_at: DateTime<Utc>,
    rule: TaxRule,
    sale: Sale,
    /// Where another rule holds than that of the refused one.
    figures: Option<Figures>,
    /// Of a debit note: what it adds to.
    standing: Option<BillingId>,
}

impl Anew {
    async fn planned(tx: &mut Tx, refused: &Billing, split_anew: SplitAnew<'_>, now: DateTime<Utc>) -> Result<Self> {
        let closed = Settings::load(tx).await?.books_closed_until;
        let mut issued_at = issued_anew_at(refused, now);
        if closed.is_some_and(|closed| tax::issue_date(issued_at) <= closed) {
            issued_at = now;
        }
        let standing = match &refused.debit {
            Some(note) => Some(debit::standing_document(tx, note.document_id).await?),
            None => None,
        };
        let rule = match &standing {
            // A note keeps the rate of what it adds to, and is no older (rule 2885).
            Some(changed) => {
                must_stand(changed)?;
                must_leave_something(tx, changed, refused).await?;
                if tax::issue_date(issued_at) < tax::issue_date(changed.issued_at) {
                    issued_at = now;
                }
                changed.rule()
            }
            None => tax::rule_at(tx, issued_at).await?,
        };
        let row = &refused.row;
        let is_another = rule.percent_of(IgvTreatment::Taxed) != row.igv_percent
            || rule.regime != row.regime
            || (!row.bag_tax.is_zero() && rule.bag_tax != row.rule().bag_tax);
        let sale = sale_under(refused, rule, split_anew);
        let figures = if is_another { Some(figures_anew(refused, sale.clone())?) } else { None };
        Ok(Self { issued_at, rule, sale, figures, standing: standing.map(|changed| changed.id) })
    }

    async fn insert(&self, tx: &mut Tx, issue: &Issue, refused: &BillingRow, n: &Numbered<'_>) -> Result<BillingId> {
        let Some(figures) = &self.figures else {
            let id = store::insert_again(tx, refused, &issue.customer, n).await?;
            return self.refer(tx, id, refused.id).await;
        };
        let id = store::insert(tx, issue, n, figures).await?;
        store::insert_lines(tx, id, figures).await?;
        self.refer(tx, id, refused.id).await
    }

    /// Lets a debit note say what it adds to.
    async fn refer(&self, tx: &mut Tx, id: BillingId, refused: BillingId) -> Result<BillingId> {
        if let Some(standing) = self.standing {
            debit::insert_again(tx, id, refused, standing).await?;
        }
        Ok(id)
    }
}

/// Refuses to add to a document that the tax authority does not know, or that counts no more.
fn must_stand(changed: &BillingRow) -> Result<()> {
    let number = changed.full_number();
    let text = match changed.state {
        BillingState::Rejected => {
            format!("La SUNAT rechazó {number}: primero se emite de nuevo ese comprobante, después su nota.")
        }
        _ if changed.is_voided() => format!("{number} está anulado y su nota de débito ya no va: también se anula."),
        _ => return Ok(()),
    };
    refuse(Code::Conflict, text).current(changed).err()
}

/// Refuses to add to the price of a document that was credited in full; a penalty stays by itself.
async fn must_leave_something(tx: &mut Tx, changed: &BillingRow, refused: &Billing) -> Result<()> {
    let is_penalty = refused.debit.as_ref().is_some_and(|note| note.reason_code == DebitReasonCode::Penalty);
    if is_penalty || !document(tx, changed.id).await?.left().is_zero() {
        return Ok(());
    }
    let text =
        format!("{} ya se acreditó por completo: devuelve el cobro de su nota de débito.", changed.full_number());
    refuse(Code::Conflict, text).current(changed).err()
}

/// Refuses what its notes could not be of: they were refused with it, and keep the rate that both say.
fn must_keep_its_notes(refused: &Billing, anew: &Anew) -> Result<()> {
    notes::must_be_refused_with(refused)?;
    if anew.figures.is_none() || refused.credit_notes.is_empty() {
        return Ok(());
    }
    let text = format!(
        "{} tiene una nota de crédito y hoy rigen otros impuestos: lo que queda de su cobro se devuelve y se cobra otra vez.",
        refused.full_number
    );
    refuse(Code::Conflict, text).current(&refused.row).err()
}

/// Issues it, with the dates on which the rest of it is paid. `kept_at` is the payment that the refused document is kept at. The caller holds the lock of its account.
pub async fn reissue(
    work: &mut Work<'_>,
    refused: &Billing,
    split_anew: SplitAnew<'_>,
    customer: &Customer,
    instalments: &[Instalment],
    kept_at: PaymentId,
) -> Result<Billing> {
    let anew = Anew::planned(work.tx, refused, split_anew, work.now).await?;
    must_keep_its_notes(refused, &anew)?;
    let was = refused;
    let kind = BillingKind::from_id(refused.row.billing_type_id).ok_or_else(|| anyhow!("a document of no kind"))?;
    let issue = Issue {
        kind,
        client_request_id: refused.row.client_request_id,
        payment_id: refused.row.payment_id,
        cycle_id: refused.row.cycle_id,
        customer: customer.clone(),
        by_consumption: refused.row.by_consumption,
        instalments: instalments.to_vec(),
        sale: anew.sale.clone(),
        paper: None,
        debit: None,
    };
    let refused = &refused.row;
    check_regime(kind, anew.rule.regime)?;
    check_customer(kind, customer, refused.total, tax::issue_date(anew.issued_at))?;
    let day = work.settings().await?.business_day(anew.issued_at);
    if store::keep_at(work.tx, refused.id, kept_at).await? == 0 {
        let text = format!("El comprobante {} ya no se puede emitir de nuevo.", refused.full_number());
        return refuse(Code::Conflict, text).current(refused).err();
    }
    figures::document_changed(work.tx, refused.id).await?;
    let same = numbers_store::take_number(work.tx, kind as i64, &refused.serie).await?;
    // A note's series begins with the letter of what it adds to.
    let letter = if kind == BillingKind::DebitNote { refused.serie.get(..1).unwrap_or_default() } else { "" };
    let taken = if same.is_some() { same } else { numbers_store::take_number(work.tx, kind as i64, letter).await? };
    let Some(taken) = taken else {
        return refuse(Code::Conflict, "No hay una serie activa para ese comprobante. Actívala en Configuración.")
            .err();
    };
    let numbered = Numbered { taken: &taken, day, at: anew.issued_at, words: &refused.total_in_words };
    let id = anew.insert(work.tx, &issue, refused, &numbered).await?;
    instalments_store::insert(work.tx, id, instalments).await?;
    let row: BillingRow = store::billing(work.tx, id).await.or_not_found("el comprobante")?;
    let mut billing = completed(work.tx, vec![row]).await?.pop().ok_or_else(|| anyhow!("the document just issued"))?;
    electronic::register(work, &mut billing).await?;
    if billing.row.hash.is_none() {
        let text = "Para emitirlo de nuevo, termina de configurar la facturación electrónica.";
        return refuse(Code::Conflict, text).err();
    }
    electronic::replace(work.tx, refused.id, id).await?;
    notes::pass_on(work, was, id).await?;
    let entry = Entry::new("DOCUMENT_REISSUED")
        .entity("billing", id.0)
        .request(refused.client_request_id)
        .cycle(refused.cycle_id)
        .amount(refused.total)
        .reason(format!("{} en lugar de {}", billing.full_number, refused.full_number()));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    // Again, with what it replaces.
    let row: BillingRow = store::billing(work.tx, id).await.or_not_found("el comprobante")?;
    completed(work.tx, vec![row]).await?.pop().ok_or_else(|| anyhow!("the document just issued").into())
}
