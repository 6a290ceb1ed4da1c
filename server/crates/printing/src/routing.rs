//! Which printer prints what.

use super::{
    agents,
    printers::PrintOption,
    routing_store::{self as store, printers_of_areas},
    words::PaperSize,
};
use comanda_base::{
    counters::Counter,
    db::Tx,
    error::Result,
    ids::{AgentId, AreaId, CashboxId, CycleId, PrinterId, UserId},
};
use comanda_platform::settings::{self, Settings};
use comanda_ticket::wire;

/// Columns of 80 mm paper in font A: what a PDF has where nothing says that its paper is narrow.
pub const WIDE: usize = wire::PaperSize::Mm80.columns();

/// A printer as those who print need it.
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
}
impl Printer {
    /// What it does with kitchen commands.
    pub fn commands(&self) -> PrintOption {
        self.print_command
    }
    /// What it does with pre-bills.
    pub fn pre_bills(&self) -> PrintOption {
        self.print_pre_account
    }
    /// What it does with receipts.
    pub fn receipts(&self) -> PrintOption {
        self.print_receipt
    }
    fn is_at(&self, agents: &[AgentId]) -> bool {
        self.agent_id.is_some_and(|agent| agents.contains(&agent))
    }
    /// Columns of its paper in font A.
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

/// Whose papers go where: the printers of areas, and which agents are whose where the company's agents do not share its channel.
#[derive(Debug)]
pub struct Routes {
    all: Vec<AreaPrinter>,
    /// Agents with their users; none where the channel is shared.
    agents: Option<Vec<(AgentId, Vec<UserId>)>>,
}

impl Routes {
    /// Reads them once, for papers of any number of people.
    pub async fn of(tx: &mut Tx, areas: &[AreaId]) -> Result<Self> {
        let is_shared = settings::shares_print_channel(tx).await?;
        Self::where_channel_is(is_shared, tx, areas).await
    }
    async fn where_channel_is(shared: bool, tx: &mut Tx, areas: &[AreaId]) -> Result<Self> {
        Ok(Self { all: printers_of_areas(tx, areas).await?, agents: unshared_agents(shared, tx).await? })
    }
    /// The printers of this user's papers. Where the channel is not shared (configuration SERVER is 0), an area's papers go to the
    /// printers of the user's own agents; an area that those do not serve is printed where it is served.
    pub fn printers_for(&self, user: UserId) -> Vec<AreaPrinter> {
        let Some(agents) = &self.agents else { return self.all.clone() };
        let is_own = |p: &AreaPrinter| p.printer.is_at(&of_user(agents, user));
        let served: Vec<AreaId> = self.all.iter().filter(|p| is_own(p)).map(|p| p.area_id).collect();
        self.all.iter().filter(|p| is_own(p) || !served.contains(&p.area_id)).cloned().collect()
    }
}

/// A command's paper that was sent to a printer.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct SentPaper {
    /// `command:12`
    pub source: String,
    /// The area's name as printed.
    pub area: String,
    #[row(flatten)]
    pub printer: Printer,
}

async fn unshared_agents(shared: bool, tx: &mut Tx) -> Result<Option<Vec<(AgentId, Vec<UserId>)>>> {
    if shared { Ok(None) } else { Ok(Some(agents::store::with_users(tx).await?)) }
}

fn of_user(agents: &[(AgentId, Vec<UserId>)], user: UserId) -> Vec<AgentId> {
    agents.iter().filter(|(_, users)| users.contains(&user)).map(|(id, _)| *id).collect()
}

/// The printers of these areas that print for this user, in a house with these settings.
pub async fn printers_for(
    tx: &mut Tx,
    areas: &[AreaId],
    user: UserId,
    settings: &Settings,
) -> Result<Vec<AreaPrinter>> {
    Ok(Routes::where_channel_is(settings.shares_print_channel, tx, areas).await?.printers_for(user))
}

/// The printer of receipts, pre-bills and the drawer: the cash box's, else the first one of the area CAJA. Where the channel is not
/// shared, one of those that are the user's own agents' comes first; without such a one it is printed where everybody's is.
pub async fn cash_printer(tx: &mut Tx, cashbox: Option<CashboxId>, user: UserId) -> Result<Option<Printer>> {
    let of_box = store::of_cashbox(tx, cashbox).await?;
    let is_shared = settings::shares_print_channel(tx).await?;
    let agents = unshared_agents(is_shared, tx).await?;
    if agents.is_none() && of_box.is_some() {
        return Ok(of_box);
    }
    let mut found: Vec<Printer> = of_box.into_iter().collect();
    found.extend(store::of_cash_desk(tx).await?);
    let users = agents.map(|agents| of_user(&agents, user)).unwrap_or_default();
    let at = found.iter().position(|p| p.is_at(&users)).unwrap_or(0);
    Ok(found.into_iter().nth(at))
}

/// Columns of a cash desk's papers as PDF: those of its printer.
pub async fn cash_columns(tx: &mut Tx, cashbox: Option<CashboxId>, user: UserId) -> Result<usize> {
    Ok(cash_printer(tx, cashbox, user).await?.map_or(WIDE, |p| p.columns()))
}

/// Whether papers of the till of this cycle come out here, while it is open: whoever works there counts blind.
pub async fn is_at_open_till(tx: &mut Tx, printer: PrinterId, cycle: CycleId) -> Result<bool> {
    let Some((cashbox, user)) = store::till_of_open_cycle(tx, cycle).await? else { return Ok(false) };
    Ok(cash_printer(tx, Some(cashbox), user).await?.is_some_and(|p| p.id == printer))
}

/// What the papers of an area are numbered by.
pub fn area_papers(area: AreaId) -> Counter {
    Counter::endless(format!("paper:{area}"))
}
