//! Notices of what needs a user's attention, the worst first, each with the screen where it is resolved. A kind of notice is one function
//! in the file of its subject; it asks the module that owns the rule, so that this list and that screen cannot disagree. A new kind needs a
//! variant of `NoticeKind`, its function and a line in `load_notices`.

mod accounts;
mod backup;
mod billing;
mod cash;
mod catalog;
mod clock;
mod company;
mod documents;
mod guess_locks;
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

/// The subject of a notice. Notices of the same level are sorted in the order of these variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum NoticeKind {
    /// The server's clock is wrong.
    Clock,
    PrintJob,
    Printer,
    LateDish,
    /// A dish is sold that no production area makes.
    WithoutArea,
    PinLock,
    License,
    Billing,
    /// No backup was made, or the last attempt failed.
    Backup,
    CashDifference,
    CashCycle,
    Stock,
    Documents,
    /// The year's sales come near the limit of a small firm.
    LawSales,
    /// The rate of IGV changes soon.
    LawRate,
    /// The close of a day could not be e-mailed.
    Mail,
    Payable,
    LowStock,
    /// The stock does not last for a week.
    ToBuy,
    LongAccount,
    SoldOut,
    PriceRise,
    IdleStock,
}

impl NoticeKind {
    /// Returns the right that a user needs to resolve the notice, and therefore to see it.
    const fn required_action(self) -> Action {
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

/// The severity, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum NoticeLevel {
    /// Work stands still or money is missing.
    Bad,
    /// The situation becomes bad if nobody acts.
    Warning,
    /// Good to know at the next opportunity.
    Info,
}

/// A notice.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Attention {
    pub kind: NoticeKind,
    pub level: NoticeLevel,
    pub text: String,
    /// Details: the items concerned, or what to do.
    pub detail: Option<String>,
    /// The path of the screen where it is resolved.
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

/// The user, the moment and the preloaded data of all notices.
pub(super) struct AttentionContext<'a> {
    pub actor: &'a Actor,
    pub settings: &'a Settings,
    pub today: NaiveDate,
    pub now: DateTime<Utc>,
    /// The open accounts within the user's scope.
    pub open: &'a [RequestSummary],
    /// The dishes that the kitchen has not made yet, the oldest first.
    pub waiting: &'a [WaitingDish],
}

/// Loads all notices that this user can resolve.
pub(super) async fn load_notices(tx: &mut Tx, context: &AttentionContext<'_>) -> Result<Vec<Attention>> {
    let concerns = |kind: NoticeKind| context.actor.can_without_pin(kind.required_action());
    let mut list = Vec::new();
    if concerns(NoticeKind::Clock) {
        list.extend(clock::load_clock_notice(tx, context).await?);
    }
    if concerns(NoticeKind::PrintJob) {
        list.extend(printing::load_stuck_documents_notice(tx, context).await?);
    }
    if concerns(NoticeKind::Printer) {
        list.extend(printing::load_printer_notices(tx, context).await?);
    }
    if concerns(NoticeKind::LateDish) {
        list.extend(kitchen::late_dish_notices(context));
    }
    if concerns(NoticeKind::WithoutArea) {
        list.extend(catalog::load_without_area_notice(tx).await?);
    }
    if concerns(NoticeKind::PinLock) {
        list.extend(guess_locks::load_lock_notices(tx, context).await?);
    }
    if concerns(NoticeKind::License) {
        list.extend(company::licence_notice(context));
    }
    if concerns(NoticeKind::Billing) {
        list.extend(billing::load_billing_notices(tx, context).await?);
    }
    if concerns(NoticeKind::Backup) {
        list.extend(backup::load_backup_notice(context).await?);
    }
    if concerns(NoticeKind::CashDifference) {
        list.extend(cash::load_difference_notices(tx).await?);
    }
    if concerns(NoticeKind::CashCycle) {
        list.extend(cash::load_left_open_notices(tx, context).await?);
    }
    if concerns(NoticeKind::Stock) {
        list.extend(stock::load_low_stock_notices(tx).await?);
        list.extend(stock::load_price_and_idle_notices(tx, context).await?);
    }
    if concerns(NoticeKind::Documents) {
        list.extend(documents::load_not_sent_notice(tx).await?);
        list.extend(documents::load_problem_notices(tx, context).await?);
    }
    if concerns(NoticeKind::LawRate) {
        list.extend(law::load_rate_attention(tx, context).await?);
    }
    if concerns(NoticeKind::LawSales) {
        list.extend(law::load_sales_attention(tx, context).await?);
    }
    if concerns(NoticeKind::Mail) {
        list.extend(mail::load_unsent_close_notice(tx, context).await?);
    }
    if concerns(NoticeKind::Payable) {
        list.extend(purchases::load_due_notices(tx, context).await?);
    }
    if concerns(NoticeKind::ToBuy) {
        list.extend(purchases::load_to_buy_notice(tx, context).await?);
    }
    if concerns(NoticeKind::LongAccount) {
        list.extend(accounts::long_open_notice(context));
    }
    if concerns(NoticeKind::SoldOut) {
        list.extend(accounts::load_sold_out_notice(tx, context).await?);
    }
    list.sort_by_key(|notice| (notice.level, notice.kind));
    Ok(list)
}

/// Returns a count with its noun: `1 cuenta`, `3 cuentas`.
fn counted(n: usize, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}
