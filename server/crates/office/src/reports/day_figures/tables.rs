//! The tables of a business day for the files of its close.

use super::{DayFigures, DaySources};
use crate::reports::{
    cash_monitor, cash_monitor_files, cash_report, cashier_filter::CashierFilter, payment_methods, sales, span::DaySpan,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    money::{Money, Quantity},
};
use comanda_platform::{
    report_table::{ColumnKind, ReportCell, ReportColumn, ReportTable},
    settings::{CompanyInfo, Settings},
};

/// The figures of a day with the tables of the reports they come from.
#[derive(Debug)]
pub struct DayReports {
    pub figures: DayFigures,
    /// Payment methods, cash boxes and products, each with its sheet's name.
    tables: Vec<(&'static str, ReportTable)>,
}

impl DayReports {
    /// Loads a business day as of this moment. The tables have the expected amounts of open cash boxes only with `sees_open`.
    ///
    /// # Errors
    /// Fails if the database does not answer or the day has more cash boxes or acts than a report allows.
    pub async fn load(
        tx: &mut Tx,
        (settings, company): (&Settings, &CompanyInfo),
        (date, now): (NaiveDate, DateTime<Utc>),
        sees_open: bool,
    ) -> Result<Self> {
        let DaySources { figures, paid, cash, products } = DaySources::load(tx, settings, (date, now)).await?;
        let shown_cash =
            if sees_open || cash.open_count == 0 { cash } else { load_closed_cash(tx, settings, (date, now)).await? };
        let tables = vec![
            ("Medios de pago", payment_methods::build_table(&paid, company)),
            ("Cajas", cash_report::build_table(&shown_cash, company)),
            ("Productos", sales::build_table(&products, company)),
        ];
        Ok(Self { figures, tables })
    }

    /// Returns the tables of the file, each with its sheet's name, the summary first.
    pub fn tables(self, company: &CompanyInfo) -> Vec<(&'static str, ReportTable)> {
        let mut tables = vec![("Resumen", summary_table(&self.figures, company))];
        tables.extend(self.tables);
        tables
    }
}

/// Loads the day's closed cash boxes.
async fn load_closed_cash(
    tx: &mut Tx,
    settings: &Settings,
    (date, now): (NaiveDate, DateTime<Utc>),
) -> Result<cash_report::CashReport> {
    let (span, today) = (DaySpan { first: date, last: date }, settings.business_day(now));
    cash_report::load_report(
        tx,
        cash_report::CashReportQuery { span, cashier: CashierFilter::default(), only_closed: true, today },
    )
    .await
}

/// Loads every document of a business day as a table.
///
/// # Errors
/// Fails if the database does not answer or there are more documents than a file allows.
pub async fn load_documents_table(
    tx: &mut Tx,
    (settings, company): (&Settings, &CompanyInfo),
    date: NaiveDate,
) -> Result<ReportTable> {
    let span = DaySpan { first: date, last: date };
    let (documents, totals) = cash_monitor::load_documents_of_days(tx, span).await?;
    Ok(cash_monitor_files::build_table(&documents, totals, span, (company, settings)))
}

const SUMMARY: [ReportColumn; 3] = [
    ReportColumn::new("", ColumnKind::Text, 44),
    ReportColumn::new("Cuántos", ColumnKind::Quantity, 12),
    ReportColumn::new("Monto", ColumnKind::Money, 14),
];

/// Builds the summary. It has no total, because its rows are not comparable.
fn summary_table(day: &DayFigures, company: &CompanyInfo) -> ReportTable {
    let row = |name: &str, count: i64, amount: Option<Money>| {
        vec![name.into(), ReportCell::Quantity(Quantity::units(count)), amount.into()]
    };
    let plain = |name: &str, amount: Money| vec![name.into(), ReportCell::Empty, ReportCell::Money(amount)];
    let mut rows = vec![row("Ventas", day.documents, Some(day.total))];
    let until = if day.is_partial { " hasta la misma hora" } else { "" };
    rows.push(plain(&format!("Ventas del {}{until}", day.before_date.format("%d/%m/%Y")), day.before));
    rows.extend(day.methods.iter().map(|m| row(&format!("Cobrado: {}", m.name), m.operations, Some(m.total))));
    rows.push(plain("Cobrado en total", day.collected));
    for (name, amount) in [
        ("De eso, propinas", day.tips),
        ("De eso, deudas cobradas", day.collections),
        ("Vendido al crédito", day.credit),
    ] {
        if !amount.is_zero() {
            rows.push(plain(name, amount));
        }
    }
    for cash in &day.cashboxes {
        let cashbox_and_user = format!("{}, {}", cash.cashbox_name, cash.user_name);
        if cash.is_open {
            rows.push(vec![format!("{cashbox_and_user}: sigue abierta").into(), ReportCell::Empty, ReportCell::Empty]);
        }
        let (short, over) = (cash.differing_methods(true), cash.differing_methods(false));
        for (what, ways, amount) in [("falta", short, -cash.short), ("sobra", over, cash.over)] {
            if !amount.is_zero() {
                rows.push(plain(&format!("{cashbox_and_user}: {what}{ways}"), amount));
            }
        }
    }
    for act in &day.acts {
        rows.push(row(act.kind.plural(), act.count, Some(act.amount).filter(|amount| !amount.is_zero())));
        if !act.cost.is_zero() {
            rows.push(plain(&format!("{}, a costo", act.kind.plural()), act.cost));
        }
    }
    if day.unsent > 0 {
        rows.push(row("Comprobantes por enviar a SUNAT", day.unsent, None));
    }
    let notes = if day.is_partial { vec!["El día aún no termina.".to_owned()] } else { Vec::new() };
    ReportTable {
        title: format!("Cierre del {}", day.date.format("%d/%m/%Y")),
        lines: vec![company.legal_line()],
        columns: SUMMARY.to_vec(),
        rows,
        total: Vec::new(),
        notes,
    }
}
