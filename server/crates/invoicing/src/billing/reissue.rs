//! Reissues a document that the tax authority refused: the same sale and payment under the next number of the series, to the corrected
//! customer, at the rate of the new issue date. The refused number stays in the register as void.

use super::{
    debit::{self, DebitReasonCode},
    documents::load_complete,
    electronic, instalments_store,
    issue::{Customer, NewDocument, check_customer, check_regime},
    load_document,
    model::{Billing, BillingRow, BillingState, Instalment},
    notes, numbers_store,
    reissue_figures::{ResplitSale, reissue_figures, reissue_time, sale_under_rule},
    store::{self, IssueNumber},
    tax::{DocumentFigures, Sale},
};
use anyhow::anyhow;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    document_kind::DocumentKind,
    error::{Code, OrNotFound, Result, refuse},
    ids::{BillingId, PaymentId},
    money::{Money, Quantity},
    words::IgvTreatment,
};
use comanda_ledgers::figures;
use comanda_platform::{
    audit::{self, AuditEntry},
    settings::{Settings, TaxRule, tax},
    use_case::Work,
};
use serde::Serialize;
use utoipa::ToSchema;

/// A preview of the document that would replace a refused one.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReissueQuote {
    /// The issue date of the new document.
    pub issue_date: NaiveDate,
    /// Whether the issue date differs from that of the refused document.
    pub is_new_date: bool,
    /// The rate of the new document in per cent.
    pub igv_percent: Quantity,
    /// The rate of the refused document in per cent.
    pub previous_igv_percent: Quantity,
    pub taxable: Money,
    pub igv: Money,
    pub previous_igv: Money,
    /// The total, which stays as paid.
    pub total: Money,
}

/// Previews the document that `reissue_document` would issue now.
pub async fn preview_reissue(
    tx: &mut Tx,
    refused: &Billing,
    resplit: ResplitSale<'_>,
    now: DateTime<Utc>,
) -> Result<ReissueQuote> {
    let replacement = Replacement::plan(tx, refused, resplit, now).await?;
    let row = &refused.row;
    let (taxable, igv) = replacement.figures.as_ref().map_or((row.taxable, row.igv), |f| (f.taxable, f.igv));
    Ok(ReissueQuote {
        issue_date: tax::issue_date(replacement.issued_at),
        is_new_date: tax::issue_date(replacement.issued_at) != tax::issue_date(row.issued_at),
        igv_percent: replacement.figures.as_ref().map_or(row.igv_percent, |f| f.igv_percent),
        previous_igv_percent: row.igv_percent,
        taxable,
        igv,
        previous_igv: row.igv,
        total: row.total,
    })
}

/// The planned replacement of a refused document.
struct Replacement {
    issued_at: DateTime<Utc>,
    rule: TaxRule,
    sale: Sale,
    /// New figures, where another tax rule applies than to the refused document.
    figures: Option<DocumentFigures>,
    /// For a debit note, the document that it modifies.
    modified: Option<BillingId>,
}

impl Replacement {
    async fn plan(tx: &mut Tx, refused: &Billing, resplit: ResplitSale<'_>, now: DateTime<Utc>) -> Result<Self> {
        let closed = Settings::load(tx).await?.books_closed_until;
        let mut issued_at = reissue_time(refused, now);
        if closed.is_some_and(|closed| tax::issue_date(issued_at) <= closed) {
            issued_at = now;
        }
        let modified = match &refused.debit {
            Some(note) => Some(debit::find_last_replacement(tx, note.document_id).await?),
            None => None,
        };
        let rule = match &modified {
            // A note keeps the rate of the document that it modifies, and is not older (rule 2885).
            Some(changed) => {
                require_in_force(changed)?;
                require_remaining_amount(tx, changed, refused).await?;
                if tax::issue_date(issued_at) < tax::issue_date(changed.issued_at) {
                    issued_at = now;
                }
                changed.rule()
            }
            None => tax::load_rule_at(tx, issued_at).await?,
        };
        let row = &refused.row;
        let is_another = rule.percent_of(IgvTreatment::Taxed) != row.igv_percent
            || rule.regime != row.regime
            || (!row.bag_tax.is_zero() && rule.bag_tax != row.rule().bag_tax);
        let sale = sale_under_rule(refused, rule, resplit);
        let figures = if is_another { Some(reissue_figures(refused, sale.clone())?) } else { None };
        Ok(Self { issued_at, rule, sale, figures, modified: modified.map(|changed| changed.id) })
    }

    async fn insert(
        &self,
        tx: &mut Tx,
        issue: &NewDocument,
        refused: &BillingRow,
        n: &IssueNumber<'_>,
    ) -> Result<BillingId> {
        let Some(figures) = &self.figures else {
            let id = store::insert_billing_copy(tx, refused, &issue.customer, n).await?;
            return self.link_modified_document(tx, id, refused.id).await;
        };
        let id = store::insert_billing(tx, issue, n, figures).await?;
        store::insert_billing_lines(tx, id, figures).await?;
        self.link_modified_document(tx, id, refused.id).await
    }

    /// Links a debit note with the document that it modifies.
    async fn link_modified_document(&self, tx: &mut Tx, id: BillingId, refused: BillingId) -> Result<BillingId> {
        if let Some(modified) = self.modified {
            debit::insert_debit_note_copy(tx, id, refused, modified).await?;
        }
        Ok(id)
    }
}

