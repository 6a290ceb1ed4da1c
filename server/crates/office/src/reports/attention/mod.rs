//! What needs somebody, worst first; each with the screen where it is mended. A kind of notice is one function in the file of its
//! subject, which asks the slice that owns the rule, so that this list and that screen cannot disagree. A new kind needs a word in
//! `NoticeKind`, its function and a line in `needs`.

mod accounts;
mod backup;
mod billing;
mod cash;
mod catalog;
mod clock;
mod company;
mod documents;
mod guesses;
mod kitchen;
mod law;
mod mail;
mod printing;
mod purchases;
mod stock;
mod store_room;

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{db::Tx, error::Result};
use comanda_orders::orders::{RequestSummary, kitchen_source::WaitingDish};
use comanda_platform::{
    settings::Settings,
    use_case::{Action, Actor},
};
use serde::Serialize;
use utoipa::ToSchema;

/// What a notice is about; of two equally bad ones the kind that stands first here comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum NoticeKind {
    /// The server's clock is wrong.
    Clock,
    PrintJob,
    Printer,
    LateDish,
    /// A dish was sold that no area makes.
    WithoutArea,
    PinLock,
    License,
    Billing,
    /// No backup was made, or the last try failed.
    Backup,
    CashDifference,
    CashCycle,
    Stock,
    Documents,
    /// The year's sales come near what a small firm may sell.
    LawSales,
    /// The rate of IGV changes soon.
    LawRate,
    /// The close of a day was not mailed.
    Mail,
    Payable,
    LowStock,
    /// What there is does not last for a week.
    ToBuy,
    LongAccount,
    SoldOut,
    PriceRise,
    IdleStock,
}

impl NoticeKind {
    /// Who can do something about it, and so is told.
    const fn mended_by(self) -> Action {
        match self {
            Self::Clock => Action::Collect,
            Self::PrintJob => Action::ReleaseJobs,
            Self::Printer => Action::Printers,
            Self::LateDish => Action::SeeKitchen,
            Self::PinLock => Action::Users,
            Self::License | Self::Billing | Self::Backup | Self::Mail | Self::LawRate | Self::LawSales => {
                Action::Settings
            }
            Self::CashDifference => Action::SeeExpected,
            Self::CashCycle => Action::OwnCycle,
            Self::Stock
            | Self::LowStock
            | Self::ToBuy
            | Self::Payable
            | Self::PriceRise
            | Self::IdleStock
            | Self::WithoutArea => Action::EditCatalog,
            Self::Documents => Action::SeeReports,
            Self::LongAccount => Action::TakeOrders,
            Self::SoldOut => Action::SoldOut,
        }
    }
}

/// How bad it is, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum NoticeLevel {
    /// Work stands still or money is missing.
    Bad,
    /// It becomes bad if nobody does anything.
    Warning,
    /// Good to know at the next opportunity.
    Info,
}

/// One thing to look at.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Attention {
    pub kind: NoticeKind,
    pub level: NoticeLevel,
    pub text: String,
    /// More about it: which ones, or what to do.
    pub detail: Option<String>,
    /// Path of the screen where it is mended.
    pub path: String,
}

impl Attention {
    fn new(kind: NoticeKind, level: NoticeLevel, text: impl Into<String>, path: impl Into<String>) -> Self {
        Self { kind, level, text: text.into(), detail: None, path: path.into() }
    }
    fn detail(self, detail: impl Into<String>) -> Self {
        Self { detail: Some(detail.into()), ..self }
    }
}

/// Who looks at what, and when.
pub(super) struct Look<'a> {
    pub actor: &'a Actor,
    pub settings: &'a Settings,
    pub today: NaiveDate,
    pub now: DateTime<Utc>,
    /// The open accounts that are theirs to look after.
    pub open: &'a [RequestSummary],
    /// What the kitchen has not made yet, the oldest first.
    pub waiting: &'a [WaitingDish],
}

/// Everything that this person can do something about.
pub(super) async fn needs(tx: &mut Tx, look: &Look<'_>) -> Result<Vec<Attention>> {
    let concerns = |kind: NoticeKind| look.actor.may(kind.mended_by());
    let mut list = Vec::new();
    if concerns(NoticeKind::Clock) {
        list.extend(clock::wrong(tx, look).await?);
    }
    if concerns(NoticeKind::PrintJob) {
        list.extend(printing::papers(tx, look).await?);
    }
    if concerns(NoticeKind::Printer) {
        list.extend(printing::printers(tx, look).await?);
    }
    if concerns(NoticeKind::LateDish) {
        list.extend(kitchen::late(look));
    }
    if concerns(NoticeKind::WithoutArea) {
        list.extend(catalog::without_area(tx).await?);
    }
    if concerns(NoticeKind::PinLock) {
        list.extend(guesses::locked(tx, look).await?);
    }
    if concerns(NoticeKind::License) {
        list.extend(company::licence(look));
    }
    if concerns(NoticeKind::Billing) {
        list.extend(billing::setup(tx, look).await?);
    }
    if concerns(NoticeKind::Backup) {
        list.extend(backup::not_made(look).await?);
    }
    if concerns(NoticeKind::CashDifference) {
        list.extend(cash::differences(tx).await?);
    }
    if concerns(NoticeKind::CashCycle) {
        list.extend(cash::left_open(tx, look).await?);
    }
    if concerns(NoticeKind::Stock) {
        list.extend(stock::short(tx).await?);
        list.extend(stock::worth_a_look(tx, look).await?);
    }
    if concerns(NoticeKind::Documents) {
        list.extend(documents::not_sent(tx).await?);
        list.extend(documents::in_need(tx, look).await?);
    }
    if concerns(NoticeKind::LawRate) {
        list.extend(law::rate(tx, look).await?);
    }
    if concerns(NoticeKind::LawSales) {
        list.extend(law::sales(tx, look).await?);
    }
    if concerns(NoticeKind::Mail) {
        list.extend(mail::not_sent(tx, look).await?);
    }
    if concerns(NoticeKind::Payable) {
        list.extend(purchases::due(tx, look).await?);
    }
    if concerns(NoticeKind::ToBuy) {
        list.extend(purchases::to_buy(tx, look).await?);
    }
    if concerns(NoticeKind::LongAccount) {
        list.extend(accounts::long_open(look));
    }
    if concerns(NoticeKind::SoldOut) {
        list.extend(accounts::sold_out(tx, look).await?);
    }
    list.sort_by_key(|notice| (notice.level, notice.kind));
    Ok(list)
}

/// `1 cuenta`, `3 cuentas`.
fn counted(n: usize, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}
