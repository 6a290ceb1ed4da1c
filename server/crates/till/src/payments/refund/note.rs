//! The credit note of a refund: which units of the document go back, what it comes to, and its paper.

use super::{give_back::Case, plan::Plan};
use crate::payments::receipt::Format;
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{LineId, RefundId},
    money::{self, Money, Quantity, div_round},
};
use comanda_invoicing::billing::{
    Billing, BillingLine,
    electronic::{Gateway, Setup},
    notes::{self, Asked, CreditNote, NewNote, NotePaper, ReasonCode, Takes, Target, note_ticket},
};
use comanda_ledgers::ledger::RefundLine;
use comanda_platform::{
    mail,
    settings::{CompanyInfo, Logo, logo, tax},
    use_case::Work,
};
use comanda_printing::{
    PaperSize,
    pdf::{self, Sheet, SheetRow},
};
use comanda_ticket::Ticket;

/// Gives it, with what the account says that it comes to where something stays sold.
pub(super) async fn give_note(
    work: &mut Work<'_>,
    case: &Case<'_>,
    plan: &Plan,
    refund: RefundId,
    reason_code: ReasonCode,
    target: Option<Target>,
) -> Result<CreditNote> {
    let new = NewNote {
        billing: &case.billing,
        refund,
        cycle: case.cycle.id,
        reason_code,
        reason: &case.reason,
        approver: case.approval.approver_id,
        takes: match (target, &plan.discount) {
            (_, Some(discount)) => Takes::Amounts(discount.off.clone()),
            (Some(target), None) => Takes::Units(asked(case, plan, target), target),
            (None, None) => Takes::All,
        },
    };
    notes::issue(work, new).await
}

/// Units of the document that go back with those of the account; of a document without them, POR CONSUMO, a part of its line.
fn asked(case: &Case<'_>, plan: &Plan, target: Target) -> Vec<Asked> {
    let billing = &case.billing;
    let of = |line: LineId| {
        case.payment.lines.iter().filter(move |l| l.line_id == line).map(|l| l.quantity).sum::<Quantity>()
    };
    let mut units = Vec::new();
    for back in &plan.lines {
        let paid: Quantity = of(back.line_id);
        let lines = billing.lines.iter().filter(|l| l.line_id == Some(back.line_id));
        units.extend(lines.map(|l| (l.id, part(billing.left_of(l), back.quantity.millionths(), paid.millionths()))));
    }
    // Plastic bags are lines of their own also where all else is one.
    let bags = |l: &&BillingLine| l.is_bag();
    let is_unlisted = |back: &RefundLine| !billing.lines.iter().any(|l| l.line_id == Some(back.line_id));
    if plan.lines.iter().any(is_unlisted) {
        let worth = |l: &BillingLine, units: Quantity| part_of(l.base + l.igv + l.bag_tax, units, l.quantity);
        let go: Money =
            units.iter().filter_map(|(id, q)| Some(worth(billing.lines.iter().find(|l| l.id == *id)?, *q))).sum();
        let stand: Money = billing.lines.iter().filter(bags).map(|l| worth(l, billing.left_of(l))).sum();
        let goes = target.total - target.other_charges - go;
        let left = billing.left() - billing.left_outside_igv() - stand;
        let least = Quantity::from_millionths(1);
        let share = |q: Quantity| part(q, goes.millionths(), left.millionths()).max(least).min(q);
        let others = billing.lines.iter().filter(|l| !l.is_bag() && goes > Money::ZERO);
        units.extend(others.map(|l| (l.id, share(billing.left_of(l)))));
    }
    units.retain(|(_, quantity)| *quantity > Quantity::ZERO);
    units
}

fn part_of(amount: Money, units: Quantity, of: Quantity) -> Money {
    money::part(amount, units.millionths(), of.millionths())
}

fn part(quantity: Quantity, part: i64, of: i64) -> Quantity {
    if of == 0 {
        return Quantity::ZERO;
    }
    let millionths = div_round(i128::from(quantity.millionths()) * i128::from(part), i128::from(of));
    Quantity::from_millionths(i64::try_from(millionths).unwrap_or_default())
}

