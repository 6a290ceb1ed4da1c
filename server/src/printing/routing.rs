//! Which printer prints what.

use super::agents;
use crate::{
    counters,
    db::{self, Sql, Tx},
    error::Result,
    ids::{AgentId, AreaId, CashboxId, PrinterId, UserId},
    settings,
};

/// What a printer does with a kind of document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrintOption {
    Print,
    Pdf,
    None,
}
impl PrintOption {
    fn read(text: &str) -> Self {
        match text {
            "PDF" => Self::Pdf,
            "NONE" => Self::None,
            _ => Self::Print,
        }
    }
}

/// A printer as those who print need it.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Printer {
    pub id: PrinterId,
    pub name: String,
    pub agent_id: Option<AgentId>,
    pub size: String,
    pub print_command: String,
    pub print_pre_account: String,
    pub print_receipt: String,
    pub opens_drawer: bool,
}
impl Printer {
    /// What it does with kitchen commands.
    pub fn commands(&self) -> PrintOption {
        PrintOption::read(&self.print_command)
    }
    /// What it does with pre-bills.
    pub fn pre_bills(&self) -> PrintOption {
        PrintOption::read(&self.print_pre_account)
    }
    /// What it does with receipts.
    pub fn receipts(&self) -> PrintOption {
        PrintOption::read(&self.print_receipt)
    }
    /// Columns of its paper in font A.
    pub fn columns(&self) -> usize {
        if self.size == "58" { 32 } else { 48 }
    }
}

/// A printer that serves an area.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct AreaPrinter {
    pub area_id: AreaId,
    #[sqlx(flatten)]
    pub printer: Printer,
}

const PRINTER: &str =
    "p.id, p.name, p.agent_id, p.size, p.print_command, p.print_pre_account, p.print_receipt, p.opens_drawer";

/// Active printers of these areas, one row per area and printer.
pub async fn printers_of_areas(tx: &mut Tx, areas: &[AreaId]) -> db::Result<Vec<AreaPrinter>> {
    let sql = Sql::new("SELECT a.production_area_id AS area_id, ")
        .add(PRINTER)
        .add(" FROM printer_areas a JOIN printers p ON p.id = a.printer_id WHERE p.status = 'ACTIVE'")
        .list(" AND a.production_area_id IN (?)", areas.iter().copied())
        .add(" ORDER BY a.production_area_id, p.id");
    tx.query(sql).all().await
}

/// Those of them that print for this user. Where the company's agents do not share its channel (configuration SERVER is 0), an
/// area's papers go to the printers of the user's own agents; an area that those do not serve is printed where it is served.
pub async fn printers_for(tx: &mut Tx, areas: &[AreaId], user: UserId) -> Result<Vec<AreaPrinter>> {
    let all = printers_of_areas(tx, areas).await?;
    if settings::shares_print_channel(tx).await? {
        return Ok(all);
    }
    let own = agents::store::of_user(tx, user).await?;
    let is_own = |p: &AreaPrinter| p.printer.agent_id.is_some_and(|agent| own.contains(&agent));
    let served: Vec<AreaId> = all.iter().filter(|p| is_own(p)).map(|p| p.area_id).collect();
    Ok(all.into_iter().filter(|p| is_own(p) || !served.contains(&p.area_id)).collect())
}

/// The printer of a cash box, else the first one of the area CAJA.
pub async fn cash_printer(tx: &mut Tx, cashbox: Option<CashboxId>) -> db::Result<Option<Printer>> {
    let own = Sql::new("SELECT ")
        .add(PRINTER)
        .add(" FROM printers p JOIN cashboxes c ON c.printer_id = p.id WHERE p.status = 'ACTIVE'")
        .with(" AND c.id = ?", cashbox);
    if let Some(found) = tx.query(own).maybe().await? {
        return Ok(Some(found));
    }
    let of_area = Sql::new("SELECT ").add(PRINTER).add(
        " FROM printers p JOIN printer_areas a ON a.printer_id = p.id JOIN production_areas k ON k.id = a.production_area_id
          WHERE p.status = 'ACTIVE' AND k.name = 'CAJA' ORDER BY p.id LIMIT 1",
    );
    tx.query(of_area).maybe().await
}

/// What a printer is called; none if there is no such printer.
pub async fn printer_name(tx: &mut Tx, id: PrinterId) -> db::Result<Option<String>> {
    let found: Option<(String,)> = tx.query("SELECT name FROM printers WHERE id = $1").bind(id).maybe().await?;
    Ok(found.map(|row| row.0))
}

/// The consecutive number of an area's next paper.
pub async fn next_area_paper(tx: &mut Tx, area: AreaId) -> db::Result<i64> {
    counters::next(tx, &format!("paper:{area}"), "").await
}
