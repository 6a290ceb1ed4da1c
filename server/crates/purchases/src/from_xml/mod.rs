//! Reads the supplier's own file into a draft purchase that a person reviews: the XML of a factura or boleta, alone or in a ZIP, or the QR
//! of a printed one. Nothing is stored until the purchase itself is recorded; the confirmed matches of the supplier's texts are remembered
//! with it.

mod bounds;
mod charges;
mod http;
mod invoice;
mod keys;
mod matching;
mod model;
mod note;
mod open;
mod other_kind;
mod problem;
mod qr;
mod remember;
mod similarity;
mod store;
mod sums;
mod terms;
mod tree;
mod ubl;
mod ubl_line;
mod units;

pub(super) use http::routes;
pub(super) use remember::{NewMatch, remember_matches, validate_matches};

use super::{model::PurchaseRow, paper::DocumentNumber, store as purchases, words::PurchaseType};
use comanda_base::{
    db::Tx,
    error::{Faults, Result},
    identity::is_ruc,
    ids::ProviderId,
    money::Money,
    purchase_document::PurchaseDocument,
    words::IdentityDocument,
};
use comanda_masterdata::providers;
use comanda_platform::settings::{CompanyInfo, TaxIdType};
use invoice::{Affectation, Invoice, InvoiceWarning, ModifiedReference};
use model::{
    ComparedFigure, ComputedTotals, Difference, PaperDraft, PaperIgv, PaperInstalment, PaperModified, PaperProvider,
    PaperTwin, PaperWarning, SaidTotals, SupplierLine,
};
use problem::Problem;
use sums::DocumentSums;

/// Whether the bytes are an XML that can be parsed safely.
pub(super) fn is_readable(bytes: &[u8]) -> bool {
    open::extract_xml(bytes).is_ok_and(|xml| {
        let xml = xml.trim_start();
        bounds::check_bounds(xml).is_ok() && roxmltree::Document::parse(xml).is_ok()
    })
}

/// Reads a file on a blocking thread.
async fn read_file(bytes: Vec<u8>) -> Result<Invoice> {
    let read = move || open::extract_xml(&bytes).and_then(|xml| ubl::read_ubl(&xml));
    let read = tokio::task::spawn_blocking(read).await.map_err(anyhow::Error::from)?;
    Ok(read.map_err(|problem| problem.at("file"))?)
}

/// Reads the text of a QR.
fn read_qr(text: &str) -> Result<Invoice> {
    Ok(qr::read_qr(text).map_err(|problem| problem.at("qr"))?)
}