/// Refuses to debit a document that the tax authority rejected, or that is void.
fn require_in_force(changed: &BillingRow) -> Result<()> {
    let number = changed.full_number();
    let text = match changed.state {
        BillingState::Rejected => {
            format!("La SUNAT rechazó {number}: primero se emite de nuevo ese comprobante, después su nota.")
        }
        _ if changed.is_voided() => format!("{number} está anulado y su nota de débito ya no va: también se anula."),
        _ => return Ok(()),
    };
    refuse(Code::Conflict, text).with_current(changed).err()
}

/// Refuses to raise the price of a document that was credited in full; a penalty remains possible.
async fn require_remaining_amount(tx: &mut Tx, changed: &BillingRow, refused: &Billing) -> Result<()> {
    let is_penalty = refused.debit.as_ref().is_some_and(|note| note.reason_code == DebitReasonCode::Penalty);
    if is_penalty || !load_document(tx, changed.id).await?.remaining_total().is_zero() {
        return Ok(());
    }
    let text =
        format!("{} ya se acreditó por completo: devuelve el cobro de su nota de débito.", changed.full_number());
    refuse(Code::Conflict, text).with_current(changed).err()
}

/// Refuses where credit notes are not refused together with their document, or other taxes apply to the replacement than to its notes.
fn require_compatible_notes(refused: &Billing, replacement: &Replacement) -> Result<()> {
    notes::require_notes_refused(refused)?;
    if replacement.figures.is_none() || refused.credit_notes.is_empty() {
        return Ok(());
    }
    let text = format!(
        "{} tiene una nota de crédito y hoy rigen otros impuestos: lo que queda de su cobro se devuelve y se cobra otra vez.",
        refused.full_number
    );
    refuse(Code::Conflict, text).with_current(&refused.row).err()
}

/// Issues the replacement with the due dates of its instalments. `kept_at` is the payment to which the refused document is moved. The
/// caller holds the lock of its account.
pub async fn reissue_document(
    work: &mut Work<'_>,
    refused: &Billing,
    resplit: ResplitSale<'_>,
    customer: &Customer,
    instalments: &[Instalment],
    kept_at: PaymentId,
) -> Result<Billing> {
    let replacement = Replacement::plan(work.tx, refused, resplit, work.now).await?;
    require_compatible_notes(refused, &replacement)?;
    let was = refused;
    let kind = refused.row.billing_type_id;
    let issue = NewDocument {
        kind,
        client_request_id: refused.row.client_request_id,
        payment_id: refused.row.payment_id,
        cycle_id: refused.row.cycle_id,
        customer: customer.clone(),
        by_consumption: refused.row.by_consumption,
        instalments: instalments.to_vec(),
        sale: replacement.sale.clone(),
        paper: None,
        debit: None,
    };
    let refused = &refused.row;
    check_regime(kind, replacement.rule.regime)?;
    check_customer(kind, customer, refused.total, tax::issue_date(replacement.issued_at))?;
    let day = work.settings().await?.business_day(replacement.issued_at);
    if store::void_and_move_to_payment(work.tx, refused.id, kept_at).await? == 0 {
        let text = format!("El comprobante {} ya no se puede emitir de nuevo.", refused.full_number());
        return refuse(Code::Conflict, text).with_current(refused).err();
    }
    figures::mark_days_of_document_stale(work.tx, refused.id).await?;
    let same = numbers_store::reserve_number(work.tx, kind, &refused.serie).await?;
    // The series of a note begins with the letter of the document that it modifies.
    let letter = if kind == DocumentKind::DebitNote { refused.serie.get(..1).unwrap_or_default() } else { "" };
    let reserved = if same.is_some() { same } else { numbers_store::reserve_number(work.tx, kind, letter).await? };
    let Some(reserved) = reserved else {
        return refuse(Code::Conflict, "No hay una serie activa para ese comprobante. Actívala en Configuración.")
            .err();
    };
    let numbered = IssueNumber { reserved: &reserved, day, at: replacement.issued_at, words: &refused.total_in_words };
    let id = replacement.insert(work.tx, &issue, refused, &numbered).await?;
    instalments_store::insert_instalments(work.tx, id, instalments).await?;
    let row: BillingRow = store::find_billing(work.tx, id).await.or_not_found("el comprobante")?;
    let mut billing =
        load_complete(work.tx, vec![row]).await?.pop().ok_or_else(|| anyhow!("the document just issued"))?;
    electronic::register_document(work, &mut billing).await?;
    if billing.row.hash.is_none() {
        let text = "Para emitirlo de nuevo, termina de configurar la facturación electrónica.";
        return refuse(Code::Conflict, text).err();
    }
    electronic::set_replacement(work.tx, refused.id, id).await?;
    notes::move_notes(work, was, id).await?;
    let entry = AuditEntry::new("DOCUMENT_REISSUED")
        .entity("billing", id.0)
        .request(refused.client_request_id)
        .cycle(refused.cycle_id)
        .amount(refused.total)
        .reason(format!("{} en lugar de {}", billing.full_number, refused.full_number()));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    // Loads the document again, now with the number that it replaces.
    let row: BillingRow = store::find_billing(work.tx, id).await.or_not_found("el comprobante")?;
    load_complete(work.tx, vec![row]).await?.pop().ok_or_else(|| anyhow!("the document just issued").into())
}