/// What its papers say, rebuilt from what is stored.
struct Paper {
    company: CompanyInfo,
    billing: Billing,
    note: CreditNote,
    issued_at: String,
    changed_on: String,
    consult_at: String,
    is_demo: bool,
}

impl Paper {
    async fn of(tx: &mut Tx, billing: Billing, note: CreditNote) -> Result<Self> {
        let changed_at = billing.debit.as_ref().map_or(billing.row.issued_at, |debit| debit.document_issued_at);
        let changed_on = tax::issue_date(changed_at).format("%d/%m/%Y").to_string();
        Ok(Self {
            company: CompanyInfo::load(tx).await?,
            consult_at: mail::public_url(tx).await?.map(|url| format!("{url}/consulta")).unwrap_or_default(),
            is_demo: Setup::load(tx).await?.gateway == Gateway::Demo,
            issued_at: tax::issue_text(note.issued_at),
            changed_on,
            billing,
            note,
        })
    }
    fn says(&self) -> NotePaper<'_> {
        NotePaper {
            company: &self.company,
            billing: &self.billing,
            note: &self.note,
            issued_at: &self.issued_at,
            issued_on: tax::issue_date(self.note.issued_at),
            changed_on: &self.changed_on,
            consult_at: &self.consult_at,
            is_demo: self.is_demo,
        }
    }
}

/// The paper of a note that was just given.
pub(super) async fn ticket(tx: &mut Tx, billing: &Billing, note: &CreditNote) -> Result<Ticket> {
    Ok(note_ticket(&Paper::of(tx, billing.clone(), note.clone()).await?.says()))
}

/// A note as a PDF, whoever asks.
pub async fn pdf_of(tx: &mut Tx, billing: &Billing, note: &CreditNote, format: Format) -> Result<Vec<u8>> {
    let paper = Paper::of(tx, billing.clone(), note.clone()).await?;
    let columns = match format {
        Format::Ticket => PaperSize::Mm80.columns(),
        Format::Columns(columns) => columns,
        Format::A4 => {
            let sheet = Sheet { logo: logo::on_white(tx).await?, ..sheet(&paper.says()) };
            return pdf::render_sheet(&sheet);
        }
    };
    let ticket = Logo::load(tx).await?.on(note_ticket(&paper.says()));
    pdf::render(&ticket, columns)
}

fn issuer(p: &NotePaper<'_>) -> Vec<String> {
    let annex = p.annex();
    let addresses = if annex.is_empty() { vec![p.company.commercial_address.clone()] } else { annex };
    [p.company.legal_name.clone()].into_iter().chain(addresses).filter(|line| !line.is_empty()).collect()
}

/// On A4.
fn sheet(p: &NotePaper<'_>) -> Sheet {
    let (n, b, c) = (p.note, &p.billing.row, p.company);
    let soles = |amount: Money| format!("S/ {amount}");
    let fact = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let row = |l: &notes::CreditNoteLine| SheetRow {
        quantity: l.quantity.to_string(),
        description: l.description.clone(),
        unit_price: l.unit_price.to_string(),
        amount: l.total.to_string(),
    };
    Sheet {
        title: n.full_number.clone(),
        logo: None,
        house: c.commercial_name.clone(),
        issuer: issuer(p),
        number: vec![
            format!("{} {}", c.document_type, c.document_number),
            NotePaper::TITLE.to_owned(),
            n.full_number.clone(),
        ],
        facts: vec![
            fact("Cliente", &b.client_name),
            fact("Fecha", p.issued_at),
            fact(b.client_document_type.as_str(), &b.client_document_number),
            fact("Moneda", "Soles"),
            fact("Modifica", &p.changes()),
            fact("Tipo", n.reason_code.said_on(p.billing).1),
            fact("Motivo", &n.reason),
        ],
        rows: n.said_lines(p.billing).iter().map(row).collect(),
        totals: p.breakdown().into_iter().map(|(label, amount)| (label, soles(amount))).collect(),
        total: ("TOTAL".into(), soles(n.total)),
        words: format!("SON: {}", n.total_in_words),
        paid: Vec::new(),
        qr: Some(p.qr()),
        legend: p.legend(),
    }
}
