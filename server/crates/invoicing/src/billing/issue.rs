//! Issues a document in the transaction of its payment: customer, figures, and the next number of the series.

use super::{
    contingency::{self, PaperDocument},
    debit::{self, NewDebitNote},
    documents::load_complete,
    electronic, instalments_store,
    model::{Billing, BillingRow, Instalment},
    numbers_store::{self, ReservedNumber},
    store::{self, IssueNumber},
    tax::{self, DocumentFigures, Sale},
    words::amount_in_words,
};
use anyhow::anyhow;
use chrono::NaiveDate;
use comanda_base::{
    document_kind::DocumentKind,
    error::{Code, OrNotFound, Result, invalid, refuse},
    ids::{ClientId, CycleId, PaymentId, RequestId},
    money::Money,
};
use comanda_ledgers::figures;
use comanda_masterdata::clients::document::{ANONYMOUS_DNI, IdentityDocument, is_ruc};
use comanda_platform::{
    audit::{self, AuditEntry},
    law,
    settings::{Regime, tax::issue_date},
    use_case::Work,
};

/// The customer that a document names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    pub id: Option<ClientId>,
    pub document_type: IdentityDocument,
    pub document_number: String,
    pub name: String,
    pub address: String,
}
impl Customer {
    /// Returns the unnamed customer of an anonymous sale.
    pub fn anonymous() -> Self {
        Self {
            id: None,
            document_type: IdentityDocument::Dni,
            document_number: ANONYMOUS_DNI.into(),
            name: "CLIENTES VARIOS".into(),
            address: String::new(),
        }
    }
    /// Whether the customer is identified, so that a debt can be claimed.
    pub fn is_identified(&self) -> bool {
        !self.document_number.is_empty() && self.document_number != ANONYMOUS_DNI
    }
}

/// The data of a document to be issued.
#[derive(Debug)]
pub struct NewDocument {
    pub kind: DocumentKind,
    pub client_request_id: RequestId,
    pub payment_id: PaymentId,
    pub cycle_id: CycleId,
    pub customer: Customer,
    pub by_consumption: bool,
    /// The instalments of a sale on credit; empty where everything is paid.
    pub instalments: Vec<Instalment>,
    pub sale: Sale,
    /// Present where the document was written on paper before.
    pub paper: Option<PaperDocument>,
    /// Present for a debit note: the document that it modifies, and the reason.
    pub debit: Option<NewDebitNote>,
}

/// Refuses a customer to whom the document cannot be issued; called before anything is written.
pub fn check_customer(kind: DocumentKind, customer: &Customer, total: Money, issued_on: NaiveDate) -> Result<()> {
    let limit = law::unnamed_boleta_limit_on(issued_on);
    match kind {
        DocumentKind::Factura
            if customer.document_type != IdentityDocument::Ruc || !is_ruc(&customer.document_number) =>
        {
            invalid("client_id", "La factura necesita un cliente con RUC. Elige o crea el cliente.").err()
        }
        DocumentKind::Boleta if total > limit && !customer.is_identified() => invalid(
            "client_id",
            format!("Una boleta de más de S/ {limit:#} necesita un cliente con su documento. Elige o crea el cliente."),
        )
        .err(),
        _ => Ok(()),
    }
}

/// Refuses a factura in a regime that allows none.
pub fn check_regime(kind: DocumentKind, regime: Regime) -> Result<()> {
    if kind == DocumentKind::Factura && regime.is_nuevo_rus() {
        let text = "En el Nuevo RUS no se emiten facturas. Elige boleta, o cambia el régimen en Ajustes globales.";
        return invalid("billing_type_id", text).err();
    }
    Ok(())
}

/// The largest number of lines in an electronic document (rule 2023).
const MAX_LINES: usize = 999;

/// Refuses documents that the tax authority would not accept.
fn check_lines(kind: DocumentKind, figures: &DocumentFigures) -> Result<()> {
    let lines = figures.lines.iter().filter(|l| !l.base.is_zero()).count();
    match kind.tax_code() {
        Some(_) if lines == 0 => invalid(
            "billing_type_id",
            "Nada de esta cuenta tiene precio: no hay qué poner en una boleta o factura. Elige nota de venta.",
        )
        .err(),
        Some(_) if lines > MAX_LINES => invalid(
            "by_consumption",
            format!(
                "La cuenta tiene {lines} líneas, y un comprobante admite {MAX_LINES}. Cobra por consumo o por partes."
            ),
        )
        .err(),
        Some(_) if figures.has_igv_drift() => invalid(
            "by_consumption",
            "La cuenta tiene tantas líneas de céntimos que su IGV no cuadraría para la SUNAT. Cobra por consumo.",
        )
        .err(),
        _ => Ok(()),
    }
}

/// Issues the document. The number is taken last, so that the series is locked as briefly as possible.
pub async fn issue_document(work: &mut Work<'_>, i: NewDocument) -> Result<Billing> {
    let figures = tax::compute_document_figures(i.sale.clone()).map_err(anyhow::Error::from)?;
    let at = i.paper.map_or(work.now, |paper| paper.at);
    check_regime(i.kind, i.sale.tax.regime)?;
    check_customer(i.kind, &i.customer, figures.total, issue_date(at))?;
    check_lines(i.kind, &figures)?;
    let day = work.settings().await?.business_day(at);
    let reserved = match i.paper {
        Some(paper) => contingency::reserve_paper_number(work, i.kind, paper).await?,
        None => next_number(work, &i).await?,
    };
    let words = amount_in_words(figures.total);
    let numbered = IssueNumber { reserved: &reserved, day, at, words: &words };
    let id = store::insert_billing(work.tx, &i, &numbered, &figures).await?;
    store::insert_billing_lines(work.tx, id, &figures).await?;
    instalments_store::insert_instalments(work.tx, id, &i.instalments).await?;
    if let Some(note) = &i.debit {
        debit::insert_debit_note(work.tx, id, note).await?;
    }
    let row: BillingRow = store::find_billing(work.tx, id).await.or_not_found("el comprobante")?;
    if row.is_contingency {
        figures::mark_days_of_document_stale(work.tx, id).await?;
    }
    let entry = AuditEntry::new("DOCUMENT_ISSUED")
        .entity("billing", id.0)
        .request(i.client_request_id)
        .cycle(i.cycle_id)
        .amount(figures.total)
        .reason(row.full_number());
    audit::log(work.tx, work.actor, work.now, entry).await?;
    let mut billing =
        load_complete(work.tx, vec![row]).await?.pop().ok_or_else(|| anyhow!("the document just issued"))?;
    electronic::register_document(work, &mut billing).await?;
    Ok(billing)
}

/// Takes the next number of the document's kind; a debit note takes it from a series with the letter of the modified document.
async fn next_number(work: &mut Work<'_>, i: &NewDocument) -> Result<ReservedNumber> {
    let letter = i.debit.as_ref().map_or("", |note| note.series_letter());
    if let Some(reserved) = numbers_store::reserve_number(work.tx, i.kind, letter).await? {
        return Ok(reserved);
    }
    let text = match letter {
        "" => "No hay una serie activa para ese comprobante. Actívala en Configuración.".to_owned(),
        letter => {
            format!("No hay una serie activa de notas de débito que empiece con {letter}. Actívala en Configuración.")
        }
    };
    refuse(Code::Conflict, text).err()
}
