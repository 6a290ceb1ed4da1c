//! Issuing a document in the transaction of its payment: who it is to, its figures, the series' next number.

use super::{
    contingency::{self, Paper},
    debit::{self, NewDebitNote},
    documents::completed,
    electronic, instalments_store,
    kind::BillingKind,
    model::{Billing, BillingRow, Instalment},
    numbers_store::{self, TakenNumber},
    store::{self, Numbered},
    tax::{self, Figures, Sale},
    words::amount_in_words,
};
use anyhow::anyhow;
use chrono::NaiveDate;
use comanda_base::{
    error::{Code, OrNotFound, Result, invalid, refuse},
    ids::{ClientId, CycleId, PaymentId, RequestId},
    money::Money,
};
use comanda_ledgers::figures;
use comanda_masterdata::clients::document::{IdentityDocument, NOBODY_DNI, is_ruc};
use comanda_platform::{
    audit::{self, Entry},
    law,
    settings::{Regime, tax::issue_date},
    use_case::Work,
};

/// Who a document is to, as it will say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    pub id: Option<ClientId>,
    pub document_type: IdentityDocument,
    pub document_number: String,
    pub name: String,
    pub address: String,
}
impl Customer {
    /// Whoever did not say who they are.
    pub fn nobody() -> Self {
        Self {
            id: None,
            document_type: IdentityDocument::Dni,
            document_number: NOBODY_DNI.into(),
            name: "CLIENTES VARIOS".into(),
            address: String::new(),
        }
    }
    /// Whether anybody could ask them for what they owe.
    pub fn is_identified(&self) -> bool {
        !self.document_number.is_empty() && self.document_number != NOBODY_DNI
    }
}

/// A document to be issued.
#[derive(Debug)]
pub struct Issue {
    pub kind: BillingKind,
    pub client_request_id: RequestId,
    pub payment_id: PaymentId,
    pub cycle_id: CycleId,
    pub customer: Customer,
    pub by_consumption: bool,
    /// When what is sold on credit falls due; none where all of it is paid.
    pub instalments: Vec<Instalment>,
    pub sale: Sale,
    /// What was written on paper already; none where it is issued now.
    pub paper: Option<Paper>,
    /// Of a debit note: what it adds to, and why.
    pub debit: Option<NewDebitNote>,
}

/// Refuses a customer that the document cannot be issued to; asked before anything is written.
pub fn check_customer(kind: BillingKind, customer: &Customer, total: Money, issued_on: NaiveDate) -> Result<()> {
    let limit = law::unnamed_boleta_limit(issued_on);
    match kind {
        BillingKind::Factura
            if customer.document_type != IdentityDocument::Ruc || !is_ruc(&customer.document_number) =>
        {
            invalid("client_id", "La factura necesita un cliente con RUC. Elige o crea el cliente.").err()
        }
        BillingKind::Boleta if total > limit && !customer.is_identified() => invalid(
            "client_id",
            format!("Una boleta de más de S/ {limit} necesita un cliente con su documento. Elige o crea el cliente."),
        )
        .err(),
        _ => Ok(()),
    }
}

/// Refuses a factura of a house that may issue none.
pub fn check_regime(kind: BillingKind, regime: Regime) -> Result<()> {
    if kind == BillingKind::Factura && regime.is_nuevo_rus() {
        let text = "En el Nuevo RUS no se emiten facturas. Elige boleta, o cambia el régimen en Ajustes globales.";
        return invalid("billing_type_id", text).err();
    }
    Ok(())
}

/// Lines that a document of the tax authority has at most (rule 2023).
const MAX_LINES: usize = 999;

/// Refuses what the tax authority takes no document of.
fn check_lines(kind: BillingKind, figures: &Figures) -> Result<()> {
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
        Some(_) if figures.igv_has_drifted() => invalid(
            "by_consumption",
            "La cuenta tiene tantas líneas de céntimos que su IGV no cuadraría para la SUNAT. Cobra por consumo.",
        )
        .err(),
        _ => Ok(()),
    }
}

/// Issues it: figures once, number last, so that the series is locked as briefly as can be.
pub async fn issue(work: &mut Work<'_>, i: Issue) -> Result<Billing> {
    let figures = tax::figures(i.sale.clone()).map_err(anyhow::Error::from)?;
    let at = i.paper.map_or(work.now, |paper| paper.at);
    check_regime(i.kind, i.sale.tax.regime)?;
    check_customer(i.kind, &i.customer, figures.total, issue_date(at))?;
    check_lines(i.kind, &figures)?;
    let day = work.settings().await?.business_day(at);
    let taken = match i.paper {
        Some(paper) => contingency::take_number(work, i.kind, paper).await?,
        None => next_number(work, &i).await?,
    };
    let words = amount_in_words(figures.total);
    let numbered = Numbered { taken: &taken, day, at, words: &words };
    let id = store::insert(work.tx, &i, &numbered, &figures).await?;
    store::insert_lines(work.tx, id, &figures).await?;
    instalments_store::insert(work.tx, id, &i.instalments).await?;
    if let Some(note) = &i.debit {
        debit::insert(work.tx, id, note).await?;
    }
    let row: BillingRow = store::billing(work.tx, id).await.or_not_found("el comprobante")?;
    if row.is_contingency {
        figures::document_changed(work.tx, id).await?;
    }
    let entry = Entry::new("DOCUMENT_ISSUED")
        .entity("billing", id.0)
        .request(i.client_request_id)
        .cycle(i.cycle_id)
        .amount(figures.total)
        .reason(row.full_number());
    audit::log(work.tx, work.actor, work.now, entry).await?;
    let mut billing = completed(work.tx, vec![row]).await?.pop().ok_or_else(|| anyhow!("the document just issued"))?;
    electronic::register(work, &mut billing).await?;
    Ok(billing)
}

/// Takes the next number of its kind; a debit note's of a series with the letter of what it adds to.
async fn next_number(work: &mut Work<'_>, i: &Issue) -> Result<TakenNumber> {
    let letter = i.debit.as_ref().map_or("", |note| note.letter());
    if let Some(taken) = numbers_store::take_number(work.tx, i.kind as i64, letter).await? {
        return Ok(taken);
    }
    let text = match letter {
        "" => "No hay una serie activa para ese comprobante. Actívala en Configuración.".to_owned(),
        letter => {
            format!("No hay una serie activa de notas de débito que empiece con {letter}. Actívala en Configuración.")
        }
    };
    refuse(Code::Conflict, text).err()
}
