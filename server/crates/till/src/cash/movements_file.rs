//! Cash movements as a table of figures; a rejected one is listed with zero amounts.

use super::model::{Movement, MovementStatus, MovementType};
use comanda_base::money::Money;
use comanda_platform::{
    report_table::{ColumnKind, Report, ReportCell, ReportColumn, ReportGroup, ReportTable},
    settings::{CompanyInfo, Settings},
    use_case::Action,
};

/// The reports of this crate, as the list of all reports shows them.
pub const REPORTS: &[Report] =
    &[Report::new("cash-movements", "Movimientos de caja", ReportGroup::Cash, "/cash-movements/file")
        .for_actions(&[Action::OwnCycle, Action::SeeReports])
        .with_day_range()
        .on_screen("/cash-movements")];

const COLUMNS: [ReportColumn; 8] = [
    ReportColumn::new("Fecha", ColumnKind::Text, 17),
    ReportColumn::new("Caja", ColumnKind::Text, 16),
    ReportColumn::new("Motivo", ColumnKind::Text, 28),
    ReportColumn::new("De o para", ColumnKind::Text, 22),
    ReportColumn::new("Registró", ColumnKind::Text, 20),
    ReportColumn::new("Estado", ColumnKind::Text, 26),
    ReportColumn::new("Entró", ColumnKind::Money, 12),
    ReportColumn::new("Salió", ColumnKind::Money, 12),
];

pub(super) fn movements_table(movements: &[Movement], company: &CompanyInfo, settings: &Settings) -> ReportTable {
    let rows: Vec<(Money, Money)> = movements.iter().map(counted_amounts).collect();
    let sum = |column: fn(&(Money, Money)) -> Money| -> Money { rows.iter().map(column).sum() };
    let mut total = vec![ReportCell::Text("Total".to_owned())];
    total.resize(COLUMNS.len() - 2, ReportCell::Empty);
    total.extend([ReportCell::Money(sum(|row| row.0)), ReportCell::Money(sum(|row| row.1))]);
    ReportTable {
        title: "Movimientos de caja".to_owned(),
        lines: vec![company.legal_line()],
        columns: COLUMNS.to_vec(),
        rows: movements.iter().map(|movement| movement_row(movement, settings)).collect(),
        total,
        notes: vec!["Lo rechazado no cuenta.".to_owned()],
    }
}

/// Returns the amounts that a movement brought in and took out.
fn counted_amounts(movement: &Movement) -> (Money, Money) {
    match (movement.status, movement.movement_type) {
        (MovementStatus::Rejected, _) => (Money::ZERO, Money::ZERO),
        (_, MovementType::Entry) => (movement.amount, Money::ZERO),
        (_, MovementType::Expense) => (Money::ZERO, movement.amount),
    }
}

fn movement_row(movement: &Movement, settings: &Settings) -> Vec<ReportCell> {
    let text = |text: &str| ReportCell::Text(text.to_owned());
    let (entry, expense) = counted_amounts(movement);
    let state = match movement.status {
        MovementStatus::Approved => "Aprobado".to_owned(),
        MovementStatus::Rejected => format!("Rechazado: {}", movement.reject_reason.as_deref().unwrap_or_default()),
    };
    vec![
        settings.local_time(movement.movement_date).into(),
        text(&movement.cashbox_name),
        text(&movement.motive),
        text(&movement.receipt_by),
        text(&movement.user_name),
        ReportCell::Text(state),
        ReportCell::Money(entry),
        ReportCell::Money(expense),
    ]
}