/// Builds the draft of the purchase for this document.
async fn build_draft(tx: &mut Tx, invoice: Invoice, field: &str) -> Result<PaperDraft> {
    let warnings = check_customer(&CompanyInfo::load(tx).await?, &invoice).map_err(|problem| problem.at(field))?;
    let provider = match invoice.supplier.document_type {
        Some(kind) => providers::find_provider_by_document(tx, kind, &invoice.supplier.document).await?,
        None => None,
    };
    let existing = match &provider {
        Some(provider) => {
            let paper =
                DocumentNumber::normalize(invoice.document, &invoice.serie, &invoice.number, &mut Faults::default());
            purchases::find_by_document(tx, provider.id, &paper).await?
        }
        None => None,
    };
    let modifies = match (&invoice.modifies, &provider) {
        (Some(note), Some(provider)) => Some((note.clone(), find_modified_purchase(tx, provider.id, note).await?)),
        (Some(note), None) => Some((note.clone(), None)),
        (None, _) => None,
    };
    let known = matching::load_matching_data(tx, provider.as_ref().map(|p| p.id), &invoice.lines).await?;
    let looked_up = move || (invoice.lines.iter().map(|line| known.find(line)).collect::<Vec<_>>(), invoice);
    let (found, invoice) = tokio::task::spawn_blocking(looked_up).await.map_err(anyhow::Error::from)?;
    let (sums, charges) = (sums::compute_sums(&invoice), charges::compute_charges(&invoice));
    let lines =
        invoice.lines.iter().zip(found).zip(&sums.totals).map(|((line, (found, is_charge)), total)| SupplierLine {
            number: line.number,
            code: line.code.clone(),
            text: line.text.clone(),
            unit_code: line.unit_code.clone(),
            quantity: line.quantity,
            unit_price: total.per_unit(line.quantity).unwrap_or_default(),
            total: *total,
            affectation: line.affectation_code.clone(),
            is_exempt: line.is_exempt(),
            found,
            is_charge,
        });
    // Fixed charges and energy are no goods that a restaurant keeps in stock.
    let hides_lines = invoice.document == PurchaseDocument::UtilityBill
        || invoice.modifies.as_ref().is_some_and(|note| !note.has_items);
    let is_inactive = provider.as_ref().is_some_and(|p| !p.status.is_active());
    Ok(PaperDraft {
        lines: lines.filter(|_| !hides_lines).collect(),
        modifies: modifies.map(|(note, purchase)| PaperModified {
            document: note.document,
            serie: note.serie,
            number: note.number,
            effect: note.effect,
            date: purchase.as_ref().map(|row| row.date),
            purchase_id: purchase.map(|row| row.id),
        }),
        warnings: collect_warnings(warnings, &invoice, &sums, is_inactive),
        totals: SaidTotals {
            subtotal: invoice.totals.taxed,
            igv: invoice.totals.igv,
            exempt: invoice.totals.exempt,
            discount: sums.discount,
            freight: sums.freight,
            advance: sums.advance,
            other: invoice.totals.other_taxes,
            isc: charges.isc,
            icbper: charges.icbper,
            other_charges: charges.other,
            total: invoice.totals.total,
        },
        computed: ComputedTotals { subtotal: sums.subtotal, igv: sums.igv, total: sums.total },
        differences: find_differences(&invoice, &sums),
        deducted: deductible_igv(&invoice, &sums),
        provider: PaperProvider {
            id: provider.as_ref().map(|p| p.id),
            document_type: invoice.supplier.document_type.unwrap_or(IdentityDocument::Ruc),
            is_new: provider.is_none(),
            name: provider.map_or(invoice.supplier.name, |p| p.display_name),
            document: invoice.supplier.document,
        },
        document: invoice.document,
        serie: invoice.serie,
        number: invoice.number,
        date: invoice.date,
        time: invoice.time,
        currency: "PEN".into(),
        existing: existing.map(|row| PaperTwin { id: row.id, full_number: row.full_number }),
        payment: invoice.payment,
        quotes: invoice.quotes.into_iter().map(|(date, amount)| PaperInstalment { date, amount }).collect(),
        set_aside: invoice.set_aside,
    })
}

/// Finds the purchase that a note modifies, where it was recorded here.
async fn find_modified_purchase(
    tx: &mut Tx,
    provider: ProviderId,
    note: &ModifiedReference,
) -> Result<Option<PurchaseRow>> {
    let paper = DocumentNumber::normalize(note.document, &note.serie, &note.number, &mut Faults::default());
    Ok(purchases::find_by_document(tx, provider, &paper).await?)
}

/// Checks that the document was issued to this company, as far as that can be known; returns warnings.
fn check_customer(company: &CompanyInfo, invoice: &Invoice) -> Result<Vec<PaperWarning>, Problem> {
    let own_ruc = company.document_number.trim();
    if invoice.supplier.document_type != Some(IdentityDocument::Ruc) || !is_ruc(&invoice.supplier.document) {
        return Err(ubl::missing_problem("un RUC válido del proveedor"));
    }
    let ruc =
        invoice.customer.as_ref().filter(|c| c.document_type == Some(IdentityDocument::Ruc) && !c.document.is_empty());
    let mut warnings = Vec::new();
    if company.document_type != TaxIdType::Ruc || !is_ruc(own_ruc) {
        warnings.push(PaperWarning::OwnRucUnknown);
    } else if invoice.supplier.document == own_ruc {
        return Err(Problem::new("Es una factura que emitió tu empresa: es una venta, no una compra."));
    } else if let Some(other) = ruc.filter(|c| c.document != own_ruc) {
        let name = if other.name.is_empty() { "otra empresa" } else { other.name.as_str() };
        let text = format!(
            "El comprobante es para {name} (RUC {}), no para tu RUC {own_ruc}. Pide al proveedor el correcto.",
            other.document
        );
        return Err(Problem::new(text));
    }
    if ruc.is_none() {
        warnings.push(PaperWarning::from(InvoiceWarning::NoCustomer));
    }
    Ok(warnings)
}

