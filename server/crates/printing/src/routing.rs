//! Chooses the printers of each paper.

use super::{
    agents,
    printers::PrintOption,
    routing_store::{self as store, list_area_printers},
    words::{PaperSize, PrinterKind},
};
use comanda_base::{
    counters::Counter,
    db::Tx,
    error::Result,
    ids::{AgentId, AreaId, CashboxId, CycleId, PrinterId, UserId},
};
use comanda_platform::settings::{self, Settings};
use comanda_ticket::wire;

/// The columns of 80 mm paper in font A, which a PDF has unless its paper is known to be narrow.
pub const WIDE_COLUMNS: usize = wire::PaperSize::Mm80.columns();

/// A printer with what those who print need of it.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct Printer {
    pub id: PrinterId,
    pub name: String,
    pub agent_id: Option<AgentId>,
    pub size: PaperSize,
    pub print_command: PrintOption,
    pub print_pre_account: PrintOption,
    pub print_receipt: PrintOption,
    pub opens_drawer: bool,
    #[row(rename = "kind")]
    pub media: PrinterKind,
    pub labels_tables: bool,
    pub labels_take_away: bool,
    pub labels_delivery: bool,
}
impl Printer {
    /// Whether it prints labels and no tickets.
    pub fn is_for_labels(&self) -> bool {
        self.media == PrinterKind::Label
    }
    /// Returns what it does with kitchen commands.
    pub fn commands(&self) -> PrintOption {
        self.print_command
    }
    /// Returns what it does with pre-bills.
    pub fn pre_bills(&self) -> PrintOption {
        self.print_pre_account
    }
    /// Returns what it does with receipts.
    pub fn receipts(&self) -> PrintOption {
        self.print_receipt
    }
    fn is_at(&self, agents: &[AgentId]) -> bool {
        self.agent_id.is_some_and(|agent| agents.contains(&agent))
    }
    /// Returns the columns of its paper in font A.
    pub fn columns(&self) -> usize {
        self.size.columns()
    }
}

/// A printer that serves an area.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct AreaPrinter {
    pub area_id: AreaId,
    #[row(flatten)]
    pub printer: Printer,
}

/// The printers of areas, and which agents belong to which users where the company's agents do not share its channel.
#[derive(Debug)]
pub struct Routes {
    all: Vec<AreaPrinter>,
    /// The agents with their users; `None` where the channel is shared.
    agents: Option<Vec<(AgentId, Vec<UserId>)>>,
}

impl Routes {
    /// Loads them once, for the papers of any number of users.
    pub async fn load(tx: &mut Tx, areas: &[AreaId]) -> Result<Self> {
        let is_shared = settings::shares_print_channel(tx).await?;
        Self::load_with(is_shared, tx, areas).await
    }
    async fn load_with(shared: bool, tx: &mut Tx, areas: &[AreaId]) -> Result<Self> {
        Ok(Self { all: list_area_printers(tx, areas).await?, agents: load_unshared_agents(shared, tx).await? })
    }
    /// Returns the printers of this user's papers. Where the channel is not shared (configuration SERVER is 0), an area's papers go to the
    /// printers of the user's own agents; an area that those do not serve is printed on all its printers.
    pub fn printers_for(&self, user: UserId) -> Vec<AreaPrinter> {
        let Some(agents) = &self.agents else { return self.all.clone() };
        let is_own = |p: &AreaPrinter| p.printer.is_at(&agents_of_user(agents, user));
        let served: Vec<AreaId> = self.all.iter().filter(|p| is_own(p)).map(|p| p.area_id).collect();
        self.all.iter().filter(|p| is_own(p) || !served.contains(&p.area_id)).cloned().collect()
    }
}

/// A command's paper that was sent to a printer.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct SentTicket {
    /// `command:12`
    pub source: String,
    /// The area's name as printed.
    pub area: String,
    #[row(flatten)]
    pub printer: Printer,
}

async fn load_unshared_agents(shared: bool, tx: &mut Tx) -> Result<Option<Vec<(AgentId, Vec<UserId>)>>> {
    if shared { Ok(None) } else { Ok(Some(agents::store::list_with_users(tx).await?)) }
}

fn agents_of_user(agents: &[(AgentId, Vec<UserId>)], user: UserId) -> Vec<AgentId> {
    agents.iter().filter(|(_, users)| users.contains(&user)).map(|(id, _)| *id).collect()
}

/// Loads the printers of these areas that print for this user, according to the settings.
pub async fn printers_for(
    tx: &mut Tx,
    areas: &[AreaId],
    user: UserId,
    settings: &Settings,
) -> Result<Vec<AreaPrinter>> {
    Ok(Routes::load_with(settings.shares_print_channel, tx, areas).await?.printers_for(user))
}

/// Finds the printer of receipts, pre-bills and the drawer: the cash box's, otherwise the first of the area CAJA. Where the channel is not
/// shared, a printer of the user's own agents comes first; if there is none, the same printer is used as for everybody.
pub async fn find_cash_printer(tx: &mut Tx, cashbox: Option<CashboxId>, user: UserId) -> Result<Option<Printer>> {
    let box_printer = store::find_by_cashbox(tx, cashbox).await?;
    let is_shared = settings::shares_print_channel(tx).await?;
    let agents = load_unshared_agents(is_shared, tx).await?;
    if agents.is_none() && box_printer.is_some() {
        return Ok(box_printer);
    }
    let mut found: Vec<Printer> = box_printer.into_iter().collect();
    found.extend(store::list_cash_desk_printers(tx).await?);
    let users = agents.map(|agents| agents_of_user(&agents, user)).unwrap_or_default();
    let at = found.iter().position(|p| p.is_at(&users)).unwrap_or(0);
    Ok(found.into_iter().nth(at))
}

/// Returns the columns of a cash desk's papers as PDF: those of its printer.
pub async fn load_cash_columns(tx: &mut Tx, cashbox: Option<CashboxId>, user: UserId) -> Result<usize> {
    Ok(find_cash_printer(tx, cashbox, user).await?.map_or(WIDE_COLUMNS, |p| p.columns()))
}

/// Whether this printer prints for the till of this cycle while the cycle is open, whose user counts blind.
pub async fn is_at_open_till(tx: &mut Tx, printer: PrinterId, cycle: CycleId) -> Result<bool> {
    let Some((cashbox, user)) = store::find_till_of_open_cycle(tx, cycle).await? else { return Ok(false) };
    Ok(find_cash_printer(tx, Some(cashbox), user).await?.is_some_and(|p| p.id == printer))
}

/// Returns the counter that numbers the papers of an area.
pub fn area_counter(area: AreaId) -> Counter {
    Counter::continuous(format!("paper:{area}"))
}