fn collect_warnings(
    mut all: Vec<PaperWarning>,
    invoice: &Invoice,
    sums: &DocumentSums,
    is_inactive: bool,
) -> Vec<PaperWarning> {
    all.extend(invoice.warnings.iter().copied().map(PaperWarning::from));
    let some = |affectation: Affectation| invoice.lines.iter().any(|line| line.affectation == affectation);
    for (holds, warning) in [
        (sums.is_rounded, PaperWarning::Rounded),
        (some(Affectation::Exempt) && some(Affectation::Taxed), PaperWarning::PartlyExempt),
        (some(Affectation::Free), PaperWarning::FreeLines),
        (some(Affectation::Ivap), PaperWarning::Ivap),
        (is_inactive, PaperWarning::ProviderInactive),
    ] {
        all.extend(holds.then_some(warning));
    }
    all
}

/// The deductible IGV, as the document states it.
fn deductible_igv(invoice: &Invoice, sums: &DocumentSums) -> Option<PaperIgv> {
    let modified = invoice.modifies.as_ref().map(|note| note.document);
    let gives_tax_credit =
        invoice.document.gives_tax_credit(modified) && invoice.lines.iter().any(|line| !line.is_exempt());
    gives_tax_credit.then(|| PaperIgv { base: sums.subtotal, igv: sums.igv, percent: sums::igv_percent(invoice) })
}

fn find_differences(invoice: &Invoice, sums: &DocumentSums) -> Vec<Difference> {
    if invoice.lines.is_empty() {
        return Vec::new();
    }
    let paper = invoice.totals;
    let figures = [
        (ComparedFigure::Subtotal, paper.taxed, sums.subtotal),
        (ComparedFigure::Igv, paper.igv, sums.igv),
        (ComparedFigure::Total, paper.total, sums.total),
    ];
    let quoted: Money = invoice.quotes.iter().map(|(_, amount)| *amount).sum();
    let owed = match invoice.payment == PurchaseType::Credito && !invoice.quotes.is_empty() {
        true => Some((ComparedFigure::Instalments, invoice.pending.unwrap_or(paper.total), quoted)),
        false => None,
    };
    let differing = figures.into_iter().chain(owed).filter(|(_, paper, lines)| paper != lines);
    differing.map(|(what, paper, lines)| Difference { what, paper, lines }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_corrupted_suppliers_file_never_panics() {
        let paper: &[u8] = include_bytes!("../../../../../sunat/tests/golden/a_base.xml");
        let note: &[u8] = include_bytes!("../../../../../sunat/tests/golden/credit.xml");
        let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        zip.start_file("20100055237-01-F001-1.xml", zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(paper).unwrap();
        let zip = zip.finish().unwrap().into_inner();
        comanda_test_support::hostile::assert_survives_mutations("supplier", &[paper, note, &zip], |file| {
            drop(open::extract_xml(file).and_then(|xml| ubl::read_ubl(&xml)));
        });
        comanda_test_support::hostile::assert_survives_mutations(
            "qr",
            &[b"20100055237|01|F001|123|18.00|118.00|2026-11-21|6|20601234565|hash|"],
            |text| {
                drop(read_qr(&String::from_utf8_lossy(text)));
            },
        );
    }
}
